import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { RESERVED_LICENSES } from '../src/demo/florida/reserved/reserved-licenses.ts';
import { seedDemoOrganizers } from '../src/demo/organizers/seed-organizers.ts';
import { TOOLS } from '../src/mcp/tools.ts';
import { makeFileSet } from '../src/open-data/files/make-service.ts';
import { setsFolder } from '../src/open-data/files/sets/sets.ts';
import type { DocsExample, DocsExamples } from '../src/web/public/docs/examples.ts';
import { GUIDE_ADDRESSES } from '../src/web/public/docs/guide.ts';
import { readOperations } from '../src/web/public/docs/operations.ts';
import { TOOL_ROWS, WEBHOOK_ROWS } from '../src/web/public/docs/pages/program-pages.ts';
import { WEBHOOK_TYPES } from '../src/webhooks/messages/payloads.ts';
import { changeSnapshot } from './support/change-snapshot.ts';
import { field, rows } from './support/check.ts';
import { type DemoApp, NOW, openDemoApp, openTestApp } from './support/demo-app.ts';
import { evenOut, makeDocsExamples } from './support/docs-examples.ts';
import { openTestSqlite } from './support/engines.ts';
import { assertLoadsNothingFromElsewhere } from './support/page-checks.ts';
import { isWholeRun } from './support/whole-run.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const EXAMPLES = path.join(ROOT, 'src/web/public/docs/examples.json');
const DOCUMENT = JSON.parse(readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8'));
const BYTES_MAX = 300_000;

describe('the guide at /docs', () => {
  const operations = readOperations(DOCUMENT);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'guide-'));
  let demo: DemoApp;
  before(async () => {
    demo = await openDemoApp(await openTestSqlite(), 300, { DATA_DIR: dataDir });
    await seedDemoOrganizers(demo.database.db, NOW());
    // The records are from a different day than the recorded examples.
    await changeSnapshot(demo.database, (snapshot) =>
      snapshot.exec(`update published_state set published_at = '2026-03-17T15:00:00.000Z'`),
    );
    await makeFileSet(demo.database.published, setsFolder(dataDir));
  });
  after(async () => {
    await demo.close();
    rmSync(dataDir, { recursive: true });
  });

  const tryIt = (operation: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    demo.app.inject({
      method: 'POST',
      url: `/docs/try/${operation}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });

  test('shows the demo’s responses; if a response changes, run npm run docs-examples', async () => {
    const { examples } = await makeDocsExamples();
    const stored: DocsExamples = JSON.parse(readFileSync(EXAMPLES, 'utf8'));
    const even = (example: DocsExample | undefined) => evenOut(JSON.stringify(example));
    const changed = examples.filter((asked, index) => even(asked) !== even(stored.examples[index]));
    assert.deepEqual(
      changed.map(({ operation, title }) => `${operation}: ${title}`),
      [],
    );
    assert.equal(stored.examples.length, examples.length);
  });

  test('has a successful response for every operation, and an error for each request that can be wrong', () => {
    const { examples } = JSON.parse(readFileSync(EXAMPLES, 'utf8'));
    for (const { id, parameters, bodyFields, key } of operations) {
      const own = examples.filter((each: { operation: string }) => each.operation === id);
      assert.ok(
        own.some(({ status }: { status: number }) => status === 200),
        `${id} has no answer`,
      );
      const canBeWrong =
        parameters.some(({ required }) => required) || bodyFields.length > 0 || key === 'needed';
      if (canBeWrong)
        assert.ok(
          own.some(({ status }: { status: number }) => status >= 400),
          `${id} has no error`,
        );
    }
  });

  test('has a small page for every operation and every other URL, in the page frame and without scripts', async () => {
    const style = (await demo.get('/assets/site.css')).body.length;
    const addresses = [
      ...GUIDE_ADDRESSES,
      ...operations.flatMap(({ id }) => [`/docs/endpoints/${id}`, `/docs/try/${id}`]),
    ];
    assert.ok(addresses.length > 45);
    for (const address of addresses) {
      const { status, headers, body } = await demo.get(address);
      assert.equal(status, 200, address);
      assert.ok(body.length + style < BYTES_MAX, `${address} weighs ${body.length} and ${style}`);
      assert.match(body, /<main id="main">[\s\S]*<h1>/, address);
      assert.match(body, /Demo data\./, address);
      assert.doesNotMatch(body, /<script|undefined|\[object/, address);
      assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
      assert.doesNotMatch(String(headers['content-security-policy']), /script-src/);
      assert.equal(headers['cache-control'], 'no-cache', address);
      assertLoadsNothingFromElsewhere(body);
    }
    const missing = await demo.get('/docs/endpoints/nothing');
    assert.equal(missing.status, 404);
  });

  test('names every parameter and every field in every response', async () => {
    for (const { id, parameters, answers } of operations) {
      const { body } = await demo.get(`/docs/endpoints/${id}`);
      const fields = answers.filter(({ status }) => status === '200').flatMap((each) => each.fields);
      for (const name of [...parameters.map((each) => each.name), ...fields.map((each) => each.path)])
        assert.ok(body.includes(`<code>${name}</code>`), `${id}: ${name}`);
    }
  });

  test('links to all its pages from the first one, and names every claim in a receipt', async () => {
    const main = /<main[\s\S]*<\/main>/.exec((await demo.get('/docs')).body)?.[0] ?? '';
    const text = main.slice(main.indexOf('<ul class="doors">'));
    const missing = GUIDE_ADDRESSES.filter((each) => each !== '/docs' && !text.includes(`href="${each}"`));
    assert.deepEqual(missing, []);
    const receipts = (await demo.get('/docs/receipts')).body;
    const claims = Object.keys(DOCUMENT.components.schemas.ReceiptClaims.properties);
    assert.ok(claims.length > 20);
    assert.deepEqual(
      claims.filter((name) => !receipts.includes(`<code>${name}</code>`)),
      [],
    );
  });

  test('links only to URLs that work', async () => {
    const links = new Set<string>();
    for (const address of GUIDE_ADDRESSES)
      for (const [, link = ''] of (await demo.get(address)).body.matchAll(/href="(\/[^"#]*)/g))
        links.add(link);
    for (const link of links)
      assert.ok([200, 303].includes((await demo.get(link.replaceAll('&amp;', '&'))).status), link);
  });

  test('shows the demo’s key while the records are fictional, and that key works', async () => {
    const { body } = await demo.get('/docs/start');
    const [, key = ''] =
      /API_KEY=&#39;(svc_pk_[^&]+)&#39;|API_KEY&#61;&#39;(svc_pk_[^&]+)&#39;/.exec(body)?.filter(Boolean) ??
      [];
    const answer = await demo.get('/api/v1/events', { authorization: `Bearer ${key}` });
    assert.equal(answer.status, 200);
  });

  test('never presents the demo’s key or an invented number as real once the records are real', async () => {
    await changeSnapshot(demo.database, (snapshot) =>
      snapshot.exec('update published_state set fictional = 0'),
    );
    try {
      for (const address of [
        '/docs/start',
        '/docs/try/listEvents',
        '/docs/try/decideVendor',
        '/docs/collection.json',
      ]) {
        const { body } = await demo.get(address);
        assert.doesNotMatch(body, /svc_pk_5thq|value="MFD|"MFD/, address);
      }
      assert.match(
        (await demo.get('/docs/start')).body,
        /answers below are those of a demo with invented vendors/,
      );
    } finally {
      await changeSnapshot(demo.database, (snapshot) =>
        snapshot.exec('update published_state set fictional = 1'),
      );
    }
  });

  test('has a collection with every endpoint, whose requests all succeed with the results of earlier ones, twice in a row', async () => {
    const { json, headers } = await demo.get('/docs/collection.json');
    assert.match(String(headers['content-type']), /^application\/json/);
    const requests = rows(field(json, 'item')).flatMap((folder) => rows(field(folder, 'item')));
    const { paths } = demo.app.swagger();
    const operations = Object.values(paths ?? {}).flatMap((methods) => Object.keys(methods));
    assert.equal(requests.length, operations.length);
    const variables = new Map(
      rows(field(json, 'variable')).map((one) => [String(field(one, 'key')), String(field(one, 'value'))]),
    );
    const fill = (value: unknown) =>
      String(value).replace(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? '');
    for (const each of [...requests, ...requests]) {
      const request = field(each, 'request');
      const inPath = new Map(
        rows(field(request, 'url', 'variable')).map((one) => [field(one, 'key'), fill(field(one, 'value'))]),
      );
      const path = rows(field(request, 'url', 'path')).map((part) =>
        String(part).replace(/^:(.+)/, (_, name) => String(inPath.get(name))),
      );
      const query = rows(field(request, 'url', 'query'))
        .filter((one) => field(one, 'disabled') !== true)
        .map((one): [string, string] => [String(field(one, 'key')), fill(field(one, 'value'))]);
      const isKeyed = field(request, 'auth', 'type') === 'bearer';
      const body = Object(request).body?.raw;
      const answer = await demo.app.inject({
        method: String(field(request, 'method')) as 'GET',
        url: `/${path.join('/')}?${new URLSearchParams(query)}`,
        headers: {
          ...(isKeyed ? { authorization: `Bearer ${variables.get('apiKey')}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: fill(body) }),
      });
      const lines = rows(field(each, 'event', 0, 'script', 'exec'));
      const [, from, to] = /within\((\d+), (\d+)\)/.exec(String(lines[0])) ?? [];
      const isRight = answer.statusCode >= Number(from) && answer.statusCode <= Number(to);
      assert.ok(isRight, `${field(each, 'name')}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      for (const line of lines.slice(1)) {
        const [, name, where] = /set\('(\w+)', pm\.response\.json\(\)(.*)\);$/.exec(String(line)) ?? [];
        const steps = [...String(where).matchAll(/\w+/g)].map(([step]) => step);
        variables.set(
          String(name),
          String(steps.reduce<unknown>((value, step) => Object(value)[step], answer.json())),
        );
      }
    }
  });

  test('names the agents’ tools, the messages that are sent, and the endpoint for each', () => {
    assert.deepEqual(
      TOOL_ROWS.map(([, tool, operation]) => `${tool}: ${operation}`),
      TOOLS.map(({ name, operationId }) => `${name}: ${operationId}`),
    );
    assert.deepEqual(
      WEBHOOK_ROWS.map(([type]) => type),
      [...WEBHOOK_TYPES],
    );
  });

  test('tries a request and shows its status, headers, and response', async () => {
    const number = RESERVED_LICENSES[0]?.license_number ?? '';
    const { statusCode, body, headers } = await tryIt('decideVendor', { license_number: number });
    assert.equal(statusCode, 200);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(
      body,
      /Answer 200[\s\S]*content-type: application\/json[\s\S]*&#34;verdict&#34;: &#34;CLEAR&#34;/,
    );
    const wrong = await tryIt('searchVendors', { limit: '0' });
    assert.match(wrong.body, /Answer 400[\s\S]*invalid_parameter/);
    const list = await tryIt('decideVendorList', {
      body: JSON.stringify({ vendors: [{ license_number: number }] }),
    });
    assert.match(list.body, /Answer 200[\s\S]*CLEAR/);
  });

  test('tries requests with a key, and never writes a reader’s own key into a page', async () => {
    const secret = 'svc_pk_mzxw6ytbmzxw6ytb.aaaqeayeaudaocajbifqydiob4ibceqtcqkrmfyyeccjzw';
    const refused = await tryIt('listEvents', { key: secret });
    assert.match(refused.body, /Answer 401/);
    assert.ok(!refused.body.includes(secret));
    const odd = await tryIt('listEvents', { key: 'a\r\nX-Injected: 1' });
    assert.deepEqual([odd.statusCode, /Please|A key has only letters/.test(odd.body)], [400, true]);
  });

  test('says when a try lacks part of the URL, and rejects a try from another site', async () => {
    const empty = await tryIt('getVendor', { id: ' ' });
    assert.deepEqual([empty.statusCode, empty.body.includes('it is part of the address')], [400, true]);
    const foreign = await tryIt('getVendor', { id: 'x' }, { 'sec-fetch-site': 'cross-site' });
    assert.equal(foreign.statusCode, 403);
  });

  test('counts a try toward its sender’s rate limit, like any other request', async () => {
    const limited = await openTestApp(demo.database, { RATE_LIMIT_SEARCH: '1' });
    const answers: string[] = [];
    for (const remoteAddress of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) {
      const { body } = await limited.app.inject({
        method: 'POST',
        url: '/docs/try/searchVendors',
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'q=taco',
      });
      answers.push(/Answer \d+/.exec(body)?.[0] ?? '');
    }
    assert.deepEqual(answers, ['Answer 200', 'Answer 429', 'Answer 200']);
    await limited.app.close();
  });

  test('lets a try reach only its own endpoint, and escapes the response', async () => {
    const hostile = await tryIt('getVendor', { id: '../../settings?<img src=x>' });
    assert.match(hostile.body, /Answer 404/);
    assert.doesNotMatch(hostile.body, /<img src=x>/);
    const { body } = await tryIt('getVendor', { id: '..' });
    assert.match(body, /Answer 4\d\d/);
  });
});

describe('the programs that verify receipts', () => {
  let folder: string;
  let receipt: string;
  let jwks: { keys: Record<string, unknown>[] };
  before(async () => {
    const demo = await openDemoApp(await openTestSqlite(), 100);
    const number = RESERVED_LICENSES[0]?.license_number;
    receipt = String(
      field((await demo.get(`/api/v1/decision?license_number=${number}`)).json, 'data', 'receipt'),
    );
    jwks = JSON.parse((await demo.get('/.well-known/jwks.json')).body);
    await demo.close();
    folder = mkdtempSync(path.join(tmpdir(), 'verify-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Returns a program's output, or the word FAILED. */
  const run = (program: string, file: string, text: string, keys: unknown): string => {
    const receiptFile = path.join(folder, 'receipt.txt');
    const keyFile = path.join(folder, 'jwks.json');
    writeFileSync(receiptFile, `${text}\n`);
    writeFileSync(keyFile, JSON.stringify(keys));
    try {
      const script = path.join(ROOT, 'src/web/public/docs/verify', file);
      return execFileSync(program, [script, receiptFile, keyFile], { encoding: 'utf8', stdio: 'pipe' });
    } catch {
      return 'FAILED';
    }
  };
  const isThere = (command: string, args: readonly string[]) => {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  const programs = [
    [process.execPath, 'verify.mjs', true],
    ['python3', 'verify.py', isThere('python3', ['-c', 'import cryptography'])],
    ['sh', 'verify.sh', isThere('sh', ['-c', 'openssl version && jq --version && base64 --version'])],
  ] as const;

  for (const [program, file, here] of programs)
    test(`${file} accepts only genuine receipts`, { skip: !here }, () => {
      const genuine = run(program, file, receipt, jwks);
      assert.match(genuine, /^GENUINE/);
      const claims = JSON.parse(genuine.slice('GENUINE'.length));
      const signed = JSON.parse(Buffer.from(receipt, 'base64url').toString());
      assert.deepEqual(claims, JSON.parse(Buffer.from(signed.payload, 'base64url').toString()));

      const changed = (change: (jws: { payload: string; signatures: { signature: string }[] }) => void) => {
        const jws = structuredClone(signed);
        change(jws);
        return Buffer.from(JSON.stringify(jws)).toString('base64url');
      };
      const better = Buffer.from(JSON.stringify({ ...claims, verdict: 'REVIEW' })).toString('base64url');
      const forged = [
        changed((jws) => {
          jws.payload = better;
        }),
        changed((jws) => {
          if (jws.signatures[0]) jws.signatures[0].signature = 'AAAA';
        }),
        changed((jws) => {
          if (jws.signatures[1])
            jws.signatures[1].signature = jws.signatures[1].signature.replace(/^./, (first) =>
              first === 'A' ? 'B' : 'A',
            );
        }),
        receipt.slice(0, -40),
        'not a receipt',
      ];
      for (const text of isWholeRun ? forged : forged.slice(0, 2))
        assert.equal(run(program, file, text, jwks), 'FAILED', text.slice(0, 40));
      const leaked = { keys: jwks.keys.map((key) => ({ ...key, compromised_at: '2026-01-01T00:00:00Z' })) };
      assert.equal(run(program, file, receipt, leaked), 'FAILED', 'a key that was found out');
      assert.equal(run(program, file, receipt, { keys: [] }), 'FAILED', 'an unknown key');
    });
});
