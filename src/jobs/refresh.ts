import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asOfDay, type Config } from '../config.ts';
import { writeDemoFiles } from '../demo/florida/files-service.ts';
import { type IsoDate, jurisdictionDay } from '../lib/dates.ts';
import type { OpenRegistry } from '../platform/db/database.ts';
import { createFetcher, type Fetcher, type Sleep } from '../platform/fetcher.ts';
import { type FetchedFile, fetchSourceFiles } from '../registry/intake/fetch-service.ts';
import { findFiles, loadFile } from '../registry/intake/files-service.ts';
import { listSourceFiles, upsertSourceFiles } from '../registry/intake/source-files-service.ts';
import { type Publication, publish } from '../registry/publication/service.ts';
import { findPublishedState } from '../registry/published-state/service.ts';
import type { ParsedFile } from '../registry/sources/parsed-file.ts';
import { REGULATOR } from '../registry/sources/regulator.ts';

export interface RefreshContext {
  readonly config: Config;
  readonly database: OpenRegistry;
  readonly now: () => Date;
  /** Replaced in tests. */
  readonly fetcher?: Fetcher;
  readonly sleep?: Sleep;
  readonly signal?: AbortSignal;
  /** Fetch even when the last fetch is recent. */
  readonly force?: boolean;
  readonly onProgress?: (done: number, all: number, what: string) => void;
}

/** Pause between two downloads: the regulator's server is shared with everybody. */
const PAUSE_MS = 2_000;
const FETCH_EVERY_MS = 20 * 60 * 60_000;

/** Brings records up to date from the configured source, and publishes them as of today. */
export async function refresh(context: RefreshContext): Promise<Publication> {
  const { config, database, now } = context;
  const asOf = asOfDay(config, now());
  const state = await findPublishedState(database.db);
  const source = config.regulatorSource;
  if (source.type === 'demo') {
    // A service that has real records keeps them: demo data never replaces them.
    const wanted = state === undefined || (state.fictional === 1 && state.as_of !== asOf);
    if (wanted) return publishDemo(context, path.join(config.dataDir, 'demo'), asOf, {});
    return publish(database, { files: [], asOf, now });
  }
  if (source.type === 'directory') {
    const files = await readFiles(await findFiles([source.directory]), context);
    return publish(database, { files, asOf, now });
  }
  if (!(await fetchIsDue(context))) return publish(database, { files: [], asOf, now });
  const fetched = await fetchFromRegulator(context, source.url);
  context.signal?.throwIfAborted();
  const files = await readFetched(fetched, context);
  const publication = await publish(database, { files, asOf, now });
  await rememberFetched(context, fetched, publication);
  return publication;
}

/** Writes the fictional files of a day and publishes them in place of any earlier fictional ones. */
export async function publishDemo(
  context: RefreshContext,
  directory: string,
  asOf: IsoDate,
  options: { vendorCount?: number; seed?: number },
): Promise<Publication> {
  const paths = await writeDemoFiles({ directory, today: asOf, ...options });
  const files = await readFiles(paths, context);
  return publish(context.database, { files, asOf, now: context.now, replaceFictional: true });
}

/** Reads files one after the other. A file that cannot be used says why in its `problem`. */
export async function readFiles(paths: readonly string[], context: RefreshContext): Promise<ParsedFile[]> {
  const today = context.config.asOf ?? '';
  const latest = [jurisdictionDay(context.now()), today].sort().at(-1) ?? today;
  const parsed: ParsedFile[] = [];
  for (const [index, file] of paths.entries()) {
    context.signal?.throwIfAborted();
    context.onProgress?.(index, paths.length, path.basename(file));
    const name = path.join(path.basename(path.dirname(file)), path.basename(file));
    parsed.push(await REGULATOR.readFile(await loadFile(file, name, null), latest));
  }
  context.onProgress?.(paths.length, paths.length, 'publishing');
  return parsed;
}

/** Once a day is enough, however often the service is started. */
async function fetchIsDue({ database, now, force }: RefreshContext): Promise<boolean> {
  const checked = (await listSourceFiles(database.db)).map((row) => row.checked_at).sort();
  const newest = checked.at(-1);
  return force === true || newest === undefined || now().getTime() - Date.parse(newest) > FETCH_EVERY_MS;
}

async function fetchFromRegulator(context: RefreshContext, baseUrl: URL): Promise<FetchedFile[]> {
  const remembered = (await listSourceFiles(context.database.db)).flatMap((row) =>
    row.sha256 === null
      ? []
      : [
          [
            row.name,
            { etag: row.etag ?? undefined, lastModified: row.last_modified ?? undefined, sha256: row.sha256 },
          ] as const,
        ],
  );
  return fetchSourceFiles({
    baseUrl,
    files: REGULATOR.listFiles(),
    directory: path.join(context.config.dataDir, 'regulator'),
    remembered: new Map(remembered),
    fetcher: context.fetcher ?? politeFetcher(),
    pauseMs: PAUSE_MS,
    sleep: context.sleep ?? politeSleep,
    signal: context.signal,
  });
}

async function readFetched(
  fetched: readonly FetchedFile[],
  { now, signal }: RefreshContext,
): Promise<ParsedFile[]> {
  const parsed: ParsedFile[] = [];
  for (const file of fetched) {
    if (file.outcome !== 'downloaded') continue;
    signal?.throwIfAborted();
    const loaded = await loadFile(file.path, file.name, file.publishedAt ?? null);
    parsed.push(await REGULATOR.readFile(loaded, jurisdictionDay(now())));
  }
  return parsed;
}

/**
 * Keeps validators only of files that were taken in or that an operator withdrew: one that was held back is requested in
 * full again.
 */
async function rememberFetched(
  { database, now }: RefreshContext,
  fetched: readonly FetchedFile[],
  { files }: Publication,
): Promise<void> {
  const heldBack = new Map(
    files.flatMap((file) => (file.outcome === 'held_back' ? [[file.name, file.reason]] : [])),
  );
  const withdrawn = new Map(
    files.flatMap((file) => (file.outcome === 'withdrawn' ? [[file.name, file.reason]] : [])),
  );
  const earlier = new Map((await listSourceFiles(database.db)).map((row) => [row.name, row]));
  const rows = fetched.map((file) => {
    const before = earlier.get(file.name);
    const good = file.outcome !== 'failed' && !heldBack.has(file.name);
    return {
      name: file.name,
      url: file.url,
      etag: good ? (file.etag ?? null) : (before?.etag ?? null),
      last_modified: good ? (file.lastModified ?? null) : (before?.last_modified ?? null),
      sha256: good ? file.sha256 : (before?.sha256 ?? null),
      checked_at: now().toISOString(),
      outcome: heldBack.has(file.name) ? 'held_back' : file.outcome,
      reason:
        file.outcome === 'failed'
          ? `${file.reason}: ${file.message}`
          : (heldBack.get(file.name) ?? withdrawn.get(file.name) ?? null),
    };
  });
  await upsertSourceFiles(database.db, rows);
}

const politeSleep: Sleep = (ms, signal) => sleep(ms, undefined, { signal });

function politeFetcher(): Fetcher {
  return createFetcher({
    userAgent: 'vendor-compliance-read-api/1 (reads public license and inspection extracts once a day)',
    timeoutMs: 10 * 60_000,
    idleTimeoutMs: 60_000,
    maxBytes: 200_000_000,
    retries: 3,
    backoffMs: 2_000,
    sleep: politeSleep,
    random: Math.random,
  });
}
