import { verdictText } from '../../../decisions/decide/decision-words.ts';
import { documentsAfter } from '../../../decisions/decide/documents/required-documents.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { Cell } from '../../../lib/text/csv.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import {
  type CheckedList,
  type DecidedLine,
  type OwnTable,
  outcomeOfRepeated,
} from '../../../organizer/lists/checked-list.ts';
import { describeLineProblem } from '../../../organizer/lists/line-words.ts';
import type { SpoiltLine } from '../../../organizer/lists/list-lines.ts';
import { ROLES_NAMED } from '../../../organizer/lists/messages.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { shownVerdictOf } from './attention.ts';
import { ADDED_COLUMNS } from './messages.ts';
import { openWords, otherLicenseFor } from './open-words.ts';

/**
 * Returns the organizer's own list, with its rows and columns in their original order, followed by the result
 * columns.
 */
export function resultTable(list: CheckedList, language: Language): readonly (readonly Cell[])[] {
  const { rows, roles, titleLine } = list.own ?? typedLines(list);
  const found = foundByLine(list, language);
  const added = addedTitles(language);
  const width = Math.max(roles.length, ...rows.map(({ cells }) => cells.length));
  const filled = (cells: readonly Cell[], length: number) =>
    Array.from({ length }, (_, index) => cells[index] ?? null);
  const body = rows.map(({ line, cells }) => [
    ...filled(cells, width),
    ...(line === titleLine ? added : filled(found.get(line) ?? [], added.length)),
  ]);
  return titleLine === null ? [[...namedColumns(roles, language), ...added], ...body] : body;
}

/**
 * Returns the same table as a workbook. Every cell is text, so that license numbers keep their leading zeros.
 */
export async function resultWorkbook(list: CheckedList, language: Language): Promise<Buffer> {
  const { writeXlsx } = await import('hucre/xlsx');
  const rows = resultTable(list, language).map((row) =>
    row.map((cell) => (cell === null ? null : String(cell))),
  );
  const columns = rows[0]?.map((_, index) => ({ width: widthOf(rows.map((row) => row[index] ?? '')) })) ?? [];
  return Buffer.from(await writeXlsx({ sheets: [{ name: ADDED_COLUMNS[language].sheet, rows, columns }] }));
}

/** Builds a table from the lines in a list whose original columns were not stored. */
export function typedLines({ decided, open, spoilt }: CheckedList): OwnTable {
  const lines = [...decided, ...open].map(({ line: { line, name, licenseNumber, city } }) => ({
    line,
    cells: [name, licenseNumber, city],
  }));
  const others = spoilt.map(({ line, text }) => ({ line, cells: [text] }));
  return {
    rows: [...lines, ...others].toSorted((one, other) => one.line - other.line),
    roles: ['name', 'number', 'city'],
    titleLine: null,
  };
}

function foundByLine(list: CheckedList, language: Language): ReadonlyMap<number, readonly Cell[]> {
  const t = ADDED_COLUMNS[language];
  const decided = new Map(list.decided.map((each) => [each.line.line, each]));
  const found = new Map<number, readonly Cell[]>();
  for (const [line, each] of decided) found.set(line, decidedCells(each, list, language));
  for (const each of list.open) {
    const documents = otherLicenseFor(each.line, language)?.documents.join('; ') ?? null;
    const none = [null, null, null, null];
    found.set(each.line.line, [t.notChecked, openWords(each, language), ...none, documents]);
  }
  for (const each of list.spoilt) {
    if (hasNoVendor(each)) continue;
    const reason = describeLineProblem(each.problem, language);
    const earlier = decided.get(outcomeOfRepeated(list, each)?.line ?? 0);
    const cells = earlier ? decidedCells(earlier, list, language) : [t.notChecked];
    found.set(each.line, [cells[0] ?? null, reason, ...cells.slice(2)]);
  }
  return found;
}

/** Returns true if a line does not describe a vendor, such as a header row or a total. */
function hasNoVendor({ problem: { code } }: SpoiltLine): boolean {
  return code === 'empty' || code === 'above_titles' || code === 'repeats_titles' || code === 'total';
}

function decidedCells(
  decided: DecidedLine,
  { eventType, eventDate }: CheckedList,
  language: Language,
): Cell[] {
  const { decision, told } = decided;
  const { vendor, verdict, reasons } = decision;
  const shown = told?.language === language ? told.reasons : reasons;
  const codes = reasons.map(({ code }) => code);
  const documents = documentsAfter(codes, eventType, language).map(({ name }) => name);
  return [
    verdictText(shownVerdictOf(decided), language),
    shown.map(({ text }) => text).join(' '),
    vendor.license.expires_on,
    displayName(vendor.name),
    vendor.license.number,
    displayName(vendor.city ?? ''),
    // Declined vendors are not asked for documents.
    verdict === 'DECLINE' ? null : documents.join('; '),
    eventDate,
    jurisdictionDay(new Date(decision.decided_at)),
    decision.receipt_number,
    decision.receipt_url,
  ];
}

function addedTitles(language: Language): readonly string[] {
  const t = ADDED_COLUMNS[language];
  const about = [t.verdict, t.reasons, t.expires, t.name, t.license, t.city];
  return [...about, t.documents, t.eventDay, t.checked, t.receipt, t.link];
}

function namedColumns(roles: OwnTable['roles'], language: Language): readonly string[] {
  return roles.map((role, index) =>
    role === 'ignored' ? ADDED_COLUMNS[language].column({ number: index + 1 }) : ROLES_NAMED[language][role],
  );
}

const WIDTH_MIN = 10;
const WIDTH_MAX = 50;

/** Returns the column width in characters, which is the unit that spreadsheets use. */
function widthOf(cells: readonly string[]): number {
  return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, ...cells.map(({ length }) => length)) + 2);
}
