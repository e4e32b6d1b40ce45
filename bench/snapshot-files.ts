import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDemoFiles } from '../src/demo/florida/files/write-demo-files.ts';
import type { FileInUse } from '../src/registry/intake/file-in-use.ts';
import { coveredBy, slotOf } from '../src/registry/intake/merge.ts';
import { unpackRows } from '../src/registry/sources/packed-rows.ts';
import type { FileKind, FileRecords, FileSummary } from '../src/registry/sources/parsed-file.ts';
import { REGULATOR } from '../src/registry/sources/regulator.ts';
import { AS_OF } from './service.ts';

/** The parsed rows of files on the disk, as a build reads them. */

/** The options of a build, apart from its files and folder. */
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

/** Makes the files of a state and packs their rows, unless the folder has them. Returns the folder of the rows. */
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

/** Reads every file of a folder and writes its rows to another, in parts. */
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

/** Lists the files that {@link packFiles} wrote, the oldest first. */
export async function listPacked(folder: string): Promise<FileInUse[]> {
  const entries = parseEntries(await readFile(path.join(folder, 'entries.json'), 'utf8'));
  const files = entries.map((entry, index) => toFile(folder, index, entry));
  return files.sort((a, b) => ((a.fileDate ?? '') < (b.fileDate ?? '') ? -1 : 1));
}

function toFile(folder: string, index: number, { summary, kind, parts }: PackedEntry): FileInUse {
  const file = { ...summary, records: toRecords(kind, []) };
  return {
    slot: slotOf(file),
    kind,
    district: summary.district,
    fileDate: summary.fileDate,
    rowsRefused: 0,
    coveredDays: coveredBy(file),
    refusedRows: [],
    async *readRows() {
      for (let part = 0; part < parts; part++)
        yield toRecords(kind, unpackRows(await readFile(partOf(folder, index, part))));
    },
  };
}

function partOf(folder: string, file: number, part: number): string {
  return path.join(folder, `${file}-${part}.rows`);
}

/** What {@link packFiles} wrote. */
function parseEntries(text: string): PackedEntry[] {
  return JSON.parse(text) as PackedEntry[];
}

/** What was packed: rows of this kind. */
function toRecords(kind: FileKind, rows: readonly object[]): FileRecords {
  return { kind, rows } as FileRecords;
}
