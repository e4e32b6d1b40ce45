import { existsSync } from 'node:fs';
import path from 'node:path';
import { asOfDay, publicationDay } from '../../config.ts';
import { writeDemoFiles } from '../../demo/florida/files/write-demo-files.ts';
import { describeSource } from '../../intake/coverage/coverage-service.ts';
import type { SourceFileState } from '../../intake/coverage/schemas.ts';
import { findFiles, findSkipped, type SkippedEntry } from '../../intake/fetch/disk-files-service.ts';
import type { RunFile } from '../../intake/fetch/parsed-rows-service.ts';
import { listSourceFiles, rememberFolder } from '../../intake/fetch/source-files-service.ts';
import { checkOfFolder, isOfFolder, rowsOfFolder } from '../../intake/fetch/source-rows.ts';
import { markUnseen } from '../../lib/text/text.ts';
import { type IsoDate, jurisdictionDay } from '../../lib/time/dates.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import type { SourceFilesTable } from '../../platform/db/schema/ledger-tables/regulator-tables.ts';
import { findPublication, findPublishedState } from '../../published-state/service.ts';
import type { Publication } from '../../records/publication/service.ts';
import { publish } from '../../records/publication/service.ts';
import { RECORD_FORMAT } from '../../records/record/record-format.ts';
import { type Reading, withFiles } from './read-files.ts';
import { dayOfRun, type RefreshContext } from './refresh-context.ts';
import { refreshFromSite } from './site/refresh-site.ts';

/** The part of the context that is needed to read files. */
type ReadingContext = Omit<RefreshContext, 'database'> & Partial<Pick<RefreshContext, 'database'>>;

/** The publication, and the state of each file in the source. */
export interface Refresh extends Publication {
  /** Empty if the source is the demo. */
  readonly source: readonly SourceFileState[];
  /** Entries in the source folder that were not read. */
  readonly skipped: readonly SkippedEntry[];
}

/** Updates the records from the configured source and publishes them, as of today by default. */
export async function refresh(context: RefreshContext): Promise<Refresh> {
  const publication = await refreshRecords(context);
  const { regulatorSource: from } = context.config;
  return {
    ...publication,
    source: from.type === 'demo' ? [] : await describeSource(context.database),
    skipped:
      from.type === 'directory' && existsSync(from.directory) ? await findSkipped([from.directory]) : [],
  };
}

async function refreshRecords(context: RefreshContext): Promise<Publication> {
  const { config, database, now, demoVendors } = context;
  const day = dayOfRun(context);
  const { asOf } = day;
  const source = config.regulatorSource;
  switch (source.type) {
    case 'demo': {
      const state = await findPublishedState(database.published.db);
      // Demo data must never replace real records.
      const wanted = state === undefined || (state.fictional === 1 && state.as_of !== asOf);
      if (wanted)
        return publishDemo(
          context,
          path.join(config.dataDir, 'demo'),
          asOf,
          demoVendors === undefined ? {} : { vendorCount: demoVendors },
        );
      return publish(database, { files: [], ...day, now });
    }
    case 'directory':
      await renewRecords(context);
      return refreshFromFolder(context, source.directory);
    case 'url':
      await renewRecords(context);
      return refreshFromSite(context, source.url, readingOf(context));
  }
}

/**
 * Rebuilds the records from stored rows if another version of the program published them. The upgrade must
 * not have to wait for a source that responds slowly or not at all.
 */
async function renewRecords({ config, database, now }: RefreshContext): Promise<void> {
  const state = await findPublication(database.db);
  if (state && state.record_format !== RECORD_FORMAT)
    await publish(database, { files: [], ...publicationDay(config, now()), now });
}

/**
 * Does the same with fictional records when the data folder was empty at startup. Creates and reads the files
 * immediately, and publishes them in `database` once it exists. Accounts for records that were published, or
 * a day that began, in the meantime.
 */
export async function refreshAhead(
  context: Omit<RefreshContext, 'database'>,
  database: Promise<OpenLedger>,
): Promise<Refresh> {
  const { config, now, demoVendors } = context;
  const asOf = asOfDay(config, now());
  const directory = path.join(config.dataDir, 'demo');
  const paths = await writeDemoFiles({
    directory,
    today: asOf,
    ...(demoVendors === undefined ? {} : { vendorCount: demoVendors }),
  });
  return withFilesAt(paths, context, async (files) => {
    const opened = await database;
    if ((await findPublishedState(opened.published.db)) !== undefined || asOfDay(config, now()) !== asOf)
      return refresh({ ...context, database: opened });
    const publication = await publish(opened, { files, asOf, now, replaceFictional: true });
    return { ...publication, source: [], skipped: [] };
  });
}

async function refreshFromFolder(context: RefreshContext, directory: string): Promise<Publication> {
  const { database, now } = context;
  const before = await rememberedFiles(context);
  const paths = await findKnownFiles(directory, before);
  const { publication, rows } = await withFilesAt(paths, context, async (files) => {
    const source = checkOfFolder(files, before);
    const done = await publish(database, { files, ...dayOfRun(context), now, source });
    return { publication: done, rows: rowsOfFolder(files, done.files, before, now().toISOString()) };
  });
  await rememberFolder(database.db, rows);
  return publication;
}

type RememberedFiles = ReadonlyMap<string, SourceFilesTable>;

async function rememberedFiles({ database }: RefreshContext): Promise<RememberedFiles> {
  return new Map((await listSourceFiles(database.db)).map((row) => [row.name, row]));
}

/**
 * Finds the files in a folder. If a folder that had files is gone, all of them are missing. If it never had
 * any, the setting is wrong.
 */
async function findKnownFiles(directory: string, before: RememberedFiles): Promise<string[]> {
  try {
    return await findFiles([directory]);
  } catch (error) {
    if ([...before.values()].some(isOfFolder)) return [];
    throw error;
  }
}

/** Writes a day's fictional files and publishes them in place of earlier fictional ones. */
export async function publishDemo(
  context: RefreshContext,
  directory: string,
  asOf: IsoDate,
  options: { vendorCount?: number; seed?: number; months?: number },
): Promise<Publication> {
  const paths = await writeDemoFiles({ directory, today: asOf, ...options });
  return withFilesAt(paths, context, (files) =>
    publish(context.database, { files, asOf, now: context.now, replaceFictional: true }),
  );
}

/** Reads the files at these paths, and discards them once `use` is done. */
export async function withFilesAt<Value>(
  paths: readonly string[],
  context: ReadingContext,
  use: (files: readonly RunFile[]) => Promise<Value>,
): Promise<Value> {
  const files = paths.map((each) => ({ path: each, name: nameOfFile(each), publishedAt: null }));
  const { asOf = '' } = context.config;
  const reading = readingOf(context);
  const latest = [reading.latest, asOf].sort().at(-1) ?? asOf;
  return withFiles(files, { ...reading, latest }, async (read) => {
    context.onProgress?.(paths.length, paths.length, 'publishing');
    return use(read);
  });
}

function readingOf({ config, now, signal, onProgress }: ReadingContext): Reading {
  return { latest: jurisdictionDay(now()), folder: config.dataDir, signal, onProgress };
}

/**
 * Returns the name under which a file appears in the list of imports. It includes the folder, because many
 * files have the same name. The list is public, so a name must not contain a direction mark, which would
 * reverse the text after it.
 */
export function nameOfFile(file: string): string {
  return markUnseen(path.join(path.basename(path.dirname(file)), path.basename(file)));
}
