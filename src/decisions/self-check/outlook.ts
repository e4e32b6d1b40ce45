import { describeDay, type IsoDate } from '../../lib/dates.ts';
import { countNoun } from '../../lib/text.ts';
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
} from '../../registry/scoring/outlook.ts';
import type { Grade } from '../../registry/scoring/score-rules.ts';
import type { PublishedFacts } from '../../registry/vendors/decision-facts.ts';
import type { Inspection } from '../../registry/vendors/schemas.ts';
import { missingForLetter } from './missing.ts';
import type { Outlook } from './schemas.ts';
import { type ScoredRecord, toScoredRecord } from './scored-record.ts';

/** What it takes to reach the next letter, to keep the best one, or to have one at all (contract 2.8). Pure. */
export function outlookOf(
  facts: PublishedFacts,
  inspections: readonly Inspection[],
  today: IsoDate,
): Outlook {
  const record = toScoredRecord(inspections, facts.as_of);
  const { grade } = facts.evidence;
  const interval = rhythmOf(record.cases) ?? null;
  if (grade === null || interval === null) return withoutLetter(facts, record, interval);
  const until = tooOldFrom(record.cases);
  const lapse =
    until === null
      ? ''
      : ` Without another inspection the record is too old for a grade as of ${describeDay(until)} or later.`;
  // What is ahead is ahead of today, however old the records are.
  const ahead = { ...record, asOf: today > record.asOf ? today : record.asOf };
  const next = nextBetter(grade);
  const common = { interval_days: interval, missing: [], letter_until: until };
  if (next === undefined)
    return { ...common, next_grade: null, ways: [], text: `${keepText(ahead, grade, interval)}${lapse}` };
  const ways = waysTo(ahead, next, interval);
  const texts = ways.map((way) => wayText(way, next, record));
  const rhythm = `The days assume one inspection each ${interval} days, the rhythm of this record so far. The regulator decides when one comes.`;
  const dated = ways.some(({ earliest_on: on }) => on !== null) ? [rhythm] : [];
  return { ...common, next_grade: next, ways, text: `${[...texts, ...dated].join(' ')}${lapse}` };
}

function withoutLetter(facts: PublishedFacts, record: ScoredRecord, interval: number | null): Outlook {
  const missing = missingForLetter(facts, record);
  const list = missing.map(({ text }) => text).join(' ');
  return {
    text: `There is no grade as of ${describeDay(facts.as_of)}. What is missing: ${list}`,
    ...{ next_grade: null, ways: [], interval_days: interval, letter_until: null, missing },
  };
}

type Way = Outlook['ways'][number];

/** Without any violation, and, where the newest inspection had lesser ones, with these again. */
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

function wayText({ without, inspections, grade, earliest_on: on }: Way, next: Grade, record: ScoredRecord) {
  const isLesser = without === 'high_priority';
  const what = isLesser ? 'without a high-priority violation' : 'without a violation';
  const again = isLesser
    ? `find again what the newest one with known counts found (${lesserText(record)})`
    : '';
  if (inspections === null || on === null)
    return `Not even ${INSPECTIONS_MAX} more inspections ${what} would bring the grade ${next}${again && `, if they ${again}`}.`;
  const meet =
    inspections === 1 ? 'One more inspection that meets' : `${inspections} more inspections that meet`;
  const bring = inspections === 1 ? 'brings' : 'bring';
  const who = inspections === 1 ? 'It' : 'They';
  return `${meet} standards ${what} ${bring} the grade ${grade}, at the earliest on ${describeDay(on)}.${again && ` ${who} may ${again}.`}`;
}

function lesserText({ cases }: ScoredRecord): string {
  const { intermediate, basic } = lesserFindings(cases) ?? NO_FINDINGS;
  return [intermediate > 0 ? `${intermediate} intermediate` : '', basic > 0 ? `${basic} basic` : '']
    .filter((part) => part !== '')
    .join(', ');
}

/** How many high-priority violations at the next inspection end the best letter, the rest as it should be. */
function keepText(record: ScoredRecord, grade: Grade, rhythmDays: number): string {
  const counts = Array.from({ length: INSPECTIONS_MAX }, (_, index) => index + 1);
  const found = counts.flatMap((highPriority) => {
    const step = stepTo({ ...record, rhythmDays }, { ...NO_FINDINGS, highPriority }, () => true);
    return step && step.grade !== grade ? { highPriority, step } : [];
  })[0];
  const keep = `${grade} is the best grade. Inspections that meet standards and cite no violation keep it`;
  if (!found) return `${keep}.`;
  const { highPriority, step } = found;
  return `${keep}. A next one on ${describeDay(step.on)} that found ${countNoun(highPriority, 'high-priority violation')} and nothing else would make it ${step.grade}.`;
}
