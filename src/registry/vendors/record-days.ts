import { DamagedRecord } from '../../lib/stored-json.ts';
import { type RecordDays, redate, redateText } from './redate.ts';
import { hashRecord, requireWhole } from './whole-record.ts';

/**
 * A record is stored with the days that it was made with, and read with those of the publication at hand (decision 62): they stand once for each
 * district. So a daily import writes no record for its days alone.
 */

/** Joined to `vendor_records`. */
export const JOIN_DAYS = 'left join record_days on record_days.district = vendor_records.district';
/** The day that the record reaches now, as `reach_to`. */
export const REACH_NOW = 'coalesce(reaches_to, reach_to) as reach_to';
/** The columns of {@link StoredDays}. */
export const STORED_DAYS = [
  ...(['made_as_of', 'made_data_as_of', 'vendor_records.reach_to as made_reach_to'] as const),
  ...(['as_of', 'data_as_of', 'reaches_to'] as const),
] as const;

/** The days in the texts of a record, and those that it has now; null where an earlier version wrote it, whose texts have them. */
export interface StoredDays {
  readonly made_as_of: string;
  readonly made_data_as_of: string;
  readonly made_reach_to: string;
  readonly as_of: string | null;
  readonly data_as_of: string | null;
  readonly reaches_to: string | null;
}

interface Texts {
  readonly scorecard: string;
  readonly facts: string;
}

interface PublishedTexts extends Texts {
  readonly reach_to: string;
}

/** A stored record as it is published: with the days of now, and the hash of the texts with them. Throws when it is not as it was stored. */
export function publishedRecord(row: Texts & StoredDays & { readonly sha256: string }): PublishedTexts & {
  readonly sha256: string;
} {
  const texts = publishedTexts(row);
  // The very text that was read, where the days are the same.
  const isAsMade = texts.scorecard === row.scorecard && texts.facts === row.facts;
  return { ...texts, sha256: isAsMade ? row.sha256 : hashRecord(texts) };
}

/** The same without the hash. */
export function publishedTexts(row: Texts & StoredDays & { readonly sha256: string }): PublishedTexts {
  const { scorecard, facts } = requireWhole(row);
  const days = daysOf(row);
  if (!days) return { scorecard, facts, reach_to: row.made_reach_to };
  const texts = redate({ scorecard, facts }, days.made, days.now);
  if (!texts) throw new DamagedRecord('a record does not name its days');
  return { ...texts, reach_to: days.now.reachTo };
}

/** The facts alone, which are not compared with the hash. */
export function publishedFacts(row: Pick<Texts, 'facts'> & StoredDays): string {
  const days = daysOf(row);
  const facts = days ? redateText(row.facts, days.made, days.now) : row.facts;
  if (facts === undefined) throw new DamagedRecord('a record does not name its days');
  return facts;
}

/** Undefined where the texts have the days of now. */
function daysOf(row: StoredDays): { readonly made: RecordDays; readonly now: RecordDays } | undefined {
  const { made_as_of, made_data_as_of, made_reach_to, as_of, data_as_of, reaches_to } = row;
  if (made_as_of === '') return undefined;
  if (as_of === null || data_as_of === null || reaches_to === null)
    throw new DamagedRecord('a record has no days');
  if (made_as_of === as_of && made_data_as_of === data_as_of && made_reach_to === reaches_to)
    return undefined;
  return {
    made: { asOf: made_as_of, dataAsOf: made_data_as_of, reachTo: made_reach_to },
    now: { asOf: as_of, dataAsOf: data_as_of, reachTo: reaches_to },
  };
}
