import { POLICY } from '../../../judgment/policy/policy-messages.ts';
import type { Inspection, License, Scorecard } from '../../../judgment/scorecard/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import { LICENSE_GRACE_DAYS } from '../../../regulator/licenses/status.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { GRADE_TONES, type Tone } from '../../kit/decisions/decision-names.ts';
import { GRADES_TOLD, NO_GRADES_TOLD } from './grade-messages.ts';
import { FLAGS_NAMED, NOT_CONFIRMED, RECORD, RESULTS_NAMED, TIERS_NAMED } from './record-messages.ts';

/**
 * Sentences about a record on public pages. These are our own words; the regulator's words are quoted with a
 * date.
 */

type NoGrade = Exclude<Scorecard['grade_status'], 'graded'>;

export const NO_GRADE_TONES: Readonly<Record<NoGrade, Tone>> = {
  hold: 'bad',
  withheld: 'open',
  insufficient_record: 'none',
};

/** The facts that explain a grade, or why a grade is missing. */
type YearOfRecord = Partial<Pick<Scorecard, 'rollup_12m' | 'last_disposition'>>;

/**
 * Returns true if nothing is known about inspections under the current owner, because no file for the last
 * twelve months was read.
 */
export function isNothingRead({ rollup_12m: year, last_disposition: last }: YearOfRecord): boolean {
  return year?.year_covered === 'none' && !last;
}

export function meaningOf(
  record: Pick<Scorecard, 'grade' | 'grade_status'> &
    Partial<Pick<Scorecard, 'inspections_loading_before'>> &
    YearOfRecord,
  language: Language = 'en',
  isUnknown = isNothingRead(record),
): { readonly tone: Tone; readonly text: string } {
  const { grade, grade_status: status, inspections_loading_before: loadingBefore = null } = record;
  if (grade !== null) return { tone: GRADE_TONES[grade], text: GRADES_TOLD[language][grade] };
  const why = status === 'graded' ? 'insufficient_record' : status;
  const tone = NO_GRADE_TONES[why];
  if (why !== 'insufficient_record') return { tone, text: NO_GRADES_TOLD[language][why] };
  if (loadingBefore !== null)
    return { tone, text: POLICY[language].loading({ day: describeDay(loadingBefore, language) }) };
  return { tone, text: NO_GRADES_TOLD[language][isUnknown ? 'not_read' : why] };
}

const RESULTS: Readonly<Record<Inspection['result'], { readonly sign: string; readonly tone: Tone }>> = {
  met: { sign: '✓', tone: 'good' },
  follow_up: { sign: '!', tone: 'care' },
  closed: { sign: '✕', tone: 'bad' },
  unknown: { sign: '?', tone: 'open' },
};

/**
 * Returns the result to show. The regulator counts an unlicensed business as closed even though no order
 * closed it.
 */
export function resultOf(
  { disposition, result }: Pick<Inspection, 'disposition' | 'result'>,
  language: Language = 'en',
): {
  readonly sign: string;
  readonly tone: Tone;
  readonly name: string;
} {
  const names = RESULTS_NAMED[language];
  return isUnlicensed(disposition)
    ? { ...RESULTS.closed, name: names.unlicensed }
    : { ...RESULTS[result], name: names[result] };
}

/** Returns true if the visit found the business operating without a license. */
export function isUnlicensed(disposition: string): boolean {
  return REGULATOR.dispositionOf(disposition).measure === 'determination';
}

/** Explains why a license counts as not confirmed. The text is shown after the license's status. */
export function notConfirmedText(
  { status, expires_on }: Pick<License, 'status' | 'expires_on'>,
  language: Language = 'en',
): string {
  const t = NOT_CONFIRMED[language];
  switch (status) {
    case 'current':
      return expires_on === null ? t.withoutDate : t.current({ count: LICENSE_GRACE_DAYS });
    case 'delinquent':
      return t.delinquent;
    case 'relinquished':
      return t.relinquished;
    case 'transfer_pending':
      return t.transferPending;
    case 'not_on_file':
      return t.notOnFile;
    case 'no_file':
      return t.noFile;
    case 'unknown':
      return t.unknown;
  }
}

/** Returns the name of a severity level, or undefined if the level is unknown. */
export function tierName(tier: string, language: Language = 'en'): string | undefined {
  const names: Readonly<Record<string, string>> = TIERS_NAMED[language];
  return Object.hasOwn(names, tier) ? names[tier] : undefined;
}

/** Says whose record it is. A license that is not confirmed has no known current owner. */
export function ownerText({ license }: Pick<Scorecard, 'license'>, language: Language = 'en'): string {
  const t = RECORD[language];
  return license.confirmed ? t.currentOwner : t.lastKnownOwner;
}

/** Returns an inspector's mark in words. A mark that is not recognized is returned unchanged. */
export function flagText(flag: string, language: Language = 'en'): string {
  const names: Readonly<Record<string, string>> = FLAGS_NAMED[language];
  return names[flag] ?? flag;
}
