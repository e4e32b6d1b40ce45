import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { OpenLedger } from '../../src/platform/db/database.ts';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import { insertAccount } from '../../test/support/account-rows.ts';
import { multipartForm } from '../../test/support/claim-pages.ts';
import { insertApplication, insertEvent } from '../../test/support/ledger-rows.ts';
import { killProcess, startScript } from './processes.ts';
import type { KillRun, Outcome, Scenario } from './scenario.ts';
import { BASE_URL, documentsOf } from './uploads/documents.ts';

/**
 * Kills processes that accept uploads and send reminders. Afterward, applicants repeat the uploads that did
 * not get a response.
 */
export const uploads: Scenario = {
  shows:
    'an upload that was answered is there whole and once in the history, no row is without its bytes or the reverse, and every applicant with a spot got one reminder',
  kills: 25,
  run,
};

const SERVE = path.join(import.meta.dirname, 'uploads/serve.ts');
const CODES = ['insurance_certificate', 'food_manager_certificate'] as const;
const APPLICATIONS_A_ROUND = 3;
const LONGEST_MS = 2_500;
const BYTES_MAX = 4 * 1024 * 1024;

/** One document of an application, for which an applicant uploads files one after another. */
interface Upload {
  readonly token: string;
  readonly code: string;
  /** The hashes of successful uploads, in order. */
  readonly answered: string[];
  /** A file that was sent but did not get a response. It may or may not have been stored. */
  open: Buffer | undefined;
}

interface Figures {
  answered: number;
  cutOff: number;
  keptUnanswered: number;
  faults: string[];
}

async function run(killRun: KillRun): Promise<Outcome> {
  const { place, dataDir, kills, atEnd } = killRun;
  mkdirSync(dataDir);
  const ledger = place.openLedger();
  atEnd(ledger.close);
  await migrateLedger(ledger);
  const figures: Figures = { answered: 0, cutOff: 0, keptUnanswered: 0, faults: [] };
  const eventId = await insertEvent(ledger.db, await insertAccount(ledger.db));
  for (let round = 1; round <= kills; round++) await runRound(killRun, ledger, { eventId, figures });
  await checkReminders(ledger, figures);
  const { answered, cutOff, keptUnanswered, faults } = figures;
  return {
    problems: faults,
    isEnough: answered > 0 && cutOff > 0,
    summary: `${kills} kills, ${answered} uploads answered, ${cutOff} cut off, of which ${keptUnanswered} were kept whole`,
  };
}

async function start({ place, dataDir, atEnd }: KillRun) {
  const { child, line } = await startScript(SERVE, [dataDir, place.settings.DATABASE_URL ?? '']);
  atEnd(() => killProcess(child));
  return { child, port: Number(line) };
}

async function runRound(
  killRun: KillRun,
  ledger: OpenLedger,
  { eventId, figures }: { eventId: string; figures: Figures },
): Promise<void> {
  const uploads: Upload[] = [];
  for (let count = 0; count < APPLICATIONS_A_ROUND; count++) {
    const token = await insertApplication(ledger.db, eventId, { status: 'approved' });
    for (const code of CODES) uploads.push({ token, code, answered: [], open: undefined });
  }
  const { child, port } = await start(killRun);
  const sending = uploads.map((upload) => sendUntilKilled(port, upload));
  await wait(killRun.random() * LONGEST_MS);
  await killProcess(child);
  await Promise.all(sending);
  for (const upload of uploads) await check(ledger, upload, figures);
  // The applicant sends the unanswered file again. It counts as a single upload, no matter how often it was
  // sent.
  const again = await start(killRun);
  for (const upload of uploads) {
    if (!upload.open) continue;
    figures.cutOff += 1;
    for (let time = 0; time < 2; time++)
      if ((await send(again.port, upload, upload.open)) !== 303)
        figures.faults.push('sent again, and refused');
    upload.answered.push(sha256(upload.open));
    upload.open = undefined;
    await check(ledger, upload, figures);
  }
  await killProcess(again.child);
  for (const upload of uploads) await checkHistory(ledger, upload, figures);
}

async function sendUntilKilled(port: number, upload: Upload): Promise<void> {
  for (;;) {
    // Sizes are skewed, so that kills hit both many small uploads and some large ones.
    const bytes = Math.ceil(Math.random() ** 2 * (BYTES_MAX - 1_000)) + 100;
    upload.open = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]);
    const status = await send(port, upload, upload.open).catch(() => undefined);
    if (status === undefined) return;
    if (status !== 303) throw new Error(`an upload was answered with ${status}`);
    upload.answered.push(sha256(upload.open));
    upload.open = undefined;
  }
}

async function send(port: number, { token, code }: Upload, content: Buffer): Promise<number> {
  const fields = { [`${code}_expires_on`]: '2027-03-31' };
  const form = multipartForm(fields, { field: `${code}_file`, filename: 'a.pdf', content });
  const address = `${BASE_URL}:${port}/application/documents?token=${token}`;
  const answer = await fetch(address, {
    method: 'POST',
    body: form.payload,
    headers: form.headers,
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  return answer.status;
}

/**
 * Checks the stored file. It must be the last file that got a response or the one in progress, and it must be
 * complete and the only one.
 */
async function check({ db }: OpenLedger, upload: Upload, figures: Figures): Promise<void> {
  const rows = await db
    .selectFrom('application_documents')
    .leftJoin('application_document_contents', 'document_id', 'id')
    .select(['sha256', 'bytes', 'content'])
    .where('application_id', '=', upload.token)
    .where('code', '=', upload.code)
    .execute();
  const fault = (text: string) => figures.faults.push(`${upload.token} ${upload.code}: ${text}`);
  const [row, ...others] = rows;
  if (others.length > 0) fault(`${rows.length} files`);
  const last = upload.answered.at(-1);
  const underWay = upload.open && sha256(upload.open);
  if (!row) {
    if (last !== undefined) fault('a file that was answered with success is gone');
    return;
  }
  const content = Buffer.from(row.content ?? []);
  if (content.length !== row.bytes || sha256(content) !== row.sha256) fault('a file is not whole');
  if (row.sha256 !== last && row.sha256 !== underWay) fault('another file than the last is there');
  if (row.sha256 === underWay) figures.keptUnanswered += 1;
}

/** Checks that the history has one line for each uploaded file. */
async function checkHistory(ledger: OpenLedger, upload: Upload, figures: Figures): Promise<void> {
  const lines = await ledger.db
    .selectFrom('application_document_history')
    .select('position')
    .where('application_id', '=', upload.token)
    .where('code', '=', upload.code)
    .execute();
  figures.answered += upload.answered.length;
  if (lines.length !== upload.answered.length)
    figures.faults.push(`${upload.answered.length} files, ${lines.length} lines of history`);
  const orphans = await ledger.db
    .selectFrom('application_document_contents')
    .leftJoin('application_documents', 'id', 'document_id')
    .select('document_id')
    .where('id', 'is', null)
    .execute();
  if (orphans.length > 0) figures.faults.push(`${orphans.length} files without a row`);
}

/**
 * Checks that each applicant with a spot got exactly one reminder, although every process was killed while it
 * was sending reminders.
 */
async function checkReminders(ledger: OpenLedger, figures: Figures): Promise<void> {
  await documentsOf(ledger).sendReminders();
  const applications = await ledger.db.selectFrom('applications').select('contact_email').execute();
  const mails = await ledger.db.selectFrom('mails').select('recipient').execute();
  const counts = Map.groupBy(mails, ({ recipient }) => recipient);
  for (const { contact_email } of applications)
    if (counts.get(contact_email)?.length !== 1)
      figures.faults.push(`${counts.get(contact_email)?.length ?? 0} reminders to one applicant`);
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
