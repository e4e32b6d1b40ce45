import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig, refuseUnencrypted } from '../../config.ts';
import { judgeSettings } from './check-settings.ts';

const REAL = {
  REGULATOR_SOURCE: 'https://records.example/',
  BASE_URL: 'https://vendors.example',
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: 'smtps://user:password@mail.example',
  OPERATOR_NAME: 'Sunshine',
  OPERATOR_EMAIL: 'hello@sunshine.example',
};
const judge = (settings: Record<string, string>, isReal = 'REGULATOR_SOURCE' in settings) =>
  judgeSettings(loadConfig(settings), isReal);

test('the doctor finds no problem with a demo, or with a service that is set up for real users', () => {
  for (const settings of [{}, REAL])
    assert.deepEqual(
      judge(settings).map(({ state }) => state),
      ['ok'],
    );
});

test('the doctor warns about each setting that is unsuitable for real users, with its name and a remedy but no secrets', () => {
  const changes: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ BASE_URL: 'http://vendors.example' }, /^BASE_URL /],
    [{ TRUST_PROXY: '' }, /^BASE_URL is https and TRUST_PROXY/],
    [{ OPERATOR_EMAIL: '' }, /^The operator of this service is not named/],
    [{ SMTP_URL: '' }, /^There is no email server/],
    [{ PASSWORD_HASH_COST: '12' }, /^PASSWORD_HASH_COST is 12/],
    [{ AS_OF: '2026-01-15' }, /^AS_OF is 2026-01-15: grades .* by the clock\.$/],
    [{ STRIPE_SECRET_KEY: 'sk_live_12345678' }, /^A secret of Stripe is missing/],
    [{ STRIPE_PRICE: 'price_1' }, /^A secret of Stripe is missing/],
    [{ WEBHOOKS_ALLOW_PRIVATE: 'true' }, /^WEBHOOKS_ALLOW_PRIVATE/],
    [{ DATABASE_URL: 'postgres://user:password@localhost/name' }, /^Over PostgreSQL without Redis/],
  ];
  for (const [change, says] of changes) {
    const [finding, ...others] = judge({ ...REAL, ...change });
    assert.deepEqual([finding?.state, others], ['warning', []]);
    assert.match(finding?.says ?? '', says);
    assert.ok(finding?.advice);
    assert.doesNotMatch(JSON.stringify(finding), /:password@|sk_live/);
  }
  const sale = { STRIPE_SECRET_KEY: 'sk_live_12345678', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' };
  assert.equal(judge({ ...REAL, ...sale })[0]?.state, 'ok', 'each order states the price itself');
});

test('the doctor reports an address that stops the service from starting as a failure, even if real records were imported while the source is the demo', () => {
  for (const [name, url] of [
    ['SMTP_URL', 'smtp://user:password@mail.example'],
    ['REDIS_URL', 'redis://:password@cache.example'],
  ] as const) {
    const [finding] = judge({ ...REAL, [name]: url });
    assert.equal(finding?.state, 'failed');
    assert.match(finding?.says ?? '', new RegExp(`^${name} may leave this machine unencrypted`));
    assert.doesNotMatch(JSON.stringify(finding), /:password@/);
    const imported = judge({ ...REAL, REGULATOR_SOURCE: 'demo', [name]: url }, true);
    assert.equal(imported[0]?.state, 'failed');
    assert.equal(judge({ ...REAL, REGULATOR_SOURCE: 'demo', [name]: url }, false)[0]?.state, 'ok');
  }
});

test('the doctor warns only about addresses of other machines that do not require TLS', () => {
  const warned = (settings: Record<string, string>) =>
    judge({ ...REAL, REDIS_URL: 'rediss://cache.example', ...settings })
      .map(({ says }) => /^([A-Z_ and]+) may leave/.exec(says)?.[1])
      .find(Boolean);
  for (const url of [
    'postgres://db.example/x',
    'postgres://db/x',
    'postgres://db.example/x?sslmode=prefer',
    'postgres://127.0.0.1.example/x',
    'postgres://localhost/x?host=db.example',
    'postgres://localhost/x?host=localhost&host=db.example',
    'postgres://db.example/x?ssl=true&sslmode=disable',
    'postgres://db.example/x?sslmode=require&sslmode=disable',
  ])
    assert.equal(warned({ DATABASE_URL: url }), 'DATABASE_URL', url);
  for (const url of [
    'postgres://db.example/x?sslmode=verify-full',
    'postgres://db.example/x?ssl=true',
    'postgres://127.0.0.1:5432/x',
    'postgres://[::1]/x',
    'postgres://localhost/x',
    'postgres:///x?host=/run/postgresql',
  ])
    assert.equal(warned({ DATABASE_URL: url }), undefined, url);
  for (const url of [
    'smtp://mail.example?host=localhost',
    'smtp://mail.example?requireTLS=true&ignoreTLS=true',
  ])
    assert.equal(warned({ SMTP_URL: url }), 'SMTP_URL', url);
  for (const url of ['smtp://mail.example?requireTLS=true', 'smtps://mail.example', 'smtp://localhost:25'])
    assert.equal(warned({ SMTP_URL: url }), undefined, url);
  for (const [allowed, left] of [
    ['DATABASE_URL', undefined],
    ['SMTP_URL', 'DATABASE_URL'],
    ['REDIS_URL, DATABASE_URL', undefined],
  ])
    assert.equal(
      warned({ DATABASE_URL: 'postgres://db.example/x', UNENCRYPTED_ALLOWED: allowed ?? '' }),
      left,
    );
  assert.throws(() => loadConfig({ UNENCRYPTED_ALLOWED: 'all' }), /DATABASE_URL, REDIS_URL, SMTP_URL/);
  assert.equal(
    warned({ SMTP_URL: 'smtp://mail.example', REDIS_URL: 'redis://cache.example' }),
    'REDIS_URL and SMTP_URL',
  );
});

test('a service for real users does not start if another machine’s address does not require TLS, unless that is explicitly allowed', () => {
  const start = (settings: Record<string, string>) => refuseUnencrypted(loadConfig({ ...REAL, ...settings }));
  const plain = {
    DATABASE_URL: 'postgres://user:sesame@db.example/x',
    REDIS_URL: 'redis://:sesame@cache.example',
    SMTP_URL: 'smtp://user:sesame@mail.example',
  };
  for (const [name, url] of Object.entries(plain)) {
    assert.throws(
      () => start({ [name]: url }),
      (error: Error) =>
        error.message.startsWith(`${name} may leave this machine unencrypted`) &&
        !error.message.includes('sesame'),
      name,
    );
    start({ [name]: url, UNENCRYPTED_ALLOWED: name });
    start({ [name]: url, REGULATOR_SOURCE: 'demo' });
  }
  start({
    DATABASE_URL: 'postgres://user:sesame@db.example/x?sslmode=verify-full',
    REDIS_URL: 'rediss://:sesame@cache.example',
    SMTP_URL: 'smtps://user:sesame@mail.example',
  });
});
