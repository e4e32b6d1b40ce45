import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { addMonths, type IsoDate } from '../../lib/dates.ts';
import { putInPlace } from '../../platform/db/new-sqlite-file.ts';
import { coversOf } from '../intake/covers.ts';
import { VENDOR_LICENSE_TYPES } from '../licenses/number.ts';
import { recordsOld } from '../published-state/records-age.ts';
import { SCORE_RULES, SCORED_YEARS } from '../scoring/rules.ts';
import { countedOf, StatisticsCount } from '../statistics/compute.ts';
import { buildRecord, type RecordContext, type VendorRecord } from '../vendors/record.ts';
import { describeFiles } from './describe-files.ts';
import type { FileInUse } from './file-in-use.ts';
import { type GatheredLicense, gatherFacts } from './gather-facts.ts';
import { keepRowsInForce } from './in-force-store.ts';
import { contextOf } from './record-context.ts';
import { createSnapshot, finishSnapshot, prepareWriting, writeApplications } from './snapshot-store.ts';
import { createStaging, readStaged, stageFiles } from './staging-store.ts';

interface BuildRequest {
  /** The files whose rows count, the oldest first. */
  readonly files: readonly FileInUse[];
  readonly asOf: IsoDate;
  readonly fictional: boolean;
  /** Fiscal years of inspections that the source still has to send, the newest first. */
  readonly loadingYears: readonly string[];
  /** An existing folder, to which the snapshot is written. */
  readonly folder: string;
}

export interface BuiltSnapshot {
  readonly file: string;
  readonly rootHash: string;
  readonly vendors: number;
}

/**
 * Writes the snapshot of a publication from scratch: one SQLite file, named after its root hash. The same files and day give the
 * same records, and so the same name.
 */
export async function buildSnapshot(request: BuildRequest): Promise<BuiltSnapshot> {
  const unfinished = mkdtempSync(path.join(request.folder, 'unfinished-'));
  try {
    const file = path.join(unfinished, 'snapshot.sqlite');
    const { rootHash, vendors } = await writeSnapshot(file, request);
    const target = path.join(request.folder, `${rootHash}.sqlite`);
    putInPlace(file, target);
    return { file: target, rootHash, vendors };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function writeSnapshot(file: string, { files, asOf, fictional, loadingYears }: BuildRequest) {
  const vendorFiles = files.map(toVendorFile).filter(({ kind }) => kind !== 'observations');
  const loading = { years: loadingYears, scoredFrom: addMonths(asOf, -12 * SCORED_YEARS) };
  const filesCover = coversOf(vendorFiles, asOf, loading);
  const context = contextOf(vendorFiles, filesCover, { asOf, fictional });
  const staging = createStaging(path.dirname(file));
  const snapshot = createSnapshot(file);
  try {
    await stageFiles(staging, files);
    keepRowsInForce(staging);
    snapshot.exec('begin');
    const write = prepareWriting(snapshot);
    const count = StatisticsCount.none();
    for (const licenseType of [...VENDOR_LICENSE_TYPES].sort())
      for (const license of gatherFacts(licenseType, readStaged(staging, licenseType))) {
        const record = makeRecord(license, context);
        if (record) count.add(countedOf(record, asOf));
        write(license, record);
      }
    writeApplications(snapshot, staging);
    const statistics = count.result({ ...context, filesCover });
    const coverage = describeFiles(files, statistics.covers, asOf);
    const scoreVersion = SCORE_RULES.version;
    const rootHash = finishSnapshot(snapshot, { context, scoreVersion, statistics, coverage });
    snapshot.exec('commit');
    return { rootHash, vendors: count.total };
  } finally {
    staging.close();
    snapshot.close();
  }
}

function toVendorFile({ entry, coveredDays }: FileInUse) {
  const { kind, district, file_date: fileDate } = entry;
  return { kind, district, fileDate, coveredDays };
}

/** The record of a license as it is served; undefined if nothing was known of it by the day. */
function makeRecord({ facts }: GatheredLicense, context: RecordContext): VendorRecord | undefined {
  try {
    const record = buildRecord(facts, context);
    return record && withAge(record);
  } catch (cause) {
    const { digits, licenseType } = facts;
    throw new Error(`the record of license ${digits} (${licenseType}) could not be made`, { cause });
  }
}

function withAge({ scorecard, ...record }: VendorRecord): VendorRecord {
  const old = recordsOld(scorecard.records_reach_to, scorecard.as_of);
  return { ...record, scorecard: { ...scorecard, records_old: old } };
}
