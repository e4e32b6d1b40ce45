import path from 'node:path';
import { listLoadingYears } from '../../../intake/coverage/files-cover.ts';
import type { FileOnDisk } from '../../../intake/fetch/disk-files-service.ts';
import { type AskingTime, isDue } from '../../../intake/fetch/due-files.ts';
import { type FetchedFile, SiteVisit } from '../../../intake/fetch/fetch-service.ts';
import {
  findLoadingYears,
  findUnconfirmed,
  listSourceFiles,
  rememberFetched,
  rememberPlan,
} from '../../../intake/fetch/source-files-service.ts';
import { checkOfFetched, rowsOfFetched } from '../../../intake/fetch/source-rows.ts';
import type { VerdictChange } from '../../../intake/log/verdict-changes.ts';
import { SCORED_YEARS } from '../../../judgment/score/rules.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import type { SourceFilesTable } from '../../../platform/db/schema/ledger-tables/regulator-tables.ts';
import { findPublishedState } from '../../../published-state/service.ts';
import { type Publication, publish } from '../../../records/publication/service.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { PlannedFile } from '../../../regulator/source/source.ts';
import { lastFetchTime } from '../fetch-time.ts';
import { type Reading, withFiles } from '../read-files.ts';
import { dayOfRun, type RefreshContext } from '../refresh-context.ts';
import { readFileList } from './file-list.ts';
import { fetchLinkedFiles, readLinkedFiles } from './linked-files.ts';
import { createSiteFetcher, DOWNLOADS_MS_MAX, PAUSE_MS, politeSleep } from './site-fetcher.ts';

type Remembered = ReadonlyMap<string, SourceFilesTable>;

/** One run against the site, along with what earlier runs found. */
interface Run {
  readonly context: RefreshContext;
  readonly reading: Reading;
  readonly visit: SiteVisit;
  /** The state left by earlier runs. */
  readonly before: Remembered;
}

/** The combined result of this run's publications so far. */
interface Result {
  readonly publication: Publication;
  /** The fiscal years that the last publication reported as still loading. */
  readonly loadingYears: readonly string[];
  /** True if files were requested and none was received. */
  readonly isNothingHad: boolean;
}

/**
 * Requests the files that are due from the regulator's site, and publishes them in steps. The regularly
 * updated files come first, then each older fiscal year as it arrives, then closures and the rest. If the
 * site blocks the service, or if all requests in a step fail, the remaining steps wait for the next run.
 * Returns the combined result of all publications.
 */
export async function refreshFromSite(
  context: RefreshContext,
  siteUrl: URL,
  reading: Reading,
): Promise<Publication> {
  const { db } = context.database;
  const before = new Map((await listSourceFiles(db)).map((row) => [row.name, row]));
  const unconfirmed = await findUnconfirmed(db);
  const run: Run = { context, reading, before, visit: visitOf(context, siteUrl, before, unconfirmed) };
  // The new day is published first, so that downloads that hang and files that are rejected again cannot
  // delay it.
  const newDay = (await isNewDay(context)) ? await publishDay(context) : undefined;
  const { due, isDaily } = await planDue(run, siteUrl);
  const [renewed = [], ...later] = stepsOf(due);
  const published = newDay ?? (isDaily ? undefined : await publishDay(context));
  let result = await publishStep(run, renewed, await fetchStep(run, renewed), published);
  for (const files of later) {
    if (run.visit.refusal !== undefined || result.isNothingHad) break;
    const fetched = await fetchStep(run, files);
    result = await publishStep(run, files, fetched, result);
  }
  return publishLoading(context, result);
}

/** Returns the folder in which a site's files are stored. */
export function siteFolder({ dataDir }: { readonly dataDir: string }): string {
  return path.join(dataDir, 'regulator');
}

function visitOf(
  context: RefreshContext,
  baseUrl: URL,
  before: Remembered,
  unconfirmed: ReadonlySet<string>,
): SiteVisit {
  const { config, now, signal } = context;
  const remembered = [...before.values()].flatMap(({ name, url, sha256, outcome, ...row }) => {
    // A second download must confirm these changes, so the site must send the whole file again.
    if (sha256 === null || unconfirmed.has(name)) return [];
    // A held-back file is always requested in full.
    const isWhole = outcome === 'held_back';
    const etag = isWhole ? undefined : (row.etag ?? undefined);
    const lastModified = isWhole ? undefined : (row.last_modified ?? undefined);
    return [[name, { url, sha256, etag, lastModified }] as const];
  });
  return new SiteVisit({
    baseUrl,
    now,
    signal,
    pauseMs: PAUSE_MS,
    timeMs: DOWNLOADS_MS_MAX,
    directory: siteFolder(config),
    remembered: new Map(remembered),
    fetcher: context.fetcher ?? createSiteFetcher(config),
    sleep: context.sleep ?? politeSleep,
  });
}

/**
 * Returns the files to request now, in order. The page of links is requested once a day, but not if only
 * failed files are being requested again.
 */
async function planDue(
  { context, visit, before }: Run,
  siteUrl: URL,
): Promise<{ readonly due: PlannedFile[]; readonly isDaily: boolean }> {
  const { config, database, now, force = false } = context;
  const list = readFileList(config);
  const folder = siteFolder(config);
  const time: AskingTime = { now: now(), lastDaily: lastFetchTime(now()), force };
  const kept = await readLinkedFiles(folder, siteUrl);
  const isDaily = force || kept === undefined || new Date(kept.askedAt) < time.lastDaily;
  const { links } = isDaily ? await fetchLinkedFiles(visit, { folder, siteUrl, list, now: now() }) : kept;
  context.signal?.throwIfAborted();
  const today = jurisdictionDay(now());
  const planned = REGULATOR.planFiles({ links, list, today, years: SCORED_YEARS });
  await rememberPlan(database.db, planned, { baseUrl: siteUrl, now: now().toISOString() });
  return { due: planned.filter((file) => isDue(file, before.get(file.name), time)), isDaily };
}

/** Returns each step's files in order. The first step is included even if none of its files is due. */
function stepsOf(files: readonly PlannedFile[]): PlannedFile[][] {
  const steps = Map.groupBy(files, ({ step }) => step);
  return [steps.get(0) ?? [], ...[...steps].filter(([step]) => step > 0).map(([, own]) => own)];
}

/**
 * Downloads a step's files. A file with an `unless` is requested only if the site does not have the other
 * file.
 */
async function fetchStep(
  { visit, context, before }: Run,
  files: readonly PlannedFile[],
): Promise<FetchedFile[]> {
  const wanted = files.filter(({ unless }) => unless === null);
  const fetched: FetchedFile[] = [];
  for (const file of wanted) {
    context.onProgress?.(fetched.length, wanted.length, file.name);
    fetched.push(...(await visit.fetch([file])));
  }
  const outcomes = new Map(fetched.map(({ name, outcome }) => [name, outcome]));
  const isMissing = (name: string) => (outcomes.get(name) ?? before.get(name)?.outcome) === 'missing';
  const others = files.filter(({ unless }) => unless !== null && isMissing(unless));
  fetched.push(...(await visit.fetch(others)));
  context.signal?.throwIfAborted();
  return fetched;
}

/**
 * Publishes the downloaded files. After the first step, it publishes even if there are none, because a new
 * day may have begun.
 */
async function publishStep(
  { context, reading, before }: Run,
  planned: readonly PlannedFile[],
  fetched: readonly FetchedFile[],
  result?: Result,
): Promise<Result> {
  const { database, now } = context;
  const about = { planned, before, now: now().toISOString() };
  const loadingYears = await yearsAfter(context, rowsOfFetched(fetched, [], about));
  const files = downloadedFiles(fetched);
  const publication = await withFiles(files, reading, async (read) => {
    if (result && read.length === 0) return undefined;
    const source = fetched.length > 0 ? checkOfFetched(fetched) : undefined;
    return publish(database, {
      files: read,
      ...dayOfRun(context),
      now,
      loadingYears,
      source,
    });
  });
  await rememberFetched(database.db, rowsOfFetched(fetched, publication?.files ?? [], about));
  const isNothingHad = fetched.length > 0 && fetched.every(({ outcome }) => outcome === 'failed');
  if (!publication && result) return { ...result, isNothingHad };
  if (!publication) throw new Error('The first step of a refresh published nothing.');
  const all = result ? mergePublications(result.publication, publication) : publication;
  return { publication: all, loadingYears, isNothingHad };
}

/** Returns the fiscal years that will still be loading after these files. */
async function yearsAfter(
  { database }: RefreshContext,
  rows: readonly SourceFilesTable[],
): Promise<string[]> {
  const known = new Map((await listSourceFiles(database.db)).map((row) => [row.name, row]));
  for (const row of rows) known.set(row.name, row);
  return listLoadingYears([...known.values()]);
}

/** Returns true if the published records are as of an earlier day, unless an operator chose that day. */
async function isNewDay(context: RefreshContext): Promise<boolean> {
  const state = await findPublishedState(context.database.published.db);
  return state !== undefined && state.as_of_chosen === 0 && state.as_of !== dayOfRun(context).asOf;
}

/** Publishes the same records as of the day of the run. */
async function publishDay(context: RefreshContext): Promise<Result> {
  const { database, now } = context;
  const loadingYears = await findLoadingYears(database.db);
  const publication = await publish(database, {
    files: [],
    ...dayOfRun(context),
    now,
    loadingYears,
  });
  return { publication, loadingYears, isNothingHad: false };
}

/** Publishes once more if a year that was reported as still loading turns out not to be on the site. */
async function publishLoading(context: RefreshContext, result: Result): Promise<Publication> {
  const loadingYears = await findLoadingYears(context.database.db);
  const isSame = loadingYears.join() === result.loadingYears.join();
  if (isSame || result.publication.version === 0) return result.publication;
  return mergePublications(result.publication, (await publishDay(context)).publication);
}

function downloadedFiles(fetched: readonly FetchedFile[]): FileOnDisk[] {
  return fetched.flatMap((file) =>
    file.outcome === 'downloaded'
      ? [{ path: file.path, name: file.name, publishedAt: file.publishedAt ?? null }]
      : [],
  );
}

/**
 * Adds up the results of consecutive publications in one run. The version is the last publication's. Pure.
 */
function mergePublications(first: Publication, next: Publication): Publication {
  const isPublished = first.outcome === 'published' || next.outcome === 'published';
  const last = next.outcome === 'failed' ? first : next;
  return {
    ...next,
    outcome: isPublished ? 'published' : first.outcome,
    version: Math.max(first.version, next.version),
    vendors: last.vendors,
    fictional: last.fictional,
    recordsReachTo: last.recordsReachTo,
    partlyRead: last.partlyRead,
    files: [...first.files, ...next.files],
    licenseChangeKinds: addCounts(first.licenseChangeKinds, next.licenseChangeKinds),
    licenseChanges: [...first.licenseChanges, ...next.licenseChanges],
    recordsWritten: first.recordsWritten + next.recordsWritten,
    recordsRemoved: first.recordsRemoved + next.recordsRemoved,
    asOfBefore: first.asOfBefore,
    verdictChanges: addVerdicts(first.verdictChanges, next.verdictChanges),
  };
}

function addCounts(
  a: Publication['licenseChangeKinds'],
  b: Publication['licenseChangeKinds'],
): Publication['licenseChangeKinds'] {
  const sums: Record<string, number> = { ...a };
  for (const [kind, count] of Object.entries(b)) sums[kind] = (sums[kind] ?? 0) + count;
  return sums;
}

/**
 * Adds up counts of verdict changes. A vendor whose verdict changed twice counts twice. Null means that a
 * publication did not count changes or had none.
 */
function addVerdicts(
  a: readonly VerdictChange[] | null,
  b: readonly VerdictChange[] | null,
): readonly VerdictChange[] | null {
  if (a === null || b === null) return a ?? b;
  const sums = new Map<string, VerdictChange>();
  for (const change of [...a, ...b]) {
    const key = `${change.before} ${change.after}`;
    sums.set(key, { ...change, vendors: change.vendors + (sums.get(key)?.vendors ?? 0) });
  }
  return [...sums.values()].sort((x, y) => y.vendors - x.vendors);
}
