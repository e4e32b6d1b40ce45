import { addDays, addMonths, describeDay, type IsoDate } from '../../lib/dates.ts';
import type { Language } from '../../lib/language.ts';
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
import { isRecentOrder } from './final-orders.ts';
import { describeHold } from './hold-words.ts';
import { describeUnconfirmed } from './license-words.ts';
import { LICENSE_QUESTIONS_IN } from './messages.ts';
import { orderText } from './order-words.ts';
import { POLICY } from './policy-messages.ts';
import { quoteWords } from './quote.ts';
import type { Hold, License, Scorecard, UncertainRecord } from './schemas.ts';
import { describeShortCover, isCoverTooShort } from './short-cover.ts';
import { tooFewText } from './too-few-words.ts';
import { uncertainTextIn } from './uncertain-record.ts';

/**
 * The complete decision policy (contract 2.6): an ordered list of rules, published in docs/decisions.md. The first rule that
 * applies decides the verdict; every rule that applies is a reason. Any change needs a new version.
 */
export const POLICY_VERSION = 'p3';

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
  /** The day before which inspections are still being loaded; null when none are. */
  readonly loadingBefore: IsoDate | null;
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
  readonly text: (facts: DecisionFacts, language: Language) => string;
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
  readonly inspections_loading_before: IsoDate | null;
}

/** The decision on a record's published facts. Pure. */
export function decideOn(record: Decided, days: DecisionDays, language: Language = 'en'): Decision {
  return decide(factsOf(record, days, language), language);
}

/** The verdict of {@link decideOn} alone, without putting its reasons in words: for a record while it is made. Pure. */
export function verdictOn(record: Decided, days: DecisionDays): Verdict {
  const facts = factsOf(record, days, 'en');
  return verdictOf(RULES.find((rule) => rule.applies(facts)));
}

/** A vendor that passes all rules is CLEAR. */
function verdictOf(first: Rule | undefined): Verdict {
  return first?.verdict ?? 'CLEAR';
}

function factsOf(
  { vendor, evidence, concerns, ...record }: Decided,
  { today: clock, event }: DecisionDays,
  language: Language,
): DecisionFacts {
  // A record of a later day than the clock's, as a test may make one, is not old.
  const today = clock < record.as_of ? record.as_of : clock;
  return {
    licenseStatus: vendor.license.status,
    confirmed: vendor.license.confirmed,
    expiresOn: vendor.license.expires_on,
    hold: evidence.hold,
    gradeStatus: evidence.grade_status,
    grade: evidence.grade,
    hasMinimumRecord: record.has_minimum_record,
    uncertainText: record.uncertain_record && uncertainTextIn(record.uncertain_record, language),
    lastDisposition: evidence.last_disposition?.text ?? null,
    concerns,
    asOf: record.as_of,
    today,
    event: event ?? { first: today, last: today },
    old: recordsOld(record.records_reach_to, today),
    coverage: {
      from: record.inspections_from,
      isYearWhole: evidence.rollup_12m.whole_year,
      loadingBefore: record.inspections_loading_before,
    },
  };
}

/** The same facts always give the same decision. */
function decide(facts: DecisionFacts, language: Language): Decision {
  const applying = RULES.filter((rule) => rule.applies(facts));
  const reasons = applying.map((rule) => ({
    code: rule.code,
    text: rule.text(facts, language),
    severity: rule.severity,
  }));
  const verdict = verdictOf(applying[0]);
  if (verdict === 'CLEAR') reasons.unshift(clearReason(facts, language));
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
    text: ({ hold }, language) => describeHold(hold, language),
  },
  {
    code: 'license_not_confirmed',
    verdict: 'REVIEW',
    severity: 'serious',
    applies: ({ confirmed }) => !confirmed,
    text: ({ licenseStatus: status, expiresOn: expires_on }, language) =>
      POLICY[language].unconfirmed({
        why: describeUnconfirmed({ status, expires_on }, language),
        question: LICENSE_QUESTIONS_IN[language][status],
      }),
  },
  {
    code: 'insufficient_record',
    verdict: 'REVIEW',
    severity: 'caution',
    applies: ({ hasMinimumRecord }) => !hasMinimumRecord,
    text: ({ coverage, ...facts }, language) => tooFewText({ ...facts, ...coverage }, language),
  },
  {
    code: 'grade_f',
    verdict: VERDICTS_OF_GRADES.F,
    severity: 'blocking',
    applies: (facts) => graded(facts, 'F'),
    text: (_facts, language) => POLICY[language].gradeF,
  },
  {
    code: 'unresolved_enforcement',
    verdict: 'DECLINE',
    severity: 'blocking',
    applies: ({ concerns }) => concerns.unresolved !== null,
    text: ({ concerns: { unresolved } }, language) =>
      unresolved ? unresolvedText(unresolved, language) : '',
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
    text: ({ old }, language) =>
      POLICY[language].tooOld({
        age: old ? describeRecordsAge(old, language) : '',
        count: TOO_OLD_AFTER_DAYS,
      }),
  },
  {
    // A closure that the files cannot show must not be missing from a CLEAR.
    code: 'coverage_too_short',
    verdict: 'REVIEW',
    severity: 'serious',
    applies: ({ coverage, asOf }) => isCoverTooShort(coverage.from, asOf),
    text: ({ coverage, asOf }, language) =>
      POLICY[language].shortCover({ cover: describeShortCover(coverage.from, asOf, language) }),
  },
  {
    code: 'grade_d',
    verdict: VERDICTS_OF_GRADES.D,
    severity: 'serious',
    applies: (facts) => graded(facts, 'D'),
    text: (_facts, language) => POLICY[language].gradeD,
  },
  {
    code: 'grade_c',
    verdict: VERDICTS_OF_GRADES.C,
    severity: 'caution',
    applies: (facts) => graded(facts, 'C'),
    text: (_facts, language) => POLICY[language].gradeC,
  },
  {
    code: 'high_priority_at_last_inspection',
    verdict: 'CONDITIONAL',
    severity: 'caution',
    applies: (facts) => graded(facts, 'B') && facts.concerns.last_high_priority > 0,
    text: ({ concerns: { last_high_priority: count } }, language) => POLICY[language].highPriority({ count }),
  },
  {
    // Unknown is not clean: a file with blank counts must not turn a concern into a CLEAR.
    code: 'last_result_unknown',
    verdict: 'CONDITIONAL',
    severity: 'caution',
    applies: ({ concerns }) => concerns.last_result === 'unknown' || concerns.counts_unknown_on !== null,
    text: ({ concerns }, language) => unknownText(concerns, language),
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
    text: ({ old }, language) =>
      POLICY[language].recordsOld({ age: old ? describeRecordsAge(old, language) : '' }),
  },
  {
    code: 'year_not_whole',
    verdict: 'CLEAR',
    severity: 'caution',
    applies: ({ coverage, asOf }) => !coverage.isYearWhole && !isCoverTooShort(coverage.from, asOf),
    text: ({ asOf }, language) => POLICY[language].notWhole({ day: describeDay(asOf, language) }),
  },
  {
    // Decides nothing: the business was open after it. But an organizer wants to know.
    code: 'follow_up_open',
    verdict: 'CLEAR',
    severity: 'caution',
    applies: ({ concerns }) => concerns.last_result === 'follow_up' && concerns.unresolved === null,
    text: ({ concerns, lastDisposition }, language) =>
      POLICY[language].followUp({
        day: dayWords(concerns.last_inspected_on, language),
        quote: quoteWords(String(lastDisposition), language),
      }),
  },
  {
    code: 'closed_within_year',
    verdict: 'CLEAR',
    severity: 'caution',
    applies: ({ concerns, hold }) =>
      !hold.active && concerns.closed_in_year_on !== null && concerns.recent_closure_on === null,
    text: ({ concerns, asOf }, language) =>
      POLICY[language].closedInYear({
        day: dayWords(concerns.closed_in_year_on, language),
        end: describeDay(asOf, language),
      }),
  },
  {
    code: 'final_order',
    verdict: 'CLEAR',
    severity: 'caution',
    applies: ({ concerns, event }) => isRecentOrder(concerns.final_order, event.first),
    text: ({ concerns }, language) => orderText(concerns.final_order, language),
  },
  {
    code: 'last_visit_long_ago',
    verdict: 'CLEAR',
    severity: 'caution',
    applies: ({ concerns, today }) =>
      concerns.last_inspected_on !== null && concerns.last_inspected_on < addMonths(today, -12),
    text: ({ concerns }, language) =>
      POLICY[language].longAgo({ day: dayWords(concerns.last_inspected_on, language) }),
  },
  {
    code: 'few_inspections',
    verdict: 'CLEAR',
    severity: 'info',
    applies: ({ gradeStatus, concerns }) =>
      gradeStatus === 'graded' && concerns.known_inspections <= SCORE_RULES.minimumRecord.cases,
    text: ({ concerns }, language) => POLICY[language].few({ count: concerns.known_inspections }),
  },
];

function unresolvedText({ text, on }: NonNullable<Concerns['unresolved']>, language: Language): string {
  const day = describeDay(on, language);
  return POLICY[language].unresolved({ quote: quoteWords(text, language), day });
}

/** Of a confirmed license: what the records of one day said of it, and what the clock says today. */
function expiryText({ expiresOn, asOf, today, event, old }: DecisionFacts, language: Language): string {
  const t = POLICY[language];
  const [day, records] = [dayWords(expiresOn, language), describeDay(asOf, language)];
  if (expiresOn === null || expiresOn < asOf)
    return t.expiredBefore({ day, records, count: LICENSE_GRACE_DAYS });
  if (expiresOn < today) return t.expiredSince({ day, records });
  const isBeforeAll = expiresOn < event.first;
  const values = { day, event: describeDay(isBeforeAll ? event.first : event.last, language) };
  if (old) return isBeforeAll ? t.ranBefore({ ...values, records }) : t.ranBeforeLast({ ...values, records });
  return isBeforeAll ? t.expiresBefore(values) : t.expiresBeforeLast(values);
}

/** The 90 days are those to the day of the records, which knows of nothing later. */
function closureText(
  { concerns: { recent_closure_on: on }, asOf, today }: DecisionFacts,
  language: Language,
): string {
  const [t, count, day] = [POLICY[language], RECENT_CLOSURE_DAYS, dayWords(on, language)];
  const isOver = on !== null && addDays(on, RECENT_CLOSURE_DAYS) <= today;
  return isOver
    ? t.closedBefore({ day, count, records: describeDay(asOf, language) })
    : t.closed({ day, count });
}

function dayWords(day: string | null, language: Language): string {
  return day === null ? POLICY[language].noDay : describeDay(day, language);
}

function unknownText(concerns: Concerns, language: Language): string {
  const { last_result: result, last_inspected_on: endedOn, counts_unknown_on: countedOn } = concerns;
  const t = POLICY[language];
  const parts = [
    ...(result === 'unknown' ? [t.resultUnknown({ day: dayWords(endedOn, language) })] : []),
    ...(countedOn === null ? [] : [t.countsUnknown({ day: describeDay(countedOn, language) })]),
  ];
  return parts.join(' ');
}

/** No rule that decides applies, so the license runs at least to the event. */
function clearReason({ grade, expiresOn, asOf, old }: DecisionFacts, language: Language): Reason {
  const t = POLICY[language];
  const values = { day: dayWords(expiresOn, language), grade: String(grade) };
  const text = old ? t.wasInOrder({ ...values, records: describeDay(asOf, language) }) : t.inOrder(values);
  return { code: 'record_in_order', text, severity: 'info' };
}
