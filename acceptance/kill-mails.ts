import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LedgerDb } from '../src/platform/db/database.ts';
import { migrateLedger } from '../src/platform/db/migrate.ts';
import { openLedger } from '../src/platform/db/open.ts';
import { createLogger } from '../src/platform/log.ts';
import { startMailDelivery } from '../src/platform/mail/delivery.ts';
import { queueMail } from '../src/platform/mail/outbox.ts';
import { createMailTransport, SENDING_MAX } from '../src/platform/mail/transport.ts';
import { startFakeMailServer } from '../test/support/mail-server.ts';

/**
 * Kills processes that deliver mail at random moments, while more is queued,
 * then lets one finish. Exits 1 unless every mail arrived and is marked as sent, and none more often than kills explain.
 */
const MAILS_A_ROUND = 40;
const LONGEST_MS = 250;
const ANSWER_WITHIN_MS = 10;
const READY_WITHIN_MS = 20_000;
const FINISH_WITHIN_MS = 60_000;
const CLAIM_MS = 300;
const POLL_MS = 20;

async function main(rounds: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-mails-'));
  const ledger = openLedger({ databaseUrl: undefined, dataDir: folder });
  const server = await startFakeMailServer({
    async onMessage() {
      await wait(Math.random() * ANSWER_WITHIN_MS);
      return undefined;
    },
  });
  try {
    await migrateLedger(ledger);
    for (let round = 1; round <= rounds; round++) {
      await queueMails(ledger.db, MAILS_A_ROUND / 2);
      const child = await startChild(folder, server.url);
      await Promise.all([wait(Math.random() * LONGEST_MS), queueMails(ledger.db, MAILS_A_ROUND / 2)]);
      await kill(child);
    }
    const last = await startChild(folder, server.url);
    const unsent = await waitUntilSent(ledger.db);
    await kill(last);
    const sources = server.arrived.map(({ source }) => source);
    report(rounds, await listIds(ledger.db), sources, unsent);
  } finally {
    await server.close();
    await ledger.close();
    rmSync(folder, { recursive: true });
  }
}

function report(rounds: number, ids: readonly string[], sources: readonly string[], unsent: number): void {
  const arrivals = new Map<string, number>();
  for (const source of sources) {
    const id = /^Message-ID: <([^@]+)@/m.exec(source)?.[1] ?? '';
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
  }
  const arrived = ids.filter((id) => arrivals.has(id)).length;
  const twice = [...arrivals.values()].filter((times) => times > 1).length;
  const tooOften = sources.length - arrivals.size > rounds * SENDING_MAX;
  const strangers = arrivals.size - arrived;
  if (unsent > 0) console.error(`${unsent} mails are not marked as sent, or still have their body`);
  if (tooOften) console.error(`${sources.length} arrivals are more than the kills explain`);
  if (strangers > 0) console.error(`${strangers} mails arrived that nobody queued`);
  const failed = ids.length - arrived;
  console.log(
    `kill-mails: ${arrived} passed, ${failed} failed (${ids.length} mails, ${twice} delivered twice after a kill)`,
  );
  process.exitCode = failed + unsent + strangers === 0 && !tooOften ? 0 : 1;
}

async function queueMails(db: LedgerDb, count: number): Promise<void> {
  for (let mail = 1; mail <= count; mail++)
    await queueMail(db, { to: 'a@b.example', subject: `Mail ${mail}`, text: 'Text' }, new Date());
}

async function listIds(db: LedgerDb): Promise<string[]> {
  const mails = await db.selectFrom('mails').select('id').orderBy('id').execute();
  return mails.map(({ id }) => id);
}

/** Resolves to how many mails are still not done with when the time is over. */
async function waitUntilSent(db: LedgerDb): Promise<number> {
  for (const end = Date.now() + FINISH_WITHIN_MS; ; await wait(100)) {
    const unsent = await db
      .selectFrom('mails')
      .select('id')
      .where((mail) => mail.or([mail('sent_at', 'is', null), mail('body', '!=', '')]))
      .execute();
    if (unsent.length === 0 || Date.now() > end) return unsent.length;
  }
}

/** Resolves when the child is about to look for mail. */
async function startChild(folder: string, url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [import.meta.filename, 'deliver', folder, url], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (child.stdout) await once(child.stdout, 'data', { signal: AbortSignal.timeout(READY_WITHIN_MS) });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

/** What the child does until it is killed; it does not outlive its parent. */
async function deliver(folder: string, smtpUrl: string): Promise<void> {
  const { db } = openLedger({ databaseUrl: undefined, dataDir: folder });
  const log = createLogger('silent');
  const transport = createMailTransport({ smtpUrl, from: 'no-reply@localhost', outboxDir: folder, log });
  process.stdin.once('end', () => process.exit(1)).resume();
  console.log('ready');
  startMailDelivery({ ledgerDb: db, transport, log, pollMs: POLL_MS, claimMs: CLAIM_MS });
}

const [, , first = '25', folder = '', url = ''] = process.argv;
await (first === 'deliver' ? deliver(folder, url) : main(Number(first)));
