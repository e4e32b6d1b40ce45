import { addDays, type IsoDate } from '../../lib/dates.ts';
import type { PublishedStateTable } from '../../platform/db/schema-registry.ts';
import { coversAnyOfYear, loadingBefore } from '../published-state/covers.ts';
import { isTooOld, recordsOld } from '../published-state/records-age.ts';
import { type RecordContext, reachOf } from '../vendors/record.ts';
import { isCoverTooShort } from '../vendors/short-cover.ts';

/** Whatever a daily publication might have missed is put right after so many days at the latest. */
export const ALL_ANEW_DAYS = 7;

export type StoredState = Pick<
  PublishedStateTable,
  'as_of' | 'as_of_chosen' | 'fictional' | 'record_format' | 'made_by' | 'made_on'
>;

/**
 * Whether the stored records of licenses that a run did not touch stay as they are but for their days, until they change by
 * age: they were made by the same code, not long ago, for a day not later, under covers that say the same. Pure.
 */
export function keepsRecords(
  state: StoredState,
  before: RecordContext,
  after: RecordContext,
  made: { readonly format: number; readonly by: string; readonly isDayChosen: boolean },
): boolean {
  return (
    state.record_format === made.format &&
    state.made_by === made.by &&
    state.as_of_chosen === 0 &&
    !made.isDayChosen &&
    state.as_of <= after.asOf &&
    after.asOf < addDays(state.made_on, ALL_ANEW_DAYS) &&
    before.fictional === after.fictional &&
    isSameSet(before.licenseDistricts, after.licenseDistricts) &&
    [...new Set([...before.covers.keys(), ...after.covers.keys(), NO_DISTRICT])].every(
      (district) => toldOf(district, before) === toldOf(district, after),
    )
  );
}

/** Stands for every district of which no file is in use. */
const NO_DISTRICT = 0;

/** What a record tells of its district's files, but for the day that they reach. */
function toldOf(district: number, context: RecordContext): string {
  const cover = context.covers.get(district);
  const reachTo: IsoDate = reachOf(district, context);
  const from = cover?.inspections_from ?? null;
  return JSON.stringify([
    cover !== undefined,
    cover?.whole_year,
    coversAnyOfYear(cover, context.asOf),
    from,
    loadingBefore(cover),
    isCoverTooShort(from, context.asOf),
    isTooOld(recordsOld(reachTo, context.asOf)),
  ]);
}

function isSameSet(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}
