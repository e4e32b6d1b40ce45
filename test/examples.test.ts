import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { publish } from '../src/records/publication/service.ts';
import { field, rows } from './support/check.ts';
import { type DemoApp, NOW, openDemoApp, readDemoFiles, reservedNumber } from './support/demo-app.ts';
import { openTestSqlite } from './support/engines.ts';
import { packClient } from './support/packed-client.ts';
import { startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);

describe('the example programs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'examples-'));
  let demo: DemoApp;
  let baseUrl = '';
  before(async () => {
    demo = await openDemoApp(await openTestSqlite());
    baseUrl = await demo.app.listen({ host: '127.0.0.1', port: 0 });
    cpSync(path.join(ROOT, 'examples'), folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
    const tarball = await packClient(folder);
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
    symlinkSync(
      path.join(ROOT, 'node_modules/standardwebhooks'),
      path.join(folder, 'node_modules/standardwebhooks'),
    );
  });
  after(async () => {
    await demo.close();
    rmSync(folder, { recursive: true });
  });

  const env = () => ({ ...process.env, VENDOR_COMPLIANCE_URL: baseUrl });
  const hasPython = () => {
    try {
      execFileSync('python3', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };

  test('fill in a spreadsheet’s verdicts row by row, and never make an unknown number look clean', {
    skip: !hasPython(),
  }, async () => {
    const good = reservedNumber('grade-a');
    const closed = reservedNumber('emergency-hold');
    const lines = ['booth,license_number', `=1+1,${good}`, 'two,MFD9999999', `three,${closed}`, 'four,'];
    writeFileSync(path.join(folder, 'vendors.csv'), `\uFEFF${lines.join('\r\n')}\r\n`);
    const asked = ['check_spreadsheet.py', 'vendors.csv', 'festival', '2026-03-20'];
    const { stdout } = await run('python3', asked, { cwd: folder, env: env() });
    const [head, first, second, third, fourth] = stdout.split('\r\n');
    assert.equal(head, 'booth,license_number,verdict,reasons,documents,receipt_number,receipt,error');
    assert.match(String(first), new RegExp(`^'=1\\+1,${good},CLEAR,`));
    assert.match(String(second), /^two,MFD9999999,UNKNOWN,,,,,.*We can’t find/);
    assert.match(String(third), new RegExp(`^three,${closed},DECLINE,`));
    assert.match(String(fourth), /^four,,UNKNOWN,,,,,./);
    const receipts = await demo.database.db.selectFrom('receipts').select('jti').execute();
    assert.equal(receipts.length, 2);
    await assert.rejects(
      run('python3', [asked[0] ?? '', 'README.md', 'x', 'y'], { cwd: folder, env: env() }),
      {
        code: 2,
        stderr: /^README\.md has no column license_number\n$/,
      },
    );
    const wrong: readonly (readonly [args: string[], env: NodeJS.ProcessEnv, says: RegExp])[] = [
      [asked, { ...process.env, VENDOR_COMPLIANCE_URL: '' }, /^Set VENDOR_COMPLIANCE_URL .*\n$/],
      [asked.slice(0, 2), env(), /^Name the CSV file, .*\n$/],
      [
        ['check_spreadsheet.py', 'none.csv', 'festival', '2026-03-20'],
        env(),
        /^none\.csv cannot be read: .*\n$/,
      ],
    ];
    for (const [args, environment, stderr] of wrong)
      await assert.rejects(run('python3', args, { cwd: folder, env: environment }), { code: 2, stderr });
  });

  test('report in one sentence if something they need is missing', async () => {
    const bare = { PATH: process.env.PATH };
    for (const [file, says] of [
      ['vendors-page.mjs', /^Name the address of the service and at least one license number\.\n$/],
      ['keep-csv.mjs', /^Set VENDOR_COMPLIANCE_URL to the address of the service\.\n$/],
      ['notify-chat.mjs', /^Set WEBHOOK_SECRET and CHAT_URL\.\n$/],
    ] as const)
      await assert.rejects(run(process.execPath, [file], { cwd: folder, env: bare }), {
        code: 2,
        stderr: says,
      });
  });

  test('show each vendor’s badge on a page of vendors, and no other vendors', async () => {
    const good = reservedNumber('grade-a');
    const average = reservedNumber('grade-c');
    const { stdout } = await run(process.execPath, ['vendors-page.mjs', `${baseUrl}/`, good, average], {
      cwd: folder,
    });
    const images = [...stdout.matchAll(/<img src="([^"]+)"/g)].map(([, address]) => String(address));
    assert.equal(images.length, 2);
    for (const image of images) {
      const badge = await fetch(image);
      assert.deepEqual(
        [badge.status, badge.headers.get('content-type')],
        [200, 'image/svg+xml; charset=utf-8'],
      );
    }
    await assert.rejects(
      run(process.execPath, ['vendors-page.mjs', baseUrl, 'MFD9999999'], { cwd: folder }),
      {
        stdout: '',
        stderr: /MFD9999999 is not on record/,
      },
    );
  });

  test('keep a CSV file of all vendors in sync with the publication', async () => {
    const keep = async () =>
      (await run(process.execPath, ['keep-csv.mjs', 'all.csv'], { cwd: folder, env: env() })).stdout;
    const inFile = () => readFileSync(path.join(folder, 'all.csv'), 'utf8').split('\r\n').slice(1, -1).sort();
    const published = async () => {
      const all: string[] = [];
      for (let offset = 0; offset < 400; offset += 100) {
        const { json } = await demo.get(`/api/vendors?limit=100&offset=${offset}`);
        for (const row of rows(json)) all.push(`${field(row, 'id')},${field(row, 'license', 'number')}`);
      }
      return all.sort();
    };
    const verdicts = () => inFile().map((line) => line.split(',').at(-2));

    assert.match(await keep(), /^\d+ vendors, 0 changed/);
    assert.deepEqual(
      inFile().map((line) => line.split(',').slice(0, 2).join(',')),
      await published(),
    );
    const before = verdicts();
    assert.match(await keep(), / 0 changed/);
    await publish(demo.database, { files: [], asOf: '2026-06-16', now: NOW });
    assert.match(await keep(), / [1-9]\d* changed/);
    assert.notDeepEqual(verdicts(), before);
    const kept = inFile();
    rmSync(path.join(folder, 'all.csv.state.json'));
    await keep();
    assert.deepEqual(kept, inFile(), 'as read anew');
    await publish(demo.database, { files: await readDemoFiles(), asOf: '2026-06-16', now: NOW });
  });

  describe('the chat', () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    let chat: WebhookReceiver;
    let program: ChildProcess;
    let address = '';
    before(async () => {
      chat = await startWebhookReceiver();
      program = spawn(process.execPath, [path.join(ROOT, 'examples/notify-chat.mjs')], {
        env: { ...process.env, WEBHOOK_SECRET: secret, CHAT_URL: chat.url, PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      if (!program.stdout) throw new Error('no output');
      const [said] = await once(program.stdout, 'data');
      address = `http://127.0.0.1:${String(said).trim().split(' ').at(-1)}/`;
    });
    after(async () => {
      program.kill();
      await chat.close();
    });

    const send = async (id: string, message: object, signature?: string) => {
      const body = JSON.stringify(message);
      const at = new Date();
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': signature ?? new Webhook(secret).sign(id, at, body),
      };
      return (await fetch(address, { method: 'POST', headers, body })).status;
    };
    const url = 'https://vendors.example/organizer/events/1/applications/2';
    const vendor = { vendor_name: 'CRAB SHACK', license_number: 'MFD5890001', verdict: 'CLEAR' };
    const applied = {
      type: 'application.received',
      timestamp: NOW().toISOString(),
      data: { ...vendor, url },
    };
    const said = () => chat.received.map(({ body }) => field(JSON.parse(body), 'text'));

    test('reports a signed message once, even if it arrives several times, and never reports a forged one', async () => {
      const before = chat.received.length;
      assert.equal(await send('msg_1', applied), 204);
      assert.equal(await send('msg_1', applied), 204);
      assert.equal(await send('msg_2', applied, 'v1,AAAA'), 401);
      assert.deepEqual(said().slice(before), [`CRAB SHACK (MFD5890001, CLEAR) applied: ${url}`]);
    });

    test('that does not respond causes the message to be sent again', async () => {
      const before = chat.received.length;
      chat.answer = (response) => response.writeHead(500).end();
      assert.equal(await send('msg_3', applied), 502);
      chat.answer = (response) => response.writeHead(200).end();
      assert.equal(await send('msg_3', applied), 204);
      assert.equal(chat.received.length, before + 2);
    });
  });
});
