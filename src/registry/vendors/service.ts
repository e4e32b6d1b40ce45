import type { IsoDate } from '../../lib/dates.ts';
import { asUuid } from '../../lib/uuid.ts';
import type { RegistryAccess, RegistryDb, RegistryEngine } from '../../platform/db/database.ts';
import { getPublishedState } from '../published-state/service.ts';
import { ageBody } from './aging.ts';
import { type PublishedFacts, parsePublishedFacts } from './decision-facts.ts';
import { unknownVendor } from './named-vendor.ts';
import { parseScorecard } from './parse-scorecard.ts';
import type { ReadBody, RecordReader } from './record-reader-service.ts';
import type { Inspection } from './schemas.ts';
import {
  type BodyColumn,
  findFactsAndScorecard,
  type ListedRecord,
  listFactBodies,
  listRecordsAfter,
  listRecordsByDigits,
  mapScorecards,
  type PublishedRecord,
} from './store.ts';

export type { ListedRecord } from './store.ts';

/**
 * A published body of one vendor, by its id in any letter case. Throws `vendor_not_found`, naming the day that the files in use
 * reach to, and the parameter that the id came in.
 */
export async function getRecord(
  registryDb: RegistryDb,
  records: RecordReader,
  id: string,
  column: BodyColumn,
  parameter = 'id',
): Promise<ReadBody> {
  const known = asUuid(id);
  const record = known === undefined ? undefined : await records.find(known, column);
  return record ?? refuseUnknown(registryDb, id, parameter);
}

/** The facts of one vendor and the inspections behind them, of one publication. Throws `vendor_not_found`. */
export async function getFactsAndInspections(
  registryDb: RegistryDb,
  id: string,
): Promise<{ readonly facts: PublishedFacts; readonly inspections: readonly Inspection[] }> {
  const known = asUuid(id);
  const found = known === undefined ? undefined : await findFactsAndScorecard(registryDb, known);
  if (!found) return refuseUnknown(registryDb, id);
  const { inspections } = parseScorecard(found.scorecard);
  return { facts: parsePublishedFacts(found.facts), inspections };
}

async function refuseUnknown(registryDb: RegistryDb, id: string, parameter = 'id'): Promise<never> {
  throw unknownVendor(id, (await getPublishedState(registryDb)).data_as_of, parameter);
}

/** The facts of every vendor. Throws `not_ready` before the first publication. */
export async function listFacts(registryDb: RegistryDb): Promise<string[]> {
  await getPublishedState(registryDb);
  return listFactBodies(registryDb);
}

/** The records of all vendors with any of these license digits, at most one of each license type: one statement. */
export async function listRecords(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  digits: readonly string[],
): Promise<ListedRecord[]> {
  return listRecordsByDigits(registryDb, engine, digits);
}

/** The published scorecards of these vendors, by vendor id; JSON text. One statement. */
export async function listScorecards(
  registry: RegistryAccess,
  vendorIds: readonly string[],
): Promise<Map<string, string>> {
  const stored = await mapScorecards(registry, vendorIds);
  return new Map([...stored].map(([id, { scorecard }]) => [id, scorecard]));
}

/** The same as they are true on a day. */
export async function listScorecardsOn(
  registry: RegistryAccess,
  vendorIds: readonly string[],
  today: IsoDate,
): Promise<Map<string, string>> {
  const stored = await mapScorecards(registry, vendorIds);
  return new Map([...stored].map(([id, record]) => [id, ageBody(record.scorecard, record, today).body]));
}

/** The next published records behind a vendor id, in the order of ids; '' for the first ones. Statements of one snapshot give all. */
export async function listPublishedRecords(
  registryDb: RegistryDb,
  vendorId: string,
  rowsMax: number,
): Promise<PublishedRecord[]> {
  return listRecordsAfter(registryDb, vendorId, rowsMax);
}
