import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDemoFiles } from '../src/demo/florida/files/write-demo-files.ts';
import type { CountedFile } from '../src/intake/coverage/files-cover.ts';
import { coveredBy, slotOf } from '../src/intake/import/license-holders.ts';
import type { Staging } from '../src/intake/staging/staging-service.ts';
import { unpackRows } from '../src/regulator/source/packed-rows.ts';
import type { FileKind, FileRecords, FileSummary } from '../src/regulator/source/parsed-file.ts';
import { REGULATOR } from '../src/regulator/source/regulator.ts';
import { AS_OF } from './service.ts';

/** The parsed rows of files on disk, in the form that a build reads. */

/** The options of a build, except its files and folder. */
export const BUILD = {
  asOf: AS_OF,
  today: AS_OF,
  isDayChosen: false,
  fictional: true,
  loadingYears: [],
  version: 1,
  publishedAt: `${AS_OF}T12:00:00.000Z`,
  madeBy: 'bench',
} as const;

interface PackedEntry {
  readonly summary: FileSummary;
  readonly kind: FileKind;
  readonly parts: number;
}

/**
 * Creates a state's files and packs their rows, unless the folder already has them. Returns the folder with
 * the rows.
 */
export async function packState(data: string, vendors: number, months: number): Promise<string> {
  const root = path.join(data, `${vendors}-${months}`);
  const rows = path.join(root, 'rows');
  if (existsSync(rows)) return rows;
  const files = path.join(root, 'files');
  await writeDemoFiles({ directory: files, today: AS_OF, vendorCount: vendors, months });
  await packFiles(files, `${rows}.part`, AS_OF);
  await rm(files, { recursive: true });
  await rename(`${rows}.part`, rows);
  return rows;
}

/** Reads every file in a folder and writes its rows to another folder, in parts. */
async function packFiles(from: string, to: string, today: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries: PackedEntry[] = [];
  for (const name of (await readdir(from)).sort()) {
    const bytes = await readFile(path.join(from, name));
    const { summary, kind, parts } = await REGULATOR.packFile({ name, bytes, publishedAt: null }, today);
    for (const [part, rows] of parts.entries()) await writeFile(partOf(to, entries.length, part), rows);
    entries.push({ summary, kind, parts: parts.length });
  }
  await writeFile(path.join(to, 'entries.json'), JSON.stringify(entries));
}

/**
 * Stages the files that {@link packFiles} wrote. Returns the files that vendors are built from, oldest first.
 */
export async function stagePacked(folder: string, staging: Staging): Promise<CountedFile[]> {
  const entries = parseEntries(await readFile(path.join(folder, 'entries.json'), 'utf8'));
  const files = entries.map(({ summary, kind, parts }, id) => {
    const file = { ...summary, records: toRecords(kind, []) };
    const { district, fileDate } = summary;
    return { id, kind, parts, slot: slotOf(file), district, fileDate, coveredDays: coveredBy(file) };
  });
  files.sort((a, b) => ((a.fileDate ?? '') < (b.fileDate ?? '') ? -1 : 1));
  for (const { parts, ...file } of files) {
    staging.addFile({ ...file, rowsRefused: 0, refusedRows: [] });
    for (let part = 0; part < parts; part++) {
      const rows = unpackRows(await readFile(partOf(folder, file.id, part)));
      staging.addRows(file.id, toRecords(file.kind, rows));
    }
  }
  staging.orderFiles(files.map(({ id }) => id));
  return files.filter(({ kind }) => kind !== 'observations');
}

function partOf(folder: string, file: number, part: number): string {
  return path.join(folder, `${file}-${part}.rows`);
}

/** Parses the entries that {@link packFiles} wrote. */
function parseEntries(text: string): PackedEntry[] {
  return JSON.parse(text) as PackedEntry[];
}

/** Converts packed rows of a kind back into records. */
function toRecords(kind: FileKind, rows: readonly object[]): FileRecords {
  return { kind, rows } as FileRecords;
}
