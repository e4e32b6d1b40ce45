import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { runCli } from '../support/cli.ts';
import { reservedNumber } from '../support/demo-app.ts';
import { findFreePort } from '../support/free-port.ts';
import { LIMITS_OFF } from '../support/limits-off.ts';
import { type FakeMailServer, startFakeMailServer } from '../support/mail-server.ts';
import { describePlaces } from '../support/place.ts';
import { type Serving, startService } from '../support/process.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { Visitor } from './support/visitor.ts';

const CLIENT = '203.0.113.77';
const FILE = { name: 'scan.pdf', content: '%PDF-1.7\nof this run\n%%EOF' };
const METRICS_TOKEN = 'metrics-token-of-this-run';
const OLIVE = { name: 'Olive Quillfeather', email: 'olive.quillfeather@organizer.example' };
const WITH_COLUMNS =
  /token|secret|hash|password|email|recipient|phone|signatures|claims|value|code|contact|body/;
/** Matches values that cannot be secret: row states, whole numbers, and dates. */
const HARMLESS = /^(?:[a-z_]{1,20}|[\d,]+|\d{4}-\d\d-\d\dT.*|[{[].*)?$/s;

interface Column {
  readonly name: string;
  readonly column_name: string;
}

/** On PostgreSQL, these tables are in the same schema. The regulator's data is not secret. */
const REGISTRY = new Set([
  'import_files',
  'source_files',
  'import_runs',
  'licenses',
  'vendors',
  'vendor_records',
]);

describePlaces('the log of a full run', (place) => {
  let service: Serving;
  let mailServer: FakeMailServer;
  let receiver: WebhookReceiver;
  let collector: Server;
  /** Everything that the process sent to its operator: the log, standard error, spans, and metrics. */
  const told = { log: '', errors: '', spans: '', metrics: '' };
  const secrets = new Map<string, string>();
  const add = (what: string, ...values: (string | undefined)[]) => {
    for (const value of values) {
      assert.ok(value !== undefined && value.length >= 6, `there is no ${what}`);
      secrets.set(value, what);
    }
  };
  let metricsUrl: string;

  before(async () => {
    const source = path.join(place().folder, 'source');
    const demo = await runCli(['demo', '--vendors', '300', '--to', source], {
      DATA_DIR: path.join(place().folder, 'demo'),
    });
    assert.equal(demo.code, 0, demo.stderr);
    [mailServer, receiver] = [await startFakeMailServer(), await startWebhookReceiver()];
    collector = createServer(async (request, response) => {
      for await (const chunk of request) told.spans += chunk.toString('latin1');
      response.writeHead(200).end();
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const port = await findFreePort();
    service = await startService({
      ...LIMITS_OFF,
      ...place().settings,
      PORT: String(port),
      REGULATOR_SOURCE: source,
      LOG_LEVEL: 'trace',
      SMTP_URL: mailServer.url,
      TRUST_PROXY: '127.0.0.1',
      METRICS_PORT: '0',
      METRICS_TOKEN,
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    });
    service.child.stdout?.on('data', (chunk) => {
      told.log += chunk;
    });
    service.child.stderr?.on('data', (chunk) => {
      told.errors += chunk;
    });
    metricsUrl = `http://127.0.0.1:${(await service.logged('metrics are available')).port}/metrics`;
    await service.logged('steps after the refresh are done');
  });
  after(async () => {
    service.child.kill('SIGKILL');
    collector.close();
    await Promise.all([mailServer.close(), receiver.close()]);
  });

  /** Returns the matching URL path in the newest email to a recipient. */
  const mailed = async (to: string, pattern: RegExp): Promise<string> => {
    for (let tries = 0; tries < 200; tries += 1) {
      const found = mailServer.arrived
        .filter((mail) => mail.to.includes(to))
        .map(({ source }) => pattern.exec(source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[0])
        .findLast((each) => each !== undefined);
      if (found !== undefined) return found;
      await wait(50);
    }
    throw new Error(`no mail to ${to} with ${pattern}`);
  };

  test('contains no password, key, token, receipt, email address, or client address from the run', async () => {
    const olive = new Visitor(service.url, CLIENT);
    await signUp(olive);
    await useKey(olive);
    await useWebhook(olive);
    await runEvent(olive);
    await useReceipts(olive);
    await claim(olive);
    await inviteAndSubscribe(olive);
    const lists = await olive.post('/check/list', {
      lines: `${reservedNumber('grade-a')}\nPELICAN TACO`,
      event_type: 'public',
    });
    const decided = await olive.submit(lists, /\/check\/list\/decide/, {});
    add('token of a list', decided.location.split('/').at(-1));
    await olive.get(decided.location);

    const metrics = await fetch(metricsUrl, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    told.metrics = await metrics.text();
    await olive.get('/settings');
    assert.equal(await service.stop(), 0);
    add('token of metrics', METRICS_TOKEN);
    add('client address', CLIENT);
    add('cookie', ...olive.cookieValues());
    await addFiles();
    const fromDatabase = await addColumns();

    assert.ok(fromDatabase > 10, String(fromDatabase));
    assert.ok(secrets.size > 40, String(secrets.size));
    assert.ok(told.log.split('\n').length > 60 && told.spans.length > 1_000 && told.metrics.length > 5_000);
    const found = [...secrets].flatMap(([secret, what]) =>
      Object.entries(told).flatMap(([where, text]) =>
        text.includes(secret) ? [`${what} in ${where}: ${lineWith(text, secret)}`] : [],
      ),
    );
    assert.deepEqual(found, []);
    assert.equal(told.errors, '');
  });

  /** Signs up, enters wrong passwords, and changes the password and the email address. */
  async function signUp(olive: Visitor): Promise<void> {
    const first = 'first-passphrase-4711';
    const second = 'second-passphrase-4712';
    add('password', first, second, 'wrong-passphrase-4713');
    add('mail address', OLIVE.email, 'olive.moved@organizer.example');
    add('name', OLIVE.name);
    await olive.post('/sign-up', { ...OLIVE, password: first });
    const link = await mailed(OLIVE.email, /\/confirm-email\?token=[^\s"<>]+/);
    const token = tokenIn(link);
    add('token that confirms an address', token);
    await olive.get(link);
    await olive.post('/confirm-email', { token, password: 'wrong-passphrase-4713' });
    await olive.post('/confirm-email', { token, password: first });
    await olive.post('/sign-in', { email: OLIVE.email, password: 'wrong-passphrase-4713' });
    await olive.post('/sign-in', { email: 'nobody.known@organizer.example', password: first });
    add('mail address', 'nobody.known@organizer.example');
    await olive.post('/forgot-password', { email: OLIVE.email });
    const reset = await mailed(OLIVE.email, /\/reset-password\?token=[^\s"<>]+/);
    add('token for a new password', tokenIn(reset));
    await olive.get(reset);
    await olive.post('/reset-password', { token: tokenIn(reset), password: second });
    const signedIn = await olive.post('/sign-in', { email: OLIVE.email, password: second });
    assert.equal(signedIn.status, 303);
    await olive.post('/settings/email', {
      email: 'olive.moved@organizer.example',
      email_password: second,
    });
    const moved = await mailed('olive.moved@organizer.example', /\/confirm-new-email\?token=[^\s"<>]+/);
    add('token of a new address', tokenIn(moved));
    await olive.get(moved);
  }

  /** Creates a key, uses it, mistypes it, revokes it, and uses it again. */
  async function useKey(olive: Visitor): Promise<void> {
    const list = await olive.get('/settings/api-keys');
    const made = await olive.submit(list, /\/settings\/api-keys$/, { name: 'a program' });
    const key = /svc_[a-z]+_\w+\.\w+/.exec(made.body)?.[0] ?? '';
    add('API key', key, key.split('.')[1]);
    const bearing = (value: string) => ({ authorization: `Bearer ${value}` });
    assert.equal((await olive.get('/api/v1/events', bearing(key))).status, 200);
    assert.equal((await olive.get('/api/v1/events', bearing(`${key.slice(0, -3)}abc`))).status, 401);
    add('mistyped API key', `${key.split('.')[1]?.slice(0, -3)}abc`);
    const id = key.split('_')[2]?.split('.')[0];
    await olive.post(`/settings/api-keys/${id}/revoke`, {});
    assert.equal((await olive.get('/api/v1/events', bearing(key))).status, 401);
  }

  async function useWebhook(olive: Visitor): Promise<void> {
    const url = `${receiver.url}/with-a-secret-of-its-own-4714`;
    const made = await olive.post('/settings/webhooks', { url });
    add('secret of a webhook', /whsec_[\w+/=]+/.exec(made.body)?.[0]);
    add('address of a webhook', 'with-a-secret-of-its-own-4714');
    const place = /\/settings\/webhooks\/[0-9a-f-]{36}/.exec(
      (await olive.get('/settings/webhooks')).body,
    )?.[0];
    await olive.post(`${place}/test`, {});
    await service.logged('webhook sent');
    add('signature of a webhook', receiver.received[0]?.headers['webhook-signature']?.split(',')[1]);
  }

  /** Creates an event, an application with its private link and a document, and the organizer's decision. */
  async function runEvent(olive: Visitor): Promise<void> {
    const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
    const form = await olive.get('/organizer/events/new');
    const event = await olive.submit(form, /\/organizer\/events$/, {
      name: 'Harbor Day',
      description: 'Food by the water.',
      event_type: 'festival',
      county: 'Leon',
      starts_at: `${day}T17:00`,
      ends_at: `${day}T21:00`,
      venue_name: 'Harbor Square',
      address: '1 Example Street',
      city: 'Tallahassee',
      capacity: '5',
    });
    assert.equal(event.status, 303, errorsOn(event.body));
    const id = /[0-9a-f-]{36}/.exec(event.location)?.[0] ?? '';
    const own = await olive.get(`/organizer/events/${id}`);
    await olive.submit(own, /\/publish$/, {});
    const ana = new Visitor(service.url, '203.0.113.78');
    const applicant = { email: 'ana.ravenscroft@truck.example', phone: '850-555-0147' };
    add('address of an applicant', applicant.email, '203.0.113.78', applicant.phone);
    const apply = await ana.get(`/events/${id}`);
    const sent = await ana.submit(apply, /\/applications$/, {
      license_number: reservedNumber('grade-a'),
      business_name: 'Harbor Tacos',
      contact_name: 'Ana Ravenscroft',
      contact_email: applicant.email,
      contact_phone: applicant.phone,
    });
    assert.equal(sent.status, 303, errorsOn(sent.body));
    const link = await mailed(applicant.email, /\/application[^\s"<>]*\?token=[^\s"<>]+/);
    add('token of an application', tokenIn(link));
    await ana.get(link);
    const documents = await ana.get(`/application/documents?token=${tokenIn(link)}`);
    const days = [...documents.body.matchAll(/name="(\w+_expires_on)"/g)].map(([, name = '']) => name);
    const upload = await ana.submit(
      documents,
      /\/application\/documents$/,
      Object.fromEntries(days.map((name) => [name, '2030-01-01'])),
      FILE,
    );
    assert.equal(upload.status, 303, errorsOn(upload.body));
    await ana.get(`/application/typo/${tokenIn(link)}`);
    const inbox = await olive.get(`/organizer/events/${id}/applications`);
    const application = /\/organizer\/events\/[0-9a-f-]{36}\/applications\/[0-9a-f-]{36}/.exec(
      inbox.body,
    )?.[0];
    const open = await olive.get(`${application}`);
    assert.equal((await olive.submit(open, /\/status$/, { status: 'approved', to: 'approved' })).status, 303);
    await olive.get(`/organizer/events/${id}/compliance`);
  }

  /** Makes decisions, and looks up their receipts in every way. */
  async function useReceipts(olive: Visitor): Promise<void> {
    const answer = await olive.get(`/api/v1/decision?license_number=${reservedNumber('grade-a')}`);
    const { data } = JSON.parse(answer.body) as { data: { receipt: string; receipt_number?: string } };
    add('receipt', data.receipt, ...data.receipt.split('.').slice(-2));
    await olive.get(`/api/v1/decision/verify?receipt=${encodeURIComponent(data.receipt)}`);
    await olive.post('/verify', { receipt: data.receipt });
    const number = /\/v\/([\w-]{8,})/.exec(answer.body)?.[1];
    add('number of a receipt', number);
    for (const address of [
      `/v/${number}`,
      `/v/${number}.pdf`,
      `/api/v1/receipts/${number}`,
      `/v/${number}/typo`,
    ])
      await olive.get(address);
  }

  /** Makes a claim with a document. The claim's code is sent by letter or by phone. */
  async function claim(olive: Visitor): Promise<void> {
    const page = await olive.get(`/claim?license=${reservedNumber('grade-b')}`);
    const claimed = await olive.submit(page, /\/claim$/, { proof: 'document' }, FILE);
    assert.equal(claimed.status, 303, errorsOn(claimed.body));
    const registry = place().openLedger();
    const contacts = await registry.published.db
      .selectFrom('licenses')
      .select(['mailing_address', 'phone'])
      .where('phone', '!=', '')
      .execute();
    await registry.close();
    for (const { mailing_address: address, phone } of contacts)
      for (const each of [phone, ...address.split('\n')])
        if (each.length >= 10) add('contact of a license', each);
  }

  /** Sends a team invitation and creates a calendar feed. */
  async function inviteAndSubscribe(olive: Visitor): Promise<void> {
    const team = await olive.get('/settings/team');
    await olive.submit(team, /\/settings\/team$/, { email: 'max.invited@organizer.example', role: 'viewer' });
    const join = await mailed('max.invited@organizer.example', /\/settings\/team\/join\/[\w-]+/);
    add('invitation', join.split('/').at(-1), 'max.invited@organizer.example');
    await olive.get(join);
    const made = await olive.submit(await olive.get('/settings/calendar'), /\/settings\/calendar$/, {});
    const feed = /\/calendar\.ics\?token=[\w-]+/.exec(made.body.replaceAll('&#61;', '='))?.[0] ?? '';
    assert.notEqual(feed, '', `${made.status} ${/calendar.{0,60}/.exec(made.body)?.[0]} ${made.location}`);
    add('token of a calendar', tokenIn(feed));
    assert.equal((await olive.get(feed)).status, 200);
  }

  async function addFiles(): Promise<void> {
    const { DATA_DIR = '' } = place().settings;
    add('session secret', readFileSync(path.join(DATA_DIR, 'session-secret'), 'utf8').trim());
    const keys = readFileSync(path.join(DATA_DIR, 'receipt-keys.json'), 'utf8');
    for (const [, value] of keys.matchAll(/"(?:hmac_secret|ed25519_d)":\s*"([^"]{16,})"/g))
      add('private receipt key', value);
  }

  /** Adds every value in a ledger column that may contain a secret. Returns the number of values. */
  async function addColumns(): Promise<number> {
    const before = secrets.size;
    const ledger = place().openLedger();
    const columns =
      ledger.engine.name === 'sqlite'
        ? sql<Column>`select m.name as name, c.name as column_name from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`
        : sql<Column>`select table_name as name, column_name from information_schema.columns where table_schema = current_schema()`;
    for (const { name, column_name: column } of (await columns.execute(ledger.db)).rows) {
      if (!WITH_COLUMNS.test(column) || REGISTRY.has(name)) continue;
      const values = sql<{
        value: unknown;
      }>`select distinct ${sql.ref(column)} as value from ${sql.table(name)}`;
      for (const { value } of (await values.execute(ledger.db)).rows)
        if (typeof value === 'string' && value.length >= 8 && !HARMLESS.test(value))
          secrets.set(value, `${name}.${column}`);
    }
    await ledger.close();
    return secrets.size - before;
  }
});

/** Returns the line that contains a string, so that a failure shows which message leaked it. */
function lineWith(text: string, part: string): string {
  return text.split('\n').find((line) => line.includes(part)) ?? part;
}

function tokenIn(link: string): string {
  return new URLSearchParams(link.split('?')[1]).get('token') ?? '';
}

/** Returns the errors shown on a form. */
function errorsOn(page: string): string {
  const [, summary = page] = /<[^>]*class="[^"]*error[^"]*"[^>]*>([\s\S]*?)<\/(?:ul|div|p)>/.exec(page) ?? [];
  return summary.replaceAll(/<[^>]*>/g, ' ');
}
