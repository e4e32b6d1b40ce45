import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Language } from '../../lib/language/language.ts';
import { describeDay, JURISDICTION_ZONE, parseIsoDate } from '../../lib/time/dates.ts';
import { describeInstant } from '../../lib/time/zoned-time.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { FILES, listFiles, type Person, readFile, readRows } from './export-store.ts';
import type { LedgerTable } from './exported-table.ts';
import { EXPORTED, NOT_YOURS } from './exported-tables.ts';
import { FOR_PROGRAMS, HEADINGS, TITLES } from './heading-messages.ts';
import { READABLE, README } from './readable-messages.ts';
import { describeValue } from './value-messages.ts';

/** Tables that are never exported, with the reason for each. */
export const LEFT_OUT: Readonly<Partial<Record<LedgerTable, string>>> = {
  verifications: 'links in emails, hashed: each gives access, works once and expires within days',
  deprecations: 'the announced ends of API versions: no personal data',
  application_decisions:
    'the organizer’s file of decisions about the vendor’s public record; it has no name, address or phone number from the form',
  bulk_actions: 'an organizer’s actions on many applications at once; the results are in application_history',
  bulk_action_items:
    'an organizer’s actions on many applications at once; the results are in application_history',
  booked_watches: 'a copy of the vendor’s public record, for comparison',
  booked_changes: 'changes of the vendor’s public record that were reported to the organizer',
  checked_lists: 'the list has no owner; it is deleted after 7 days',
  invitation_stops: 'hashes of addresses that want no invitations: no names',
  log_checkpoints: 'the public log: sizes and hashes',
  log_publications: 'the public log: hashes of public records',
  log_records: 'the public log: hashes of public records',
  log_cosignatures: 'the public log: signatures of its witnesses',
  log_tiles: 'the public log: hashes of receipts and of public records',
  receipts: 'a receipt names the vendor and the verdict; the person who asked was never stored',
  payment_events: 'numbers of the payment provider’s notices; no names',
  kept_counts: 'counts against guessing, under hashes; they are deleted within days',
};

type Row = Readonly<Record<string, unknown>>;

/**
 * These patterns match the names of time and date columns. In other columns, a person may have typed text
 * that looks like a time or a date.
 */
const IS_TIME = /^at$|_(?:at|since)$/;
const IS_DAY = /^day$|_(?:on|date|until)$/;
const YES_OR_NO = new Set([
  'email_verified',
  'told_regulator',
  'cancel_at_period_end',
  'waitlist_moves',
  'is_off',
]);
const INDENT = '    ';

/**
 * Yields all data about a person as one ZIP: a guide, the readable text in both languages, `data.json`, and
 * the files that the person sent. Reads one page of rows or one file at a time, so memory use does not depend
 * on the size of the export.
 */
export async function* exportPerson(
  { ledgerDb, now }: { readonly ledgerDb: LedgerDb; readonly now: () => Date },
  person: Person,
): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  const encoder = new TextEncoder();
  const at = now();
  const texts: readonly (readonly [string, Iterable<string> | AsyncIterable<string>])[] = [
    ['README.txt', [README]],
    ['your-data.txt', readableOf(ledgerDb, person, { now: at, language: 'en' })],
    ['sus-datos.txt', readableOf(ledgerDb, person, { now: at, language: 'es' })],
    ['data.json', documentOf(ledgerDb, person, at)],
  ];
  for (const [name, parts] of texts) {
    const document = new ZipDeflate(name);
    zip.add(document);
    for await (const text of parts) {
      document.push(encoder.encode(text));
      yield* made.splice(0);
    }
    document.push(new Uint8Array(0), true);
  }
  for (const [table, { folder }] of entriesOf(FILES))
    for (const id of await listFiles(ledgerDb, table, person)) {
      const content = await readFile(ledgerDb, table, id);
      if (!content) continue;
      // Photos and PDFs are already compressed, so they are stored as they are.
      const file = new ZipPassThrough(`files/${folder}/${id}${endingOf(content)}`);
      zip.add(file);
      file.push(content, true);
      yield* made.splice(0);
    }
  zip.end();
  yield* made.splice(0);
}

/** Yields the same data in readable form: tables with described values, under familiar names. */
async function* readableOf(
  ledgerDb: LedgerDb,
  person: Person,
  { now, language }: { readonly now: Date; readonly language: Language },
): AsyncGenerator<string> {
  yield describeExport(person.email, now, language);
  let isEmpty = true;
  for (const [table] of entriesOf(EXPORTED)) {
    let head = describeTable(table, language);
    for await (const row of readRows(ledgerDb, table, person)) {
      const text = describeRow(row, table, language);
      if (text === '') continue;
      yield head + text;
      head = '';
      isEmpty = false;
    }
  }
  if (isEmpty) yield `\n${READABLE[language].nothing}\n`;
}

/**
 * Yields the JSON document in parts: a header, an entry for each table, and the omitted tables with the
 * reason for each.
 */
async function* documentOf(ledgerDb: LedgerDb, person: Person, now: Date): AsyncGenerator<string> {
  const head = { format: 1, made_at: now.toISOString(), account_id: person.accountId ?? null };
  yield `${JSON.stringify({ ...head, email: person.email, not_here: NOT_YOURS }, null, 1).slice(0, -2)},\n "tables": {`;
  let before = '\n';
  for (const [table, { withheld }] of entriesOf(EXPORTED)) {
    yield `${before}  ${JSON.stringify(table)}: {"title": ${JSON.stringify(titleOf(table))}, "left_out_columns": ${JSON.stringify(withheld)}, "rows": [`;
    before = ',\n';
    let between = '\n   ';
    for await (const row of readRows(ledgerDb, table, person)) {
      yield `${between}${JSON.stringify(row)}`;
      between = ',\n   ';
    }
    yield ']}';
  }
  yield `\n },\n "left_out_tables": ${JSON.stringify(LEFT_OUT)}\n}\n`;
}

function titleOf(table: LedgerTable): string {
  const titles: Readonly<Partial<Record<string, string>>> = TITLES.en;
  return titles[table] ?? table;
}

/**
 * Returns the file extension for the first bytes, using the same rules as for uploads. Returns an empty
 * string for any other file.
 */
function endingOf(content: Uint8Array): string {
  const [first, second, third, fourth] = content;
  if (first === 0x25 && second === 0x50 && third === 0x44 && fourth === 0x46) return '.pdf';
  if (first === 0xff && second === 0xd8) return '.jpg';
  if (first === 0x89 && second === 0x50) return '.png';
  return '';
}

/** Returns the record's entries with their key type, which `Object.entries` loses. */
function entriesOf<Value>(record: Readonly<Partial<Record<LedgerTable, Value>>>): [LedgerTable, Value][] {
  return Object.entries(record) as [LedgerTable, Value][];
}

/** Returns the heading at the top of the readable text. */
function describeExport(email: string, now: Date, language: Language): string {
  const t = READABLE[language];
  const at = describeInstant(now.toISOString(), JURISDICTION_ZONE, language);
  return `${t.title}\n\n${t.madeAt({ at, email })}\n`;
}

function describeTable(table: LedgerTable, language: Language): string {
  const title = titlesIn(language)[table] ?? table;
  return `\n\n${title}\n${'='.repeat(title.length)}\n`;
}

/**
 * Describes one row of a table with one line per value. Returns an empty string if none of its values is
 * meant for people.
 */
function describeRow(row: Row, table: LedgerTable, language: Language): string {
  const zone = typeof row.timezone === 'string' ? row.timezone : JURISDICTION_ZONE;
  const lines = Object.entries(row).flatMap(([column, value]) => {
    const heading = headingOf(column, table, language);
    const text = textOf(column, value, { zone, language });
    const isSaidAlready = column === 'license_digits' && 'license_number' in row;
    if (FOR_PROGRAMS.has(column) || isSaidAlready || text === '') return [];
    return [`${heading ?? column}: ${text.replaceAll(/\r\n?|\n/g, `\n${INDENT}`)}\n`];
  });
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

function headingOf(column: string, table: LedgerTable, language: Language): string | undefined {
  if (column === 'event_name') return READABLE[language].eventName;
  if (column === 'subject' && table === 'mails') return READABLE[language].mailSubject;
  return headingsIn(language)[column];
}

function textOf(
  column: string,
  value: unknown,
  { zone, language }: { readonly zone: string; readonly language: Language },
): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const t = READABLE[language];
  if (YES_OR_NO.has(column) && /^(?:[01]|true|false)$/.test(text)) return /1|true/.test(text) ? t.yes : t.no;
  if (column === 'deposit_cents') return `$${(Number(text) / 100).toFixed(2)}`;
  if (column === 'custom_responses') return answersIn(text);
  if (IS_TIME.test(column) && !Number.isNaN(Date.parse(text))) return describeInstant(text, zone, language);
  if (IS_DAY.test(column) && parseIsoDate(text) !== undefined) return describeDay(text, language);
  return describeValue(column, text, language) ?? text;
}

/**
 * Formats answers stored as a JSON array, with each question and answer on its own line. Returns other JSON
 * unchanged, or an empty string for `{}`.
 */
function answersIn(text: string): string {
  const stored: unknown = JSON.parse(text);
  if (!Array.isArray(stored)) return text === '{}' ? '' : text;
  return stored.map((each) => `\n${questionAndAnswer(each)}`).join('');
}

function questionAndAnswer(each: unknown): string {
  if (typeof each !== 'object' || each === null || !('label' in each) || !('answer' in each))
    return JSON.stringify(each);
  const { label, answer } = each;
  return `${label}: ${Array.isArray(answer) ? answer.join(', ') : answer}`;
}

function titlesIn(language: Language): Readonly<Partial<Record<string, string>>> {
  return TITLES[language];
}

function headingsIn(language: Language): Readonly<Partial<Record<string, string>>> {
  return HEADINGS[language];
}
