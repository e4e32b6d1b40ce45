import type { SourceFilesTable } from '../../platform/db/schema/ledger-tables/regulator-tables.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import type { PlannedFile } from '../../regulator/source/source.ts';
import type { FileOutcome } from '../check/judge-file.ts';
import type { SourceCheck } from '../log/runs-service.ts';
import type { FetchedFile } from './fetch-service.ts';

/**
 * The stored state of each file of the source after a run: its result, and the validators of the imported
 * copy.
 */

type Remembered = ReadonlyMap<string, SourceFilesTable>;

/** Marks files of a folder, whose path on this machine is private. */
const FOLDER = 'folder:';

export function isOfFolder({ url }: Pick<SourceFilesTable, 'url'>): boolean {
  return url.startsWith(FOLDER);
}

/**
 * Returns true if the site should have the file. A file of a period that it does not have is only not
 * published yet, or no longer.
 */
export function isExpected({ outcome }: Pick<SourceFilesTable, 'outcome'>): boolean {
  return outcome !== 'waiting' && outcome !== 'missing';
}

const MISSING_NAMED_MAX = 100;

/** Summarizes the files from the regulator's site for a run. */
export function checkOfFetched(all: readonly FetchedFile[]): SourceCheck {
  const fetched = all.filter(isExpected);
  const missing = fetched.flatMap((file) =>
    file.outcome === 'failed' ? [{ name: file.name, reason: reasonOfFailure(file) }] : [],
  );
  const unchanged = fetched.filter(({ outcome }) => outcome === 'unchanged').length;
  return toCheck(fetched.length, unchanged, missing);
}

/** Summarizes the files from the folder for a run. */
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
  /** ISO 8601. */
  readonly now: string;
}

/**
 * Stores validators only of files that were published: a file that was held is requested in full again. A
 * file of a period that was not requested, because the site turned the service away, keeps its row.
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
    // A zip with a file that is held back is requested again.
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
    // A file that an operator withdrew is not requested again while it stays the same.
    const reason = withdrawn?.reason ?? null;
    return { ...shared, outcome, reason, etag, last_modified: lastModified, sha256 };
  });
}

type ReadFile = Pick<ParsedFile, 'name' | 'sha256'>;

/** Returns the files of a folder, and those that it no longer has. */
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

/** Returns files that the folder no longer has, not even under another name. */
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

/** Coverage is public, and a message about storage names a path of this machine. */
function reasonOfFailure({ reason, message }: Extract<FetchedFile, { reason: string }>): string {
  if (reason !== 'storage') return `${reason}: ${message}`;
  const code = /\bE[A-Z]{3,}\b/.exec(message)?.[0];
  return code === undefined ? reason : `${reason}: ${code}`;
}
