import type { Language } from '../../lib/language/language.ts';
import { addMonths, describeDay } from '../../lib/time/dates.ts';
import { describeRecordsAge, isTooOld, TOO_OLD_AFTER_DAYS } from '../../published-state/records-age.ts';
import { LICENSE_GRACE_DAYS } from '../../regulator/licenses/status.ts';
import { VERDICTS_OF_GRADES, type Verdict } from '../score/recommendation.ts';
import { SCORE_RULES } from '../score/rules.ts';
import { LICENSE_QUESTIONS_IN } from '../scorecard/messages.ts';
import { quoteDated, quoteWords } from '../scorecard/quote.ts';
import { closureDays } from './closure-words.ts';
import type { Concerns } from './concerns.ts';
import { isRecentOrder } from './final-orders.ts';
import { describeHold } from './hold-words.ts';
import { describeUnconfirmed } from './license-words.ts';
import { orderText } from './order-words.ts';
import { isRecentClosure, RECENT_CLOSURE_DAYS } from './past-closures.ts';
import {
  closuresOf,
  type Decided,
  type DecisionDays,
  type DecisionFacts,
  expiresBeforeEvent,
  factsOf,
  graded,
  isFollowUpOpen,
  isLowestUngraded,
  unresolvedOf,
} from './policy-facts.ts';
import { POLICY } from './policy-messages.ts';
import { describeShortCover, isCoverTooShort } from './short-cover.ts';
import { tooFewText } from './too-few-words.ts';

export type { DecisionDays, EventDays } from './policy-facts.ts';

/**
 * The version of the complete decision policy (contract 2.6), an ordered list of rules that docs/decisions.md
 * publishes. The first rule that applies determines the verdict, and every rule that applies is a reason. Any
 * change to the rules requires a new version.
 */
export const POLICY_VERSION = 'p3';

export type Severity = 'info' | 'caution' | 'serious' | 'blocking';

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

/** Returns the decision for a record's published facts. */
export function decideOn(record: Decided, days: DecisionDays, language: Language = 'en'): Decision {
  return decide(factsOf(record, days, language), language);
}

/**
 * Returns only the verdict from {@link decideOn}, without text for the reasons. This is used while a record
 * is being built.
 */
export function verdictOn(record: Decided, days: DecisionDays): Verdict {
  const facts = factsOf(record, days, 'en');
  return verdictOf(RULES.find((rule) => rule.applies(facts)));
}

/** Returns the verdict of the first rule that applies. If no rule applies, the verdict is CLEAR. */
function verdictOf(first: Rule | undefined): Verdict {
  return first?.verdict ?? 'CLEAR';
}

/** Applies the rules. The same facts always result in the same decision. */
function decide(facts: DecisionFacts, language: Language): Decision {
  const applying = RULES.filter((rule) => rule.applies(facts));
  const reasons = applying.map((rule) => ({
    code: rule.code,
    text: rule.text(facts, language),
    severity: rule.severity,
  }));
  const verdict = verdictOf(applying[0]);
  if (verdict === 'CLEAR') reasons.push(clearReason(facts, language));
  return { verdict, reasons };
}

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
    code: 'unresolved_enforcement',
    verdict: 'DECLINE',
    severity: 'blocking',
    applies: (facts) => unresolvedOf(facts).length > 0,
    text: unresolvedText,
  },
  {
    code: 'recent_emergency_closure',
    verdict: 'DECLINE',
    severity: 'blocking',
    applies: (facts) => closuresOf(facts).recent.length > 0,
    text: closureText,
  },
  {
    // This rule also applies if the record is too short for a letter. Otherwise, one more clean inspection
    // could complete the record and make the verdict worse.
    code: 'grade_f',
    verdict: VERDICTS_OF_GRADES.F,
    severity: 'blocking',
    applies: (facts) => graded(facts, 'F') || isLowestUngraded(facts),
    text: (facts, language) =>
      isLowestUngraded(facts) ? POLICY[language].lowestUngraded : POLICY[language].gradeF,
  },
  {
    code: 'insufficient_record',
    verdict: 'REVIEW',
    severity: 'caution',
    applies: ({ hasMinimumRecord }) => !hasMinimumRecord,
    text: ({ coverage, concerns, ...facts }, language) =>
      tooFewText({ ...facts, ...coverage, known: concerns.known_inspections }, language),
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
    // The files may not go back far enough to show a recent closure, so CLEAR would not be justified.
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
    text: ({ concerns: { last_high_priority: count, counts_unknown_on: unknownOn } }, language) =>
      unknownOn === null
        ? POLICY[language].lastHighPriority({ count })
        : POLICY[language].highPriority({ count }),
  },
  {
    code: 'follow_up_open',
    verdict: 'CONDITIONAL',
    severity: 'caution',
    applies: isFollowUpOpen,
    text: ({ concerns, lastDisposition }, language) =>
      POLICY[language].followUp({
        day: dayWords(concerns.last_inspected_on, language),
        quote: quoteWords(String(lastDisposition), language),
      }),
  },
  {
    // An unknown result is not clean: blank counts in a file must not turn a concern into CLEAR.
    code: 'last_result_unknown',
    verdict: 'CONDITIONAL',
    severity: 'caution',
    applies: ({ concerns }) => concerns.last_result === 'unknown' || concerns.counts_unknown_on !== null,
    text: ({ concerns }, language) => unknownText(concerns, language),
  },
  {
    // This rule does not affect the verdict. Every license is valid for one year, so the renewed license is
    // just one more document to collect.
    code: 'expires_before_event',
    verdict: 'CLEAR',
    severity: 'caution',
    applies: expiresBeforeEvent,
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
    code: 'closed_within_year',
    verdict: 'CLEAR',
    severity: 'caution',
    applies: (facts) => closuresOf(facts).earlier.length > 0,
    text: (facts, language) =>
      POLICY[language].closedInYear({
        when: closureDays(closuresOf(facts).earlier, language),
        end: describeDay(facts.asOf, language),
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
    text: (facts, language) => {
      const { concerns, lastDisposition } = facts;
      const day = dayWords(concerns.last_inspected_on, language);
      return concerns.last_result === 'follow_up' && !isFollowUpOpen(facts)
        ? POLICY[language].longAgoOpen({ day, quote: quoteWords(String(lastDisposition), language) })
        : POLICY[language].longAgo({ day });
    },
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

function unresolvedText(facts: DecisionFacts, language: Language): string {
  const quotes = unresolvedOf(facts).map(({ text, on }) => quoteDated(text, on, language));
  return POLICY[language].unresolved({ quotes: quotes.join('; ') });
}

/**
 * Describes when a confirmed license expires, based on the license file and today's date. If the decision is
 * for a chosen date, the file may be from a different date than the records, so the sentence does not mention
 * the file's date.
 */
function expiryText({ expiresOn, asOf, today, event, old }: DecisionFacts, language: Language): string {
  const t = POLICY[language];
  const day = dayWords(expiresOn, language);
  const records = describeDay(asOf, language);
  if (expiresOn === null || expiresOn < asOf)
    return t.expiredBefore({ day, records, count: LICENSE_GRACE_DAYS });
  if (expiresOn < today) return t.expiredSince({ day });
  const isBeforeAll = expiresOn < event.first;
  const values = { day, event: describeDay(isBeforeAll ? event.first : event.last, language) };
  if (old) return isBeforeAll ? t.ranBefore(values) : t.ranBeforeLast(values);
  return isBeforeAll ? t.expiresBefore(values) : t.expiresBeforeLast(values);
}

/**
 * Describes recent closures. The 90 days end at the as-of date of the records, which contain nothing later.
 */
function closureText(facts: DecisionFacts, language: Language): string {
  const { recent } = closuresOf(facts);
  const t = POLICY[language];
  const values = { when: closureDays(recent, language), count: RECENT_CLOSURE_DAYS };
  const isOver = recent.every((closure) => !isRecentClosure(closure, facts.today));
  return isOver
    ? t.closedBefore({ ...values, records: describeDay(facts.asOf, language) })
    : t.closed(values);
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

/** Returns the reason for CLEAR. It does not mention the license if another reason is about it. */
function clearReason(facts: DecisionFacts, language: Language): Reason {
  const { expiresOn, old } = facts;
  const t = POLICY[language];
  const values = { day: dayWords(expiresOn, language), grade: String(facts.grade) };
  const inOrder = expiresBeforeEvent(facts) ? t.gradeInOrder(values) : t.inOrder(values);
  const text = old && !expiresBeforeEvent(facts) ? t.wasInOrder(values) : inOrder;
  return { code: 'record_in_order', text, severity: 'info' };
}
