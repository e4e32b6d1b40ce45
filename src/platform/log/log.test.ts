import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { describeEngines } from '../../../test/support/engines.ts';
import type { LedgerDb, OpenLedger } from '../db/database.ts';
import { createLogger } from './log.ts';

const VALUE = 'ola-secret-7';
const AT = '2026-03-16T15:00:00.000Z';

/** Logs an error in each way in which errors are logged, and returns everything that was written. */
function logged(error: unknown): string {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(line) });
  const message = error instanceof Error ? error.message : '';
  log.error({ err: error }, 'it failed');
  log.error({ err: error });
  log.error({ err: error }, message);
  log.error(error);
  log.child({ reqId: '1' }).error({ err: new Error('outer', { cause: error }) }, 'it failed');
  log.error({ err: new AggregateError([error], 'many') }, 'it failed');
  Fastify({ loggerInstance: log }).log.error({ err: error }, 'it failed');
  assert.equal(lines.length, 7);
  return lines.join('');
}

describeEngines('the log', (open) => {
  let database: OpenLedger;
  before(async () => {
    database = await open();
  });
  after(() => database.close());

  const failureOf = async (work: (db: LedgerDb) => Promise<unknown>): Promise<unknown> => {
    try {
      await work(database.db);
    } catch (error) {
      return error;
    }
    throw new Error('it did not fail');
  };
  const account = (db: LedgerDb, id: string, name: string | null = VALUE) =>
    sql`insert into accounts (id, name, email, email_verified, created_at, updated_at)
      values (${id}, ${name}, ${`${VALUE}@x.example`}, 1, ${AT}, ${AT})`.execute(db);

  const failures: Readonly<Record<string, (db: LedgerDb) => Promise<unknown>>> = {
    'a row whose value is already taken': async (db) => {
      await account(db, 'one');
      await account(db, 'two');
    },
    'a row without a required value': (db) => account(db, 'three', null),
    'a row that refers to a missing row': (db) =>
      sql`insert into sessions (id, account_id, token, expires_at, created_at, updated_at)
        values (${VALUE}, ${VALUE}, ${VALUE}, ${AT}, ${AT}, ${AT})`.execute(db),
    'a value that cannot be parsed': (db) =>
      database.engine.name === 'postgres'
        ? sql`select ${`${VALUE} "x"\n    at ${VALUE}:1:1`}::text::uuid`.execute(db)
        : sql`select json_extract(${VALUE}, ${VALUE})`.execute(db),
    'a statement with a value in its text': (db) => sql.raw(`select 1 "${VALUE} from`).execute(db),
  };
  for (const [what, fail] of Object.entries(failures))
    test(`never contains the value from ${what}`, async () => {
      const lines = logged(await failureOf(fail));
      assert.equal(lines.includes(VALUE), false);
      assert.match(lines, /"code":"(?:[0-9A-Z]{5}|ERR_SQLITE_ERROR)"/);
    });

  test('still names the constraint that a row violated', async () => {
    const lines = logged(await failureOf((db) => account(db, 'four').then(() => account(db, 'five'))));
    assert.match(lines, /accounts[_.]email/);
  });
});

test('the log omits values from parse errors, and fields that libraries add to errors', () => {
  const failures = [() => JSON.parse(`{"a": ${VALUE}}`), () => new URL(VALUE)];
  for (const fail of failures) {
    let failure: unknown;
    try {
      fail();
    } catch (error) {
      failure = error;
    }
    const lines = logged(failure);
    assert.equal(lines.includes(VALUE), false);
  }
  const fields = {
    detail: VALUE,
    where: VALUE,
    hint: VALUE,
    query: VALUE,
    parameters: [VALUE],
    raw: { VALUE },
  };
  assert.equal(logged(Object.assign(new Error('it failed'), fields)).includes(VALUE), false);
});

test('the log omits the address of a request that was answered twice', async () => {
  const lines: string[] = [];
  const app = Fastify({
    loggerInstance: createLogger('warn', { write: (line) => lines.push(line) }),
    exposeHeadRoutes: false,
  });
  app.get('/twice/:token', (_, reply) => {
    reply.send('once');
    reply.send('twice');
  });
  app.get('/written/:token', (_, reply) => {
    reply.raw.writeHead(200).write('begun');
    reply.send('twice');
    setImmediate(() => reply.raw.end());
  });
  await app.inject(`/twice/${VALUE}`);
  await assert.rejects(async () => app.inject(`/written/${VALUE}`), { code: 'ERR_HTTP_HEADERS_SENT' });
  await app.close();
  assert.equal(
    lines.filter((line) => line.includes('Reply was already sent')).length >= 2,
    true,
    lines.join(''),
  );
  assert.equal(lines.join('').includes(VALUE), false);
});

test('an uncaught error ends the process with exit code 1 and is logged without its values', async () => {
  const at = (file: string) => pathToFileURL(path.resolve(import.meta.dirname, file)).href;
  const program = `
    import { endOnUncaught } from '${at('uncaught-errors.ts')}';
    import { createLogger } from '${at('log.ts')}';
    endOnUncaught(createLogger('info'));
    setInterval(() => {}, 1_000);
    Promise.reject(Object.assign(new Error('it failed'), { detail: '${VALUE}' }));`;
  const ended = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]).then(
    () => assert.fail('it did not end with an error'),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  assert.equal(ended.code, 1);
  assert.match(ended.stdout, /"level":60.*uncaught error/);
  assert.equal((ended.stdout + ended.stderr).includes(VALUE), false);
});
