import { REGULATOR } from '../../../src/registry/sources/regulator.ts';
import type { Status, Truth, Visit } from '../truth/truth.ts';
import { direction, hasSevere, inYear, is, isAge, isQuoted, ownerWords } from './facts.ts';
import { PAGE_FRAME } from './page-frame.ts';
import { counted, type Slots, type Template } from './template.ts';

/** What the pages say of a record beside the sentences of the API: each line is one text. */

function line(text: string, holds: Template['holds']): Template {
  return { text, holds, isLine: true };
}

const named = (slots: Slots, { name }: Truth) => slots.words() === name;

const HEAD: readonly Template[] = [
  line(
    '{words} ({words2}) · Vendor Compliance',
    (slots, truth) => named(slots, truth) && slots.words('words2') === truth.number,
  ),
  ...(['CLEAR', 'CONDITIONAL', 'REVIEW', 'DECLINE'] as const).map((verdict) =>
    line(
      `${verdict}: {words} · Vendor Compliance`,
      (slots, truth) => named(slots, truth) && truth.verdict === verdict,
    ),
  ),
  line('Self-check: {words} · Vendor Compliance', named),
  line('What holds the grade of {words} back, and what to do about it.', named),
  line('Every inspection of {words}', named),
  ...['food truck', 'hot dog cart', 'caterer'].flatMap((kind) => [
    line(
      `License and inspection record of the ${kind} {words}, from public records of the Florida DBPR.`,
      (slots, truth) => slots.words().startsWith(truth.name) && kindOf(truth) === kind,
    ),
    line(
      `{words} · ${kind}`,
      (slots, truth) => slots.words().endsWith(truth.number) && kindOf(truth) === kind,
    ),
    line(
      `{words} · ${kind} · {words2}`,
      (slots, truth) => slots.words().endsWith(truth.number) && kindOf(truth) === kind,
    ),
  ]),
  line(
    'As of {day}, from files up to {day2}. Independent, not a DBPR rating; each inspection is a snapshot of one day.',
    dated,
  ),
  line(
    'As of {day}, from records dated {day2}. Independent, not a DBPR rating; each inspection is a snapshot of one day.',
    dated,
  ),
  line(
    'Words in “quotation marks” are the regulator’s, as its files have them; everything else is ours, also the names of violation categories, which the files only number. As of {day}; newest file of {day2}.',
    dated,
  ),
];

function kindOf({ type, number }: Truth): string {
  if (type === '2013') return 'caterer';
  return number.startsWith('HTD') ? 'hot dog cart' : 'food truck';
}

function dated(slots: Slots, { asOf }: Truth): boolean {
  return slots.day() === asOf;
}

const letter =
  (wanted: string) =>
  (_: Slots, truth: Truth): boolean =>
    truth.letter === wanted;
const verdict =
  (wanted: Truth['verdict']) =>
  (_: Slots, truth: Truth): boolean =>
    truth.verdict === wanted;
const ordered = ({ hold }: Truth) => hold.some(({ code }) => code !== 'administrative_determination');

const STAMPS: readonly Template[] = [
  line('Grade{letter}', (slots, truth) => truth.letter === slots.words('letter')),
  line('NO GRADE', (_, truth) => truth.letter === null),
  line('✕CLOSED', (_, truth) => ordered(truth)),
  line('✕ON HOLD', (_, truth) => truth.hold.length > 0 && !ordered(truth)),
  line('✓CLEAR', verdict('CLEAR')),
  line('!CONDITIONAL', verdict('CONDITIONAL')),
  line('?REVIEW', verdict('REVIEW')),
  line('✕DECLINE', verdict('DECLINE')),
  line(
    'The public record does not stand in the way of a booking. Mind the points below, collect the documents, then confirm the spot.',
    verdict('CLEAR'),
  ),
  line(
    'May be booked once you have looked into the points below and are satisfied with the answers.',
    verdict('CONDITIONAL'),
  ),
  line(
    'The public record does not settle it. Somebody should look closely, and ask the vendor, before a yes.',
    verdict('REVIEW'),
  ),
  line('The public record speaks against this vendor now. Do not book until it changes.', verdict('DECLINE')),
  line(
    'A strong inspection record: few violations, and few serious ones.',
    (_, truth) => truth.letter === 'A' && isLight(truth),
  ),
  line(
    'A good inspection record, with some violations or measures of the regulator.',
    (_, truth) => truth.letter === 'B' && hasAny(truth),
  ),
  line('A mixed inspection record: look at the recent inspections.', letter('C')),
  line(
    'A poor inspection record: serious or many violations, or measures of the regulator.',
    (_, truth) => truth.letter === 'D' && hasSevere(truth),
  ),
  line(
    'A very poor inspection record: serious or very many violations, or measures of the regulator.',
    (_, truth) => truth.letter === 'F' && hasSevere(truth),
  ),
  line('No grade is shown while the hold is in force.', (_, { hold }) => hold.length > 0),
  line(
    'There is no grade yet: it needs at least two inspections of the current owner, one of them recent.',
    (_, { gradeStatus }) => gradeStatus === 'insufficient_record',
  ),
  line('A missing grade alone says nothing against a vendor.', (_, { letter: own }) => own === null),
  line(
    'The regulator has closed the business under this license, and nothing on file reopens it. In the regulator’s words:',
    (_, truth) => ordered(truth),
  ),
  line(
    'An inspector found the business operating without a license, and nothing on file settles that. In the regulator’s words:',
    (_, truth) => truth.hold.length > 0 && !ordered(truth),
  ),
];

/** On average at most four violations an inspection, and fewer serious ones than inspections; the newest count most. */
function isLight({ current, score }: Truth): boolean {
  const known = current.flatMap(({ first }) => first.counts ?? []);
  const recent = known.slice(-3);
  const high = recent.reduce((sum, counts) => sum + counts.high, 0);
  const all = recent.reduce((sum, counts) => sum + counts.total, 0);
  return score !== null && score >= 85 && high <= recent.length && all <= 5 * recent.length;
}

function hasAny({ current }: Truth): boolean {
  return current.some(({ first, worst }) => (first.counts?.total ?? 1) > 0 || worst.result !== 'met');
}

const NOT_CONFIRMED: readonly (readonly [text: string, status: Status])[] = [
  ['The expiry date has passed by more than the grace of 30 days.', 'current'],
  ['The holder has not renewed it.', 'delinquent'],
  ['The holder gave it up.', 'relinquished'],
  ['While a change of owner is pending the file confirms neither owner.', 'transfer_pending'],
  ['The newest license file does not list it.', 'not_on_file'],
  ['No license file of its district has been read here, so nothing is known of the license.', 'no_file'],
  ['The file has a status whose meaning the regulator does not publish.', 'unknown'],
];

const STATUSES: readonly (readonly [text: string, status: Status])[] = [
  ['Current', 'current'],
  ['Not renewed (delinquent)', 'delinquent'],
  ['Given up by its holder', 'relinquished'],
  ['A change of owner seems in progress', 'transfer_pending'],
  ['Unknown: no license file of its district has been read', 'no_file'],
  ['Not on the newest license file', 'not_on_file'],
  ['A status whose meaning is not published', 'unknown'],
];

/** Each with ", expires …" or ", expired …", or without a day, and on the check page with "not confirmed". */
function statusLines([text, status]: readonly [text: string, status: Status]): Template[] {
  const confirmed = (truth: Truth, end: string) => truth.isConfirmed === (end === '');
  return ['', '; not confirmed'].flatMap((end) => [
    line(
      text + end,
      (_, truth) =>
        truth.status === status && truth.expiresOn === null && (end === '' || confirmed(truth, end)),
    ),
    ...(['expires', 'expired'] as const).map((word) =>
      line(
        `${text}, ${word} {day}${end}`,
        (slots, truth) =>
          truth.status === status &&
          truth.expiresOn === slots.day() &&
          truth.expiresOn < truth.asOf === (word === 'expired') &&
          (end === '' || confirmed(truth, end)),
      ),
    ),
  ]);
}

const LEDGER: readonly Template[] = [
  ...STATUSES.flatMap(statusLines),
  line('Not confirmed.', (_, truth) => !truth.isConfirmed),
  ...NOT_CONFIRMED.map(([text, status]) => line(text, is(status))),
  line('{day}, “{words}”', (slots, { last }) => isQuoted(last, slots.words(), slots.day())),
  line('“{words}”, {day}', (slots, { last }) => isQuoted(last, slots.words(), slots.day())),
  line('“{words}”, since {day}', (slots, { hold }) =>
    hold.some(({ text, since }) => text === slots.words() && since === slots.day()),
  ),
  line('None in force', (_, { hold }) => hold.length === 0),
  line('In force. {words}', (slots, { hold }) =>
    hold.every(({ text }) => slots.words().includes(`“${text}”, since`)),
  ),
  line(
    '“{words}”, {day}, {words2}',
    (slots, { gravest, asOf }) =>
      isQuoted(gravest, slots.words(), slots.day()) && isAge(slots.words('words2'), slots.day(), asOf),
  ),
  line('No follow-up or closure counted for the owner', (_, { gravest }) => gravest === undefined),
  line('None counted for the owner', (_, { last }) => last === undefined),
  line(
    'None on file under the {words}',
    (slots, truth) => !truth.last && slots.words() === ownerWords(truth),
  ),
  line(
    'None on file under the {words}.',
    (slots, truth) => !truth.last && slots.words() === ownerWords(truth),
  ),
  line('None: a score needs more recent inspections', (_, { score }) => score === null),
  line(
    'None: a grade needs more recent inspections of the owner',
    (_, truth) => truth.gradeStatus === 'insufficient_record',
  ),
  line('Withheld, because the license is not confirmed', (_, truth) => truth.gradeStatus === 'withheld'),
  line('None while the regulator’s hold is in force', (_, truth) => truth.gradeStatus === 'hold'),
  line('{letter}', (slots, truth) => truth.letter === slots.words('letter')),
  line(
    '{words} of 100, higher is better',
    (slots, { score, letter: own }) => score?.toFixed(1) === slots.words() && own !== null,
  ),
  line(
    '{words} of 100, from inspections alone; it takes no account of license or closure, and no letter follows from it now.',
    (slots, { score, letter: own }) => score?.toFixed(1) === slots.words() && own === null,
  ),
];

function count(name: string, of: (truth: Truth) => number | null): Template[] {
  return [
    line(`| ${name} | {n}`, (slots, truth) => of(truth) === slots.n()),
    line(`| ${name} | not on file`, (_, truth) => of(truth) === null),
  ];
}

const COUNTS: readonly Template[] = [
  ...count('Inspections', ({ year }) => year.inspections),
  ...count('High-priority violations', ({ year }) => year.high),
  ...count('Intermediate violations', ({ year }) => year.intermediate),
  ...count('Basic violations', ({ year }) => year.basic),
  ...count('Warnings', ({ year }) => year.warnings),
  ...count('Administrative complaints', ({ year }) => year.complaints),
  ...count('Emergency orders', ({ year }) => year.orders),
];

function trend(text: string, wanted: string): Template {
  return line(text, (_, truth) => direction(truth) === wanted);
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** "Jun 3, 2018" or "May 3, 2018" → 2018-06-03. */
function shortDay(text: string): string {
  const [, month = '', day = '', year = ''] = /^([A-Z][a-z]{2}) (\d+), (\d{4})$/.exec(text) ?? [];
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const TREND: readonly Template[] = [
  trend(
    'Improving: the two newest inspections weigh less in points (findings and measures) than those before.',
    'improving',
  ),
  trend(
    'Steady: the two newest inspections weigh about as much in points (findings and measures) as those before.',
    'steady',
  ),
  trend(
    'Worsening: the two newest inspections weigh more in points (findings and measures) than those before.',
    'worsening',
  ),
  trend('Too few inspections to tell a direction.', 'unknown'),
  line(
    'No inspection under the {words} cited a violation.',
    (slots, truth) =>
      slots.words() === ownerWords(truth) && truth.current.every(({ first }) => first.counts?.total === 0),
  ),
  line('| {words} | {n} | {n2} | {n3}', (slots, { current }) =>
    current.some(
      ({ first: { day, counts } }) =>
        day === shortDay(slots.words()) &&
        counts?.high === slots.n() &&
        counts.intermediate === slots.n('n2') &&
        counts.basic === slots.n('n3'),
    ),
  ),
  line('| {words} | not on file | not on file | not on file', (slots, { current }) =>
    current.some(({ first: { day, counts } }) => day === shortDay(slots.words()) && counts === undefined),
  ),
];

const some = (truth: Truth, test: (visit: Visit) => boolean) => truth.visits.some(test);

function result(text: string, test: (visit: Visit) => boolean): Template {
  return line(`${text} “{words}”`, (slots, truth) =>
    some(truth, (visit) => visit.disposition === slots.words() && test(visit)),
  );
}

const INSPECTIONS: readonly Template[] = [
  line('{day} “{words}”', (slots, truth) =>
    some(truth, ({ day, inspectionType }) => day === slots.day() && inspectionType === slots.words()),
  ),
  line('{day} Callback; its first visit is not on file · “{words}”', (slots, truth) =>
    some(truth, ({ day, visitNumber }) => day === slots.day() && visitNumber > 1),
  ),
  line('Callback, {day}', (slots, truth) =>
    some(truth, ({ day, visitNumber }) => day === slots.day() && visitNumber > 1),
  ),
  result('✓ Met standards', ({ result: own }) => own === 'met'),
  result('! Follow-up required', ({ result: own }) => own === 'follow_up'),
  result('✕ Closed', ({ result: own, isUnlicensed }) => own === 'closed' && !isUnlicensed),
  result('✕ Found without a license', ({ isUnlicensed }) => isUnlicensed),
  result('? Result unknown', ({ result: own }) => own === 'unknown'),
  line('No violation cited.', (_, truth) =>
    some(truth, ({ counts, result: own }) => counts?.total === 0 && own !== 'unknown'),
  ),
  line('No violation on file for this visit.', (_, truth) =>
    some(truth, ({ counts, result: own }) => counts?.total === 0 && own === 'unknown'),
  ),
  line(
    'How many violations were cited is not known: the file leaves a count blank, or its counts contradict each other.',
    (_, truth) => some(truth, ({ counts }) => counts === undefined),
  ),
  ...counted(
    '{n} violation: {n2} high priority, {n3} intermediate, {n4} basic.',
    '{n} violations: {n2} high priority, {n3} intermediate, {n4} basic.',
    (total, truth, slots) =>
      some(
        truth,
        ({ counts }) =>
          counts?.total === total &&
          counts.high === slots.n('n2') &&
          counts.intermediate === slots.n('n3') &&
          counts.basic === slots.n('n4'),
      ),
  ),
  line('{words} (category {n})', (slots, truth) => isCited(truth, slots, 1)),
  line(
    '{words} (category {n}) {n2} times',
    (slots, truth) => slots.n('n2') > 1 && isCited(truth, slots, slots.n('n2')),
  ),
  ...counted(
    'Show {n} inspection under a prior owner',
    'Show {n} inspections under a prior owner',
    (number, { prior }) => prior.length === number,
  ),
  line(
    'The license had another owner before. What was found then is neither scored nor counted for the present one.',
    (_, { prior }) => prior.length > 0,
  ),
  line('Owner uncertain', (_, { uncertain }) => uncertain.length > 0),
  line('Prior owner', (_, { prior }) => prior.length > 0),
];

function isCited(truth: Truth, slots: Slots, times: number): boolean {
  const title = REGULATOR.violationCategory(slots.n()).title;
  return title === slots.words() && some(truth, ({ categories }) => categories.get(slots.n()) === times);
}

export const PAGE_TEMPLATES: readonly Template[] = [
  ...[HEAD, STAMPS, LEDGER, COUNTS, TREND, INSPECTIONS].flat(),
  line(
    'Fictional vendor: demo data. No such business exists.',
    (_, { digits }) => /^\d\d[59]9/.test(digits) || isDemo(digits),
  ),
  line(
    'Nothing on file does. Keep it up.',
    (_, truth) => truth.verdict === 'CLEAR' && inYear(truth).length >= 0,
  ),
  ...PAGE_FRAME.map((text) => line(text, () => true)),
];

function isDemo(digits: string): boolean {
  return digits.length === 7;
}
