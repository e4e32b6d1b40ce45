import { linesOf } from '../../test/support/page-text.ts';
import type { Published } from './published.ts';
import { VERDICT_WORDS } from './verdict-names.ts';

const RECOMMENDED = {
  CLEAR: 'book',
  CONDITIONAL: 'book_after_review',
  REVIEW: 'review',
  DECLINE: 'do_not_book',
};
const TIERS: Readonly<Record<string, string>> = {
  A: 'low',
  B: 'moderate',
  C: 'elevated',
  D: 'high',
  F: 'high',
};

/** Returns the contradictions between the statements about one record; empty if they agree. */
export function contradictionsOf(published: Published): string[] {
  return CHECKS.flatMap(([text, agrees]) => (agrees(published) ? [] : [text]));
}

type Check = readonly [text: string, agrees: (published: Published) => boolean];

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const reasonCodes = ({ decision }: Published) => new Set(decision.reasons.map(({ code }) => code));
const reasonsToday = ({ decisionToday }: Published) => new Set(decisionToday.reasons.map(({ code }) => code));
const factorCodes = ({ selfCheck }: Published) => new Set(selfCheck.limiting_factors.map(({ code }) => code));
const strengthCodes = ({ selfCheck }: Published) => new Set(selfCheck.strengths.map(({ code }) => code));

/** Codes that both the decision and the self-check use. Each must appear in both of them or in neither. */
const SHARED = [
  'regulator_hold',
  'license_not_confirmed',
  'insufficient_record',
  'grade_f',
  'grade_d',
  'grade_c',
  'coverage_too_short',
];

/** Factors that correspond to a decision's reason with a different code. */
const SAME_REASON: Readonly<Record<string, string>> = { counts_unknown: 'last_result_unknown' };

const CLOSURE_REASONS = ['recent_emergency_closure', 'closed_within_year'];

/** Reasons that cannot apply to an event today if the self-check shows the strength. */
export const DENIES: readonly (readonly [strength: string, reason: string])[] = [
  ['license_current', 'license_not_confirmed'],
  ['last_inspection_met', 'follow_up_open'],
  ['license_current', 'expires_before_event'],
  ['last_inspection_met', 'unresolved_enforcement'],
  ['no_enforcement_12m', 'closed_within_year'],
  ['no_enforcement_12m', 'final_order'],
  ['no_enforcement_12m', 'regulator_hold'],
  ['no_enforcement_12m', 'recent_emergency_closure'],
  ['good_grade', 'grade_c'],
  ['good_grade', 'grade_d'],
  ['good_grade', 'grade_f'],
];

const CHECKS: readonly Check[] = [
  [
    'recommendation does not follow the verdict',
    ({ card, decisionToday }) => card.recommendation.code === RECOMMENDED[decisionToday.verdict],
  ],
  [
    'tier does not follow grade or hold',
    ({ card }) => card.risk_tier === (card.grade ? TIERS[card.grade] : card.hold.active ? 'high' : 'unknown'),
  ],
  [
    'a letter is shown though the status is not graded',
    ({ card }) => (card.grade !== null) === (card.grade_status === 'graded'),
  ],
  ['a hold and the grade status disagree', ({ card }) => card.hold.active === (card.grade_status === 'hold')],
  ['a hold is not a DECLINE', ({ card, decision }) => !card.hold.active || decision.verdict === 'DECLINE'],
  [
    'scorecard and decision rest on different facts',
    ({ card, facts: { evidence } }) =>
      same(
        [
          card.grade,
          card.grade_status,
          card.hold,
          card.rollup_12m,
          card.last_disposition,
          card.gravest_event,
        ],
        [
          evidence.grade,
          evidence.grade_status,
          evidence.hold,
          evidence.rollup_12m,
          evidence.last_disposition,
          evidence.gravest_event,
        ],
      ),
  ],
  [
    'scorecard and decision name different licenses',
    ({ card, facts }) => same(card.license, facts.vendor.license) && card.name === facts.vendor.name,
  ],
  [
    'self-check and scorecard have different grades',
    ({ card, selfCheck }) => same([card.grade, card.grade_status], [selfCheck.grade, selfCheck.grade_status]),
  ],
  [
    'search and scorecard disagree',
    ({ card, summary }) => {
      const row = JSON.parse(summary);
      return same(
        [row.grade, row.grade_status, row.rollup_12m, row.hold_active, row.name],
        [card.grade, card.grade_status, card.rollup_12m, card.hold.active, card.name],
      );
    },
  ],
  [
    'a CLEAR has a reason that is serious or blocking',
    ({ decision }) =>
      decision.verdict !== 'CLEAR' ||
      decision.reasons.every(({ severity }) => severity === 'info' || severity === 'caution'),
  ],
  [
    'decision and self-check disagree on what holds the vendor back',
    (published) =>
      SHARED.every((code) => reasonCodes(published).has(code) === factorCodes(published).has(code)),
  ],
  [
    'a decision names a closure that the self-check does not',
    (published) => {
      const factors = factorCodes(published);
      const { decision, selfCheck } = published;
      return decision.reasons
        .filter(({ code }) => CLOSURE_REASONS.includes(code))
        .every(
          ({ code, text }) =>
            factors.has(code) ||
            factors.has('emergency_measures') ||
            factors.has('regulator_hold') ||
            // A hold that has not been ended by anything on file has its own factor.
            selfCheck.limiting_factors.some(
              (each) => each.code === 'unresolved_enforcement' && text.includes(dayIn(each.evidence)),
            ),
        );
    },
  ],
  [
    'decision and self-check say how severe one thing is in two ways',
    ({ decision, selfCheck }) =>
      selfCheck.limiting_factors.every(({ code, severity }) => {
        const reason = decision.reasons.find((each) => each.code === (SAME_REASON[code] ?? code));
        // This finding is excepted, because its severity for a vendor depends on how much it lowers the
        // grade.
        return !reason || code === 'high_priority_at_last_inspection' || reason.severity === severity;
      }),
  ],
  [
    'decision and self-check say one thing in different words',
    ({ decision, selfCheck }) =>
      ['regulator_hold', 'insufficient_record', 'unresolved_enforcement', 'coverage_too_short'].every(
        (code) => {
          const reason = decision.reasons.find((each) => each.code === code);
          const factor = selfCheck.limiting_factors.find((each) => each.code === code);
          return !reason || !factor || reason.text.startsWith(factor.issue);
        },
      ),
  ],
  [
    'a strength denies a reason',
    (published) =>
      DENIES.every(
        ([strength, reason]) =>
          !strengthCodes(published).has(strength) || !reasonsToday(published).has(reason),
      ),
  ],
  [
    'no high priority in a year with some',
    (published) =>
      !strengthCodes(published).has('no_high_priority_12m') || published.card.rollup_12m.high_priority === 0,
  ],
  [
    'the badge shows another grade',
    ({ card, badge }) => /grade ([A-F])[<,]/.exec(badge)?.[1] === (card.grade ?? undefined),
  ],
  [
    'the check page stamps another verdict',
    ({ card, decision, pages }) => {
      const isShort = card.grade_status === 'insufficient_record';
      const shown = decision.verdict === 'REVIEW' && isShort ? 'SHORT_RECORD' : decision.verdict;
      return lineWith(pages.check, VERDICT_WORDS[shown].name);
    },
  ],
  [
    'a page stamps another grade',
    ({ card, pages }) =>
      [pages.vendor, pages.improve].every((page) => letterOn(page) === (card.grade ?? undefined)),
  ],
  [
    'the page does not show each inspection once',
    ({ card, pages }) => {
      const cases = new Set(card.inspections.map(({ case_id: id }) => id));
      const shown = [...pages.vendor.matchAll(/class="case" id="visit-(\d+)"/g)].map(([, id]) => Number(id));
      const of = shown.map((id) => card.inspections.find(({ visit_id }) => visit_id === id)?.case_id);
      return shown.length === cases.size && same([...new Set(of)].length, cases.size);
    },
  ],
  [
    'the page’s headline and the hold disagree',
    ({ card, pages }) => {
      const lines = linesOf(pages.vendor);
      const isOrdered = card.hold.reasons.some(({ code }) => code !== 'administrative_determination');
      return (
        lines.includes('✕CLOSED') === (card.hold.active && isOrdered) &&
        lines.includes('✕ON HOLD') === (card.hold.active && !isOrdered)
      );
    },
  ],
];

function lineWith(page: string, verdict: string): boolean {
  return linesOf(page).some((line) => line.replace(/^[✓!?–✕]/, '') === verdict);
}

function letterOn(page: string): string | undefined {
  return /class="stamp-letter">([A-F])</.exec(page)?.[1];
}

/**
 * Returns the date in a sentence or, if there is no date, the sentence itself, which is not part of any other
 * sentence.
 */
function dayIn(sentence: string): string {
  return /[A-Z][a-z]+ \d{1,2}, \d{4}/.exec(sentence)?.[0] ?? sentence;
}
