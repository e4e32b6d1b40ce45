import { addDays, addMonths, describeDay, type IsoDate } from '../../lib/dates.ts';
import { countNoun } from '../../lib/text.ts';
import { LICENSE_GRACE_DAYS } from '../licenses/status.ts';
import {
  describeRecordsAge,
  isTooOld,
  type RecordsOld,
  recordsOld,
  TOO_OLD_AFTER_DAYS,
} from '../published-state/records-age.ts';
import { type GradeStatus, VERDICTS_OF_GRADES, type Verdict } from '../scoring/recommendation.ts';
import { SCORE_RULES } from '../scoring/rules.ts';
import type { Grade } from '../scoring/score-rules.ts';
import type { LicenseStatus } from '../sources/license-vocabulary.ts';
import { type Concerns, RECENT_CLOSURE_DAYS } from './concerns.ts';
import { describeHold } from './hold-words.ts';
import { describeUnconfirmed, LICENSE_QUESTIONS } from './license-words.ts';
import type { Hold, License, Scorecard, UncertainRecord } from './schemas.ts';
import { describeShortCover, isCoverTooShort } from './short-cover.ts';

/**
 * The complete decision policy (contract 2.6): an ordered list of rules, published in docs/decisions.md. The first rule that
 * applies decides the verdict; every rule that applies is a reason. Any change needs a new version.
 */
export const POLICY_VERSION = 'p2';

export type Severity = 'info' | 'caution' | 'serious' | 'blocking';

interface DecisionFacts {
  readonly licenseStatus: LicenseStatus;
  readonly confirmed: boolean;
  readonly expiresOn: string | null;
  readonly hold: Hold;
  readonly gradeStatus: GradeStatus;
  readonly grade: Grade | null;
  readonly hasMinimumRecord: boolean;
  /** What is told of inspections that may be another owner's; null when there are none. */
  readonly uncertainText: string | null;
  /** The regulator's words for how the last visit ended. */
  readonly lastDisposition: string | null;
  readonly concerns: Concerns;
  /** The day of the records, and today by the clock: what the records say ends with the first. */
  readonly asOf: IsoDate;
  readonly today: IsoDate;
  readonly event: EventDays;
  readonly old: RecordsOld | null;
  readonly coverage: Coverage;
}

/** What the inspection files of the vendor's district cover up to the day of the records. */
interface Coverage {
  readonly from: IsoDate | null;
  readonly isYearWhole: boolean;
}

/** When a vendor is to stand before guests: the first day, and the last one, until which the license must run. */
export interface EventDays {
  readonly first: IsoDate;
  readonly last: IsoDate;
}

/** When a decision is made, by the clock, and for which event; without one, for today. */
export interface DecisionDays {
  readonly today: IsoDate;
  readonly event?: EventDays | undefined;
}

interface Reason {
  readonly code: string;
  readonly text: string;
  readonly severity: Severity;
}

export interface Decision {
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
}

interface Rule {
  readonly code: string;
  readonly verdict: Verdict;
  readonly severity: Severity;
  readonly applies: (facts: DecisionFacts) => boolean;
  readonly text: (facts: DecisionFacts) => string;
}

/** What a decision goes by, as the record has it. */
interface Decided {
  readonly vendor: { readonly license: License };
  readonly evidence: Pick<Scorecard, 'hold' | 'grade' | 'grade_status' | 'last_disposition'> & {
    readonly rollup_12m: Pick<Scorecard['rollup_12m'], 'whole_year'>;
  };
  readonly concerns: Concerns;
  readonly has_minimum_record: boolean;
  readonly uncertain_record: UncertainRecord | null;
  readonly as_of: IsoDate;
  readonly records_reach_to: IsoDate;
  readonly inspections_from: IsoDate | null;
}

/** The decision on a record while it is made, or on its published facts. Pure. */
export function decideOn(
  { vendor, evidence, concerns, ...record }: Decided,
  { today: clock, event }: DecisionDays,
): Decision {
  // A record of a later day than the clock's, as a test may make one, is not old.
  const today = clock < record.as_of ? record.as_of : clock;
  return decide({
    licenseStatus: vendor.license.status,
    confirmed: vendor.license.confirmed,
    expiresOn: vendor.license.expires_on,
    hold: evidence.hold,
    gradeStatus: evidence.grade_status,
    grade: evidence.grade,
    hasMinimumRecord: record.has_minimum_record,
    uncertainText: record.uncertain_record?.text ?? null,
    lastDisposition: evidence.last_disposition?.text ?? null,
    concerns,
    asOf: record.as_of,
    today,
    event: event ?? { first: today, last: today },
    old: recordsOld(record.records_reach_to, today),
    coverage: { from: record.inspections_from, isYearWhole: evidence.rollup_12m.whole_year },
  });
}

/** A vendor that passes all rules is CLEAR; the same facts always give the same decision. */
function decide(facts: DecisionFacts): Decision {
  const applying = RULES.filter((rule) => rule.applies(facts));
  const reasons = applying.map((rule) => ({
    code: rule.code,
    text: rule.text(facts),
    severity: rule.severity,
  }));
  const verdict = applying[0]?.verdict ?? 'CLEAR';
  if (verdict === 'CLEAR') reasons.unshift(clearReason(facts));
  return { verdict, reasons };
}

/** A letter counts only when it is shown: an unconfirmed license or a hold withholds it. */
const graded = ({ gradeStatus, grade }: DecisionFacts, letter: Grade) =>
  gradeStatus === 'graded' && grade === letter;

export const RULES: readonly Rule[] = [
  {
    code: 'regulator_hold',
    verdict: 'DECLINE',
    severity: 'blocking',
    applies: ({ hold }) => hold.active,
    text: ({ hold }) => describeHold(hold),
  },
  {
    code: 'license_not_confirmed',
    verdict: 'REVIEW',
    severity: 'serious',
    applies: ({ confirmed }) => !confirmed,
    text: (facts) =>
      `${describeUnconfirmed({ status: facts.licenseStatus, expires_on: facts.expiresOn })} The grade is withheld. ${LICENSE_QUESTIONS[facts.licenseStatus]}`,
  },
  {
    code: 'insufficient_record',
    verdict: 'REVIEW',
    severity: 'caution',
    applies: ({ hasMinimumRecord }) => !hasMinimumRecord,
    text: tooFewText,
  },
  {
    code: 'grade_f',
    verdict: VERDICTS_OF_GRADES.F,
    severity: 'blocking',
    applies: (facts) => graded(facts, 'F'),
    text: () => 'The inspection record has the lowest grade, F.',
  },
  {
    code: 'unresolved_enforcement',
    verdict: 'DECLINE',
    severity: 'blocking',
    applies: ({ concerns }) => concerns.unresolved !== null,
    text: ({ concerns }) =>
      concerns.unresolved
        ? `“${concerns.unresolved.text}” of ${describeDay(concerns.unresolved.on)}: no later visit on file met standards.`
        : '',
  },
  {
    code: 'recent_emergency_closure',
    verdict: 'DECLINE',
    severity: 'blocking',
    applies: ({ concerns }) => concerns.recent_closure_on !== null,
    text: closureText,
  },
  {
    code: 'records_too_old',
    verdict: 'REVIEW',
    severity: 'serious',
    applies: ({ old }) => isTooOld(old),
    text: ({ old }) =>
      `${old && describeRecordsAge(old)} After ${TOO_OLD_AFTER_DAYS} days they settle nothing: look the vendor up at the regulator’s site before booking.`,
  },
  {
    // A closure that the files cannot show must not be missing from a CLEAR.
    code: 'coverage_too_short',
    verdict: 'REVIEW',
    severity: 'serious',
    applies: ({ coverage, asOf }) => isCoverTooShort(coverage.from, asOf),
    text: ({ coverage, asOf }) =>
      `${describeShortCover(coverage.from, asOf)} Look the vendor up at the regulator’s site before booking.`,
  },
  {
    code: 'grade_d',
    verdict: VERDICTS_OF_GRADES.D,
    severity: 'serious',
    applies: (facts) => graded(facts, 'D'),
    text: () =>
      'The inspection record has the grade D: serious or many violations, or measures of the regulator.',
  },
  {
    code: 'grade_c',
    verdict: VERDICTS_OF_GRADES.C,
    severity: 'caution',
    applies: (facts) => graded(facts, 'C'),
    text: () => 'The inspection record has the grade C: look at the recent inspections.',
  },
  {
    code: 'high_priority_at_last_inspection',
    verdict: 'CONDITIONAL',
    severity: 'caution',
    applies: (facts) => graded(facts, 'B') && facts.concerns.last_high_priority > 0,
    text: ({ concerns: { last_high_priority: count } }) =>
      `The last inspection with known counts cited ${countNoun(count, 'high-priority violation')}.`,
  },
  {
    // Unknown is not clean: a file with blank counts must not turn a concern into a CLEAR.
    code: 'last_result_unknown',
    verdict: 'CONDITIONAL',
    severity: 'caution',
    applies: ({ concerns }) => concerns.last_result === 'unknown' || concerns.counts_unknown_on !== null,
    text: ({ concerns }) => unknownText(concerns),
  },
  {
    code: 'expires_before_event',
    verdict: 'CONDITIONAL',
    severity: 'caution',
    applies: ({ confirmed, expiresOn, event }) => confirmed && expiresOn !== null && expiresOn < event.last,
    text: expiryText,
  },
  {
    code: 'records_old',
    verdict: 'CLEAR',
    severity: 'caution',
    applies: ({ old }) => old !== null && !isTooOld(old),
    text: ({ old }) =>
      `${old && describeRecordsAge(old)} What happened since is not in them: ask the vendor for its newest inspection report.`,
  },
  {
    code: 'year_not_whole',
    verdict: 'CLEAR',
    severity: 'caution',
    applies: ({ coverage, asOf }) => !coverage.isYearWhole && !isCoverTooShort(coverage.from, asOf),
    text: ({ asOf }) =>
      `The inspection files used here do not cover the whole year to ${describeDay(asOf)}: visits of that year may be missing. Ask the vendor for all its inspection reports of that year.`,
  },
  {
    // Decides nothing: the business was open after it. But an organizer wants to know.
    code: 'follow_up_open',
    verdict: 'CLEAR',
    severity: 'caution',
    applies: ({ concerns }) => concerns.last_result === 'follow_up' && concerns.unresolved === null,
    text: ({ concerns, lastDisposition }) =>
      `The last visit, on ${dayWords(concerns.last_inspected_on)}, ended with “${lastDisposition}”, and no later one on file met standards. Ask for proof that it was corrected.`,
  },
  {
    code: 'closed_within_year',
    verdict: 'CLEAR',
    severity: 'caution',
    applies: ({ concerns, hold }) =>
      !hold.active && concerns.closed_in_year_on !== null && concerns.recent_closure_on === null,
    text: ({ concerns, asOf }) =>
      `The regulator closed the business on ${dayWords(concerns.closed_in_year_on)}, in the year to ${describeDay(asOf)}. Ask the vendor what was corrected.`,
  },
  {
    code: 'last_visit_long_ago',
    verdict: 'CLEAR',
    severity: 'caution',
    applies: ({ concerns, today }) =>
      concerns.last_inspected_on !== null && concerns.last_inspected_on < addMonths(today, -12),
    text: ({ concerns }) =>
      `The last visit on file was on ${dayWords(concerns.last_inspected_on)}, more than twelve months ago. Ask the vendor for a newer inspection report.`,
  },
  {
    code: 'few_inspections',
    verdict: 'CLEAR',
    severity: 'info',
    applies: ({ gradeStatus, concerns }) =>
      gradeStatus === 'graded' && concerns.known_inspections <= SCORE_RULES.minimumRecord.cases,
    text: ({ concerns }) =>
      `The letter rests on ${concerns.known_inspections} inspections, the fewest that give one.`,
  },
];

/** Of a confirmed license: what the records of one day said of it, and what the clock says today. */
function expiryText({ expiresOn, asOf, today, event, old }: DecisionFacts): string {
  const [day, records] = [dayWords(expiresOn), describeDay(asOf)];
  if (expiresOn === null || expiresOn < asOf)
    return `The license expired on ${day}, at most ${LICENSE_GRACE_DAYS} days before these records of ${records}, which still list it as current. Ask the vendor for the renewed license.`;
  if (expiresOn < today)
    return `In these records of ${records} the license was current, to ${day}, which is past. Ask the vendor for the renewed license.`;
  const until =
    expiresOn < event.first
      ? `the event on ${describeDay(event.first)}`
      : `the last day of the event, ${describeDay(event.last)}`;
  const current = old
    ? `In these records of ${records} the license was current, to ${day}: that is`
    : `The license is current and expires on ${day},`;
  return `${current} before ${until}. Ask the vendor for the renewed license before the event.`;
}

/** The 90 days are those to the day of the records, which knows of nothing later. */
function closureText({ concerns: { recent_closure_on: day }, asOf, today }: DecisionFacts): string {
  const closed = `On ${dayWords(day)} the business was closed by the regulator`;
  if (day !== null && addDays(day, RECENT_CLOSURE_DAYS) <= today)
    return `${closed}, less than ${RECENT_CLOSURE_DAYS} days before these records of ${describeDay(asOf)}.`;
  return `${closed}. A closure speaks against a booking for ${RECENT_CLOSURE_DAYS} days.`;
}

/** Why there is no grade; said the same way by decision and self-check. */
export function tooFewText({
  confirmed,
  uncertainText,
  lastDisposition,
}: Pick<DecisionFacts, 'confirmed' | 'uncertainText' | 'lastDisposition'>): string {
  const owner = confirmed ? 'current owner' : 'last known owner';
  const text =
    lastDisposition === null
      ? `No inspection is counted for the ${owner}, so there is no grade.`
      : `Too few recent inspections are on record under the ${owner} for a grade.`;
  return uncertainText === null ? text : `${text} ${uncertainText}`;
}

function dayWords(day: string | null): string {
  return day === null ? 'a day not on file' : describeDay(day);
}

function unknownText(concerns: Concerns): string {
  const { last_result: result, last_inspected_on: endedOn, counts_unknown_on: countedOn } = concerns;
  const parts = [
    ...(result === 'unknown' ? [`How the visit of ${dayWords(endedOn)} ended is not known.`] : []),
    ...(countedOn === null
      ? []
      : [`How many violations the inspection of ${describeDay(countedOn)} cited is not known.`]),
  ];
  return parts.join(' ');
}

/** No rule that decides applies, so the license runs at least to the event. */
function clearReason({ grade, expiresOn, asOf, old }: DecisionFacts): Reason {
  const license = old
    ? `In these records of ${describeDay(asOf)} the license was current`
    : 'The license is current';
  const text = `${license}, to ${dayWords(expiresOn)}, and the inspection record has the grade ${grade}.`;
  return { code: 'record_in_order', text, severity: 'info' };
}
