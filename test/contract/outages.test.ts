import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { createAccountService } from '../../src/accounts/account/service.ts';
import { createApiKeyService } from '../../src/accounts/api-keys/service.ts';
import { createSessionCookies } from '../../src/accounts/sessions/session-cookie.ts';
import { DatabaseUnavailable } from '../../src/platform/db/database-unavailable.ts';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { publish } from '../../src/records/publication/service.ts';
import { insertAccount } from '../support/account-rows.ts';
import { HASH_COST, SECRET } from '../support/account-service.ts';
import {
  DEMO_DAY,
  NOW,
  openTestApp,
  readDemoFiles,
  reservedNumber,
  type TestApp,
} from '../support/demo-app.ts';
import { type TestDatabase, withPublished } from '../support/engines.ts';
import { describeBothPlaces, type Place } from '../support/place.ts';

/** A database address where nothing is listening, so connections are refused immediately. */
const NOBODY = 'postgres://nobody@127.0.0.1:9/nothing';
const ERROR = 50;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly reason?: string;
}

function keepLines() {
  const lines: Line[] = [];
  return {
    log: createLogger('info', { write: (line: string) => lines.push(JSON.parse(line)) }),
    takeErrors: () => lines.splice(0).filter(({ level }) => level >= ERROR),
  };
}

describe('while PostgreSQL is down', () => {
  const { log, takeErrors } = keepLines();
  let database: TestDatabase;
  let open: TestApp;
  before(async () => {
    database = withPublished(openPostgres(NOBODY));
    open = await openTestApp(database, {}, log);
  });
  after(async () => {
    await open.app.close();
    await database.close();
  });

  const bodies: readonly (readonly [url: string, body: unknown])[] = [
    [
      '/api/vendors?q=taco',
      {
        error:
          'The database is unavailable. Try again in a few seconds; if it stays unavailable, contact the operator.',
        code: 'unavailable',
        doc_url: 'https://vendors.example/docs/errors#unavailable',
      },
    ],
    [
      '/api/v1/stats/florida',
      {
        data: null,
        meta: null,
        error: {
          message:
            'The database is unavailable. Try again in a few seconds; if it stays unavailable, contact the operator.',
          code: 'unavailable',
          doc_url: 'https://vendors.example/docs/errors#unavailable',
        },
      },
    ],
  ];
  for (const [url, body] of bodies)
    test(`${url} returns 503 with Retry-After in its own error format, and one line is logged`, async () => {
      takeErrors();
      const answer = await open.get(url);
      assert.deepEqual([answer.status, answer.headers['retry-after'], answer.json], [503, '5', body]);
      assert.deepEqual(
        takeErrors().map(({ msg, reason }) => [msg, reason]),
        [['request failed: database unavailable', 'The database cannot be reached (ECONNREFUSED).']],
      );
    });

  test('a page returns 503 with Retry-After, explains what to do, and is not cached', async () => {
    const { status, headers, body } = await open.get('/events');
    assert.deepEqual([status, headers['retry-after'], headers['cache-control']], [503, '5', 'no-store']);
    assert.match(body, /Our database is unavailable right now\. Wait a few seconds, then reload this page\./);
  });

  test('the service is live but not ready, and names the failing databases', async () => {
    assert.equal((await open.get('/healthz')).status, 200);
    const { status, json } = await open.get('/readyz');
    assert.deepEqual(
      [status, json],
      [
        503,
        {
          status: 'failing',
          version: null,
          as_of: null,
          data_as_of: null,
          records_reach_to: null,
          fictional: null,
          loading: null,
          limits: 'per_process',
          forwarded: 'none',
          failing: ['registry', 'ledger'],
        },
      ],
    );
  });

  test('a signed-in visitor sees a message about the outage, not a claim to be signed out', async () => {
    const { db, engine } = database;
    const accounts = createAccountService({
      isFictional: async () => undefined,
      ledgerDb: db,
      engine,
      baseUrl: 'https://vendors.example',
      secret: SECRET,
      log,
      hashCost: HASH_COST,
      now: NOW,
    });
    const cookie = createSessionCookies({ secret: SECRET, isSecure: true }).make('a-token');
    takeErrors();
    await assert.rejects(accounts.findSession({ cookie }), (error) => error instanceof DatabaseUnavailable);
    assert.deepEqual(takeErrors(), []);
  });
});

describeBothPlaces('while the database is read-only', (place) => {
  const { log, takeErrors } = keepLines();
  let database: TestDatabase;
  let open: TestApp;
  let key: string;

  before(async () => {
    const writing = place().openLedger();
    await migrateLedger(writing);
    await publish(writing, { files: await readDemoFiles(100), asOf: DEMO_DAY, now: NOW });
    const accountId = await insertAccount(writing.db);
    key = (
      await createApiKeyService(writing.db, {
        baseUrl: 'https://vendors.example',
        isFictional: async () => undefined,
        now: NOW,
        log,
      }).create(accountId, 'Key')
    ).key;
    database = await openReadOnly(place(), writing);
    open = await openTestApp(database, {}, log);
  });
  after(async () => {
    await open.app.close();
    await database.close();
  });

  test('reads succeed, writes return 503, and /readyz names both databases', async () => {
    assert.equal((await open.get('/api/vendors?q=taco')).status, 200);
    takeErrors();
    const license = reservedNumber('grade-a');
    const written = await open.get(`/api/v1/decision?license_number=${license}&event_type=festival`);
    assert.deepEqual([written.status, written.headers['retry-after']], [503, '5']);
    assert.match(
      takeErrors()[0]?.reason ?? '',
      /^The database is read-only \((?:25006|SQLITE_READONLY)\)\.$/,
    );
    const { status, json } = await open.get('/readyz');
    assert.deepEqual([status, Object(json).failing], [503, ['registry', 'ledger']]);
  });

  test('a key still works, and the failure to record its use is logged once', async () => {
    takeErrors();
    for (let times = 0; times < 3; times += 1) {
      const { status } = await open.get('/api/v1/applications', { authorization: `Bearer ${key}` });
      assert.equal(status, 200);
      await open.services.apiKeys.usesWritten();
    }
    assert.deepEqual(
      takeErrors().map(({ msg }) => msg),
      ['the last use of an API key could not be stored'],
    );
  });
});

/** Makes the database read-only. SQLite uses its existing handle; PostgreSQL gets a new connection. */
async function openReadOnly({ settings }: Place, writing: TestDatabase): Promise<TestDatabase> {
  if (settings.DATABASE_URL === undefined) {
    await sql`pragma query_only = on`.execute(writing.db);
    return writing;
  }
  await writing.close();
  const address = new URL(settings.DATABASE_URL);
  const options = `${address.searchParams.get('options')} -cdefault_transaction_read_only=on`;
  address.searchParams.set('options', options);
  return withPublished(openPostgres(address.href));
}
