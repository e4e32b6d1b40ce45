import type { Truth } from '../truth/truth.ts';
import { kindOf } from './page-head-templates.ts';
import { line, type Slots, type Template } from './template.ts';
import { SHOWN, shownOf, VERDICT_WORDS } from './verdict-names.ts';

/**
 * The sentences that an organizer sees about an applicant on the application's page, in the inbox and in the
 * compliance file.
 */

/** The name on some applications. It does not match any record. */
export const OTHER_NAME = 'Zzyzx Qwpfgh';

const TIERS: Readonly<Record<string, string>> = {
  A: 'low risk',
  B: 'moderate risk',
  C: 'elevated risk',
  D: 'high risk',
  F: 'high risk',
};
const NO_LETTER: Readonly<Record<Truth['gradeStatus'], string>> = {
  graded: '',
  withheld: 'Withheld because the license isn’t confirmed',
  insufficient_record: 'None: a grade requires more recent inspections under this owner',
  hold: 'None while the regulator’s hold is in force',
};
const SNAPSHOT = 'Independent, not a DBPR rating; each inspection is a snapshot of one day.';
const AFTER = 'As of now, after the event. Records through {day}.';

const gradeOf = ({ letter, gradeStatus }: Truth) => letter ?? NO_LETTER[gradeStatus];

function scoreOf({ score, letter, gradeStatus }: Truth): string | undefined {
  if (score === null) return undefined;
  const tier = TIERS[letter ?? ''] ?? (gradeStatus === 'hold' ? 'high risk' : 'risk unknown');
  return `${score.toFixed(1)}, ${tier}`;
}

function standing(text: string, fits: (slots: Slots, truth: Truth) => boolean): Template {
  return line(
    `${text} ${SNAPSHOT}`,
    (slots, truth) => slots.day() >= truth.reachTo && slots.day() <= truth.asOf && fits(slots, truth),
  );
}

/** The wording for each license status on the day of the file, if there is no expiration date. */
const STATUSES: readonly (readonly [text: string, status: Truth['status']])[] = [
  ['Current', 'current'],
  ['Not renewed (delinquent)', 'delinquent'],
  ['Given up by the license holder', 'relinquished'],
  ['The owner may be changing', 'transfer_pending'],
  ['Unknown: no license file has been loaded for its district', 'no_file'],
  ['Not in the latest license file', 'not_on_file'],
  ['Listed with a status that the regulator doesn’t explain', 'unknown'],
];

/** Returns a name in capitals, as in the regulator's rows. Pages show names in title case. */
function inCapitals(name: string): string {
  return name.toUpperCase();
}

export const APPLICATION_TEMPLATES: readonly Template[] = [
  standing(
    'As of now for an event on {day2}. Records through {day}.',
    (slots, { event }) => slots.day('day2') === event.first && event.first === event.last,
  ),
  standing(
    'As of now for an event from {day2} to {day3}. Records through {day}.',
    (slots, { event }) =>
      slots.day('day2') === event.first && slots.day('day3') === event.last && event.first < event.last,
  ),
  // A decision made after the event is for today.
  standing(AFTER, (_, { event, today }) => event.first === today && event.last === today),
  line(
    `Applied as ${OTHER_NAME}; the name on the license’s record is {words}. Ask who uses this license.`,
    (slots, { name }) => slots.words() === name,
  ),
  line(
    '{words}, formerly {words2}',
    (slots, { name }) => inCapitals(slots.words()) === name && inCapitals(slots.words('words2')) !== name,
  ),
  ...['food truck', 'hot dog cart', 'caterer'].flatMap((kind) => [
    line(
      `{number}, ${kind}`,
      (slots, truth) => slots.words('number') === truth.number && kindOf(truth) === kind,
    ),
    line(
      `{number}: {words}, ${kind}`,
      (slots, truth) =>
        slots.words('number') === truth.number &&
        kindOf(truth) === kind &&
        [truth.name, `the record of ${truth.name}`].includes(slots.words()),
    ),
  ]),
  ...STATUSES.map(([text, status]) =>
    line(
      `${text}; no expiry date on file`,
      (_, truth) => truth.status === status && truth.expiresOn === null,
    ),
  ),
  ...SHOWN.flatMap((shown) => {
    const { name, sign } = VERDICT_WORDS[shown];
    const holds = (_: Slots, truth: Truth) => shownOf(truth, truth.verdict) === shown;
    return [
      line(`${sign} ${name}`, holds),
      line(
        `${sign} ${name} · New · license {number}`,
        (slots, truth) => holds(slots, truth) && slots.words('number') === truth.number,
      ),
      line(
        `${sign} ${name} Food truck night. Grade: {words}. Filed {words2}, {day}, {words3}`,
        (slots, truth) =>
          holds(slots, truth) && slots.words() === gradeOf(truth) && slots.day() === truth.today,
      ),
    ];
  }),
  line('No score', (_, { score }) => score === null),
  ...['low risk', 'moderate risk', 'elevated risk', 'high risk', 'risk unknown'].flatMap((tier) => [
    line(`{decimal}, ${tier}`, (slots, truth) => scoreOf(truth) === `${slots.words('decimal')}, ${tier}`),
  ]),
  line('No grade', (_, { letter }) => letter === null),
  line('Grade {letter}', (slots, truth) => slots.words('letter') === truth.letter),
  line('{n}. {words}', (slots, { name }) =>
    [name.toUpperCase(), OTHER_NAME.toUpperCase()].includes(slots.words().toUpperCase()),
  ),
  line(
    'Filed {words}, {day}, {words2}, for an event on {day2}.',
    (slots, { today, event }) =>
      slots.day() === today && slots.day('day2') === event.first && event.first === event.last,
  ),
  line(
    'Filed {words}, {day}, {words2}, after the event. The event was over when this was filed, so the receipt names the day of filing, {day2}, as the day of the event.',
    (slots, { today, event }) =>
      slots.day() === today && slots.day('day2') === today && event.first === today && event.last === today,
  ),
  line(
    'Filed {words}, {day}, {words2}, for an event from {day2} to {day3}.',
    (slots, { today, event }) =>
      slots.day() === today && slots.day('day2') === event.first && slots.day('day3') === event.last,
  ),
];
