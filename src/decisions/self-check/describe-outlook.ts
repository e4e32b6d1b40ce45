import { isClosed } from '../../judgment/policy/hold-words.ts';
import {
  type Findings,
  INSPECTIONS_MAX,
  isAtLeast,
  lesserFindings,
  NO_FINDINGS,
  nextBetter,
  rhythmOf,
  stepTo,
  tooOldFrom,
} from '../../judgment/score/outlook.ts';
import { SCORE_RULES } from '../../judgment/score/rules.ts';
import { isKnown, missingRecord } from '../../judgment/score/score.ts';
import type { Grade } from '../../judgment/score/score-rules.ts';
import type { Inspection } from '../../judgment/scorecard/schemas.ts';
import { uncertainTextIn } from '../../judgment/scorecard/uncertain-record.ts';
import type { Language } from '../../lib/language/language.ts';
import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import type { PublishedFacts } from '../../records/record/decision-facts.ts';
import { MISSING, OUTLOOK } from './describe-outlook-messages.ts';
import { LICENSE_ACTIONS } from './factor-messages.ts';
import { isNothingRead } from './factors.ts';
import type { Outlook } from './schemas.ts';
import { type ScoredRecord, toScoredRecord } from './scored-record.ts';

type Missing = Outlook['missing'];

/**
 * Explains what it takes to reach the next letter grade, keep the best grade, or get a grade at all (contract
 * 2.8).
 */
export function outlookOf(
  facts: PublishedFacts,
  inspections: readonly Inspection[],
  today: IsoDate,
  language: Language,
): Outlook {
  const t = OUTLOOK[language];
  const record = toScoredRecord(inspections, facts);
  const { grade } = facts.evidence;
  const interval = rhythmOf(record.cases) ?? null;
  if (grade === null || interval === null) return withoutLetter(facts, record, interval, language);
  const until = tooOldFrom(record.cases);
  const lapse = until === null ? [] : [t.lapse({ day: describeDay(until, language) })];
  // Predictions start from today, even with old records.
  const ahead = { ...record, asOf: today > record.asOf ? today : record.asOf };
  const next = nextBetter(grade);
  const common = { interval_days: interval, missing: [], letter_until: until };
  if (next === undefined)
    return {
      ...common,
      next_grade: null,
      ways: [],
      text: [...keepTexts(ahead, grade, interval, language), ...lapse].join(' '),
    };
  const ways = waysTo(ahead, next, interval);
  const texts = ways.map((way) => wayText(way, next, record, language));
  const dated = ways.some(({ earliest_on: on }) => on !== null) ? [t.rhythm({ count: interval })] : [];
  return { ...common, next_grade: next, ways, text: [...texts, ...dated, ...lapse].join(' ') };
}

function withoutLetter(
  facts: PublishedFacts,
  record: ScoredRecord,
  interval: number | null,
  language: Language,
): Outlook {
  const missing = missingForLetter(facts, record, language);
  const list = missing.map(({ text }) => text).join(' ');
  return {
    text: OUTLOOK[language].none({ day: describeDay(facts.as_of, language), list }),
    next_grade: null,
    ways: [],
    interval_days: interval,
    letter_until: null,
    missing,
  };
}

type Way = Outlook['ways'][number];

/**
 * Returns the ways to reach the next grade: without violations and, if the newest inspection had lesser
 * violations, with the same violations again.
 */
function waysTo(record: ScoredRecord, next: Grade, rhythmDays: number): Way[] {
  const lesser = lesserFindings(record.cases);
  const hasLesser = lesser !== undefined && lesser.intermediate + lesser.basic > 0;
  const way = (without: Way['without'], findings: Findings): Way => {
    const step = stepTo({ ...record, rhythmDays }, findings, (grade) => isAtLeast(grade, next));
    return {
      without,
      inspections: step?.inspections ?? null,
      grade: step?.grade ?? null,
      earliest_on: step?.on ?? null,
    };
  };
  return [way('violation', NO_FINDINGS), ...(hasLesser ? [way('high_priority', lesser)] : [])];
}

function wayText(
  { without, inspections, grade, earliest_on: on }: Way,
  next: Grade,
  record: ScoredRecord,
  language: Language,
): string {
  const t = OUTLOOK[language];
  const lesser = without === 'high_priority' ? lesserText(record, language) : undefined;
  if (inspections === null || on === null) {
    const values = { count: INSPECTIONS_MAX, grade: String(next) };
    return lesser === undefined ? t.never(values) : t.neverLesser({ ...values, lesser });
  }
  const values = { count: inspections, grade: String(grade), day: describeDay(on, language) };
  return lesser === undefined ? t.way(values) : t.wayLesser({ ...values, lesser });
}

function lesserText({ cases }: ScoredRecord, language: Language): string {
  const t = OUTLOOK[language];
  const { intermediate, basic } = lesserFindings(cases) ?? NO_FINDINGS;
  return [
    ...(intermediate > 0 ? [t.intermediate({ count: intermediate })] : []),
    ...(basic > 0 ? [t.basic({ count: basic })] : []),
  ].join(', ');
}

/**
 * Describes how many high-priority violations at the next inspection would cost the vendor the best letter,
 * if nothing else changes.
 */
function keepTexts(record: ScoredRecord, grade: Grade, rhythmDays: number, language: Language): string[] {
  const t = OUTLOOK[language];
  const counts = Array.from({ length: INSPECTIONS_MAX }, (_, index) => index + 1);
  const found = counts.flatMap((highPriority) => {
    const step = stepTo({ ...record, rhythmDays }, { ...NO_FINDINGS, highPriority }, () => true);
    return step && step.grade !== grade ? { highPriority, step } : [];
  })[0];
  const keep = t.keep({ grade: String(grade) });
  if (!found) return [keep];
  const { highPriority, step } = found;
  const day = describeDay(step.on, language);
  return [keep, t.lose({ day, found: highPriority, grade: String(step.grade) })];
}

/** Lists everything that a vendor without a letter grade is missing, and how to get it. */
function missingForLetter(facts: PublishedFacts, record: ScoredRecord, language: Language): Missing {
  const t = MISSING[language];
  const { hold } = facts.evidence;
  const { license } = facts.vendor;
  // There are no more inspections under a relinquished license, and a new license has its own record.
  const all = license.status === 'relinquished' ? [] : missingInspections(facts, record, language);
  if (!license.confirmed)
    all.unshift({
      code: 'license_confirmed',
      text: t.license({ action: LICENSE_ACTIONS[language][license.status] }),
    });
  if (hold.active)
    all.unshift({
      code: 'hold_lifted',
      text: isClosed(hold) ? t.reopened : t.settled,
    });
  return all;
}

function missingInspections(
  facts: PublishedFacts,
  { cases, asOf }: ScoredRecord,
  language: Language,
): Missing {
  const { vendor, uncertain_record: uncertain, inspections_loading_before: loadingBefore } = facts;
  const t = MISSING[language];
  if (isNothingRead(facts)) return [{ code: 'inspection_file', text: t.notRead }];
  const { cases: more, operatingCases, isTooOld } = missingRecord(cases, asOf);
  const { minimumRecord } = SCORE_RULES;
  const known = cases.filter((single) => isKnown(single));
  const owner = vendor.license.confirmed ? 'current' : 'lastKnown';
  const found: { code: string; text: string }[] = [];
  if (loadingBefore !== null && (more > 0 || operatingCases > 0 || isTooOld))
    found.push({ code: 'older_inspections', text: t.loading({ day: describeDay(loadingBefore, language) }) });
  if (more > 0)
    found.push({
      code: 'inspections',
      text: t.inspections({ count: more, owner, needed: minimumRecord.cases, known: known.length }),
    });
  if (operatingCases > 0)
    found.push({
      code: 'operating_inspection',
      text: more > 1 ? t.operatingOfThem : more === 1 ? t.operatingIt : t.operatingOther,
    });
  const newest = known.at(-1)?.openedOn;
  // Any further inspections would be recent anyway.
  if (isTooOld && more === 0 && newest !== undefined)
    found.push({
      code: 'recent_inspection',
      text: t.recent({ day: describeDay(newest, language), count: minimumRecord.monthsSinceNewest }),
    });
  if (uncertain !== null)
    found.push({
      code: 'owner_certain',
      text: t.certain({ owner, why: uncertainTextIn(uncertain, language) }),
    });
  return found;
}
