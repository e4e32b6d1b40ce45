import type { Inspection } from '../../judgment/scorecard/schemas.ts';
import { asUuid } from '../../lib/text/uuid.ts';
import type { PublishedAccess, PublishedDb } from '../../platform/db/database.ts';
import { getPublishedState } from '../../published-state/service.ts';
import { type PublishedFacts, parsePublishedFacts } from '../record/decision-facts.ts';
import { unknownVendor } from './named-vendor.ts';
import { parseScorecard } from './parse-scorecard.ts';
import type { ReadBody, RecordReader } from './record-reader-service.ts';
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

export type { ListedRecord, NamedRecord } from './store.ts';
export { findFactsAndScorecard, listByDigits, listNamed, mapNewLicenses } from './store.ts';

/**
 * Returns a vendor's published body, by its id in any letter case. Throws `vendor_not_found` with the day up
 * to which the files in use are complete, and the name of the id parameter.
 */
export async function getRecord(
  published: PublishedDb,
  records: RecordReader,
  id: string,
  column: BodyColumn,
  parameter = 'id',
): Promise<ReadBody> {
  const known = asUuid(id);
  const record = known === undefined ? undefined : await records.find(known, column);
  return record ?? refuseUnknown(published, id, parameter);
}

/** Returns a vendor's facts and inspections, from one publication. Throws `vendor_not_found`. */
export async function getFactsAndInspections(
  published: PublishedDb,
  id: string,
): Promise<{ readonly facts: PublishedFacts; readonly inspections: readonly Inspection[] }> {
  const known = asUuid(id);
  const found = known === undefined ? undefined : await findFactsAndScorecard(published, known);
  if (!found) return refuseUnknown(published, id);
  const { inspections } = parseScorecard(found.scorecard);
  return { facts: parsePublishedFacts(found.facts), inspections };
}

async function refuseUnknown(published: PublishedDb, id: string, parameter = 'id'): Promise<never> {
  throw unknownVendor(id, (await getPublishedState(published)).data_as_of, parameter);
}

/** Returns the facts of every vendor. Throws `not_ready` before the first publication. */
export async function listFacts(published: PublishedDb): Promise<string[]> {
  await getPublishedState(published);
  return listFactBodies(published);
}

/**
 * Returns the records of all vendors with any of these license digits, at most one per license type. Runs one
 * query.
 */
export async function listRecords(
  published: PublishedAccess,
  digits: readonly string[],
): Promise<ListedRecord[]> {
  return listRecordsByDigits(published, digits);
}

/** Returns these vendors' published scorecards as JSON text, by vendor id. Runs one query. */
export async function listScorecards(
  registry: PublishedAccess,
  vendorIds: readonly string[],
): Promise<Map<string, string>> {
  return mapScorecards(registry, vendorIds);
}

/**
 * Lists the published records after a vendor id, sorted by id; '' starts at the beginning. Repeated calls in
 * one database snapshot list all records.
 */
export async function listPublishedRecords(
  published: PublishedDb,
  vendorId: string,
  rowsMax: number,
): Promise<PublishedRecord[]> {
  return listRecordsAfter(published, vendorId, rowsMax);
}
