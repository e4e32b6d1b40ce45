import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { FILE_BYTES_MAX } from '../../src/lib/files/uploaded-file.ts';
import { type ClaimServer, multipartForm, openClaimServer } from '../support/claim-pages.ts';
import { CODE, CONTACT, PDF, PNG, publishLicenses, TRUCK } from '../support/claimed-licenses.ts';
import { openTestApp } from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { withoutSwitch } from '../support/page-checks.ts';

const LIST = '/settings/licenses';

describeEngines('the claim pages', (open) => {
  let database: TestDatabase;
  let server: ClaimServer;

  beforeEach(async () => {
    database = await open();
    server = await openClaimServer(database);
    await publishLicenses(database, '2026-03-01');
  });
  afterEach(async () => {
    await server.app.close();
    await database.close();
  });

  const upload = async (
    file: Parameters<typeof multipartForm>[1],
    fields: Record<string, string> = { license: TRUCK, proof: 'document' },
  ) => {
    const { payload, headers } = multipartForm(fields, file);
    const request = {
      method: 'POST',
      url: '/claim',
      payload,
      headers: { ...headers, cookie: 'lola' },
    } as const;
    const answer = await server.app.inject(request);
    return { status: answer.statusCode, body: answer.body, location: answer.headers.location };
  };
  const onlyClaim = async (account = server.accounts.lola): Promise<string> => {
    const own = await server.claims.listOwn(account);
    assert.equal(own.length, 1);
    return own[0]?.id ?? '';
  };
  const documents = async () => {
    const rows = await database.db.selectFrom('claim_documents').select(['name', 'media_type']).execute();
    return rows.map(({ name, media_type }) => `${name} ${media_type}`);
  };

  test('redirect a signed-out visitor to the sign-in page, except on the page where a claim starts', async () => {
    const id = randomUUID();
    for (const url of [LIST, `${LIST}/${id}/release`]) {
      const answer = await server.get(url, '');
      assert.deepEqual(
        [answer.status, answer.headers.location],
        [303, `/sign-in?${new URLSearchParams({ next: url })}`],
      );
    }
    for (const url of ['/claim', `${LIST}/${id}/code`, `${LIST}/${id}/ask-again`, `${LIST}/${id}/release`])
      assert.equal((await server.post(url, {}, '')).status, 303, url);
    const first = await server.get(`/claim?license=${TRUCK}`, '');
    assert.equal(first.status, 200);
    assert.match(first.body, /Pelican Taco Wagon.*Tallahassee.*Sign up and claim it/s);
    for (const secret of [...CONTACT, 'PELICAN MOBILE FOODS LLC', 'name="proof"'])
      assert.ok(!first.body.includes(secret), secret);
  });

  test('show the name and city on record and the accepted kinds of proof for a license number, and nothing about the holder', async () => {
    assert.match((await server.get('/claim')).body, /<label for="license">License number/);
    const page = await server.get('/claim?license=mfd%2047-58801');
    assert.equal(page.status, 200);
    assert.match(page.body, /Pelican Taco Wagon/);
    assert.match(page.body, /Tallahassee/);
    for (const proof of ['post', 'phone', 'document']) assert.ok(page.body.includes(`value="${proof}"`));
    for (const secret of [...CONTACT, 'PELICAN MOBILE FOODS LLC'])
      assert.ok(!page.body.includes(secret), secret);
    const unknown = await server.get('/claim?license=%3Cscript%3E47');
    assert.equal(unknown.status, 422);
    assert.match(unknown.body, /<a href="#license">We can’t find a food truck or caterer/);
    assert.ok(!unknown.body.includes('<script'));
  });

  test('lead a claim that is verified by letter from the form to the code to a verified license with its links', async () => {
    const form = multipartForm({ license: TRUCK, proof: 'post' }, { filename: '', content: Buffer.alloc(0) });
    const made = await server.app.inject({
      method: 'POST',
      url: '/claim',
      payload: form.payload,
      headers: { ...form.headers, cookie: 'lola' },
    });
    assert.deepEqual([made.statusCode, made.headers.location], [303, `${LIST}?done=claimed`]);
    const id = await onlyClaim();
    assert.match((await server.get(`${LIST}?done=claimed`)).body, /We’ll send a code by letter to/);
    await server.claims.printLetter('cli', id);
    const field = `code-${id}`;
    const wrong = await server.post(`${LIST}/${id}/code`, { [field]: 'AAAA-AAAA' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.body, new RegExp(`<a href="#${field}">That isn’t the right code. Attempts left: 4`));
    assert.match(wrong.body, new RegExp(`id="${field}"[^>]+aria-invalid="true"`));
    const right = await server.post(`${LIST}/${id}/code`, { [field]: 'acde 3467' });
    assert.deepEqual([right.status, right.headers.location], [303, `${LIST}?done=verified`]);
    const list = (await server.get(LIST)).body.replaceAll('&#61;', '=');
    for (const href of [`${LIST}/${id}/reply`, `${LIST}/${id}/portal`, `${LIST}/${id}/release`])
      assert.ok(list.includes(`href="${href}"`), href);
    assert.match(list, /href="\/vendor\/[\da-f-]{36}"/);
    assert.match((await server.get(`/claim?license=${TRUCK}`)).body, /is already in your account/);
  });

  test('ask for confirmation before releasing a claim', async () => {
    await server.post('/claim', { license: TRUCK, proof: 'phone' });
    const id = await onlyClaim();
    assert.match((await server.get(`${LIST}/${id}/release`)).body, /Release MFD4758801\?/);
    assert.equal((await server.claims.getOwn(server.accounts.lola, id)).state, 'pending');
    const done = await server.post(`${LIST}/${id}/release`, {});
    assert.deepEqual([done.status, done.headers.location], [303, `${LIST}?done=released`]);
    assert.equal((await server.claims.getOwn(server.accounts.lola, id)).state, 'released');
    assert.match((await server.get(`${LIST}/${id}/release`)).body, /has ended/);
  });

  test('respond identically to another account’s claim, an unknown claim, and a malformed id, and change nothing', async () => {
    await server.post('/claim', { license: TRUCK, proof: 'post' }, 'max');
    const id = await onlyClaim(server.accounts.max);
    for (const [method, step] of [
      ['GET', 'release'],
      ['POST', 'release'],
      ['POST', 'code'],
      ['POST', 'ask-again'],
    ] as const) {
      const bodies = new Set<string>();
      for (const each of [id, randomUUID(), 'nonsense', '%00', id.toUpperCase()]) {
        const url = `${LIST}/${each}/${step}`;
        const answer = await (method === 'GET' ? server.get(url) : server.post(url, {}));
        assert.equal(answer.status, 404, `${method} ${url}`);
        // The language switch's link contains the requested URL.
        bodies.add(withoutSwitch(answer.body).replace(/Include this code: .*/, ''));
      }
      assert.equal(bodies.size, 1);
    }
    assert.equal((await server.claims.getOwn(server.accounts.max, id)).state, 'pending');
    assert.ok(!(await server.get(LIST)).body.includes(id));
  });

  test('ignore claim and release forms from another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    assert.equal(
      (await server.post('/claim', { license: TRUCK, proof: 'post' }, 'lola', headers)).status,
      403,
    );
    assert.deepEqual(await server.claims.listOwn(server.accounts.lola), []);
  });

  test('store an upload under a harmless file name and the type that its content shows', async () => {
    const file = { filename: '..\\..\\etc/license.html', type: 'text/html', content: PNG };
    assert.deepEqual((await upload(file)).location, `${LIST}?done=claimed`);
    assert.deepEqual(await documents(), ['license.png image/png']);
    assert.match((await server.get(LIST)).body, /We’re reviewing your document/);
  });

  test('reject an upload that is missing, repeated, too large, or not a PDF, JPEG, or PNG, and store nothing', async () => {
    const page = '<!doctype html><script>alert(1)</script>';
    const cases = [
      [{ filename: 'license.pdf', content: Buffer.from(page) }, 422, /isn’t a PDF, JPEG or PNG/],
      [
        { filename: 'license.pdf', content: Buffer.concat([PDF, Buffer.alloc(FILE_BYTES_MAX)]) },
        422,
        /larger than 4 MB/,
      ],
      [{ filename: 'license.pdf', content: Buffer.alloc(FILE_BYTES_MAX + 100_000) }, 413, /larger than 4 MB/],
      [{ filename: '', content: Buffer.alloc(0) }, 422, /Choose the file/],
      [undefined, 422, /Choose the file/],
      [{ field: 'other', filename: 'a.pdf', content: PDF }, 422, /Choose the file/],
      [{ field: '__proto__', filename: 'a.pdf', content: PDF }, 400, /can’t read/],
    ] as const;
    for (const [file, status, text] of cases) {
      const answer = await upload(file);
      assert.equal(answer.status, status, String(text));
      assert.match(answer.body, text);
      assert.ok(!answer.body.includes('<script'));
    }
    const twice = multipartForm({ license: TRUCK, proof: 'document' }, { filename: 'a.pdf', content: PDF });
    const payload = Buffer.concat([twice.payload.subarray(0, -24), twice.payload]);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/claim',
      payload,
      headers: { ...twice.headers, cookie: 'lola' },
    });
    assert.ok([400, 422].includes(answer.statusCode), answer.body);
    assert.deepEqual(await documents(), []);
    assert.deepEqual(await server.claims.listOwn(server.accounts.lola), []);
  });

  test('respond promptly to a request body that is truncated or is not a form', async () => {
    const { payload, headers } = multipartForm(
      { license: TRUCK, proof: 'document' },
      { filename: 'a.pdf', content: PDF },
    );
    for (const [body, type] of [
      [payload.subarray(0, 200), headers['content-type']],
      [payload, 'multipart/form-data'],
      [Buffer.from('{}'), 'application/json'],
      [Buffer.from('x'), 'text/plain'],
    ] as const) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/claim',
        payload: body,
        headers: { 'content-type': String(type), cookie: 'lola' },
      });
      assert.ok([400, 415, 422].includes(answer.statusCode), `${type}: ${answer.statusCode}`);
    }
    assert.deepEqual(await server.claims.listOwn(server.accounts.lola), []);
  });

  test('limit how often forms can be sent, and say when to try again', async (t) => {
    const limited = await openClaimServer(await open(), 2);
    t.mock.timers.enable({ apis: ['Date'] });
    const tries = [1, 2, 3].map(() => limited.post('/claim', { license: TRUCK, proof: 'x' }));
    const answers = (await Promise.all(tries)).map(({ status, headers }) => [status, headers['retry-after']]);
    assert.deepEqual(answers.sort(), [
      [422, undefined],
      [422, undefined],
      [429, '60'],
    ]);
    await limited.app.close();
  });

  test('never show the street address or phone from the license file on a page or in a response, record, email, or log line', async () => {
    await server.post('/claim', { license: TRUCK, proof: 'post' });
    await server.post('/claim', { license: TRUCK, proof: 'phone' }, 'max');
    const id = await onlyClaim();
    const other = await onlyClaim(server.accounts.max);
    const letters = [
      await server.post(`/operator/claims/${id}/letter`, { printed: '' }, 'ola'),
      await server.post(`/operator/claims/${other}/letter`, { printed: '' }, 'ola'),
    ];
    assert.ok(letters[0]?.body.includes(CONTACT[0] ?? '?') && letters[1]?.body.includes(CONTACT[4] ?? '?'));
    await server.post(`${LIST}/${id}/code`, { [`code-${id}`]: CODE });
    await server.post(`/operator/claims/${other}/reject`, { note: 'No.' }, 'ola');
    const everywhere = await openTestApp(database);
    const vendorId = /\/vendor\/([\da-f-]{36})/.exec((await server.get(LIST)).body)?.[1] ?? '';
    const publicAddresses = [
      '/',
      '/check',
      `/check?license_number=${TRUCK}&event_type=festival`,
      '/events',
      '/docs/json',

      '/api/vendors',
      `/api/vendors/${vendorId}`,
      `/api/vendors/${vendorId}/scorecard`,
      `/badge/${vendorId}`,

      `/api/v1/decision?license_number=${TRUCK}&event_type=festival`,
      `/api/v1/improve?license_number=${TRUCK}`,
      '/api/v1/stats',
      '/api/coverage',
      '/readyz',
      `/vendor/${vendorId}`,
      '/vendors',
      '/sitemap.xml',
      `/api/vendors?q=${encodeURIComponent('zenobia')}`,
    ];
    const own = ['/claim', `/claim?license=${TRUCK}`, LIST, `${LIST}/${id}/release`];
    const staff = ['/operator', '/operator/log', `/operator/claims/${id}`, `/operator/claims/${other}`];
    const lists = ['pending', 'verified', 'rejected'].map((state) => `/operator/claims?state=${state}`);
    const answers = await Promise.all(publicAddresses.map((url) => everywhere.get(url)));
    assert.ok(answers.filter(({ status }) => status === 200).length >= 10, 'most of these addresses exist');
    const texts = [
      ...answers.map(({ body }) => body),
      ...(await Promise.all(own.map(async (url) => (await server.get(url)).body))),
      ...(await Promise.all([...staff, ...lists].map(async (url) => (await server.get(url, 'ola')).body))),
      JSON.stringify(
        await database.published.db
          .selectFrom('vendors')
          .innerJoin('records', 'records.position', 'vendors.position')
          .selectAll()
          .execute(),
      ),
      JSON.stringify(await database.published.db.selectFrom('vendors').selectAll().execute()),
      JSON.stringify(await database.db.selectFrom('published_state').selectAll().execute()),
      JSON.stringify(await database.db.selectFrom('mails').selectAll().execute()),
      JSON.stringify(await database.db.selectFrom('claims').selectAll().execute()),
      JSON.stringify(await database.db.selectFrom('operator_log').selectAll().execute()),
      server.log(),
    ];
    await everywhere.app.close();
    assert.ok(server.log().includes(`/operator/claims/${id}/letter`), 'the log was looked at');
    for (const text of texts)
      for (const secret of [...CONTACT, '8505550101', 'ACDE-3467', CODE])
        assert.ok(!text.includes(secret), `${secret} in ${text.slice(0, 300)}`);
  });
});
