import type { VerdictChange } from '../../../intake/log/verdict-changes.ts';
import type { Publication } from '../../../records/publication/service.ts';

/** Adds up the results of consecutive publications of one run; the version is the last one's. Pure. */
export function mergePublications(first: Publication, next: Publication): Publication {
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
 * A vendor whose verdict changed twice counts twice. Null means that a publication did not count them, or
 * changed nothing.
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
