import { closeSync, existsSync, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Damage to a SQLite file that goes unnoticed when it happens. */
export interface Damage {
  readonly name: string;
  /**
   * The service either runs during the damage and has read part of the file, or is stopped before and started
   * afterwards.
   */
  readonly when: 'running' | 'stopped';
  readonly database: 'ledger' | 'snapshot';
  /**
   * `noticed`: a request or a start must detect it. `rebuilt`: a start must rebuild the file, and every
   * response is right. `perhaps`: the damaged part may never be requested.
   */
  readonly effect: 'noticed' | 'rebuilt' | 'perhaps';
  change(file: string): void;
}

const PAGE = 4096;

/**
 * Destroys every page of a table or an index, so that every reader meets one; only the root page may be
 * cached in memory.
 */
const pagesOf =
  (name: string, where = '1') =>
  (file: string) =>
    overwrite(file, listPages(file, name, where), Buffer.alloc(PAGE));

/** The indexes are listed first, because damaged ones cannot be listed. */
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

/** In an overflow page, only text follows the next page's number, and SQLite cannot verify text. */
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
 * Simulates a power failure while a frame is written: adds half a frame with a valid beginning after the last
 * complete one.
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
 * Checkpoints the log into the database file, as the service does regularly. Otherwise, damage to the file
 * would not be noticed.
 */
export function foldLog(dataDir: string): void {
  const database = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'), { timeout: 10_000 });
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}
