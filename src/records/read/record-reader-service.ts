import type { IsoDate } from '../../lib/time/dates.ts';
import type { Published } from '../../platform/db/database.ts';
import { type BodyColumn, findRecord, type StoredRecord } from './store.ts';

/** The maximum number of cached bodies: about 25 MB of scorecards. */
const ENTRIES_MAX = 5_000;

export interface ReadBody {
  readonly body: string;
  /**
   * A validator: the hash of the published scorecard and facts, or of the texts for identity, search and
   * badge.
   */
  readonly sha256: string;
  /** The edition of the body; undefined if that edition has ended. */
  readonly edition: string | undefined;
}

/** Reads published bodies and caches them. */
export interface RecordReader {
  find(id: string, column: BodyColumn): Promise<ReadBody | undefined>;
  /**
   * Returns an identifier for the published version and the day. Responses under the same edition are the
   * same. Returns undefined if the version is due to be queried again, which the next read does.
   */
  edition(): string | undefined;
  /** Returns the edition, after querying the version if that is due. */
  latestEdition(): Promise<string | undefined>;
  /** The last known published version; undefined before the first read. */
  version(): number | undefined;
  /** The day that responses are based on. */
  readonly today: () => IsoDate;
}

/** Creates a reader that caches the bodies of one published version. */
export function createRecordReader(
  published: Published,
  { today }: { readonly today: () => IsoDate },
): RecordReader {
  const bodies = new Map<string, StoredRecord>();
  let version: number | undefined;

  const notice = (current: number): void => {
    if (current !== version) bodies.clear();
    version = current;
  };
  const edition = (): string | undefined => {
    const known = published.knownVersion();
    if (known !== undefined) notice(known);
    return known === undefined ? undefined : nameEdition(known, today());
  };
  const latestVersion = (): Promise<number> => published.use((snapshot) => snapshot.version);

  return {
    async find(id, column) {
      const asked = published.knownVersion() ?? (await latestVersion());
      notice(asked);
      const key = `${column}:${id}`;
      const known = bodies.get(key);
      const found = known ?? (await findRecord(published.db, id, column));
      // A body requested under an old version must not be cached under the new one.
      const isCurrent = asked === version && published.knownVersion() === asked;
      if (found && !known && isCurrent) {
        if (bodies.size >= ENTRIES_MAX) bodies.clear();
        bodies.set(key, found);
      }
      return found && { ...found, edition: isCurrent ? nameEdition(asked, today()) : undefined };
    },
    edition,
    async latestEdition() {
      const current = edition();
      if (current !== undefined) return current;
      notice(await latestVersion());
      return edition();
    },
    version: () => version,
    today,
  };
}

function nameEdition(version: number, today: IsoDate): string {
  return `${version}/${today}`;
}
