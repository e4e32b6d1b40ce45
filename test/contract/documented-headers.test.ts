import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DEMO_ORGANIZERS } from '../../src/accounts/account/demo-organizers.ts';
import { demoKey, seedDemoOrganizers } from '../../src/demo/organizers/seed-organizers.ts';
import { HEADER_NAMES } from '../../src/http/openapi/openapi-headers.ts';
import { makeFileSet } from '../../src/open-data/files/make-service.ts';
import { setsFolder } from '../../src/open-data/files/sets/sets.ts';
import { readExamples } from '../../src/web/public/docs/examples-service.ts';
import { type DemoApp, NOW, openDemoApp } from '../support/demo-app.ts';
import { openTestSqlite } from '../support/engines.ts';
import { LIMITS_OFF } from '../support/limits-off.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, object>> }>>;
}

/** Headers that are sent only in the cases that their descriptions give. */
const SOMETIMES = ['Deprecation', 'Sunset', 'Link', 'Idempotent-Replayed', 'Vary'];

describe('the API document and response headers', () => {
  let demo: DemoApp;
  let dataDir: string;
  let document: Document;
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'headers-'));
    const limits = Object.fromEntries(Object.keys(LIMITS_OFF).map((name) => [name, '100000']));
    demo = await openDemoApp(await openTestSqlite(), undefined, { DATA_DIR: dataDir, ...limits });
    await makeFileSet(demo.database.published, setsFolder(dataDir));
    await seedDemoOrganizers(demo.database.db, NOW());
    document = (await demo.get('/openapi.json')).json as Document;
  });
  after(async () => {
    await demo.close();
    await rm(dataDir, { recursive: true });
  });

  test('agree for every recorded request: each documented header is sent, and each header sent is documented', async () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const wrong: string[] = [];
    let asked = 0;
    for (const example of readExamples('https://vendors.example').examples) {
      if (example.path.includes('$')) continue;
      const { statusCode, headers } = await demo.app.inject({
        method: example.method,
        url: example.path,
        headers: example.keyed ? { authorization: `Bearer ${demoKey(DEMO_ORGANIZERS[0]).text}` } : {},
        ...(example.body === null ? {} : { payload: JSON.parse(example.body) }),
      });
      const { responses } = operations.find((each) => each.operationId === example.operation) ?? {};
      const stated = responses?.[statusCode] ?? responses?.[`${String(statusCode)[0]}XX`];
      const documented = Object.keys(stated?.headers ?? {});
      const where = `${example.method} ${example.path} ${statusCode}`;
      for (const name of HEADER_NAMES) {
        const isSent = headers[name.toLowerCase()] !== undefined;
        if (isSent && !documented.includes(name)) wrong.push(`${where}: ${name} is not documented`);
        if (!isSent && documented.includes(name) && !SOMETIMES.includes(name))
          wrong.push(`${where}: ${name} is not sent`);
      }
      asked += 1;
    }
    assert.ok(asked > 80);
    assert.deepEqual(wrong, []);
  });
});
