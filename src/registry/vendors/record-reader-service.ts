import type { IsoDate } from '../../lib/dates.ts';
import { createRecheck } from '../../lib/recheck.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { findPublishedVersion } from '../published-state/service.ts';
import { ageBody, ageStanding } from './aging.ts';
import { type BodyColumn, findRecord, type StoredRecord } from './store.ts';

/** Bodies kept at most: about 25 MB of scorecards. */
const ENTRIES_MAX = 5_000;

/** A body as it is true today. */
export interface ReadBody {
  readonly body: string;
  /** Of the published scorecard and facts. */
  readonly sha256: string;
  /** A validator: that hash, and what the day changed. */
  readonly hash: string;
  /** The edition that it is of; undefined when that is over by now. */
  readonly edition: string | undefined;
}

/** Reads published bodies and caches them. */
export interface RecordReader {
  find(id: string, column: BodyColumn): Promise<ReadBody | undefined>;
  /**
   * The published version and the day: bodies read under the same edition are the same. Undefined when it is time to ask for the version
   * anew, which the next reading does.
   */
  edition(): string | undefined;
  /** The same, with the version asked for when it is time to; undefined where it is asked for every reading. */
  latestEdition(): Promise<string | undefined>;
  /** The published version that was found last; undefined before the first reading. */
  version(): number | undefined;
  /** The day that bodies are read on. */
  readonly today: () => IsoDate;
}

/**
 * A reader that keeps bodies of one published version. Whether a new version is out is asked at most every
 * `recheckMs`: for so long after a publication an answer may still be the one before it; 0 asks every time. What is kept
 * is what was stored: how old it is, is told anew each time.
 */
export function createRecordReader(
  registryDb: RegistryDb,
  options: { recheckMs: number; now: () => number; today: () => IsoDate },
): RecordReader {
  const bodies = new Map<string, StoredRecord>();
  let version: number | undefined;
  let mustRecheck = false;
  const isDue = createRecheck(options);

  const recheck = async (): Promise<void> => {
    mustRecheck = false;
    const current = await findPublishedVersion(registryDb);
    if (current !== version) bodies.clear();
    version = current;
  };
  const readToday = (stored: StoredRecord, column: BodyColumn, of: number | undefined): ReadBody => {
    const today = options.today();
    const isCurrent = of === version && of !== undefined;
    return { ...read(stored, column, today), edition: isCurrent ? nameEdition(of, today) : undefined };
  };

  const edition = (): string | undefined => {
    mustRecheck ||= isDue();
    return mustRecheck || version === undefined ? undefined : nameEdition(version, options.today());
  };

  return {
    async find(id, column) {
      if (isDue() || mustRecheck) await recheck();
      const key = `${column}:${id}`;
      const known = bodies.get(key);
      if (known) return readToday(known, column, version);
      const asked = version;
      const found = await findRecord(registryDb, id, column);
      // What was asked for under a version that is over by now must not be kept as the new one's.
      if (found && asked === version) {
        if (bodies.size >= ENTRIES_MAX) bodies.clear();
        bodies.set(key, found);
      }
      return found && readToday(found, column, asked);
    },
    edition,
    async latestEdition() {
      if (options.recheckMs === 0) return undefined;
      if (edition() === undefined) await recheck();
      return edition();
    },
    version: () => version,
    today: options.today,
  };
}

function nameEdition(version: number, today: IsoDate): string {
  return `${version}/${today}`;
}

/** Facts are what the policy goes by together with the day, and stay as they are. */
function read(stored: StoredRecord, column: BodyColumn, today: IsoDate): Omit<ReadBody, 'edition'> {
  const { body, sha256 } = stored;
  if (column === 'facts') return { body, sha256, hash: sha256 };
  const age = column === 'standing' ? ageStanding : ageBody;
  const { body: text, aged } = age(body, stored, today);
  return { body: text, sha256, hash: aged === '' ? sha256 : `${sha256}-${aged}` };
}
