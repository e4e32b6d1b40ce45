import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { findFiles, loadFile } from '../../src/intake/fetch/disk-files-service.ts';
import { readRegulatorFile } from '../../src/regulator/florida/read-file.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';

/**
 * The folder with the regulator's real files, if it is next to the checkout on this machine. The files are
 * not in the repository.
 */

export const RECORDS = path.resolve(import.meta.dirname, '../../../shared/dbpr');
export const skip = existsSync(RECORDS) ? false : 'the real regulator records are not on this machine';
export const TODAY = '2026-11-01';
export const now = () => new Date(`${TODAY}T12:00:00Z`);

export async function readRecords(...names: string[]): Promise<ParsedFile[]> {
  const paths = await findFiles(names.map((name) => path.join(RECORDS, name)));
  return Promise.all(
    paths.map(async (file) => readRegulatorFile(await loadFile(file, path.basename(file), null), TODAY)),
  );
}

/** Lists the real license files in that folder. */
export function listLicenseFiles(): string[] {
  return globSync('licenses/*/*.csv', { cwd: RECORDS }).sort();
}

/** Returns a real file with its rows changed. The rows that `change` receives include the header row. */
export async function readChanged(
  name: string,
  change: (rows: string[][]) => string[][],
  today = TODAY,
): Promise<ParsedFile> {
  const text = (await readFile(path.join(RECORDS, name))).toString('latin1');
  const rows: string[][] = parse(text, { relax_quotes: true, relax_column_count: true });
  const lines = change(rows).map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
  return readRegulatorFile({ name: `changed-${path.basename(name)}`, bytes, publishedAt: null }, today);
}
