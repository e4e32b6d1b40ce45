import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import { type FakeMailServer, startFakeMailServer } from '../../test/support/mail-server.ts';
import { type Place, preparePlace } from '../../test/support/place.ts';
import { createPostgresDatabase } from '../../test/support/postgres-schema.ts';
import { judgeReceipts } from '../support/receipts-on-file.ts';
import { type RunningService, runCommandOf, startServiceOf } from '../support/service.ts';
import { damages } from './damages.ts';
import { listNumbers, type Person, sendLists, signIn, signUps } from './load.ts';

/**
 * Backs up a service while clients get receipts and people sign up, kills the service, and restores each
 * backup to an empty data folder. Every receipt and account acknowledged before the backup began must be
 * restored. The receipts must verify, the people must be able to sign in, and no list may be partial. Then
 * damages the last backup in twenty ways. Restoring each damaged copy must fail with an explanation and must
 * not leave any files or tables. Runs on SQLite, and on PostgreSQL if TEST_DATABASE_URL is set. Exits with 1
 * if any check fails.
 */
const CHECKOUT = path.resolve(import.meta.dirname, '../..');
const VENDORS = '300';
/** The number of times to wait for the load to start, which takes longer on a busy machine. */
const LOAD_TRIES = 100;
const BETWEEN_MS = 2_000;

const { values } = parseArgs({ options: { backups: { type: 'string', default: '3' } } });

for (const url of new Set([undefined, process.env.TEST_DATABASE_URL || undefined])) {
  const folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
  const places: Place[] = [];
  const mail = await startFakeMailServer();
  const newPlace = async (name: string) => {
    const place = await preparePlace(path.join(folder, name), url, createPostgresDatabase);
    places.push(place);
    return place;
  };
  try {
    await runOn({ folder, mail, newPlace });
  } finally {
    for (const place of places) await place.remove();
    await mail.close();
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

interface World {
  readonly folder: string;
  readonly mail: FakeMailServer;
  readonly newPlace: (name: string) => Promise<Place>;
}

async function runOn({ folder, mail, newPlace }: World): Promise<void> {
  const source = await newPlace('source');
  const common = { ...LIMITS_OFF, LOG_LEVEL: 'error', PASSWORD_HASH_COST: '10', SMTP_URL: mail.url };
  const settings = { ...common, ...source.settings };
  const demo = await runCommandOf(CHECKOUT, ['demo', '--vendors', VENDORS], settings);
  assert.equal(demo.code, 0, demo.stderr);
  const identity = path.join(folder, 'identity.txt');
  const { stdout: recipient } = await runCommandOf(CHECKOUT, ['backup-key', '--to', identity], settings);
  const service = await startServiceOf(CHECKOUT, settings);
  const receipts: { readonly at: number; readonly receipt: string }[] = [];
  const people: Person[] = [];
  const made: { readonly file: string; readonly began: number; readonly seconds: number }[] = [];
  const over = new AbortController();
  try {
    const numbers = await listNumbers(service.url);
    const load = [
      sendLists(service.url, numbers, receipts, over.signal),
      sendLists(service.url, numbers, receipts, over.signal),
      signUps(service.url, mail, people, over.signal),
    ];
    for (let each = 1; each <= Number(values.backups); each++) {
      await wait(BETWEEN_MS);
      const enough = () => receipts.length > 100 && people.length > 0;
      for (let tries = 0; !enough() && tries < LOAD_TRIES; tries += 1) await wait(BETWEEN_MS);
      const file = path.join(folder, `${each}.age`);
      const began = performance.now();
      const args = ['backup', '--to', file, '--recipient', recipient.trim()];
      const { code, stderr, seconds } = await runCommandOf(CHECKOUT, args, source.settings);
      assert.equal(code, 0, stderr);
      made.push({ file, began, seconds });
    }
    over.abort();
    await Promise.all(load);
  } finally {
    over.abort();
    service.child.kill('SIGKILL');
  }
  for (const [at, { file, began, seconds }] of made.entries()) {
    const place = await newPlace(`restored-${at}`);
    const restored = await runCommandOf(CHECKOUT, ['restore', file, '--identity', identity], place.settings);
    assert.equal(restored.code, 0, restored.stderr);
    const before = {
      receipts: receipts.flatMap((each) => (each.at < began ? each.receipt : [])),
      people: people.filter((each) => each.at < began),
    };
    assert.ok(before.receipts.length > 100 && before.people.length > 0, 'there was a load');
    const again = await startServiceOf(CHECKOUT, { ...common, ...place.settings });
    const halves = await judge(again, place, before);
    await again.stop();
    console.log(
      `${place.name}: backup ${at + 1} in ${seconds.toFixed(1)} s, restored in ${restored.seconds.toFixed(1)} s: all of ${before.receipts.length} receipts and ${before.people.length} people from before it, ${halves} lists whole`,
    );
  }
  const plain = path.join(folder, 'plain.tar');
  const unencrypted = ['backup', '--to', plain, '--unencrypted'];
  assert.equal((await runCommandOf(CHECKOUT, unencrypted, source.settings)).code, 0);
  const cases = await damages({ encrypted: made.at(-1)?.file ?? '', plain, identity, folder });
  for (const { name, file, args } of cases) {
    const place = await newPlace(`damaged-${name.replaceAll(' ', '-')}`);
    const { code, stderr } = await runCommandOf(CHECKOUT, ['restore', file, ...args], place.settings);
    assert.equal(code, 1, `${name} was restored`);
    assert.match(stderr, /^(?:error: )?[A-Z][^\n]+[.)]\n$/, name);
    const left = await leftIn(place);
    assert.deepEqual(left, [], `${name} left files`);
    console.log(`${place.name}: refused ${name}: ${stderr.trim()}`);
  }
  assert.ok(cases.length >= 20);
}

/** Throws unless everything was restored. Returns the number of lists. */
async function judge(
  service: RunningService,
  place: Place,
  before: { readonly receipts: readonly string[]; readonly people: readonly Person[] },
): Promise<number> {
  const { rows, problems } = await judgeReceipts(service.url, place, before.receipts, 20);
  assert.deepEqual(problems, []);
  for (const person of before.people) await signIn(service.url, person);
  const ledger = place.openLedger();
  const single = await ledger.db.selectFrom('application_decisions').select('jti').execute();
  await ledger.close();
  // Only the demo organizers request single decisions.
  const ofDemo = new Set(single.map(({ jti }) => jti));
  const lists = Map.groupBy(
    rows.filter(({ jti }) => !ofDemo.has(jti)),
    ({ issued_at }) => issued_at,
  );
  for (const [at, each] of lists) assert.equal(each.length % 50, 0, `part of the list from ${at}`);
  return lists.size;
}

async function leftIn({ settings }: Place): Promise<string[]> {
  const { DATA_DIR = '', DATABASE_URL } = settings;
  const files = existsSync(DATA_DIR) ? readdirSync(DATA_DIR) : [];
  if (DATABASE_URL === undefined) return files;
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    'select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace',
  );
  await client.end();
  return [...files, ...rows.map(({ name }) => name)];
}
