import type { SourceFilesTable } from '../../platform/db/schema/ledger-tables/regulator-tables.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import type { PlannedFile } from '../../regulator/source/source.ts';
import type { FileOutcome } from '../check/judge-file.ts';
import type { SourceCheck } from '../log/runs-service.ts';
import type { FetchedFile } from './fetch-service.ts';

/**
 * Describes the stored state of each of the source's files after a run: its result, and the validators of the
 * imported copy.
 */

type Remembered = ReadonlyMap<string, SourceFilesTable>;

/** The URL prefix for files from a folder. It replaces the folder's path, which is private. */
const FOLDER = 'folder:';

export function isOfFolder({ url }: Pick<SourceFilesTable, 'url'>): boolean {
  return url.startsWith(FOLDER);
}

/**
 * Returns true if the site should have the file. A missing file for a fixed period has either not been
 * published yet or is no longer available.
 */
export function isExpected({ outcome }: Pick<SourceFilesTable, 'outcome'>): boolean {
  return outcome !== 'waiting' && outcome !== 'missing';
}

const MISSING_NAMED_MAX = 100;

/** Summarizes the results for a run's files from the regulator's site. */
export function checkOfFetched(all: readonly FetchedFile[]): SourceCheck {
  const fetched = all.filter(isExpected);
  const missing = fetched.flatMap((file) =>
    file.outcome === 'failed' ? [{ name: file.name, reason: reasonOfFailure(file) }] : [],
  );
  const unchanged = fetched.filter(({ outcome }) => outcome === 'unchanged').length;
  return toCheck(fetched.length, unchanged, missing);
}

/** Summarizes the results for a run's files from a folder. */
export function checkOfFolder(read: readonly ReadFile[], before: Remembered): SourceCheck {
  const gone = goneFrom(read, before, '');
  const missing = gone.map(({ name }) => ({ name, reason: 'gone' }));
  return toCheck(read.length + gone.length, 0, missing);
}

function toCheck(expected: number, unchanged: number, missing: SourceCheck['missing']): SourceCheck {
  return { expected, unchanged, missed: missing.length, missing: missing.slice(0, MISSING_NAMED_MAX) };
}

interface Fetched {
  readonly planned: readonly PlannedFile[];
  readonly before: Remembered;
  /** An ISO 8601 instant. */
  readonly now: string;
}

/**
 * Returns the rows to store. Only published files keep their validators, so a held file is requested again
 * without conditions. A file for a fixed period keeps its row if it was not requested because the site
 * rejected the service.
 */
export function rowsOfFetched(
  fetched: readonly FetchedFile[],
  outcomes: readonly FileOutcome[],
  { planned, before, now }: Fetched,
): SourceFilesTable[] {
  const plans = new Map(planned.map((file) => [file.name, file]));
  return fetched.flatMap((file) => {
    const { name, url } = file;
    const { kind = file.kind, district = null, period = null } = plans.get(name) ?? {};
    const earlier = before.get(name);
    const shared = { name, url, checked_at: now, kind, district, period, misses: 0 };
    const kept = {
      etag: earlier?.etag ?? null,
      last_modified: earlier?.last_modified ?? null,
      sha256: earlier?.sha256 ?? null,
    };
    const missesAs = (outcome: string) => (earlier?.outcome === outcome ? earlier.misses : 0) + 1;
    if (file.outcome === 'missing')
      return {
        ...shared,
        ...kept,
        outcome: 'missing',
        reason: reasonOfFailure(file),
        misses: missesAs('missing'),
      };
    if (file.outcome === 'failed') {
      if (file.reason === 'not_asked' && period !== null) return [];
      return { ...shared, ...kept, outcome: 'failed', reason: reasonOfFailure(file) };
    }
    const own = outcomes.filter((each) => each.name === name || each.name.startsWith(`${name}/`));
    // A zip is requested again if one of its files is held.
    const heldBack = own.find(({ outcome }) => outcome === 'held_back');
    if (heldBack)
      return {
        ...shared,
        ...kept,
        outcome: 'held_back',
        reason: heldBack.reason ?? '',
        misses: missesAs('held_back'),
      };
    const withdrawn = own.find(({ outcome }) => outcome === 'withdrawn');
    const { outcome, etag = null, lastModified = null, sha256 } = file;
    // The validators of a withdrawn file are stored, too, so that the file is not downloaded again until it
    // changes.
    const reason = withdrawn?.reason ?? null;
    return { ...shared, outcome, reason, etag, last_modified: lastModified, sha256 };
  });
}

type ReadFile = Pick<ParsedFile, 'name' | 'sha256'>;

/** Returns the rows to store for the files in a folder, and for files that are no longer there. */
export function rowsOfFolder(
  read: readonly ReadFile[],
  outcomes: readonly FileOutcome[],
  before: Remembered,
  now: string,
): SourceFilesTable[] {
  const heldBack = reasonsOf('held_back', outcomes);
  const known = new Map(outcomes.map(({ name, outcome }) => [name, outcome]));
  const files = new Map(read.map((file) => [file.name, file]));
  const rows = [...files.values()].map(({ name, sha256 }) => {
    const isHeldBack = heldBack.has(name);
    return {
      name,
      url: `${FOLDER}${name}`,
      etag: null,
      last_modified: null,
      checked_at: now,
      kind: null,
      district: null,
      period: null,
      misses: 0,
      sha256: isHeldBack ? (before.get(name)?.sha256 ?? null) : sha256,
      outcome: isHeldBack ? 'held_back' : known.get(name) === 'unchanged' ? 'unchanged' : 'read',
      reason: heldBack.get(name) ?? null,
    };
  });
  return [...rows, ...goneFrom(read, before, now)];
}

/** Returns the files that are no longer in the folder under any name. */
function goneFrom(read: readonly ReadFile[], before: Remembered, now: string): SourceFilesTable[] {
  const names = new Set(read.map(({ name }) => name));
  const hashes = new Set(read.map(({ sha256 }) => sha256));
  return [...before.values()]
    .filter((row) => isOfFolder(row) && row.sha256 !== null)
    .filter((row) => !names.has(row.name) && !hashes.has(row.sha256 ?? ''))
    .map((row) => ({ ...row, checked_at: now, outcome: 'gone', reason: null }));
}

function reasonsOf(
  what: FileOutcome['outcome'],
  outcomes: readonly FileOutcome[],
): ReadonlyMap<string, string> {
  return new Map(
    outcomes.flatMap(({ name, outcome, reason }) => (outcome === what ? [[name, reason ?? '']] : [])),
  );
}

/**
 * Returns the reason for a failure. Coverage is public, and a message about storage includes a path on this
 * machine, so that message is omitted.
 */
function reasonOfFailure({ reason, message }: Extract<FetchedFile, { reason: string }>): string {
  if (reason !== 'storage') return `${reason}: ${message}`;
  const code = /\bE[A-Z]{3,}\b/.exec(message)?.[0];
  return code === undefined ? reason : `${reason}: ${code}`;
}
