import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Language } from '../../lib/language/language.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { describeExport, describeRow, describeTable } from './describe-export.ts';
import { listFiles, type Person, readFile, readRows } from './export-store.ts';
import type { LedgerTable } from './exported-table.ts';
import { EXPORTED, NOT_YOURS } from './exported-tables.ts';
import { FILES } from './file-tables.ts';
import { TITLES } from './heading-messages.ts';
import { READABLE, README } from './readable-messages.ts';
import { LEFT_OUT } from './tables-left-out.ts';

/**
 * Yields everything about a person as one ZIP: a guide, the text in both languages, `data.json`, then the
 * files that the person sent. It is built while it is read, one page of rows or one file at a time, so its
 * size needs no memory.
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
      // Photographs and PDFs are already compressed.
      const file = new ZipPassThrough(`files/${folder}/${id}${endingOf(content)}`);
      zip.add(file);
      file.push(content, true);
      yield* made.splice(0);
    }
  zip.end();
  yield* made.splice(0);
}

/** Yields the same for people: tables with readable values, under familiar names. */
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

/** Yields the document in parts: a head, one entry for each table, and the omitted tables with reasons. */
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

/** Returns the extension according to the first bytes, as for uploads; empty for any other file. */
function endingOf(content: Uint8Array): string {
  const [first, second, third, fourth] = content;
  if (first === 0x25 && second === 0x50 && third === 0x44 && fourth === 0x46) return '.pdf';
  if (first === 0xff && second === 0xd8) return '.jpg';
  if (first === 0x89 && second === 0x50) return '.png';
  return '';
}

/** `Object.entries` loses the type of the keys. */
function entriesOf<Value>(record: Readonly<Partial<Record<LedgerTable, Value>>>): [LedgerTable, Value][] {
  return Object.entries(record) as [LedgerTable, Value][];
}
