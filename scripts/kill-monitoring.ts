import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import PostalMime from 'postal-mime';
import { describeDay } from '../src/features/billing/day-text.ts';
import { runWatch } from '../src/features/monitoring/service.ts';
import { findFiles, loadFile } from '../src/features/regulator/files/find-files.ts';
import { readRegulatorFile } from '../src/features/regulator/files/read-file.ts';
import { publish } from '../src/jobs/publication.ts';
import { addDays } from '../src/lib/dates.ts';
import { openLedger, openRegistry } from '../src/platform/db/database.ts';
import { migrateToLatest } from '../src/platform/db/migrate.ts';
import { createLogger } from '../src/platform/log.ts';
import { startMailDelivery } from '../src/platform/mail/delivery.ts';
import { createMailTransport } from '../src/platform/mail/transport.ts';
import { insertAccount } from '../test/support/account-rows.ts';
import { type FakeMailServer, startFakeMailServer } from '../test/support/mail-server.ts';
import { licenseCsv, licenseRow } from '../test/support/regulator-files.ts';
import { datingRow, insertSubscription, insertVerifiedClaim } from '../test/support/watch-rows.ts';

/**
 * The story of a watch, killed (`node scripts/kill-monitoring.ts [--kills 10] [--real folderA folderB]`): subscribe,
 * import, import again with changes, look, mail; a process that does so is killed at a random moment, then two at
 * once do it to the end. Exits 1 unless of every change exactly one mail arrived, saying from what to what, and of
 * nothing else any. `--real` does the same with two folders of the regulator's own license files.
 */
const VENDORS = 40;
const FIRST_DAY = '2026-03-16';
const REAL_DAYS = ['2025-06-26', '2025-07-08'] as const;
const LICENSES_A_KIND = 3;
const CLAIM_MS = 30_000;
const POLL_MS = 20;
const READY_WITHIN_MS = 30_000;
const FINISH_WITHIN_MS = 120_000;
/** Kills of the invented story come within this time after the import began, more of them early: it is soon done. */
const LONGEST_MS = 250;

/** What a mail to an address must say, in this order of lines; an address with nothing expected must get none. */
type Expected = ReadonlyMap<string, readonly string[]>;

interface Story {
  readonly folder: string;
  readonly server: FakeMailServer;
  /** Where processes were when they were killed. */
  readonly killedAt: Map<string, number>;
  /** After each kill clocks are a minute later, so that no claim of a killed process is waited for. */
  starts: number;
  passed: number;
  failed: number;
}

async function main(kills: number, folders: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-monitoring-'));
  const server = await startFakeMailServer({
    async onMessage() {
      await wait(Math.random() * 10);
      return undefined;
    },
  });
  const story: Story = { folder, server, killedAt: new Map(), starts: 0, passed: 0, failed: 0 };
  try {
    const [before, after] = folders;
    if (before !== undefined && after !== undefined) await realStory(story, kills, before, after);
    else await inventedStory(story, kills);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
  const ids = server.arrived.map(({ source }) => messageId(source));
  const twice = ids.length - new Set(ids).size;
  const stages = [...story.killedAt].map(([stage, count]) => `${stage} ${count}`).join(', ');
  console.log(
    `kill-monitoring: ${story.passed} passed, ${story.failed} failed (${new Set(ids).size} mails, ${twice} of them ` +
      `seen twice by the mail server; killed while: ${stages})`,
  );
  process.exitCode = story.failed === 0 && story.passed > 0 ? 0 : 1;
}

/** Each kill has a day and a file of its own, in which every other vendor, by chance, has another expiry. */
async function inventedStory(story: Story, kills: number): Promise<void> {
  const expiry = new Map(Array.from({ length: VENDORS }, (_, index) => [`${4760001 + index}`, '2026-06-01']));
  await subscribe(story, [...expiry.keys()]);
  await finish(story, writeLicenses(story, FIRST_DAY, expiry), FIRST_DAY, 1);
  await check(story, 0, new Map(), 'the first look');
  for (let round = 1; round <= kills; round++) {
    const day = addDays(FIRST_DAY, round);
    const expected = new Map<string, readonly string[]>();
    for (const [digits, from] of expiry) {
      if (Math.random() < 0.5) continue;
      const to = addDays('2027-01-01', round * VENDORS + expected.size);
      expiry.set(digits, to);
      expected.set(addressOf(digits), [`from: ${describeDay(from)}`, `to:   ${describeDay(to)}`]);
    }
    const files = writeLicenses(story, day, expiry);
    const arrived = story.server.arrived.length;
    await killOne(story, { files, day, longestMs: LONGEST_MS });
    await finish(story, files, day, 2);
    await check(story, arrived, expected, `round ${round}`);
  }
}

/** A few licenses that the second file changes and two that it does not; one import, killed again and again. */
async function realStory(story: Story, kills: number, before: string, after: string): Promise<void> {
  const { expected, digits } = await chooseReal(before, after);
  await subscribe(story, digits);
  const started = Date.now();
  await finish(story, before, REAL_DAYS[0], 1);
  const longest = Date.now() - started;
  const arrived = story.server.arrived.length;
  await check(story, 0, new Map(), 'the first look');
  // An import of this size would take most of the kills; every other one comes after it.
  for (let round = 1; round <= kills; round++)
    await killOne(
      story,
      round % 2 === 1
        ? { files: after, day: REAL_DAYS[1], longestMs: longest }
        : { files: after, day: REAL_DAYS[1], longestMs: LONGEST_MS, stage: 'after_import' },
    );
  await finish(story, after, REAL_DAYS[1], 2);
  await check(story, arrived, expected, 'the second file');
}

async function chooseReal(before: string, after: string): Promise<{ expected: Expected; digits: string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-monitoring-choice-'));
  const registry = openRegistry({ databaseUrl: undefined, dataDir: folder });
  try {
    await migrateToLatest(registry, 'registry');
    await publishFolder(registry, before, REAL_DAYS[0]);
    const { licenseChanges } = await publishFolder(registry, after, REAL_DAYS[1]);
    const wanted = ['holder', 'status', 'renewed', 'expiry', 'gone'];
    const byLicense = Map.groupBy(licenseChanges, ({ number }) => number);
    const candidates = [...byLicense].filter(
      ([number, changes]) => number.startsWith('MFD') && changes.every(isPlain),
    );
    // Of each kind the first few, so that the rare kinds are among them.
    const chosen = new Map(
      wanted.flatMap((kind) =>
        candidates
          .filter(([, changes]) => changes.some((each) => each.kind === kind))
          .slice(0, LICENSES_A_KIND),
      ),
    );
    const expected = new Map(
      [...chosen].map(([number, changes]) => [addressOf(number.slice(3)), changes.flatMap(expectedLines)]),
    );
    const all = await registry.db
      .selectFrom('licenses')
      .select('digits')
      .where('license_type', '=', '2014')
      .where('file_district', '=', 6)
      .orderBy('digits')
      .execute();
    const changed = new Set(licenseChanges.map(({ number }) => number.slice(3)));
    const same = all.map(({ digits }) => digits).filter((digits) => !changed.has(digits));
    console.log(
      `${licenseChanges.length} changes between the files; watching ${chosen.size} of them and 2 without`,
    );
    return {
      expected,
      digits: [...[...chosen.keys()].map((number) => number.slice(3)), ...same.slice(0, 2)],
    };
  } finally {
    await registry.close();
    rmSync(folder, { recursive: true });
  }
}

/** A change whose words in a mail are told here apart from the code that writes them. */
function isPlain({ kind, before, after }: { kind: string; before: string; after: string }): boolean {
  if (kind === 'status') return before === '45/20' && after === '20/20';
  // The same words in another order are the same holder.
  const words = (name: string) => name.split(' ').sort().join(' ');
  if (kind === 'holder') return words(before) !== words(after);
  return ['renewed', 'expiry', 'gone'].includes(kind);
}

function expectedLines({ kind, before, after }: { kind: string; before: string; after: string }): string[] {
  const day = (text: string) => (text === 'none' ? 'no day on file' : describeDay(text));
  switch (kind) {
    case 'status':
      return ['License status\n  from: not renewed (delinquent)\n  to:   current'];
    case 'holder':
      return [`License holder\n  from: ${before}\n  to:   ${after}`];
    case 'gone':
      return ['to:   not on the newest license file'];
    default:
      return [`License expires\n  from: ${day(before)}\n  to:   ${day(after)}`];
  }
}

/** Accounts, claims and test subscriptions as rows: how one subscribes is not what this is about. */
async function subscribe({ folder }: Story, digits: readonly string[]): Promise<void> {
  const ledger = openLedger({ databaseUrl: undefined, dataDir: folder });
  await migrateToLatest(ledger, 'ledger');
  for (const each of digits) {
    const license = { license_type: '2014', license_digits: each };
    const account = await insertAccount(ledger.db, addressOf(each));
    await insertVerifiedClaim(ledger.db, account, license);
    await insertSubscription(ledger.db, account, license);
  }
  await ledger.close();
}

function writeLicenses({ folder }: Story, day: string, expiry: ReadonlyMap<string, string>): string {
  const files = path.join(folder, 'files', day);
  mkdirSync(files, { recursive: true });
  const rows = [...expiry].map(([digits, expiresOn]) =>
    licenseRow({ licenseNumber: `MFD${digits}`, expiresOn }),
  );
  writeFileSync(path.join(files, 'licenses.csv'), licenseCsv([datingRow(day), ...rows]));
  return files;
}

/** Compares what arrived since with what must have arrived; a mail with a known Message-ID is the same mail again. */
async function check(story: Story, since: number, expected: Expected, what: string): Promise<void> {
  const mails = new Map(
    story.server.arrived.slice(since).map(({ source }) => [messageId(source), source] as const),
  );
  const texts = Map.groupBy(
    await Promise.all([...mails.values()].map((source) => PostalMime.parse(source))),
    (mail) => mail.to?.[0]?.address ?? '',
  );
  const problems: string[] = [];
  for (const [address, lines] of expected) {
    const got = texts.get(address) ?? [];
    if (got.length !== 1) problems.push(`${got.length} mails instead of one`);
    const missing = lines.filter((line) => !got[0]?.text?.includes(line));
    if (got.length === 1 && missing.length > 0) problems.push(`a mail that does not say what changed`);
  }
  for (const address of texts.keys()) if (!expected.has(address)) problems.push('a mail about no change');
  for (const problem of problems) console.error(`${what}: ${problem}`);
  story.failed += problems.length;
  story.passed += Math.max(0, expected.size + (expected.size === 0 ? 1 : 0) - problems.length);
}

async function killOne(story: Story, { files, day, longestMs, stage }: KillPlan): Promise<void> {
  story.starts += 1;
  const run = await startChild(story, files, day);
  while (stage !== undefined && run.stage() === 'importing' && run.child.exitCode === null) await wait(1);
  await Promise.race([wait(Math.random() ** 2 * longestMs), run.ended]);
  run.child.kill('SIGKILL');
  await run.ended;
  story.killedAt.set(run.stage(), (story.killedAt.get(run.stage()) ?? 0) + 1);
}

/** `processes` at once, each until it has nothing left to do. */
async function finish(story: Story, files: string, day: string, processes: number): Promise<void> {
  story.starts += 1;
  const runs = await Promise.all(Array.from({ length: processes }, () => startChild(story, files, day)));
  const late = wait(FINISH_WITHIN_MS, 'late' as const, { ref: false });
  for (const run of runs) {
    const code = await Promise.race([run.ended, late]);
    if (code === 0) continue;
    for (const each of runs) each.child.kill('SIGKILL');
    throw new Error(`a process ended with ${code} while ${run.stage()}`);
  }
}

interface KillPlan {
  readonly files: string;
  readonly day: string;
  readonly longestMs: number;
  /** Only once the import is over. */
  readonly stage?: 'after_import' | undefined;
}

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  stage(): string;
}

/** Resolves when the child is about to import. */
async function startChild(story: Story, files: string, day: string): Promise<Run> {
  const start = new Date(Date.parse(`${day}T15:00:00Z`) + 60_000 * story.starts).toISOString();
  const args = [import.meta.filename, '--work', story.folder, story.server.url, files, start];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let stage = '';
  const ended = once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  child.stdout?.on('data', (text: Buffer) => {
    stage = text.toString().trim().split('\n').at(-1) ?? stage;
  });
  if (child.stdout) await once(child.stdout, 'data', { signal: AbortSignal.timeout(READY_WITHIN_MS) });
  return { child, ended, stage: () => stage };
}

/** What a service does after a night: import, look, mail. Ends when nothing is left; does not outlive its parent. */
async function work([folder = '', smtpUrl = '', files = '', start = '']: readonly string[]): Promise<void> {
  process.stdin.once('end', () => process.exit(1)).resume();
  const location = { databaseUrl: undefined, dataDir: folder };
  const [registry, ledger] = [openRegistry(location), openLedger(location)];
  await migrateToLatest(registry, 'registry');
  const log = createLogger('silent');
  const begun = Date.now();
  const now = () => new Date(Date.parse(start) + Date.now() - begun);
  const transport = createMailTransport({ smtpUrl, from: 'no-reply@localhost', outboxDir: folder, log });
  const delivery = startMailDelivery({
    db: ledger.db,
    transport,
    log,
    now,
    pollMs: POLL_MS,
    claimMs: CLAIM_MS,
  });
  console.log('importing');
  await publishFolder(registry, files, start.slice(0, 10));
  console.log('looking');
  // Not under the lease: the transactions alone must keep two of these apart.
  const context = { ledger: ledger.db, registry, baseUrl: 'http://localhost', now };
  const run = await runWatch({ ...context, log: { error: (fields, text) => console.error(text, fields) } });
  if (run.failed > 0) throw new Error(`${run.failed} licenses could not be looked at`);
  console.log('mailing');
  for (;;) {
    const waiting = await ledger.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute();
    if (waiting.length === 0) break;
    await wait(POLL_MS);
  }
  console.log('done');
  await delivery.stop();
  transport.close();
  process.exit(0);
}

async function publishFolder(registry: ReturnType<typeof openRegistry>, folder: string, day: string) {
  const files = [];
  for (const file of await findFiles([folder]))
    files.push(await readRegulatorFile(await loadFile(file, path.basename(file), null), day));
  return publish(registry, { files, asOf: day, now: () => new Date(`${day}T12:00:00Z`) });
}

function addressOf(digits: string): string {
  return `owner-${digits}@vendor.example`;
}

function messageId(source: string): string {
  return /^Message-ID: <([^>]+)>/im.exec(source)?.[1] ?? '';
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '10' },
    real: { type: 'boolean', default: false },
    work: { type: 'boolean', default: false },
  },
});
if (values.work) await work(positionals);
else if (values.real && positionals.length !== 2) throw new Error('--real needs two folders');
else await main(Number(values.kills), values.real ? positionals : []);
