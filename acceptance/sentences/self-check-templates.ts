import { REGULATOR } from '../../src/regulator/source/regulator.ts';
import { lesserOf, NOTHING, nextBetter, rhythmOf, stepsAhead } from '../truth/ahead.ts';
import { daysApart, plusDays } from '../truth/days.ts';
import { scoreOf } from '../truth/letter.ts';
import type { Case, Truth, Visit } from '../truth/truth.ts';
import { isQuoted, ownerWords } from './facts.ts';
import { counted, plain, type Slots, type Template } from './template.ts';

/**
 * The self-check's statements about what lowers the grade, what to do about it, and what the next letter
 * requires.
 */

const MEASURES: readonly (readonly [text: string, test: (visit: Visit) => boolean])[] = [
  ['led to an emergency measure', ({ isEmergency }) => isEmergency],
  ['found the business operating without the license it needs', ({ isUnlicensed }) => isUnlicensed],
  ['led to an administrative complaint', ({ isComplaint }) => isComplaint],
  [
    'asked for a follow-up',
    ({ result, isEmergency, isComplaint }) => result === 'follow_up' && !isEmergency && !isComplaint,
  ],
];

function measure(text: string, test: (visit: Visit) => boolean): Template[] {
  const holds = (count: number, slots: Slots, { current, own }: Truth) => {
    const last = own.findLast(test);
    const hit = current.filter(({ visits }) => visits.some(test));
    // The last inspection's most severe finding is quoted. If several are equally severe, the first one is
    // quoted.
    const named = hit
      .find(({ visits }) => last && visits.includes(last))
      ?.visits.filter(test)
      .toSorted((a, b) => b.gravity - a.gravity || own.indexOf(a) - own.indexOf(b))[0];
    return hit.length === count && isQuoted(named, slots.words(), slots.day());
  };
  return [
    { text: `One inspection ${text}: “{words}” ({day}).`, holds: (slots, truth) => holds(1, slots, truth) },
    {
      text: `{n} inspections ${text}, the last one: “{words}” ({day}).`,
      holds: (slots, truth) => slots.n() > 1 && holds(slots.n(), slots, truth),
    },
  ];
}

const highOf = ({ first }: Case) => first.counts?.high ?? 0;

function citing({ current }: Truth, category: number): readonly Case[] {
  return current.filter(({ first }) => first.categories.has(category));
}

function isCategory(slots: Slots, truth: Truth, count: number): boolean {
  const cited = citing(truth, slots.n('n2'));
  const { title } = REGULATOR.violationCategory(slots.n('n2'));
  return cited.length === count && cited.at(-1)?.first.day === slots.day() && title === slots.words();
}

export const CAUSE_TEMPLATES: readonly Template[] = [
  ...MEASURES.flatMap(([text, test]) => measure(text, test)),
  ...counted(
    'The inspection on {day} found {n} high-priority violation.',
    'The inspection on {day} found {n} high-priority violations.',
    (count, { current }, slots) =>
      count > 0 && current.some((single) => single.first.day === slots.day() && highOf(single) === count),
  ),
  {
    text: '{n2} inspections, the last on {day}, found {n} high-priority violations.',
    holds: (slots, { current }) => {
      const hit = current.filter((single) => highOf(single) > 0);
      const sum = hit.reduce((total, single) => total + highOf(single), 0);
      return (
        hit.length === slots.n('n2') &&
        hit.length > 1 &&
        sum === slots.n() &&
        hit.at(-1)?.first.day === slots.day()
      );
    },
  },
  {
    text: 'Category {n2} ({words}) was marked at one inspection, on {day}.',
    holds: (slots, truth) => isCategory(slots, truth, 1),
  },
  {
    text: 'Category {n2} ({words}) was marked at {n} inspections, most recently on {day}.',
    holds: (slots, truth) => slots.n() > 1 && isCategory(slots, truth, slots.n()),
  },
];

const hasHigh = (_: Slots, { current }: Truth) => current.some((single) => highOf(single) > 0);

export const CAUSE_ACTION_TEMPLATES: readonly Template[] = [
  {
    text: 'The visit on {day} met standards; keep it up.',
    holds: (slots, { own }) => own.some(({ day, result }) => day === slots.day() && result === 'met'),
  },
  plain('Fix what the order named before you open, and check it every day.'),
  plain('Operate only with the license your business needs, and keep it on board.'),
  plain(
    'Correct what was cited, answer the regulator by its deadline, and make sure the callback inspection takes place.',
  ),
  plain('Correct what is cited while the inspector is there, or by the deadline you’re given.'),
  { text: 'High-priority violations count the most.', holds: hasHigh },
  { text: 'Look for high-priority violations before you open: they count most of all.', holds: hasHigh },
  { text: 'If you haven’t done so yet, correct it first.', holds: hasHigh },
  { text: 'If you haven’t done so yet, correct them first.', holds: hasHigh },
  {
    text: 'Because it’s older, it counts at most half as much as the inspection on {day}.',
    holds: (slots, { current }) =>
      current.at(-1)?.first.day === slots.day() &&
      current.some(({ first }) => daysApart(first.day, slots.day()) >= 365),
  },
  {
    text: 'Once you have a new inspection on or after {day}, this one will count at most half as much.',
    holds: (slots, { current }) => current.some(({ first }) => plusDays(first.day, 365) === slots.day()),
  },
];

export const CAUSE_EVIDENCE_TEMPLATES: readonly Template[] = [
  {
    text: '{n} high priority, {day}',
    holds: (slots, { current }) =>
      current.some((single) => single.first.day === slots.day() && highOf(single) === slots.n()),
  },
  {
    text: '{n} high priority, last on {day}',
    holds: (slots, { current }) =>
      current.reduce((sum, single) => sum + highOf(single), 0) === slots.n() &&
      current.findLast((single) => highOf(single) > 0)?.first.day === slots.day(),
  },
];

const isKnown = ({ first, lastVisit }: Case) =>
  first.visitNumber === 1 && first.counts !== undefined && lastVisit.result !== 'unknown';
const OPENING = 'Food-Licensing Inspection';
const known = ({ current }: Truth) => current.filter(isKnown);
const isRunning = ({ first }: Case) => first.inspectionType !== '' && first.inspectionType !== OPENING;

/**
 * Returns true if exactly this number of inspections is needed, and if they lead to the letter and date in
 * the sentence.
 */
function brings(count: number, slots: Slots, truth: Truth, found = NOTHING): boolean {
  if (truth.letter === null || truth.letter === 'A') return false;
  const wanted = nextBetter(truth.letter);
  const steps = stepsAhead(truth, found);
  const step = steps[count - 1];
  const isFirst = steps.findIndex(({ letter }) => (letter ?? 'F') <= wanted) === count - 1;
  return isFirst && step?.letter === slots.words('letter') && step.on === slots.day();
}

function bringsNothing(slots: Slots, truth: Truth, found = NOTHING): boolean {
  if (truth.letter === null || truth.letter === 'A') return false;
  const wanted = nextBetter(truth.letter);
  const steps = stepsAhead(truth, found);
  return (
    slots.n() === steps.length &&
    slots.words('letter') === wanted &&
    steps.every(({ letter }) => (letter ?? 'F') > wanted)
  );
}

function isLesser(slots: Slots, truth: Truth): boolean {
  const { intermediate, basic } = lesserOf(truth);
  const told = [`${intermediate} intermediate`, `${basic} basic`].filter((part) => !part.startsWith('0 '));
  return told.join(', ') === slots.words('list');
}

/**
 * Returns true if this is the smallest number of high-priority violations at the next inspection that would
 * end an A, and if the letter and date are right.
 */
function ends(count: number, slots: Slots, truth: Truth): boolean {
  const after = (high: number) => stepsAhead(truth, { ...NOTHING, high })[0];
  const counts = [1, 2, 3, 4, 5, 6];
  const first = counts.find((high) => after(high)?.letter !== 'A');
  const step = after(count);
  return first === count && step?.letter === slots.words('letter') && step.on === slots.day();
}

const keepsA = (truth: Truth) =>
  truth.letter === 'A' && stepsAhead(truth, NOTHING).every(({ letter }) => letter === 'A');

const LESSER = 'without a high-priority violation';
const AGAIN = 'the same as the newest one with known counts ({list})';

export const OUTLOOK_TEMPLATES: readonly Template[] = [
  {
    text: 'There is no grade as of {day}. Here’s what’s missing:',
    holds: (slots, { letter, asOf }) => letter === null && slots.day() === asOf,
  },
  {
    text: 'One more inspection that meets standards without a violation would bring the grade to {letter}, on {day} at the earliest.',
    holds: (slots, truth) => brings(1, slots, truth),
  },
  {
    text: '{n} more inspections that meet standards without a violation would bring the grade to {letter}, on {day} at the earliest.',
    holds: (slots, truth) => slots.n() > 1 && brings(slots.n(), slots, truth),
  },
  {
    text: `One more inspection that meets standards ${LESSER} would bring the grade to {letter}, on {day} at the earliest. That holds even if it finds ${AGAIN}.`,
    holds: (slots, truth) => isLesser(slots, truth) && brings(1, slots, truth, lesserOf(truth)),
  },
  {
    text: `{n} more inspections that meet standards ${LESSER} would bring the grade to {letter}, on {day} at the earliest. That holds even if they find ${AGAIN}.`,
    holds: (slots, truth) =>
      slots.n() > 1 && isLesser(slots, truth) && brings(slots.n(), slots, truth, lesserOf(truth)),
  },
  {
    text: 'Even {n} more inspections without a violation wouldn’t raise the grade to {letter}.',
    holds: (slots, truth) => bringsNothing(slots, truth),
  },
  {
    text: `Even {n} more inspections ${LESSER} wouldn’t raise the grade to {letter} if they find ${AGAIN}.`,
    holds: (slots, truth) => isLesser(slots, truth) && bringsNothing(slots, truth, lesserOf(truth)),
  },
  {
    text: 'These dates assume one inspection every {n} days, as in this record so far.',
    holds: (slots, truth) => slots.n() === rhythmOf(truth),
  },
  plain('The regulator decides when to inspect.'),
  {
    text: 'Without another inspection, the record will be too old for a grade from {day} on.',
    holds: (slots, truth) =>
      scoreOf(truth.current, plusDays(slots.day(), -1)) !== null &&
      scoreOf(truth.current, slots.day()) === null,
  },
  {
    text: '{letter} is the best grade.',
    holds: (slots, { letter }) => letter === 'A' && slots.words('letter') === 'A',
  },
  {
    text: 'Keep it with inspections that meet standards and cite no violations.',
    holds: (_, truth) => keepsA(truth),
  },
  ...counted(
    'If the next inspection, on {day}, finds {n} high-priority violation and nothing else, the grade will drop to {letter}.',
    'If the next inspection, on {day}, finds {n} high-priority violations and nothing else, the grade will drop to {letter}.',
    (count, truth, slots) => keepsA(truth) && ends(count, slots, truth),
  ),
  {
    text: 'To reach {letter}: one clean inspection, on {day} at the earliest.',
    holds: (slots, truth) => brings(1, slots, truth),
  },
  {
    text: 'To reach {letter}: {n} clean inspections, on {day} at the earliest.',
    holds: (slots, truth) => slots.n() > 1 && brings(slots.n(), slots, truth),
  },
  { text: 'Keep it with clean inspections.', holds: (_, truth) => keepsA(truth) },
  {
    text: 'Without another inspection, the grade will lapse on {day}.',
    holds: (slots, truth) =>
      scoreOf(truth.current, plusDays(slots.day(), -1)) !== null &&
      scoreOf(truth.current, slots.day()) === null,
  },
  ...missing(),
];

function missing(): Template[] {
  const need = (count: number, truth: Truth, slots: Slots) =>
    truth.status !== 'relinquished' &&
    count === 2 - known(truth).length &&
    slots.words('owner') === ownerWords(truth) &&
    slots.n('n2') === 2 &&
    slots.n('n3') === known(truth).length;
  const given = 'under the {owner}, with the result and counts on file. A grade requires {n2}, and there';
  const agrees = (verb: string) => (slots: Slots, truth: Truth) =>
    need(slots.n(), truth, slots) && (verb === 'is') === (slots.n('n3') === 1);
  return [
    ...['is', 'are'].flatMap((verb): Template[] => [
      {
        text: `{n} more inspection ${given} ${verb} {n3}.`,
        holds: (slots, truth) => slots.n() === 1 && agrees(verb)(slots, truth),
      },
      {
        text: `{n} more inspections ${given} ${verb} {n3}.`,
        holds: (slots, truth) => slots.n() !== 1 && agrees(verb)(slots, truth),
      },
    ]),
    ...['At least one of them must be an', 'It must be an', 'One more'].map((start) => ({
      text: `${start} inspection of the business in operation, not one made before opening.`,
      holds: (_: Slots, truth: Truth) => !known(truth).some(isRunning),
    })),
    {
      text: 'An inspection file for your district.',
      holds: (_: Slots, { inspectionsFrom, last }: Truth) =>
        inspectionsFrom === undefined && last === undefined,
    },
    {
      text: 'We haven’t loaded one, so we don’t know your inspections; they may be enough.',
      holds: (_: Slots, { inspectionsFrom }: Truth) => inspectionsFrom === undefined,
    },
    {
      text: 'One more inspection: the newest one that counts, from {day}, is {n} months old or older.',
      holds: (slots, truth) =>
        known(truth).at(-1)?.first.day === slots.day() && slots.n() === 24 && truth.score === null,
    },
    {
      text: 'Inspections that are definitely under the {owner}:',
      holds: (slots, truth) => truth.uncertain.length > 0 && slots.words('owner') === ownerWords(truth),
    },
    {
      text: 'A license that is confirmed by the regulator’s latest file.',
      holds: (_, { isConfirmed }) => !isConfirmed,
    },
    {
      text: 'A visit or report from the regulator that allows the business to reopen.',
      holds: (_, { hold }) => hold.some(({ code }) => code !== 'administrative_determination'),
    },
    {
      text: 'A visit from the regulator that resolves the license question.',
      holds: (_, { hold }) => hold.some(({ code }) => code === 'administrative_determination'),
    },
  ];
}
