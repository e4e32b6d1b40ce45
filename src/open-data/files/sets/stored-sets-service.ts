import { jurisdictionDay } from '../../../lib/time/dates.ts';
import type { PublishedDb } from '../../../platform/db/database.ts';
import { findPublishedSummary } from '../../../published-state/service.ts';
import { listBeforeStruckOut, listOutdated, type SetName, type StoredSet, setName } from './sets.ts';
import { findStoredSet, listSetNames, removeLeftOver, removeSet } from './sets-store.ts';

/**
 * Lists and removes sets. It is separate from the code that creates sets, which loads writers for three
 * formats on a thread of its own.
 */

/**
 * Returns true if the current publication does not have a set of files yet. Runs one statement and reads the
 * folder.
 */
export async function isSetMissing(published: PublishedDb, folder: string): Promise<boolean> {
  const state = await findPublishedSummary(published);
  if (!state) return false;
  const { name } = setName(state.published_at);
  return !(await listSetNames(folder)).some((each) => each.name === name);
}

/**
 * Removes sets that are too old, sets with text that was removed from a later one, and files that killed
 * processes left behind. If the records are real, it also removes sets of fictional records, because the two
 * must not be mixed. Returns the number of sets removed.
 */
export async function removeOldSets(
  published: PublishedDb,
  folder: string,
  { now, daysKept }: { readonly now: Date; readonly daysKept: number },
): Promise<number> {
  await removeLeftOver(folder, now);
  const state = await findPublishedSummary(published);
  if (!state) return 0;
  const { publishedAt } = setName(state.published_at);
  const sets = await listSetNames(folder);
  const outdated = new Set<SetName>(
    listOutdated(sets, { publishedAt, today: jurisdictionDay(now), daysKept }),
  );
  const stored = new Map<SetName, StoredSet | undefined>();
  for (const each of sets) stored.set(each, await findStoredSet(folder, each.name));
  if (state.fictional === 0) for (const [each, set] of stored) if (set?.fictional) outdated.add(each);
  for (const each of listBeforeStruckOut(sets, (name) => stored.get(name)?.struck_out === true))
    outdated.add(each);
  for (const { name } of outdated) await removeSet(folder, name);
  return outdated.size;
}
