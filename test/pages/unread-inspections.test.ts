import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publish } from '../../src/records/publication/service.ts';
import { field, rows } from '../support/check.ts';
import { DEMO_DAY, NOW, openTestApp, readDemoFiles, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { textOf } from './support/vendor-pages.ts';

const NUMBER = 'MFD5890001';
/** Matches text that would present unknown inspections as no inspections or as clean ones. */
const SHOWN_AS_NONE =
  /None on file|more inspection|get a grade after|Nothing yet|next good inspection|requires more recent|requires at least two|No inspection is counted|Ninguna en los archivos|0 inspections counted/;

/** Tests that an unknown record is never shown as clean or as empty. */
describeEngines('a vendor whose district has no inspection file', (open) => {
  let database: TestDatabase;
  let app: TestApp;
  let id: string;

  before(async () => {
    database = await open();
    const files = (await readDemoFiles()).filter(({ name }) => !name.startsWith('4fdinspi'));
    await publish(database, { files, asOf: DEMO_DAY, now: NOW });
    app = await openTestApp(database);
    const { json } = await app.get(`/api/v1/decision?license_number=${NUMBER}`);
    id = String(field(json, 'data', 'vendor', 'id'));
  });
  after(async () => {
    await app.app.close();
    await database.close();
  });

  test('is shown as “not known” on its page, in its self-check, and in a decision, in both languages', async () => {
    for (const url of [`/vendor/${id}`, `/improve/${id}`, `/check?license_number=${NUMBER}`, `/embed/${id}`])
      for (const prefix of ['', '/es']) {
        if (prefix === '/es' && url.startsWith('/embed')) continue;
        const { status, body } = await app.get(`${prefix}${url}`);
        assert.equal(status, 200, url);
        assert.doesNotMatch(textOf(body), SHOWN_AS_NONE, url);
        assert.match(
          textOf(body),
          /[Uu]nknown|inspection file|[Nn]o se sabe|[Nn]o (?:se ha|hemos|tenemos) (?:cargado )?ningún archivo/,
          url,
        );
      }
    const page = textOf((await app.get(`/vendor/${id}`)).body);
    assert.match(page, /Last visit Unknown: no inspection file for the last twelve months is in use/);
  });

  test('is not counted among vendors whose records reach a date', async () => {
    const front = textOf((await app.get('/')).body);
    assert.doesNotMatch(front, /All districts/);
    assert.match(front, /inspections: Districts 1, 2, 3, 5, 6 and 7 only.* Records through /);
    const coverage = textOf((await app.get('/coverage')).body);
    assert.match(
      coverage,
      /District 4 \d+ to March 1\d, 2026 none Incomplete March 1\d, 2026 , licenses only/,
    );
    assert.match(coverage, /District 5 \d+ .* Complete March 1\d, 2026 District 6/);
  });

  test('has no grade because a file is missing, not because inspections are missing', async () => {
    const { json } = await app.get(`/api/v1/improve?license_number=${NUMBER}`);
    assert.deepEqual(
      rows(field(json, 'data', 'outlook', 'missing')).map((each) => field(each, 'code')),
      ['inspection_file'],
    );
    assert.doesNotMatch(JSON.stringify(json), SHOWN_AS_NONE);
    const { json: decision } = await app.get(`/api/v1/decision?license_number=${NUMBER}`);
    assert.doesNotMatch(JSON.stringify(field(decision, 'data', 'reasons')), SHOWN_AS_NONE);
  });
});
