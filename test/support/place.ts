import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import type { OpenLedger } from '../../src/platform/db/database.ts';
import { openLedger } from '../../src/platform/db/open.ts';
import { type createPostgresDatabase, createPostgresSchema } from './postgres-schema.ts';
import { isWholeRun } from './whole-run.ts';

/**
 * A storage location for one service's data. Processes, threads, and tests can open it as often as they like.
 */
export interface Place {
  readonly name: string;
  /** The settings that make a service use this location. */
  readonly settings: Readonly<Record<string, string>>;
  openLedger(): OpenLedger;
  /** Removes any data stored outside the folder. */
  remove(): Promise<void>;
}

/**
 * Prepares an embedded database in a folder or, given a database URL, a separate PostgreSQL schema or
 * database.
 */
export async function preparePlace(
  dataDir: string,
  databaseUrl: string | undefined,
  create: typeof createPostgresDatabase = createPostgresSchema,
): Promise<Place> {
  if (!databaseUrl)
    return {
      name: 'SQLite',
      settings: { DATA_DIR: dataDir },
      openLedger: () => openLedger({ databaseUrl: undefined, dataDir }),
      async remove() {},
    };
  const schema = await create(databaseUrl);
  return {
    name: 'PostgreSQL',
    settings: { DATA_DIR: dataDir, DATABASE_URL: schema.url },
    openLedger: () => openLedger({ databaseUrl: schema.url, dataDir }),
    remove: schema.drop,
  };
}

type PlaceTests = (place: () => Place & { readonly folder: string }) => void;

/**
 * Runs tests on SQLite files and, in a full run, also on PostgreSQL, like `describeEngines`. Each suite gets
 * one storage location.
 */
export function describePlaces(name: string, tests: PlaceTests): void {
  describeIn([undefined, ...(isWholeRun ? postgresUrls() : [])], name, tests);
}

/** Runs tests on SQLite files and, if TEST_DATABASE_URL is set, on PostgreSQL, in every run. */
export function describeBothPlaces(name: string, tests: PlaceTests): void {
  describeIn([undefined, ...postgresUrls()], name, tests);
}

function postgresUrls(): string[] {
  const url = process.env.TEST_DATABASE_URL;
  return url ? [url] : [];
}

function describeIn(urls: readonly (string | undefined)[], name: string, tests: PlaceTests): void {
  for (const url of urls)
    describe(`${name} (${url ? 'PostgreSQL' : 'SQLite'})`, () => {
      let place: Place & { readonly folder: string };
      before(async () => {
        const folder = await mkdtemp(path.join(tmpdir(), 'place-'));
        place = { ...(await preparePlace(path.join(folder, 'data'), url)), folder };
      });
      tests(() => place);
      // Runs after the tests' own hooks, which stop the processes that use the folder.
      after(async () => {
        await place.remove();
        // A process that was just killed may still be writing for a moment.
        await rm(place.folder, { recursive: true, maxRetries: 10 });
      });
    });
}
