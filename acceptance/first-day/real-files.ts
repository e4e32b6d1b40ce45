import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { describeCoverage } from '../../src/intake/coverage/coverage-service.ts';
import type { Coverage } from '../../src/intake/coverage/schemas.ts';
import { withFilesAt } from '../../src/jobs/refresh/refresh.ts';
import { addDays, addMonths, type IsoDate } from '../../src/lib/time/dates.ts';
import { publish } from '../../src/records/publication/service.ts';
import { openTestSqlite, type TestDatabase } from '../../test/support/engines.ts';
import { RECORDS } from '../../test/support/real-records.ts';

/** Imports the regulator's real files as the command line does, if this machine has them. */

interface RealFile {
  /** The folder and name of the file. */
  readonly name: string;
  readonly file: string;
  /** The date on which the file is treated as having been read. */
  readonly readOn: IsoDate;
}

/** The result for one file. */
export interface RealOutcome {
  readonly name: string;
  /** The file imported before it: none, an earlier edition, or its own complete copy. */
  readonly after: string;
  readonly outcome: string;
  readonly reason: string;
  /** The doubts that the coverage lists about the file. */
  readonly doubts: readonly string[];
  /** True if this is the expected result. */
  readonly isRight: boolean;
}

/** Editions that were published one after another. */
const SEQUENCES = [
  ['2019-07/hrfood1.csv', '2020-03/hrfood1.csv'],
  ['2025-06-25/hrfood6.csv', '2025-07-07-mojibake/hrfood6.csv'],
] as const;
const CUT_SHARE = 0.6;

/** Lists every license and inspection file; empty if this machine does not have the folder. */
export async function listRealFiles(root = RECORDS): Promise<RealFile[]> {
  if (!existsSync(root)) return [];
  const names = await readdir(root, { recursive: true });
  return names
    .filter((name) => /(?:hrfood\d|\dfdinspi_[\w-]+)\.csv$/.test(name))
    .sort()
    .flatMap((name) => {
      const readOn = dayOfName(name);
      const own = path.join(path.basename(path.dirname(name)), path.basename(name));
      return readOn === undefined ? [] : [{ name: own, file: path.join(root, name), readOn }];
    });
}

/**
 * Returns the date on which a file with this name is treated as having been read. It is the date or month in
 * its folder's name, or ten days after its fiscal year.
 */
export function dayOfName(name: string): IsoDate | undefined {
  const [, day] = /(\d{4}-\d\d-\d\d)/.exec(name) ?? [];
  if (day !== undefined) return day;
  const [, month] = /(\d{4}-\d\d)\//.exec(name) ?? [];
  if (month !== undefined) return addDays(addMonths(`${month}-01`, 1), -1);
  const [, year] = /_\d\d(\d\d)\.csv$/.exec(name) ?? [];
  return year === undefined ? undefined : `20${year}-07-10`;
}

/**
 * Imports each file by itself, then a truncated copy of it, and then the sequences of editions. Reports one
 * line for each finished import.
 */
export async function importRealFiles(
  files: readonly RealFile[],
  say: (outcome: RealOutcome) => void,
): Promise<RealOutcome[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'first-day-real-'));
  const outcomes: RealOutcome[] = [];
  const note = (outcome: RealOutcome) => {
    outcomes.push(outcome);
    say(outcome);
  };
  try {
    for (const real of files) {
      await inRegistry(async (database) => {
        const whole = await importOne(database, folder, real, 'nothing');
        note(whole);
        const after = whole.outcome === 'published' ? 'its whole copy' : 'its whole copy, which was refused';
        note(await importOne(database, folder, await writeCut(folder, real), `${after} (cut)`, 'refused'));
      });
    }
    for (const [first, ...others] of SEQUENCES) {
      const before = files.find(({ name }) => name === first);
      if (!before) continue;
      await inRegistry(async (database) => {
        await importOne(database, folder, before, 'nothing');
        for (const real of files.filter(({ name }) => others.some((each) => each === name)))
          note(await importOne(database, folder, real, before.name));
      });
    }
    return outcomes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inRegistry(use: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await openTestSqlite();
  try {
    await use(database);
  } finally {
    await database.close();
  }
}

async function importOne(
  database: TestDatabase,
  folder: string,
  { name, file, readOn }: RealFile,
  after: string,
  should: 'taken' | 'refused' = 'taken',
): Promise<RealOutcome> {
  const now = () => new Date(`${readOn}T16:00:00Z`);
  const config = loadConfig({ AS_OF: readOn, DATA_DIR: folder });
  const publication = await withFilesAt([file], { config, database, now }, (files) =>
    publish(database, { files, asOf: readOn, now }),
  );
  const [done] = publication.files;
  const isTaken = done?.outcome === 'published';
  const doubts =
    publication.outcome === 'published' ? doubtsAbout(await describeCoverage(database), file) : [];
  return {
    name,
    after,
    outcome: done?.outcome ?? 'not read',
    reason: done?.reason ?? '',
    doubts,
    isRight: isTaken === (should === 'taken'),
  };
}

/** The parts of the coverage that list facts about every file rather than doubts about some files. */
const PLAIN_PARTS: ReadonlySet<string> = new Set([
  'files',
  'source',
  'districts',
  'set_aside',
  'held_back',
  'missing',
  'withdrawn',
  'not_refreshed',
]);

/** Returns the parts of the coverage that name a file or its slot, except those that list every file. */
function doubtsAbout(coverage: Coverage, file: string): string[] {
  const own = coverage.files.find(({ name }) => path.basename(name) === path.basename(file));
  if (!own) return [];
  return Object.entries(coverage).flatMap(([part, value]) => {
    if (PLAIN_PARTS.has(part)) return [];
    const text = JSON.stringify(value);
    return text.includes(`"${own.slot}"`) || text.includes(own.name) ? [part] : [];
  });
}

/** Writes the first 60 % of the file, up to a complete line, under the same name. */
async function writeCut(folder: string, { name, file, readOn }: RealFile): Promise<RealFile> {
  const cut = path.join(folder, path.basename(file));
  await writeFile(cut, cutAtLine(await readFile(file), CUT_SHARE));
  return { name, file: cut, readOn: addDays(readOn, 1) };
}

/** Returns the first lines of a text, up to a share of its bytes, ending with a complete line. */
export function cutAtLine(bytes: Uint8Array, share: number): Uint8Array {
  const end = bytes.lastIndexOf(10, Math.floor(bytes.length * share));
  return bytes.subarray(0, end + 1);
}
