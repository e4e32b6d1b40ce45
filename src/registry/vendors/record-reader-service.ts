import type { RegistryDb } from '../../platform/db/database.ts';
import { findPublishedVersion } from '../published-state/service.ts';
import { type BodyColumn, findRecord, type StoredBody } from './store.ts';

/** Bodies kept at most: about 25 MB of scorecards. */
const ENTRIES_MAX = 5_000;

/** Reads published bodies and caches them. */
export interface RecordReader {
  find(id: string, column: BodyColumn): Promise<StoredBody | undefined>;
}

/**
 * A reader that keeps bodies of one published version. Whether a new version is out is asked at most every
 * `recheckMs`: for so long after a publication an answer may still be the one before it; 0 asks every time.
 */
export function createRecordReader(
  registryDb: RegistryDb,
  options: { recheckMs: number; now: () => number },
): RecordReader {
  const bodies = new Map<string, StoredBody>();
  let version: number | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  const recheck = async (): Promise<void> => {
    checkedAt = options.now();
    const current = await findPublishedVersion(registryDb);
    if (current !== version) bodies.clear();
    version = current;
  };

  return {
    async find(id, column) {
      if (options.now() - checkedAt >= options.recheckMs) await recheck();
      const key = `${column}:${id}`;
      const known = bodies.get(key);
      if (known) return known;
      const asked = version;
      const found = await findRecord(registryDb, id, column);
      // What was asked for under a version that is over by now must not be kept as the new one's.
      if (found && asked === version) {
        if (bodies.size >= ENTRIES_MAX) bodies.clear();
        bodies.set(key, found);
      }
      return found;
    },
  };
}
