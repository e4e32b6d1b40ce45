import type { Language } from '../../../lib/language.ts';
import { LICENSE_GRACE_DAYS } from '../../../registry/licenses/status.ts';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import type { Inspection, License, Scorecard } from '../../../registry/vendors/schemas.ts';
import type { Tone } from '../../kit/decision-names.ts';
import { GRADES_TOLD, NO_GRADES_TOLD } from './grade-messages.ts';

/** What the public pages say about a record. The regulator's words are quoted and dated; these are ours. */

type Grade = NonNullable<Scorecard['grade']>;
type GradeStatus = Scorecard['grade_status'];

export const GRADE_MEANINGS: Readonly<Record<Grade, { tone: Tone; text: string }>> = {
  A: { tone: 'good', text: GRADES_TOLD.en.A },
  B: { tone: 'good', text: GRADES_TOLD.en.B },
  C: { tone: 'care', text: GRADES_TOLD.en.C },
  D: {
    tone: 'bad',
    text: GRADES_TOLD.en.D,
  },
  F: {
    tone: 'bad',
    text: GRADES_TOLD.en.F,
  },
};

/** Why no letter is shown. */
export const NO_GRADE: Readonly<
  Record<Exclude<GradeStatus, 'graded'>, { tone: Tone; short: string; text: string }>
> = {
  hold: {
    tone: 'bad',
    short: 'On hold by the regulator',
    text: NO_GRADES_TOLD.en.hold,
  },
  withheld: {
    tone: 'open',
    short: 'Grade withheld: license not confirmed',
    text: NO_GRADES_TOLD.en.withheld,
  },
  insufficient_record: {
    tone: 'open',
    short: 'No grade yet: it needs more recent inspections',
    text: NO_GRADES_TOLD.en.insufficient_record,
  },
};

/** What a letter means, or why there is none. */
export function meaningOf(
  { grade, grade_status: status }: Pick<Scorecard, 'grade' | 'grade_status'>,
  language: Language = 'en',
): { readonly tone: Tone; readonly text: string } {
  if (grade !== null) return { tone: GRADE_MEANINGS[grade].tone, text: GRADES_TOLD[language][grade] };
  const why = status === 'graded' ? 'insufficient_record' : status;
  return { tone: NO_GRADE[why].tone, text: NO_GRADES_TOLD[language][why] };
}

export const RESULTS: Readonly<Record<Inspection['result'], { sign: string; tone: Tone; name: string }>> = {
  met: { sign: '✓', tone: 'good', name: 'Met standards' },
  follow_up: { sign: '!', tone: 'care', name: 'Follow-up required' },
  closed: { sign: '✕', tone: 'bad', name: 'Closed' },
  unknown: { sign: '?', tone: 'open', name: 'Result unknown' },
};

export const TREND_TEXTS: Readonly<Record<Scorecard['trend']['direction'], string>> = {
  improving:
    'It improved on file: the two newest inspections weigh less in points (findings and measures) than those before.',
  steady:
    'It was steady on file: the two newest inspections weigh about as much in points (findings and measures) as those before.',
  worsening:
    'It worsened on file: the two newest inspections weigh more in points (findings and measures) than those before.',
  unknown: 'Too few inspections to tell a direction.',
};

/** The same in a word or two, for the overview. */
export const TREND_NAMES: Readonly<Record<Scorecard['trend']['direction'], string>> = {
  improving: 'Improving on file',
  steady: 'Steady on file',
  worsening: 'Worsening on file',
  unknown: 'Too few inspections to tell',
};

/** The regulator counts a business without a license among those it closed; nobody ordered it closed. */
export function resultOf({ disposition, result }: Pick<Inspection, 'disposition' | 'result'>): {
  readonly sign: string;
  readonly tone: Tone;
  readonly name: string;
} {
  const isUnlicensed = REGULATOR.dispositionOf(disposition).measure === 'determination';
  return isUnlicensed ? { ...RESULTS.closed, name: 'Found without a license' } : RESULTS[result];
}

/** Why a license counts as not confirmed; the status itself stands before it. */
export function notConfirmedText({ status, expires_on }: Pick<License, 'status' | 'expires_on'>): string {
  if (status === 'current' && expires_on === null) return 'The file has no expiry date for it.';
  return NOT_CONFIRMED[status];
}

const NOT_CONFIRMED: Readonly<Record<License['status'], string>> = {
  current: `The expiry date has passed by more than the grace of ${LICENSE_GRACE_DAYS} days.`,
  delinquent: 'The license file lists it as not renewed.',
  relinquished: 'The holder gave it up.',
  transfer_pending: 'While a change of owner is pending the file confirms neither owner.',
  not_on_file: 'The newest license file does not list it.',
  no_file: 'No license file of its district has been read here, so nothing is known of the license.',
  unknown: 'The file has a status whose meaning the regulator does not publish.',
};

export const TIER_NAMES = {
  high_priority: 'High priority',
  intermediate: 'Intermediate',
  basic: 'Basic',
} as const;

/** Whose record it is: a license that is not confirmed tells of nobody now. */
export function ownerText({ license }: Pick<Scorecard, 'license'>): string {
  return license.confirmed ? 'current owner' : 'last known owner';
}

/** A mark of the inspector's in words. */
export function flagText(flag: string): string {
  const words = flag.replaceAll('_', ' ').replace('admin ', 'administrative ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
