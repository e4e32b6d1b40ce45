import { compareText } from '../../lib/text/text.ts';

/**
 * The evidence for a file's age: first its own rows, and then other facts. docs/decisions/0004 explains how
 * every tie is resolved.
 */
export interface FileAge {
  readonly fileDate: string | null;
  readonly publishedAt: string | null;
  /**
   * The time at which a run read the file; missing if no run has read it. The file was published before that
   * time.
   */
  readonly readAt?: string;
  readonly runId?: number;
  readonly name: string;
  readonly sha256: string;
}

/**
 * Compares two files by age: negative if `a` is older than `b`, and zero only for the same content. This is a
 * total order.
 */
export function compareAge(a: FileAge, b: FileAge): number {
  return (
    compareText(a.fileDate ?? '', b.fileDate ?? '') ||
    compareText(thereAt(a), thereAt(b)) ||
    (a.runId ?? 0) - (b.runId ?? 0) ||
    compareText(a.name, b.name) ||
    compareText(a.sha256, b.sha256)
  );
}

/**
 * Explains why a file is not the one in use by naming the evidence that `compareAge` used. If the dates are
 * equal, also explains what to do if the wrong file is in use.
 */
export function explainWhyOlder(file: FileAge, inUse: FileAge & { readonly id: number }): string {
  const named = `the file in use, ${inUse.name}${inUse.fileDate === null ? '' : ` of ${inUse.fileDate}`}`;
  if (file.fileDate !== inUse.fileDate) return `older than ${named}`;
  const same = file.fileDate === null ? 'without a date, like' : 'with the same newest date as';
  const wayOn = `if that is the wrong one, withdraw it (import --withdraw ${inUse.id})`;
  return `${same} ${named}, ${whatDecided(file, inUse)}; ${wayOn}`;
}

function whatDecided(file: FileAge, inUse: FileAge): string {
  if (thereAt(file) !== thereAt(inUse) || file.runId !== inUse.runId)
    return 'which was published or read later';
  return file.name === inUse.name ? 'and neither is known to be newer' : 'whose name comes later';
}

/** Returns the earliest instant at which the file is known to have existed. */
function thereAt({ publishedAt, readAt }: FileAge): string {
  return publishedAt ?? readAt ?? '';
}

/**
 * Returns the newest file of each slot, which is the one in use, in the order in which the slots first
 * appear.
 */
export function newestOfSlots<File extends FileAge & { readonly slot: string }>(
  files: readonly File[],
): Map<string, File> {
  const newest = new Map<string, File>();
  for (const file of files) {
    const other = newest.get(file.slot);
    if (!other || compareAge(file, other) > 0) newest.set(file.slot, file);
  }
  return newest;
}
