import type { Language } from '../../lib/language/language.ts';
import { describeDay, JURISDICTION_ZONE, parseIsoDate } from '../../lib/time/dates.ts';
import { describeInstant } from '../../lib/time/zoned-time.ts';
import type { LedgerTable } from './exported-table.ts';
import { FOR_PROGRAMS, HEADINGS, TITLES } from './heading-messages.ts';
import { READABLE } from './readable-messages.ts';
import { describeValue } from './value-messages.ts';

/** Describes rows of an export in text for the person they are about. Pure. */

type Row = Readonly<Record<string, unknown>>;

/** Columns of times and days: in other columns a person may have typed a text that looks like one. */
const IS_TIME = /^at$|_(?:at|since)$/;
const IS_DAY = /^day$|_(?:on|date|until)$/;
const YES_OR_NO = new Set(['email_verified', 'told_regulator', 'cancel_at_period_end', 'waitlist_moves']);
const INDENT = '    ';

/** Returns the heading of the whole text. */
export function describeExport(email: string, now: Date, language: Language): string {
  const t = READABLE[language];
  const at = describeInstant(now.toISOString(), JURISDICTION_ZONE, language);
  return `${t.title}\n\n${t.madeAt({ at, email })}\n`;
}

/** Returns the heading of a table. */
export function describeTable(table: LedgerTable, language: Language): string {
  const title = titlesIn(language)[table] ?? table;
  return `\n\n${title}\n${'='.repeat(title.length)}\n`;
}

/** Describes one row of a table, one line per value; empty if all of it is for programs. */
export function describeRow(row: Row, table: LedgerTable, language: Language): string {
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

/** Stored as JSON: each question and its answer on a separate line. Other shapes stay unchanged. */
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
