import { closeSync, existsSync, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Damage to a SQLite file that is not noticed when it happens. */
export interface Damage {
  readonly name: string;
  /**
   * `running`: the service is running during the damage and has already read part of the file. `stopped`: the
   * service is stopped before the damage and started afterward.
   */
  readonly when: 'running' | 'stopped';
  readonly database: 'ledger' | 'snapshot';
  /**
   * `noticed`: a request or a start must detect the damage. `rebuilt`: a start must rebuild the file, and
   * every response must be right. `perhaps`: the damaged part may never be requested.
   */
  readonly effect: 'noticed' | 'rebuilt' | 'perhaps';
  change(file: string): void;
}

const PAGE = 4096;

/**
 * Destroys every page of a table or an index, so that every reader encounters a damaged page, even if the
 * root page is cached in memory.
 */
const pagesOf =
  (name: string, where = '1') =>
  (file: string) =>
    overwrite(file, listPages(file, name, where), Buffer.alloc(PAGE));

/** Destroys a table's indexes. They are all listed first, because damaged indexes cannot be listed. */
const indexesLost = (table: string) => (file: string) =>
  overwrite(
    file,
    indexesOf(file, table).flatMap((name) => listPages(file, name, '1')),
    Buffer.alloc(PAGE),
  );

export const DAMAGES: Readonly<Record<string, Damage>> = {
  'snapshot-records': {
    name: 'SQLite: pages of the records lost while it runs',
    when: 'running',
    database: 'snapshot',
    effect: 'noticed',
    change: pagesOf('records', "pagetype <> 'internal'"),
  },
  'snapshot-texts': {
    name: 'SQLite: blocks within long texts lost while it runs',
    when: 'running',
    database: 'snapshot',
    effect: 'noticed',
    change: blankTexts,
  },
  'snapshot-index': {
    name: 'SQLite: an index of the snapshot lost',
    when: 'stopped',
    database: 'snapshot',
    effect: 'rebuilt',
    change: indexesLost('vendors'),
  },
  'ledger-table': {
    name: 'SQLite: pages of the receipts lost',
    when: 'stopped',
    database: 'ledger',
    effect: 'noticed',
    change: pagesOf('receipts'),
  },
  'ledger-running': {
    name: 'SQLite: pages of the receipts lost while it runs',
    when: 'running',
    database: 'ledger',
    effect: 'perhaps',
    change: pagesOf('receipts'),
  },
  'ledger-index': {
    name: 'SQLite: indexes of applications lost',
    when: 'stopped',
    database: 'ledger',
    effect: 'noticed',
    change: indexesLost('applications'),
  },
  'ledger-header': {
    name: 'SQLite: header of the ledger overwritten',
    when: 'stopped',
    database: 'ledger',
    effect: 'noticed',
    change: (file) => overwrite(file, [1], Buffer.alloc(PAGE, 0x2a)),
  },
  'ledger-header-running': {
    name: 'SQLite: header of the ledger overwritten while it runs',
    when: 'running',
    database: 'ledger',
    effect: 'perhaps',
    change: (file) => overwrite(file, [1], Buffer.alloc(PAGE, 0x2a)),
  },
  'wal-torn': {
    name: 'SQLite: killed, and the end of the log torn',
    when: 'stopped',
    database: 'ledger',
    effect: 'perhaps',
    change: tearLog,
  },
};

function listPages(file: string, name: string, where: string): number[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database.prepare(`select pageno from dbstat where name = ? and ${where}`).all(name);
    return rows.map(({ pageno }) => Number(pageno));
  } finally {
    database.close();
  }
}

function indexesOf(file: string, table: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database
      .prepare("select name from sqlite_schema where type = 'index' and tbl_name = ?")
      .all(table);
    return rows.map(({ name }) => String(name));
  } finally {
    database.close();
  }
}

/**
 * Blanks the text in overflow pages. After the next page's number, such a page contains only text, which
 * SQLite cannot verify.
 */
function blankTexts(file: string): void {
  const pages = listPages(file, 'records', "pagetype = 'overflow'");
  const handle = openSync(file, 'r+');
  for (const page of pages) writeSync(handle, Buffer.alloc(200, 0x20), 0, 200, (page - 1) * PAGE + 1_000);
  closeSync(handle);
}

function overwrite(file: string, pages: readonly number[], content: Buffer): void {
  if (pages.length === 0) throw new Error('There is no page to damage.');
  const handle = openSync(file, 'r+');
  for (const page of pages) writeSync(handle, content, 0, PAGE, (page - 1) * PAGE);
  closeSync(handle);
}

/**
 * Simulates a power failure while a frame is being written: adds half of a frame, with a valid beginning,
 * after the last complete frame.
 */
function tearLog(file: string): void {
  const log = `${file}-wal`;
  if (!existsSync(log) || statSync(log).size < 32 + 24 + PAGE) throw new Error('There is no log to tear.');
  const { size } = statSync(log);
  const handle = openSync(log, 'r+');
  const frame = Buffer.alloc(24 + PAGE);
  readSync(handle, frame, 0, frame.length, size - frame.length);
  writeSync(handle, frame, 0, frame.length, size);
  closeSync(handle);
  truncateSync(log, size + 24 + PAGE / 2);
}

/**
 * Moves the contents of the write-ahead log into the database file (a checkpoint), as the service does
 * regularly. Otherwise, damage to the file would not be noticed.
 */
export function foldLog(dataDir: string): void {
  const database = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'), { timeout: 10_000 });
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}
