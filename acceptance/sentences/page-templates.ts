import { isVerbatim } from '../truth/quotes.ts';
import type { Status, Truth } from '../truth/truth.ts';
import { knowsClosures } from '../truth/verdict.ts';
import { direction, hasSevere, is, isAge, isQuoted, ownerWords } from './facts.ts';
import { EVIDENCE_TEMPLATES } from './judgement-templates.ts';
import { ORDER_PAGE_TEMPLATES } from './order-templates.ts';
import { PAGE_FRAME } from './page-frame.ts';
import { HEAD_TEMPLATES } from './page-head-templates.ts';
import { CAUSE_EVIDENCE_TEMPLATES } from './self-check-templates.ts';
import { createReader, line, type Slots, type Template } from './template.ts';
import { SHOWN, type ShownName, shownOf, VERDICT_WORDS } from './verdict-names.ts';
import { VISIT_TEMPLATES } from './visit-templates.ts';

/** Statements about a record that appear on pages but not in the API. Each line is one text. */

/** The time of every decision, in the regulator's time zone. */
const NOON = ['11:00 AM EST', '12:00 PM EDT'];

/** Creates a template for a sentence that other sentences may follow. */
function part(text: string, holds: Template['holds']): Template {
  return { text, holds };
}

const letter =
  (wanted: string) =>
  (_: Slots, truth: Truth): boolean =>
    truth.letter === wanted;
const shown =
  (wanted: ShownName) =>
  (_: Slots, truth: Truth): boolean =>
    shownOf(truth, truth.verdict) === wanted;
/** The decision page explains the verdict for the event, and the vendor's page the verdict for today. */
const meaning =
  (wanted: ShownName) =>
  (_: Slots, truth: Truth): boolean =>
    [truth.verdict, truth.verdictToday].some((verdict) => shownOf(truth, verdict) === wanted);
const ordered = ({ hold }: Truth) => hold.some(({ code }) => code !== 'administrative_determination');

const STAMPS: readonly Template[] = [
  line('Grade{letter}', (slots, truth) => truth.letter === slots.words('letter')),
  line('NO GRADE', (_, truth) => truth.letter === null),
  line('✕CLOSED', (_, truth) => ordered(truth)),
  line('✕ON HOLD', (_, truth) => truth.hold.length > 0 && !ordered(truth)),
  ...SHOWN.map((each) => line(`${VERDICT_WORDS[each].sign}${VERDICT_WORDS[each].name}`, shown(each))),
  ...SHOWN.map((each) =>
    line(
      `${VERDICT_WORDS[each].sign} ${VERDICT_WORDS[each].name}`,
      (_, truth) => shownOf(truth, truth.verdictToday) === each,
    ),
  ),
  line('Nothing on record should stop you from booking. Collect the documents.', meaning('CLEAR')),
  line('You can book once you’ve gone over the record with the vendor.', meaning('CONDITIONAL')),
  line('Review with the vendor before booking: the record can’t tell you yes or no.', meaning('REVIEW')),
  line(
    'There aren’t enough inspections to judge this vendor yet. Ask for its most recent inspection report.',
    meaning('SHORT_RECORD'),
  ),
  line('The record is a reason not to book this vendor.', meaning('DECLINE')),
  line(
    'A strong inspection record: few violations, and few serious ones.',
    (_, truth) => truth.letter === 'A' && isLight(truth),
  ),
  line(
    'A good inspection record, with some violations or enforcement actions.',
    (_, truth) => truth.letter === 'B' && hasAny(truth),
  ),
  line('A mixed inspection record. Look at the recent inspections.', letter('C')),
  line(
    'A poor inspection record: serious violations, many violations, or enforcement actions.',
    (_, truth) => truth.letter === 'D' && hasSevere(truth),
  ),
  line(
    'A very poor inspection record: very serious or very many violations, or enforcement actions.',
    (_, truth) => truth.letter === 'F' && hasSevere(truth),
  ),
  line(
    'Formerly {words}. The license carried that name before. Check that the permits and insurance show the new one.',
    (slots, { name }) => slots.words().toUpperCase() !== name.toUpperCase(),
  ),
  part('We don’t show a grade while the hold is in force.', (_, { hold }) => hold.length > 0),
  part(
    'No grade yet. A grade requires at least two inspections under the current owner, one of them recent.',
    (_, { gradeStatus }) => gradeStatus === 'insufficient_record',
  ),
  part('A missing grade doesn’t count against a vendor.', (_, { letter: own }) => own === null),
  line(
    'The regulator closed the business under this license, and no later record shows that it reopened. In the regulator’s words:',
    (_, truth) => ordered(truth),
  ),
  line(
    'An inspector found the business operating without a license, and no later record resolves that. In the regulator’s words:',
    (_, truth) => truth.hold.length > 0 && !ordered(truth),
  ),
];

/**
 * Returns true if there are, on average, at most four violations per inspection and fewer serious violations
 * than inspections. Newer inspections weigh more.
 */
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
  ['The license file lists it as not renewed.', 'delinquent'],
  ['The holder gave it up.', 'relinquished'],
  ['While a change of owner is pending, the file doesn’t confirm either owner.', 'transfer_pending'],
  ['The latest license file doesn’t list it.', 'not_on_file'],
  [
    'We haven’t loaded a license file for its district, so we don’t know anything about the license.',
    'no_file',
  ],
  ['The file lists a status that the regulator doesn’t explain.', 'unknown'],
];

function hasLapsed({ status, expiresOn, isConfirmed }: Truth): boolean {
  return status === 'current' && expiresOn !== null && !isConfirmed;
}

const STATUSES: readonly (readonly [text: string, status: Status])[] = [
  ['Current', 'current'],
  ['Not renewed (delinquent)', 'delinquent'],
  ['Given up by the license holder', 'relinquished'],
  ['The owner may be changing', 'transfer_pending'],
  ['Unknown: no license file has been loaded for its district', 'no_file'],
  ['Not in the latest license file', 'not_on_file'],
  ['Listed with a status that the regulator doesn’t explain', 'unknown'],
];

/**
 * Returns the lines for a status with and without an expiration date, and with "not confirmed" for the check
 * page.
 */
function statusLines([text, status]: readonly [text: string, status: Status]): Template[] {
  const lines: [string, Template['holds']][] = [[text, (_, { expiresOn }) => expiresOn === null]];
  if (status !== 'current')
    lines.push([`${text}; expiry date {day}`, (slots, { expiresOn }) => expiresOn === slots.day()]);
  else
    lines.push(
      [
        'Current, expires {day}',
        (slots, { expiresOn, asOf, today, oldDays }) =>
          oldDays === null && expiresOn === slots.day() && expiresOn >= asOf && expiresOn >= today,
      ],
      [
        'Was current through {day} in the license file we used',
        (slots, { expiresOn, today, oldDays }) =>
          oldDays !== null && expiresOn === slots.day() && expiresOn >= today,
      ],
      [
        'Was current through {day} in the license file we used, but that date has passed',
        (slots, { expiresOn, asOf, today }) =>
          expiresOn === slots.day() && expiresOn >= asOf && expiresOn < today,
      ],
      [
        'Listed as current on {day}, but expired {day2}',
        (slots, { expiresOn, asOf }) =>
          slots.day() === asOf && expiresOn === slots.day('day2') && expiresOn < asOf,
      ],
    );
  return lines.flatMap(([line_, holds]) => [
    line(line_, (slots, truth) => truth.status === status && holds(slots, truth)),
    line(
      `${line_}; closed since {day3}`,
      (slots, truth) =>
        truth.status === status &&
        holds(slots, truth) &&
        truth.hold.map(({ since }) => since).sort()[0] === slots.day('day3'),
    ),
    line(
      `${line_}; not confirmed`,
      (slots, truth) => truth.status === status && !truth.isConfirmed && holds(slots, truth),
    ),
  ]);
}

const LEDGER: readonly Template[] = [
  ...STATUSES.flatMap(statusLines),
  part('Not confirmed.', (_, truth) => !truth.isConfirmed),
  ...NOT_CONFIRMED.map(([text, status]) => part(text, is(status))),
  part(
    'The 30-day grace period after its expiry date, or after its district’s yearly date if that is earlier, is over.',
    (_, truth) => hasLapsed(truth),
  ),
  part(
    'The file doesn’t give an expiry date.',
    (_, { status, expiresOn }) => status === 'current' && expiresOn === null,
  ),
  line('{day}, “{words}”', (slots, { last }) => isQuoted(last, slots.words(), slots.day())),
  line('“{words}”, {day}', (slots, { last }) => isQuoted(last, slots.words(), slots.day())),
  line('“{words}”, since {day}', (slots, { hold }) =>
    hold.some(({ text, since }) => text === slots.words() && since === slots.day()),
  ),
  line('None in force', (_, { hold, oldDays }) => hold.length === 0 && oldDays === null),
  line(
    'None in force on {day}; no newer information',
    (slots, { hold, oldDays, reachTo }) => hold.length === 0 && oldDays !== null && slots.day() === reachTo,
  ),
  line('In force. {words}', (slots, { hold }) =>
    hold.every(({ text }) => slots.words().includes(`“${text}”, since`)),
  ),
  line(
    '“{words}”, {day}, {words2}',
    (slots, { gravest, asOf }) =>
      isQuoted(gravest, slots.words(), slots.day()) &&
      isAgeBeforeRecords(slots.words('words2'), slots.day(), asOf),
  ),
  line('No follow-up or closure under this owner', (_, { gravest }) => gravest === undefined),
  line('None under this owner', (_, { last }) => last === undefined),
  line(
    'None on file under the {owner}',
    (slots, truth) => !truth.last && slots.words('owner') === ownerWords(truth),
  ),
  line(
    'None on file under the {owner}.',
    (slots, truth) => !truth.last && slots.words('owner') === ownerWords(truth),
  ),
  line('None: a score requires more recent inspections', (_, { score }) => score === null),
  line(
    'None: a grade requires more recent inspections under this owner',
    (_, truth) => truth.gradeStatus === 'insufficient_record',
  ),
  line('Withheld because the license isn’t confirmed', (_, truth) => truth.gradeStatus === 'withheld'),
  line('None while the regulator’s hold is in force', (_, truth) => truth.gradeStatus === 'hold'),
  line('{letter}', (slots, truth) => truth.letter === slots.words('letter')),
  line(
    '{words} out of 100; higher is better',
    (slots, { score, letter: own }) => score?.toFixed(1) === slots.words() && own !== null,
  ),
  line(
    '{words} out of 100, based only on inspections. It doesn’t consider the license or closures, and doesn’t result in a letter.',
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
  line('Twelve months to {day}', (slots, { year, asOf }) => year.isWhole && slots.day() === asOf),
  line(
    'Twelve months to {day}, which the files cover only in part',
    (slots, { year, asOf }) => !year.isWhole && slots.day() === asOf,
  ),
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

/** Converts "Jun 3, 2018" to 2018-06-03. */
function shortDay(text: string): string {
  const [, month = '', day = '', year = ''] = /^([A-Z][a-z]{2}) (\d+), (\d{4})$/.exec(text) ?? [];
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const TREND: readonly Template[] = [
  trend('Too few inspections to show a trend.', 'unknown'),
  trend('Improving', 'improving'),
  trend('Steady', 'steady'),
  trend('Worsening', 'worsening'),
  line(
    'No inspection under the {words} cited more than one violation.',
    (slots, truth) =>
      slots.words() === ownerWords(truth) &&
      truth.current.every(({ first }) => first.counts !== undefined && (first.counts?.total ?? 2) <= 1),
  ),
  line(
    'No inspection under the {words} cited any violations.',
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

const DISCLAIMER =
  'This is our independent reading of public records, not a rating by the Florida DBPR, which doesn’t grade anyone. Each inspection is a snapshot of one day. The grade, score and recommendation are ours.';

/**
 * Returns true for a fictional vendor, whose number has a 9 as its third digit. Real numbers never have 9 or
 * 8 there.
 */
function isFictional({ digits }: Truth): boolean {
  return digits.charAt(2) === '9';
}

const readEvidence = createReader([...EVIDENCE_TEMPLATES, ...CAUSE_EVIDENCE_TEMPLATES]);

/** Checks the resource that a factor links to, and the data that the factor is based on. */
function isEvidence(slots: Slots, truth: Truth): boolean {
  const reading = readEvidence(slots.words('words2'));
  return (
    reading.type === 'read' && reading.found.every(({ template, slots: own }) => template.holds(own, truth))
  );
}

/**
 * The page's notes on the regulator's texts and counts. The notes depend on which of the two the page shows.
 */
const NOTES: readonly Template[] = [
  {
    text: 'The regulator’s files list and count the categories. They don’t have the inspector’s notes.',
    holds: (_, { visits }) => visits.length > 0 && visits.every(({ texts }) => texts.length === 0),
  },
  {
    text: 'If a visit shows only categories, the regulator’s files don’t have the inspector’s notes.',
    holds: (_, { visits }) =>
      visits.some(({ texts }) => texts.length > 0) &&
      visits.some(({ texts, categories }) => texts.length < [...categories.values()].length),
  },
  sentence('They say how many violations on a visit were high priority but not which ones.'),
  sentence('Full reports: DBPR: inspections.'),
];

function sentence(text: string): Template {
  return { text, holds: (_, truth) => truth.visits.length > 0 };
}

/** Compares a name in displayed code, in which special characters are escaped twice. */
function named(slots: Slots, name: string): boolean {
  const words = slots.words().replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  return words.toUpperCase() === name.toUpperCase();
}

export const PAGE_TEMPLATES: readonly Template[] = [
  part('Old records.', (_, { oldDays }) => oldDays !== null),
  ...ORDER_PAGE_TEMPLATES,
  ...[HEAD_TEMPLATES, STAMPS, LEDGER, COUNTS, TREND, VISIT_TEMPLATES, NOTES].flat(),
  line('Fictional vendor: demo data. No such business exists.', (_, truth) => isFictional(truth)),
  line('Demo data. Every business on this site is fictional.', (_, truth) => isFictional(truth)),
  line(
    'Nothing on file is holding the grade back.',
    (_, truth) =>
      (truth.letter === 'A' || truth.letter === 'B') &&
      knowsClosures(truth) &&
      truth.closedDays.length === 0 &&
      truth.own.every(({ result, categories }) => result === 'met' && categories.size === 0) &&
      truth.current.every(({ first }) => first.counts?.total === 0),
  ),
  line(
    'Nothing yet. The next good inspection will appear here.',
    (_, { isConfirmed, expiresOn, today, last }) =>
      (!isConfirmed || (expiresOn ?? '') < today) && last?.result !== 'met',
  ),
  line('Everything that’s holding the grade back ({n})', (slots) => slots.n() > 0),
  line('How to keep the {letter}', (slots, { letter: own }) => own === slots.words('letter')),
  line('The inspector wrote on {day}: “{words}”', (slots, { own }) =>
    own.some(
      ({ day, texts }) => day === slots.day() && texts.some((text) => isVerbatim(slots.words(), text)),
    ),
  ),
  line('More from inspectors: {n}', (slots, { own }) => own.flatMap(({ texts }) => texts).length > slots.n()),
  line(
    'formerly {words} · {words2}',
    (slots, { number, name }) => slots.words() !== name && slots.words('words2').startsWith(number),
  ),
  line('https://vendors.example/vendor/{id}', () => true),
  line(
    '[![Inspection record](https://vendors.example/api/badge/{id})](https://vendors.example/vendor/{id2})',
    (slots) => slots.words('id') === slots.words('id2'),
  ),
  line(
    '<a href="https://vendors.example/vendor/{id}"><img src="https://vendors.example/api/badge/{id2}" alt="Inspection record"></a>',
    (slots) => slots.words('id') === slots.words('id2'),
  ),
  line(
    '<iframe src="https://vendors.example/embed/{id}" title="Inspection record of {words}" width="440" height="280" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>',
    (slots, { name }) => named(slots, name),
  ),
  line('{number} · public page', (slots, { number }) => slots.words('number') === number),
  line(
    'Festival on {day} · decided {words}day, {day2}, {words2}',
    (slots, { event, today }) =>
      slots.day() === event.first &&
      event.last === event.first &&
      slots.day('day2') === today &&
      NOON.includes(slots.words('words2')),
  ),
  line(
    'Festival from {day} to {day2} · decided {words}day, {day3}, {words2}',
    (slots, { event, today }) =>
      slots.day() === event.first &&
      slots.day('day2') === event.last &&
      slots.day('day3') === today &&
      NOON.includes(slots.words('words2')),
  ),
  line(
    'Policy {words}. The receipt includes the name, license, verdict, reasons, event and dates above.',
    () => true,
  ),
  line('{words} · On file: {words2}', isEvidence),
  line(`Fictional demo data: no such business exists. ${DISCLAIMER}`, (_, truth) => isFictional(truth)),
  line(DISCLAIMER, (_, truth) => !isFictional(truth)),
  ...PAGE_FRAME.map((text) => line(text, () => true)),
];

function isAgeBeforeRecords(words: string, day: string, asOf: string): boolean {
  if (words === 'the day of these records') return day === asOf;
  const [, age = ''] = /^(.* before) the day of these records$/.exec(words) ?? [];
  return isAge(age, day, asOf);
}
