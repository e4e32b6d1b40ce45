import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { countInMemory } from '../src/http/rate-limits.ts';
import { buildServer } from '../src/http/server.ts';
import { createDocumentService } from '../src/ledger/documents/service.ts';
import type { OpenLedger } from '../src/platform/db/database.ts';
import { migrateLedger } from '../src/platform/db/migrate.ts';
import { openLedger } from '../src/platform/db/open.ts';
import { createLogger } from '../src/platform/log.ts';
import { applicantDocumentPages } from '../src/web/public/events/applicant-documents-routes.ts';
import { insertAccount } from '../test/support/account-rows.ts';
import { multipartForm } from '../test/support/claim-pages.ts';
import { insertApplication, insertEvent } from '../test/support/ledger-rows.ts';
import { createSchema } from './support/service.ts';

/**
 * Kills processes that take uploads in and send reminders, at random moments; then lets applicants send again what was not answered. Exits 1
 * unless every upload that was answered with success is there whole, no row is without its bytes or the reverse, no upload is in the
 * history twice, and every applicant with a spot got one reminder.
 */
const CODES = ['insurance_certificate', 'food_manager_certificate'] as const;
const APPLICATIONS_A_ROUND = 3;
const LONGEST_MS = 2_500;
const BYTES_MAX = 4 * 1024 * 1024;
const READY_WITHIN_MS = 30_000;
const REMIND_EVERY_MS = 10;
const BASE_URL = 'http://127.0.0.1';
/** Six days before the event of {@link insertEvent}, so that a reminder is due. */
const NOW = () => new Date('2026-04-04T15:00:00Z');

/** One place where one applicant sends one file after the other. */
interface Place {
  readonly token: string;
  readonly code: string;
  /** Hashes of what was answered with success, in order. */
  readonly answered: string[];
  /** Sent and not answered; it may be there or not. */
  open: Buffer | undefined;
}

interface Figures {
  answered: number;
  cutOff: number;
  keptUnanswered: number;
  faults: string[];
}

async function main(rounds: number): Promise<void> {
  const url = process.env.TEST_DATABASE_URL;
  await runOn('SQLite', undefined, rounds);
  if (!url) return;
  const schema = await createSchema(url);
  try {
    await runOn('PostgreSQL', schema.url, rounds);
  } finally {
    await schema.drop();
  }
}

async function runOn(engine: string, databaseUrl: string | undefined, rounds: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-uploads-'));
  const ledger = openLedger({ databaseUrl, dataDir: folder });
  const figures: Figures = { answered: 0, cutOff: 0, keptUnanswered: 0, faults: [] };
  try {
    await migrateLedger(ledger);
    const eventId = await insertEvent(ledger.db, await insertAccount(ledger.db));
    for (let round = 1; round <= rounds; round++)
      await runRound(ledger, { folder, databaseUrl, eventId, figures });
    await checkReminders(ledger, figures);
  } finally {
    await ledger.close();
    rmSync(folder, { recursive: true });
  }
  const { answered, cutOff, keptUnanswered, faults } = figures;
  for (const fault of faults.slice(0, 20)) console.error(fault);
  console.log(
    `kill-uploads (${engine}): ${answered} passed, ${faults.length} failed (${rounds} kills, ${cutOff} uploads cut off, of which ${keptUnanswered} were kept whole)`,
  );
  if (faults.length > 0 || answered === 0 || cutOff === 0) process.exitCode = 1;
}

async function runRound(
  ledger: OpenLedger,
  {
    folder,
    databaseUrl,
    eventId,
    figures,
  }: { folder: string; databaseUrl: string | undefined; eventId: string; figures: Figures },
): Promise<void> {
  const places: Place[] = [];
  for (let count = 0; count < APPLICATIONS_A_ROUND; count++) {
    const token = await insertApplication(ledger.db, eventId, { status: 'approved' });
    for (const code of CODES) places.push({ token, code, answered: [], open: undefined });
  }
  const child = await startChild(folder, databaseUrl);
  const sending = places.map((place) => sendUntilKilled(child.port, place));
  await wait(Math.random() * LONGEST_MS);
  await kill(child.process);
  await Promise.all(sending);
  for (const place of places) await check(ledger, place, figures);
  // The applicant sends again what was not answered; it is one upload, however often it was sent.
  const again = await startChild(folder, databaseUrl);
  for (const place of places) {
    if (!place.open) continue;
    figures.cutOff += 1;
    for (let time = 0; time < 2; time++)
      if ((await send(again.port, place, place.open)) !== 303) figures.faults.push('sent again, and refused');
    place.answered.push(sha256(place.open));
    place.open = undefined;
    await check(ledger, place, figures);
  }
  await kill(again.process);
  for (const place of places) await checkHistory(ledger, place, figures);
}

async function sendUntilKilled(port: number, place: Place): Promise<void> {
  for (;;) {
    // Skewed, so that both many small and some large ones are under way when the kill comes.
    const bytes = Math.ceil(Math.random() ** 2 * (BYTES_MAX - 1_000)) + 100;
    place.open = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]);
    const status = await send(port, place, place.open).catch(() => undefined);
    if (status === undefined) return;
    if (status !== 303) throw new Error(`an upload was answered with ${status}`);
    place.answered.push(sha256(place.open));
    place.open = undefined;
  }
}

async function send(port: number, { token, code }: Place, content: Buffer): Promise<number> {
  const fields = { [`${code}_expires_on`]: '2027-03-31' };
  const form = multipartForm(fields, { field: `${code}_file`, filename: 'a.pdf', content });
  const address = `${BASE_URL}:${port}/application/documents/${code}?token=${token}`;
  const answer = await fetch(address, {
    method: 'POST',
    body: form.payload,
    headers: form.headers,
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** The newest file is the last that was answered, or the one that was under way; whole, and the only one. */
async function check({ db }: OpenLedger, place: Place, figures: Figures): Promise<void> {
  const rows = await db
    .selectFrom('application_documents')
    .leftJoin('application_document_contents', 'document_id', 'id')
    .select(['sha256', 'bytes', 'content'])
    .where('application_id', '=', place.token)
    .where('code', '=', place.code)
    .execute();
  const fault = (text: string) => figures.faults.push(`${place.token} ${place.code}: ${text}`);
  const [row, ...others] = rows;
  if (others.length > 0) fault(`${rows.length} files`);
  const last = place.answered.at(-1);
  const underWay = place.open && sha256(place.open);
  if (!row) {
    if (last !== undefined) fault('a file that was answered with success is gone');
    return;
  }
  const content = Buffer.from(row.content ?? []);
  if (content.length !== row.bytes || sha256(content) !== row.sha256) fault('a file is not whole');
  if (row.sha256 !== last && row.sha256 !== underWay) fault('another file than the last is there');
  if (row.sha256 === underWay) figures.keptUnanswered += 1;
}

/** Each file that was sent is one line. */
async function checkHistory(ledger: OpenLedger, place: Place, figures: Figures): Promise<void> {
  const lines = await ledger.db
    .selectFrom('application_document_history')
    .select('position')
    .where('application_id', '=', place.token)
    .where('code', '=', place.code)
    .execute();
  figures.answered += place.answered.length;
  if (lines.length !== place.answered.length)
    figures.faults.push(`${place.answered.length} files, ${lines.length} lines of history`);
  const orphans = await ledger.db
    .selectFrom('application_document_contents')
    .leftJoin('application_documents', 'id', 'document_id')
    .select('document_id')
    .where('id', 'is', null)
    .execute();
  if (orphans.length > 0) figures.faults.push(`${orphans.length} files without a row`);
}

/** Whoever has a spot was told once, although every process was killed while it told. */
async function checkReminders(ledger: OpenLedger, figures: Figures): Promise<void> {
  await documentsOf(ledger).sendReminders();
  const applications = await ledger.db.selectFrom('applications').select('contact_email').execute();
  const mails = await ledger.db.selectFrom('mails').select('recipient').execute();
  const counts = Map.groupBy(mails, ({ recipient }) => recipient);
  for (const { contact_email } of applications)
    if (counts.get(contact_email)?.length !== 1)
      figures.faults.push(`${counts.get(contact_email)?.length ?? 0} reminders to one applicant`);
}

function documentsOf({ db, engine }: OpenLedger) {
  return createDocumentService({
    ledgerDb: db,
    engine,
    baseUrl: BASE_URL,
    now: NOW,
    linkToken: () => '',
    serviceMbMax: 100_000,
  });
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function startChild(
  folder: string,
  databaseUrl: string | undefined,
): Promise<{ process: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [import.meta.filename, 'serve', folder, databaseUrl ?? ''], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('a child without output');
  const [line] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(READY_WITHIN_MS) });
  return { process: child, port: Number(String(line)) };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

/** What the child does until it is killed; it does not outlive its parent. */
async function serve(folder: string, databaseUrl: string | undefined): Promise<void> {
  process.stdin.once('end', () => process.exit(1)).resume();
  const documents = documentsOf(openLedger({ databaseUrl, dataDir: folder }));
  const server = await buildServer({
    logger: createLogger('silent'),
    baseUrl: BASE_URL,
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (app) =>
      void app.register(applicantDocumentPages, {
        ...{ documents, baseUrl: BASE_URL, limits: { APPLY: 0, IDENTITY: 0 } },
        findSession: async () => undefined,
        isFictional: async () => true,
      }),
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  console.log(new URL(address).port);
  for (;;) {
    await documents.sendReminders();
    await wait(REMIND_EVERY_MS);
  }
}

const [, , first = '25', folder = '', url = ''] = process.argv;
await (first === 'serve' ? serve(folder, url || undefined) : main(Number(first)));
