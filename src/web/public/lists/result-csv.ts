import { verdictText } from '../../../decisions/decide/decision-words.ts';
import { documentsAfter } from '../../../decisions/decide/documents/required-documents.ts';
import { type Cell, toCsv } from '../../../lib/text/csv.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import type { CheckedList, DecidedLine } from '../../../organizer/lists/checked-list.ts';
import { describeLineProblem } from '../../../organizer/lists/line-words.ts';
import type { ListLine } from '../../../organizer/lists/list-lines.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { expiryOf, shownVerdictOf, sortDecided } from './attention.ts';
import { openWords, repeatedWords } from './open-words.ts';

/** The checked list as a spreadsheet, in English for programs: every line of what was sent, those that were not decided too. */
export function listCsv(list: CheckedList): string {
  const today = jurisdictionDay(new Date(list.checkedAt));
  const decided = sortDecided(list.decided, 'attention').map((each: DecidedLine): Cell[] => {
    const { line, decision } = each;
    const { vendor, verdict, reasons } = decision;
    const codes = reasons.map(({ code }) => code);
    const documents = documentsAfter(codes, list.eventType).map(({ name }) => name);
    return [
      ...typed(line),
      verdictText(shownVerdictOf(each)),
      displayName(vendor.name),
      vendor.license.number,
      vendor.city,
      vendor.license.expires_on,
      EXPIRY[expiryOf(vendor.license.expires_on, list.eventDate, today)],
      reasons.map(({ text }) => text).join(' '),
      verdict === 'DECLINE' ? null : documents.join('; '),
      list.eventType,
      list.eventDate,
      decision.decided_at,
      decision.data_as_of,
      decision.receipt_number,
      decision.receipt_url,
    ];
  });
  const open = list.open.map((each): Cell[] => [
    ...typed(each.line),
    'Not decided',
    ...blank(5),
    openWords(each, 'en'),
  ]);
  const spoilt = list.spoilt.map((each): Cell[] => [
    each.line,
    each.text,
    null,
    null,
    'Left out',
    ...blank(5),
    `${describeLineProblem(each.problem)} ${repeatedWords(list, each, 'en')}`.trim(),
  ]);
  return toCsv([
    TITLES,
    ...[...decided, ...open, ...spoilt].map((row) => [...row, ...blank(TITLES.length - row.length)]),
  ]);
}

const TITLES = [
  'Line',
  'Name as given',
  'License as given',
  'City as given',
  'Verdict',
  'Vendor on record',
  'License on record',
  'City on record',
  'License expires',
  'Against the event',

  'Reasons',
  'Documents to collect',
  'Kind of event',
  'Day of the event',
  'Decided (UTC)',
  'Newest file of',
  'Receipt',
  'Verify at',
];

const EXPIRY: Readonly<Record<ReturnType<typeof expiryOf>, string>> = {
  noExpiry: 'no expiry date on record',
  expired: 'expired',
  endsBefore: 'expires before the event',
  runsPast: 'runs past the event',
};

function typed({ line, name, licenseNumber, city }: ListLine): Cell[] {
  return [line, name, licenseNumber, city];
}

function blank(count: number): null[] {
  return Array.from({ length: count }, () => null);
}
