import { type IsoDate, jurisdictionDay } from '../../lib/dates.ts';
import { parseStored } from '../../lib/stored-json.ts';
import type { OpenRegistry, RegistryDb } from '../../platform/db/database.ts';
import { parseCovers } from '../published-state/covers.ts';
import { findPublishedState, findPublishedSummary } from '../published-state/service.ts';
import type { StoredStatistics } from '../statistics/schemas.ts';
import { parseScorecard } from '../vendors/parse-scorecard.ts';
import { listPublishedRecords } from '../vendors/service.ts';
import type { DataRow } from './formats.ts';
import { rowsOfStatistics, rowsOfVendor } from './rows.ts';
import {
  lastOfEachDay,
  listBeforeStruckOut,
  listOutdated,
  type SetName,
  type StoredSet,
  setName,
} from './sets.ts';
import {
  beginSet,
  commitSet,
  findStoredSet,
  listSetNames,
  removeLeftOver,
  removeSet,
  removeUnfinished,
} from './sets-store.ts';
import { compareWithSet, type StruckOut } from './struck-out-store.ts';
import { TABLES, type TableName } from './tables.ts';
import { openTableFiles, type TableFiles } from './writers-store.ts';

/** Vendors read at a time: all of them at once would fill the memory. */
const VENDORS_AT_ONCE = 200;

export interface MadeSet {
  /** "there": this process or another one made it before; "none": nothing is published yet. */
  readonly outcome: 'made' | 'there' | 'none';
  readonly day?: IsoDate;
  readonly vendors?: number;
  readonly bytes?: number;
}

/** Whether the current publication has no set of files yet: one statement and a look into the folder. */
export async function isSetMissing(registryDb: RegistryDb, folder: string): Promise<boolean> {
  const state = await findPublishedSummary(registryDb);
  if (!state) return false;
  const { name } = setName(state.published_at);
  return !(await listSetNames(folder)).some((each) => each.name === name);
}

/**
 * Writes the files of the current publication, all from one snapshot, unless they are there. The same publication gives the
 * same bytes, so each process makes its own. Give it a connection of its own: with SQLite the snapshot holds it.
 */
export async function makeFileSet(
  { longWorkDb, engine }: Pick<OpenRegistry, 'longWorkDb' | 'engine'>,
  folder: string,
): Promise<MadeSet> {
  return engine.inSnapshot(longWorkDb, async (snapshot) => {
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
      await writeRecords(snapshot, day, write.rows);
      write.rows({ statistics: rowsOfStatistics(parseStatistics(state.statistics)) });
      const tables = write.finish();
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

async function writeRecords(snapshot: RegistryDb, day: IsoDate, write: (rows: Rows) => void): Promise<void> {
  let last = '';
  while (true) {
    const records = await listPublishedRecords(snapshot, last, VENDORS_AT_ONCE);
    for (const { scorecard, ...aging } of records)
      write({ ...rowsOfVendor(parseScorecard(scorecard), aging, day) });
    if (records.length < VENDORS_AT_ONCE) break;
    last = records.at(-1)?.vendor_id ?? '';
  }
}

/** What publication wrote, read back. */
function parseStatistics(text: string): StoredStatistics {
  return parseStored<StoredStatistics>(text);
}

/**
 * Removes sets that are kept no longer, those that have what a later one struck out of a text, and what killed processes left. Where the records are real, sets of fictional ones
 * are removed too: they must not stand beside them. How many sets that was.
 */
export async function removeOldSets(
  registryDb: RegistryDb,
  folder: string,
  { now, daysKept }: { readonly now: Date; readonly daysKept: number },
): Promise<number> {
  await removeLeftOver(folder, now);
  const state = await findPublishedSummary(registryDb);
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
