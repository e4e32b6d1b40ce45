import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { ENDINGS, toWorkbookCells, WORKBOOK_ENDING } from './file-formats.ts';
import type { Table } from './open-tables.ts';
import type { StoredSet, StoredWorkbook } from './sets/sets.ts';

/**
 * The maximum number of rows in a workbook. Longer ones open slowly or not at all in spreadsheet programs.
 */
export const WORKBOOK_ROWS_MAX = 100_000;
const OWNER_ONLY = 0o600;

/**
 * Writes a table of a set as a workbook, row by row from its NDJSON file. Returns undefined if it has more
 * rows than {@link WORKBOOK_ROWS_MAX}. Throws if the file has a different number of rows.
 */
export async function writeWorkbook(
  folder: string,
  { name, columns }: Table,
  { rows }: Pick<StoredSet['tables'][number], 'rows'>,
  rowsMax = WORKBOOK_ROWS_MAX,
): Promise<StoredWorkbook | undefined> {
  if (rows > rowsMax) return undefined;
  const { writeXlsxStream } = await import('hucre/xlsx');
  const source = path.join(folder, `${name}.${ENDINGS.ndjson}`);
  const cells = async function* () {
    // This is created just before it is read. It starts emitting lines on the next turn, and lines without a reader are lost.
    const lines = createInterface({ input: createReadStream(source).pipe(createGunzip()) });
    let written = 0;
    for await (const line of lines) {
      yield toWorkbookCells(columns, JSON.parse(line));
      written += 1;
    }
    if (written !== rows) throw new Error(`${source} has ${written} rows instead of ${rows}.`);
  };
  const sheet = writeXlsxStream(cells(), {
    name,
    columns: columns.map((each) => ({
      header: each.name,
      ...(each.type === 'day' ? { numFmt: 'yyyy-mm-dd' } : {}),
    })),
    freezePane: { rows: 1 },
  });
  const file = `${name}.${WORKBOOK_ENDING}`;
  const handle = await open(path.join(folder, file), 'wx', OWNER_ONLY);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of sheet) {
      await handle.writeFile(chunk);
      hash.update(chunk);
      bytes += chunk.length;
    }
    await handle.sync();
    return { name: file, bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}
