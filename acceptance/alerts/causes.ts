import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { noteFact } from '../../src/platform/job-findings.ts';
import { newestSnapshot } from '../support/snapshot-file.ts';

/** Causes each alert by creating the state that it reports in the data folder of a running service. */

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const dayAgo = (days: number) => ago(24 * days).slice(0, 10);

/** Queues an email that no server has accepted for an hour. */
export function leaveMail(dataDir: string): void {
  write(dataDir, (db) =>
    db
      .prepare(
        `insert into mails (id, recipient, subject, body, created_at, next_attempt_at, attempts)
          values (?, 'nobody@x.example', 'A test', 'A test.', ?, ?, 3)`,
      )
      .run(randomUUID(), ago(1), ago(1)),
  );
}

/** Queues a webhook message that another process claimed but never finished. */
export function leaveWebhook(dataDir: string): void {
  write(dataDir, (db) => {
    const id = randomUUID();
    const at = ago(1);
    const { id: account } = db.prepare('select id from accounts limit 1').get() ?? {};
    db.prepare(
      `insert into webhook_endpoints (id, account_id, url, state, secret, created_at, updated_at)
        values (?, ?, 'https://hooks.example/', 'on', 'x', ?, ?)`,
    ).run(id, account ?? randomUUID(), at, at);
    db.prepare(
      `insert into webhook_deliveries (message_id, endpoint_id, created_at, next_attempt_at, attempts, claimed_until)
        values (?, ?, ?, ?, 0, ?)`,
    ).run(randomUUID(), id, at, at, ago(-5));
  });
}

/**
 * Makes it look as if records were published two days ago but watched licenses were never compared with them.
 */
export function publishLongAgo(dataDir: string): void {
  const file = newestSnapshot(dataDir);
  const version = Number.parseInt(path.basename(file), 10) + 1;
  const name = `${version}-${'0'.repeat(16)}.sqlite`;
  const copy = path.join(path.dirname(file), name);
  copyFileSync(file, copy);
  const snapshot = new DatabaseSync(copy);
  snapshot.prepare('update published_state set version = ?, published_at = ?').run(version, ago(48));
  snapshot.close();
  const sha256 = createHash('sha256').update(readFileSync(copy)).digest('hex');
  write(dataDir, (db) =>
    db
      .prepare('update published_state set version = ?, snapshot = ?, snapshot_sha256 = ?')
      .run(version, name, sha256),
  );
}

/** Ages a file so that the regulator last renewed it three weeks ago. */
export function ageFile(dataDir: string): void {
  write(dataDir, (db) =>
    db
      .prepare(
        `update import_files set file_date = ? where slot like 'licenses:%-1' and outcome = 'published'`,
      )
      .run(dayAgo(21)),
  );
}

/** Ages the licenses so that the newest one is three weeks old. */
export function ageNewLicenses(dataDir: string): void {
  write(dataDir, (db) =>
    db.prepare(`update import_files set file_date = ? where kind = 'new_licenses'`).run(dayAgo(21)),
  );
}

/** Records that the last backup was three days ago, as the hourly job would. */
export function missBackups(dataDir: string): void {
  noteFact(dataDir, 'backups-seen', { folder: { newest: ago(72), everyHours: 24 } });
}

/** Records a damaged page, as the daily check would. */
export function noteDamage(dataDir: string): void {
  noteFact(dataDir, 'pages-checked', { ledger: { at: ago(1), sound: false, look: 'whole' } });
}

/** Records a file in which every other row was rejected. */
export function refuseRows(dataDir: string): void {
  write(dataDir, (db) =>
    db.exec(`update import_files set rows_refused = rows_kept where slot like 'licenses:%-2'`),
  );
}

/** Holds the ledger's write lock until the returned function is called. */
export function lockLedger(dataDir: string): () => void {
  const db = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'), { timeout: 10_000 });
  db.exec('begin immediate');
  return () => {
    db.exec('rollback');
    db.close();
  };
}

function write(dataDir: string, change: (db: DatabaseSync) => unknown): void {
  const db = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'), { timeout: 10_000 });
  db.exec('pragma foreign_keys = off');
  change(db);
  db.close();
}
