import { renameSync } from 'node:fs';
import path from 'node:path';
import { type CountedFile, coversOf, type FilesCover } from '../../intake/coverage/files-cover.ts';
import type { Staging } from '../../intake/staging/staging-service.ts';
import { SCORE_RULES, SCORED_YEARS } from '../../judgment/score/rules.ts';
import { addMonths, type IsoDate } from '../../lib/time/dates.ts';
import type { SnapshotStateTable } from '../../platform/db/schema/schema-snapshot.ts';
import { VENDOR_LICENSE_TYPES } from '../../regulator/licenses/number.ts';
import { buildRecord, type RecordContext, type VendorRecord } from '../record/record.ts';
import { RECORD_FORMAT } from '../record/record-format.ts';
import { countedOf, StatisticsCount } from '../statistics/count-statistics.ts';
import { type GatheredLicense, gatherFacts } from './gather-facts.ts';
import { createSnapshot, finishSnapshot, prepareWriting, writeApplications } from './snapshot-store.ts';

export interface BuildRequest {
  /** The counted files that vendors are built from, oldest first. */
  readonly files: readonly CountedFile[];
  /** The rows of all counted files. The build deletes the rows that are not in force from this database. */
  readonly staging: Staging;
  readonly asOf: IsoDate;
  readonly today: IsoDate;
  /** True if an operator chose `asOf`. */
  readonly isDayChosen: boolean;
  readonly fictional: boolean;
  /** Fiscal years whose inspections have not arrived from the source yet, newest first. */
  readonly loadingYears: readonly string[];
  readonly version: number;
  /** The publication time, in ISO 8601. */
  readonly publishedAt: string;
  /** A hash of the code that creates the records. */
  readonly madeBy: string;
  /** The snapshot folder, which only its owner can read. */
  readonly folder: string;
  /** Called after all records are written. */
  readonly onWritten?: () => void;
}

export interface BuiltSnapshot {
  readonly file: string;
  readonly rootHash: string;
  readonly vendors: number;
  /** JSON text. */
  readonly statistics: string;
  readonly dataAsOf: IsoDate;
  readonly filesCover: readonly FilesCover[];
}

const ROOT_LETTERS = 16;

/** A file that vendors are built from. Observations by themselves do not create vendors. */
interface VendorFile {
  readonly kind: string;
  readonly district: number | null;
  readonly fileDate: IsoDate | null;
}

/**
 * Writes a publication's snapshot from scratch as one SQLite file, named after its version and root hash. The
 * same files and dates always give the same records and therefore the same root hash.
 */
export function buildSnapshot(request: BuildRequest): BuiltSnapshot {
  const file = path.join(request.folder, 'snapshot.sqlite');
  const built = writeSnapshot(file, request);
  const name = `${request.version}-${built.rootHash.slice(0, ROOT_LETTERS)}.sqlite`;
  const named = path.join(request.folder, name);
  renameSync(file, named);
  return { ...built, file: named };
}

function writeSnapshot(file: string, request: BuildRequest): Omit<BuiltSnapshot, 'file'> {
  const { files, staging, asOf } = request;
  const loading = { years: request.loadingYears, scoredFrom: addMonths(asOf, -12 * SCORED_YEARS) };
  const filesCover = coversOf(files, asOf, loading);
  const context = contextOf(files, filesCover, request);
  const snapshot = createSnapshot(file);
  try {
    staging.keepRowsInForce();
    snapshot.exec('begin');
    const write = prepareWriting(snapshot);
    const count = new StatisticsCount();
    for (const licenseType of [...VENDOR_LICENSE_TYPES].sort())
      for (const license of gatherFacts(licenseType, staging.readRows(licenseType))) {
        const record = makeRecord(license, context);
        if (record) count.add(countedOf(record, asOf));
        write(license, record);
      }
    writeApplications(snapshot, staging.readApplications());
    request.onWritten?.();
    const counts = count.result({ ...context, filesCover });
    const statistics = JSON.stringify(counts);
    const state = toState(request, { ...context, statistics, covers: JSON.stringify(counts.covers) });
    const rootHash = finishSnapshot(snapshot, state);
    snapshot.exec('commit');
    return { rootHash, vendors: count.total, statistics, dataAsOf: context.dataAsOf, filesCover };
  } finally {
    snapshot.close();
  }
}

function toState(
  { version, publishedAt, isDayChosen, madeBy }: BuildRequest,
  made: Pick<RecordContext, 'asOf' | 'dataAsOf' | 'fictional'> &
    Pick<SnapshotStateTable, 'statistics' | 'covers'>,
): Omit<SnapshotStateTable, 'root_hash'> {
  return {
    version,
    as_of: made.asOf,
    data_as_of: made.dataAsOf,
    published_at: publishedAt,
    fictional: Number(made.fictional),
    score_version: SCORE_RULES.version,
    record_format: RECORD_FORMAT,
    statistics: made.statistics,
    as_of_chosen: Number(isDayChosen),
    covers: made.covers,
    made_by: madeBy,
  };
}

/**
 * Returns the record that is served for a license; undefined if nothing was on file about the license by the
 * as-of date.
 */
function makeRecord({ facts }: GatheredLicense, context: RecordContext): VendorRecord | undefined {
  try {
    return buildRecord(facts, context);
  } catch (cause) {
    const { digits, licenseType } = facts;
    throw new Error(`the record of license ${digits} (${licenseType}) could not be made`, { cause });
  }
}

/** Returns the context for every record in a publication. The newest of the `files` must come last. */
function contextOf(
  files: readonly VendorFile[],
  covers: readonly FilesCover[],
  { asOf, today, fictional }: Pick<RecordContext, 'asOf' | 'today' | 'fictional'>,
): RecordContext {
  const districts = files.flatMap(({ kind, district }) => (kind === 'licenses' ? (district ?? []) : []));
  return {
    licenseDistricts: new Set(districts),
    covers: new Map(covers.map((each) => [each.district, each])),
    asOf,
    today: today < asOf ? asOf : today,
    dataAsOf: files.at(-1)?.fileDate ?? asOf,
    fictional,
  };
}
