import type { Truth, Visit } from '../truth/truth.ts';
import { counted, line, type Slots, type Template } from './template.ts';
import { SHOWN, shownOf, VERDICT_WORDS } from './verdict-names.ts';

/** Sentences in small spaces: on a card for other sites and in a search row. */

const isNamed = (slots: Slots, { name }: Truth) => slots.words().toUpperCase() === name.toUpperCase();
const isClosed = ({ hold }: Truth) => hold.some(({ code }) => code !== 'administrative_determination');

const STAMPS: readonly (readonly [stamp: string, holds: Template['holds']])[] = [
  ['Closed', (_, truth) => isClosed(truth)],
  ['On hold', (_, truth) => truth.hold.length > 0 && !isClosed(truth)],
  ['No grade', (_, { hold, letter }) => hold.length === 0 && letter === null],
  ['Grade {letter}', (slots, { letter }) => slots.words('letter') === letter],
];

const OWN_GRADE = 'Not a DBPR grade. See the record';

export const CARD_TEMPLATES: readonly Template[] = [
  ...STAMPS.flatMap(([stamp, holds]) => [
    line(stamp, holds),
    line(`{words}: ${stamp}`, (slots, truth) => isNamed(slots, truth) && holds(slots, truth)),
  ]),
  line('Demo data. No such business exists.', (_, { name }) => name !== ''),
  line(
    'The regulator closed the business under this license, and no later record shows that it reopened.',
    (_, truth) => isClosed(truth),
  ),
  line(
    'An inspector found the business operating without a license, and no later record resolves that.',
    (_, truth) => truth.hold.length > 0 && !isClosed(truth),
  ),
  line(
    `Records through {day}. ${OWN_GRADE}`,
    (slots, { reachTo, asOf, oldDays }) => oldDays === null && slots.day() >= reachTo && slots.day() <= asOf,
  ),
  line(
    `Old records: they reach only to {day}, {n} days ago. ${OWN_GRADE}`,
    (slots, { reachTo, oldDays }) => slots.day() === reachTo && slots.n() === oldDays,
  ),
];

const SPANS = [
  ['in the past year', true],
  ['in the part of the past year we’ve loaded', false],
] as const;

const YEAR_TEMPLATES: readonly Template[] = SPANS.flatMap(([span, isWhole]) => {
  const told = ({ year }: Truth, count: number) => year.isWhole === isWhole && year.inspections === count;
  const found = (rest: string, holds: (slots: Slots, truth: Truth) => boolean) =>
    counted(
      `{n} inspection ${span}, ${rest}`,
      `{n} inspections ${span}, ${rest}`,
      (count, truth, slots) => told(truth, count) && holds(slots, truth),
    );
  const isFound = (slots: Slots, { year }: Truth) =>
    year.violations === slots.n('n2') && year.violations !== null;
  return [
    {
      text: `No inspections ${span}`,
      holds: (_: Slots, truth: Truth) => told(truth, 0),
    },
    ...found('violations not fully counted', (_, { year }) => year.violations === null),
    ...found('no violations', (_, { year }) => year.violations === 0),
    ...['{n2} violation', '{n2} violations'].flatMap((some, index) => [
      ...found(
        `${some}, none high-priority`,
        (slots, truth) =>
          isFound(slots, truth) && truth.year.high === 0 && slots.n('n2') > 1 === (index === 1),
      ),
      ...found(
        `${some}, {n3} high-priority`,
        (slots, truth) =>
          isFound(slots, truth) &&
          truth.year.high === slots.n('n3') &&
          slots.n('n3') > 0 &&
          slots.n('n2') > 1 === (index === 1),
      ),
    ]),
  ];
});

/** The result of the current owner's newest inspection. */
const LAST: readonly (readonly [told: string, holds: (visit: Visit) => boolean])[] = [
  ['Last visit {day}', ({ result }) => result === 'met'],
  ['Last visit {day}, follow-up required', ({ result }) => result === 'follow_up'],
  ['Last visit {day}, closed', ({ result, isUnlicensed }) => result === 'closed' && !isUnlicensed],
  ['Last visit {day}, found without a license', ({ isUnlicensed }) => isUnlicensed],
  ['Last visit {day}, result unknown', ({ result }) => result === 'unknown'],
];

/** Returns a summary of the past year in two forms: by itself, and after the newest inspection. */
function withLast({ text, holds }: Template): Template[] {
  const rest = text.charAt(0).toLowerCase() + text.slice(1);
  return [
    { text, holds: (slots, truth) => truth.last === undefined && holds(slots, truth) },
    ...LAST.map(([told, isTold]) => ({
      text: `${told}; ${rest}`,
      holds: (slots: Slots, truth: Truth) =>
        truth.last !== undefined &&
        truth.last.day === slots.day() &&
        isTold(truth.last) &&
        holds(slots, truth),
    })),
  ];
}

export const ROW_TEMPLATES: readonly Template[] = [
  line('Grade {letter}', (slots, { letter }) => slots.words('letter') === letter),
  line('✕', (_, { gradeStatus }) => gradeStatus === 'hold'),
  line(
    'No grade',
    (_, { gradeStatus }) => gradeStatus === 'withheld' || gradeStatus === 'insufficient_record',
  ),
  line('formerly {words}', (slots, { name }) => slots.words() !== name),
  // Places and kitchens are not checked here.
  line('{number} · {words}', (slots, { number }) => slots.words('number') === number),
  ...SHOWN.map((shown) => ({
    text: `${VERDICT_WORDS[shown].sign} ${VERDICT_WORDS[shown].name}`,
    holds: (_: Slots, truth: Truth) => shownOf(truth, truth.verdictToday) === shown,
  })),
  { text: 'On hold by the regulator.', holds: (_, { hold }) => hold.length > 0 },
  {
    text: 'No grade: license not confirmed.',
    holds: (_, { gradeStatus, isConfirmed }) => gradeStatus === 'withheld' && !isConfirmed,
  },
  ...YEAR_TEMPLATES.flatMap(withLast),
];
