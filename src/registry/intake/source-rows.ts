import type { SourceFilesTable } from '../../platform/db/schema-registry.ts';
import type { ParsedFile } from '../sources/parsed-file.ts';
import type { FetchedFile } from './fetch-service.ts';
import type { FileOutcome } from './judge-file.ts';
import type { SourceCheck } from './runs-service.ts';

/** What is kept of each file of the source after a run: how it went, and the validators of the copy taken in. */

type Remembered = ReadonlyMap<string, SourceFilesTable>;

/** Marks files of a folder, whose path on this machine is nobody's business. */
const FOLDER = 'folder:';

export function isOfFolder({ url }: Pick<SourceFilesTable, 'url'>): boolean {
  return url.startsWith(FOLDER);
}

const MISSING_NAMED_MAX = 100;

/** What the regulator's site had for a run. */
export function checkOfFetched(fetched: readonly FetchedFile[]): SourceCheck {
  const missing = fetched.flatMap((file) =>
    file.outcome === 'failed' ? [{ name: file.name, reason: reasonOfFailure(file) }] : [],
  );
  const unchanged = fetched.filter(({ outcome }) => outcome === 'unchanged').length;
  return toCheck(fetched.length, unchanged, missing);
}

/** What the folder had for a run. */
export function checkOfFolder(read: readonly ReadFile[], before: Remembered): SourceCheck {
  const gone = goneFrom(read, before, '');
  const missing = gone.map(({ name }) => ({ name, reason: 'gone' }));
  return toCheck(read.length + gone.length, 0, missing);
}

function toCheck(expected: number, unchanged: number, missing: SourceCheck['missing']): SourceCheck {
  return { expected, unchanged, missed: missing.length, missing: missing.slice(0, MISSING_NAMED_MAX) };
}

/** Keeps validators only of files that were published: one that was held back is requested in full again. */
export function rowsOfFetched(
  fetched: readonly FetchedFile[],
  outcomes: readonly FileOutcome[],
  before: Remembered,
  now: string,
): SourceFilesTable[] {
  const heldBack = reasonsOf('held_back', outcomes);
  const withdrawn = reasonsOf('withdrawn', outcomes);
  return fetched.map((file) => {
    const whyHeld = reasonFor(file.name, heldBack);
    const reason = file.outcome === 'failed' ? reasonOfFailure(file) : whyHeld;
    const outcome = whyHeld === undefined ? file.outcome : 'held_back';
    const shared = { name: file.name, url: file.url, checked_at: now, outcome, reason: reason ?? null };
    const earlier = before.get(file.name);
    if (file.outcome === 'failed' || reason !== undefined)
      return {
        ...shared,
        etag: earlier?.etag ?? null,
        last_modified: earlier?.last_modified ?? null,
        sha256: earlier?.sha256 ?? null,
      };
    const { etag = null, lastModified = null, sha256 } = file;
    // One that an operator withdrew is not requested again while it stays the same.
    return {
      ...shared,
      reason: reasonFor(file.name, withdrawn) ?? null,
      etag,
      last_modified: lastModified,
      sha256,
    };
  });
}

/** The reason for a file, or for the first of a zip's files. */
function reasonFor(name: string, reasons: ReadonlyMap<string, string>): string | undefined {
  return reasons.get(name) ?? [...reasons].find(([each]) => each.startsWith(`${name}/`))?.[1];
}

type ReadFile = Pick<ParsedFile, 'name' | 'sha256'>;

/** The files of a folder, and those it had before and has no longer. */
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
      ...{ name, url: `${FOLDER}${name}`, etag: null, last_modified: null, checked_at: now },
      sha256: isHeldBack ? (before.get(name)?.sha256 ?? null) : sha256,
      outcome: isHeldBack ? 'held_back' : known.get(name) === 'unchanged' ? 'unchanged' : 'read',
      reason: heldBack.get(name) ?? null,
    };
  });
  return [...rows, ...goneFrom(read, before, now)];
}

/** Files that the folder had and has no longer, not even under another name. */
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
function reasonOfFailure({ reason, message }: Extract<FetchedFile, { outcome: 'failed' }>): string {
  if (reason !== 'storage') return `${reason}: ${message}`;
  const code = /\bE[A-Z]{3,}\b/.exec(message)?.[0];
  return code === undefined ? reason : `${reason}: ${code}`;
}
