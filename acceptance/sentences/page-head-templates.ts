import { daysApart } from '../truth/days.ts';
import type { Truth } from '../truth/truth.ts';
import { line, type Slots, type Template } from './template.ts';
import { SHOWN, shownOf, VERDICT_WORDS } from './verdict-names.ts';

/** The titles, descriptions and dates on pages, and the notice about old records at the top of each page. */

/**
 * Compares names without regard to case. Titles show names in title case, and the small print shows them as
 * they are on file.
 */
const named = (slots: Slots, { name }: Truth) => slots.words().toUpperCase() === name.toUpperCase();

export const HEAD_TEMPLATES: readonly Template[] = [
  line(
    '{words} ({number}) · Vendor Compliance',
    (slots, truth) => named(slots, truth) && slots.words('number') === truth.number,
  ),
  ...SHOWN.flatMap((shown) => {
    const { name } = VERDICT_WORDS[shown];
    const holds = (slots: Slots, truth: Truth) =>
      named(slots, truth) && shownOf(truth, truth.verdict) === shown;
    return [
      line(
        `${name}: {words} · Vendor Compliance`,
        (slots, truth) => holds(slots, truth) && truth.oldDays === null,
      ),
      line(
        `${name}, old records: {words} · Vendor Compliance`,
        (slots, truth) => holds(slots, truth) && truth.oldDays !== null,
      ),
    ];
  }),
  // The changes that are needed before a declined vendor can be booked.
  line(
    'A later visit or report from the regulator must clear what is listed above.',
    (_, { verdict, hold }) => verdict === 'DECLINE' && hold.length > 0,
  ),
  line(
    'Newer inspections must raise the grade above F.',
    (_, { verdict, letter }) => verdict === 'DECLINE' && letter === 'F',
  ),
  line(
    'A later visit must meet the regulator’s standards.',
    (_, { verdict, unresolved }) => verdict === 'DECLINE' && unresolved.length > 0,
  ),
  line(
    '90 days must pass after the closure.',
    (_, { verdict, closedOn }) => verdict === 'DECLINE' && closedOn !== undefined,
  ),
  line('On file as “{words}”', (slots, { name }) => slots.words() === name),
  line('Self-check: {words} · Vendor Compliance', named),
  line('What’s holding back {words}’s grade, and what to do about it.', named),
  line('Every inspection of {words}', named),
  ...['food truck', 'hot dog cart', 'caterer'].flatMap((kind) => [
    line(
      `License and inspection record of {words}, ${kind}, from public records of the Florida DBPR.`,
      (slots, truth) =>
        slots.words().toUpperCase().startsWith(truth.name.toUpperCase()) && kindOf(truth) === kind,
    ),
    line(
      `License and inspection record of {words}, ${kind}, {words2}, from public records of the Florida DBPR.`,
      (slots, truth) =>
        slots.words().toUpperCase().startsWith(truth.name.toUpperCase()) && kindOf(truth) === kind,
    ),
    line(
      `{number} · ${kind}`,
      (slots, truth) => slots.words('number') === truth.number && kindOf(truth) === kind,
    ),
    line(
      `{number} · ${kind} · {words2}`,
      (slots, truth) => slots.words('number') === truth.number && kindOf(truth) === kind,
    ),
  ]),
  line(
    'Records through {day2}, checked as of {day}. Independent, not a DBPR rating; each inspection is a snapshot of one day.',
    dated,
  ),
  line('Old records. The {words} go only through {day}, {n} days ago. Data coverage', isBanner),
  line(
    'Records from an earlier day. They are as of {day}, a date the operator chose. Data coverage',
    (slots, { asOf, today }) => slots.day() === asOf && asOf < today,
  ),
];

export function kindOf({ type, number }: Truth): string {
  if (type === '2013') return 'caterer';
  return number.startsWith('HTD') ? 'hot dog cart' : 'food truck';
}

function dated(slots: Slots, { asOf }: Truth): boolean {
  return slots.day() === asOf;
}

/** Checks the notice at the top of a page about districts with old records. */
function isBanner(slots: Slots, { reachOfDistricts, today }: Truth): boolean {
  const all = [...reachOfDistricts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const old = all.filter(([, reach]) => daysApart(reach, today) > 14);
  const numbers = old.map(([district]) => district);
  const last = numbers.at(-1);
  const before = numbers.slice(0, -1).join(', ');
  const which = before === '' ? ` for District ${last}` : ` for Districts ${before} and ${last}`;
  const oldest = old.map(([, reach]) => reach).sort()[0];
  const whose = old.length === all.length ? '' : which;
  return (
    oldest !== undefined &&
    slots.day() === oldest &&
    slots.n() === daysApart(oldest, today) &&
    slots.words() === `${old.length > 1 ? 'oldest ' : ''}records${whose}`
  );
}
