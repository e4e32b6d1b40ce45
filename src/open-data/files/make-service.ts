import { parseStored } from '../../lib/stored-json.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { PublishedAccess, PublishedDb } from '../../platform/db/database.ts';
import { parseCovers } from '../../published-state/covers.ts';
import { findPublishedState } from '../../published-state/service.ts';
import { parseScorecard } from '../../records/read/parse-scorecard.ts';
import { listPublishedRecords } from '../../records/read/service.ts';
import type { StoredStatistics } from '../../records/statistics/schemas.ts';
import type { DataRow } from './file-formats.ts';
import { TABLES, type TableName } from './open-tables.ts';
import { rowsOfStatistics, rowsOfVendor } from './rows-of-vendor.ts';
import { lastOfEachDay, type StoredSet, setName } from './sets/sets.ts';
import {
  beginSet,
  commitSet,
  compareWithSet,
  listSetNames,
  removeUnfinished,
  type StruckOut,
} from './sets/sets-store.ts';
import { writeWorkbook } from './workbook-store.ts';
import { openTableFiles, type TableFiles } from './writers-store.ts';

/** The number of vendors to read at a time. All of them would not fit in memory at once. */
const VENDORS_AT_ONCE = 200;

export interface MadeSet {
  /** `there` means that the files already exist; `none` means that nothing is published yet. */
  readonly outcome: 'made' | 'there' | 'none';
  readonly day?: IsoDate;
  readonly vendors?: number;
  readonly bytes?: number;
}

/**
 * Writes all the current publication's files from a single snapshot, unless they already exist. The same
 * publication gives the same bytes, so each process can create its own files.
 */
export async function makeFileSet({ db, engine }: PublishedAccess, folder: string): Promise<MadeSet> {
  return engine.inSnapshot(db, async (snapshot) => {
    const state = await findPublishedState(snapshot);
    if (!state) return { outcome: 'none' };
    const set = setName(state.published_at);
    const { day } = set;
    if ((await listSetNames(folder)).some(({ name }) => name === set.name)) return { outcome: 'there', day };
    const earlier = lastOfEachDay(await listSetNames(folder)).find(
      ({ publishedAt }) => publishedAt < set.publishedAt,
    );
    const struckOut = await compareWithSet(folder, earlier?.name);
    const unfinished = beginSet(folder);
    try {
      const write = openTables(unfinished, struckOut);
      await writeRecords(snapshot, write.rows);
      write.rows({ statistics: rowsOfStatistics(parseStatistics(state.statistics)) });
      const tables = await addWorkbooks(unfinished, write.finish());
      const stored: StoredSet = {
        published_at: set.publishedAt,
        as_of: state.as_of,
        data_as_of: state.data_as_of,
        score_version: state.score_version,
        fictional: state.fictional === 1,
        covers: parseCovers(state.covers),
        ...(struckOut.found() && { struck_out: true }),
        tables,
      };
      const isFirst = commitSet(folder, unfinished, set.name, stored);
      const bytes = tables.flatMap(({ files }) => files).reduce((sum, file) => sum + file.bytes, 0);
      const vendors = tables.find(({ name }) => name === 'vendors')?.rows ?? 0;
      return { outcome: isFirst ? 'made' : 'there', day, vendors, bytes };
    } catch (error) {
      removeUnfinished(unfinished);
      throw error;
    }
  });
}

type Rows = Readonly<Partial<Record<TableName, readonly DataRow[]>>>;

function openTables(unfinished: string, struckOut: StruckOut) {
  const open = new Map<TableName, TableFiles>(
    TABLES.map((table) => [table.name, openTableFiles(unfinished, table)]),
  );
  return {
    rows(rows: Rows): void {
      for (const [name, files] of open) files.write(rows[name] ?? []);
      struckOut.see(rows.violations ?? []);
    },
    finish: (): StoredSet['tables'] => [...open.values()].map((files) => files.finish()),
  };
}

async function addWorkbooks(folder: string, tables: StoredSet['tables']): Promise<StoredSet['tables']> {
  const all: StoredSet['tables'][number][] = [];
  for (const stored of tables) {
    const table = TABLES.find(({ name }) => name === stored.name);
    all.push({ ...stored, workbook: table && (await writeWorkbook(folder, table, stored)) });
  }
  return all;
}

async function writeRecords(snapshot: PublishedDb, write: (rows: Rows) => void): Promise<void> {
  let last = '';
  while (true) {
    const records = await listPublishedRecords(snapshot, last, VENDORS_AT_ONCE);
    for (const { scorecard, verdict } of records)
      write({ ...rowsOfVendor(parseScorecard(scorecard), verdict) });
    if (records.length < VENDORS_AT_ONCE) break;
    last = records.at(-1)?.id ?? '';
  }
}

/** Parses the text that the publication stored. */
function parseStatistics(text: string): StoredStatistics {
  return parseStored<StoredStatistics>(text);
}
