import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import { queueMail } from '../../src/platform/mail/outbox.ts';
import { SENDING_MAX } from '../../src/platform/mail/transport.ts';
import { startSlowMailServer } from './mails/slow-server.ts';
import { killProcess, startScript } from './processes.ts';
import { count, type KillRun, type Outcome, type Scenario } from './scenario.ts';

/** Kills processes that deliver email while more email is queued, and finally lets one process finish. */
export const mails: Scenario = {
  shows: 'every mail arrives and is marked as sent, and none comes more often than kills explain',
  kills: 25,
  run,
};

const DELIVER = path.join(import.meta.dirname, 'mails/deliver.ts');
const MAILS_A_ROUND = 40;
const LONGEST_MS = 250;
const ANSWER_WITHIN_MS = 10;
const FINISH_WITHIN_MS = 60_000;

async function run({ place, dataDir, kills, random, atEnd }: KillRun): Promise<Outcome> {
  mkdirSync(dataDir);
  const ledger = place.openLedger();
  atEnd(ledger.close);
  await migrateLedger(ledger);
  const server = await startSlowMailServer(ANSWER_WITHIN_MS);
  atEnd(server.close);
  const start = async () => {
    const { child } = await startScript(DELIVER, [dataDir, place.settings.DATABASE_URL ?? '', server.url]);
    atEnd(() => killProcess(child));
    return child;
  };
  for (let kill = 1; kill <= kills; kill++) {
    await queueMails(ledger.db, MAILS_A_ROUND / 2);
    const child = await start();
    await Promise.all([wait(random() * LONGEST_MS), queueMails(ledger.db, MAILS_A_ROUND / 2)]);
    await killProcess(child);
  }
  await start();
  const unsent = await waitUntilSent(ledger.db);
  const ids = await ledger.db.selectFrom('mails').select('id').execute();
  return judge(
    ids.map(({ id }) => id),
    server.arrived.map(({ source }) => source),
    { kills, unsent },
  );
}

function judge(
  ids: readonly string[],
  sources: readonly string[],
  { kills, unsent }: { kills: number; unsent: number },
): Outcome {
  const arrivals = new Map<string, number>();
  for (const source of sources) count(arrivals, /^Message-ID: <([^@]+)@/m.exec(source)?.[1] ?? '');
  const arrived = ids.filter((id) => arrivals.has(id)).length;
  const twice = [...arrivals.values()].filter((times) => times > 1).length;
  const strangers = arrivals.size - arrived;
  const problems: string[] = [];
  if (arrived < ids.length) problems.push(`${ids.length - arrived} mails did not arrive`);
  if (unsent > 0) problems.push(`${unsent} mails are not marked as sent, or still have their body`);
  if (sources.length - arrivals.size > kills * SENDING_MAX)
    problems.push(`${sources.length} arrivals are more than the kills explain`);
  if (strangers > 0) problems.push(`${strangers} mails arrived that nobody queued`);
  return {
    problems,
    isEnough: arrived > 0,
    summary: `${kills} kills, ${arrived} of ${ids.length} mails arrived, ${twice} of them more than once`,
  };
}

async function queueMails(db: LedgerDb, howMany: number): Promise<void> {
  for (let mail = 1; mail <= howMany; mail++)
    await queueMail(db, { to: 'a@b.example', subject: `Mail ${mail}`, text: 'Text' }, new Date());
}

/**
 * Waits until every email is sent. Returns the number of emails that are still unsent after the time limit.
 */
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
