import type { IsoDate } from '../../lib/dates.ts';
import { isTooOld, type RecordsOld, recordsOld } from '../published-state/records-age.ts';
import { recommendationOf, type Verdict } from '../scoring/recommendation.ts';

/** What is stored beside a record for the day it is read on. */
export interface Aging {
  readonly reach_to: IsoDate;
  readonly verdict: Verdict;
}

/** A stored text as it is true on the day it is read, and what tells it from that of another day; empty on most days. */
export interface AgedText {
  readonly body: string;
  readonly aged: string;
}

/**
 * Publication stores what is true on its own day; days later the records may be old, or a license expired. Then the
 * stored text changes in the two places that say so, and is not parsed for it. Pure.
 */
export function ageBody(body: string, aging: Aging, today: IsoDate): AgedText {
  const old = recordsOld(aging.reach_to, today);
  const verdict = verdictOn(aging, old);
  if (!old && verdict === aging.verdict) return { body, aged: '' };
  const withAge = old ? body.replace(STORED_AGE, `"records_old":${JSON.stringify(old)}`) : body;
  const text = withAge.replace(recommendationText(aging.verdict), () => recommendationText(verdict));
  // Files that reach a day further a day later are as old as before, and reach another day.
  return { body: text, aged: old ? `${old.days}-${old.reach_to}-${verdict}` : `0-${verdict}` };
}

/** The verdict as the policy gives it today, for no event in particular. */
export function verdictToday(aging: Aging, today: IsoDate): Verdict {
  return verdictOn(aging, recordsOld(aging.reach_to, today));
}

/** What a badge shows has one more part when the records are old: the day that they reach to. */
export function ageStanding(standing: string, aging: Aging, today: IsoDate): AgedText {
  const old = recordsOld(aging.reach_to, today);
  return old
    ? { body: `${standing}|${old.reach_to}`, aged: `old-${old.reach_to}` }
    : { body: standing, aged: '' };
}

const STORED_AGE = '"records_old":null';

/** As the policy decides on the facts, which a test holds it to. */
function verdictOn({ verdict }: Aging, old: RecordsOld | null): Verdict {
  if (isTooOld(old)) return verdict === 'CLEAR' || verdict === 'CONDITIONAL' ? 'REVIEW' : verdict;
  return verdict;
}

function recommendationText(verdict: Verdict): string {
  return `"recommendation":${JSON.stringify(recommendationOf(verdict))}`;
}
