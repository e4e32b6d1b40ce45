import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openLedger } from '../../src/platform/db/open.ts';
import { queueMail } from '../../src/platform/mail/outbox.ts';
import { openHandedSocket, startService } from '../support/process.ts';

/** A failing check may hang, so the tests have a timeout. */

describe('stopping the service', () => {
  let folder: string;
  let settings: Record<string, string>;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stop-'));
    settings = { DATA_DIR: path.join(folder, 'data'), REGULATOR_SOURCE: folder };
  });
  after(() => rm(folder, { recursive: true }));

  test('completes requests in progress and exits 0', async () => {
    const service = await startService(settings);
    const { port } = new URL(service.url);
    const client = connect(Number(port), '127.0.0.1');
    const body = 'email=a%40b.example&password=x';
    client.write(
      `POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    const [begun] = await once(client, 'data');
    assert.match(String(begun), /^HTTP\/1\.1 100 /);
    const logged = service.logged('stopping');
    const ended = service.stop();
    await logged;
    client.write(body);
    const [answer] = await once(client, 'data');
    assert.match(String(answer), /^HTTP\/1\.1 [34]\d\d /);
    assert.equal(await ended, 0);
    client.destroy();
  });

  test('does not reject any request while it restarts on a socket that was passed to it', async (t) => {
    const socket = await openHandedSocket(settings);
    t.after(() => socket.close());
    const first = await socket.start();
    assert.equal((await fetch(`${first.url}/healthz`)).status, 200);
    assert.equal(await first.stop(), 0);
    const asked = fetch(`${first.url}/healthz`);
    const second = await socket.start();
    assert.equal((await asked).status, 200);
    assert.equal(second.url, first.url);
    assert.equal(await second.stop(), 0);
  });

  test('exits immediately on a second signal, even with work in progress', async () => {
    const silent: Socket[] = [];
    const mailServer = createServer((socket) => void silent.push(socket.on('error', () => {})));
    mailServer.listen(0, '127.0.0.1');
    await once(mailServer, 'listening');
    const address = mailServer.address();
    assert.ok(typeof address === 'object' && address !== null);
    const service = await startService({ ...settings, SMTP_URL: `smtp://127.0.0.1:${address.port}` });
    const ledger = openLedger({ databaseUrl: undefined, dataDir: path.join(folder, 'data') });
    await queueMail(ledger.db, { to: 'jane@trucks.example', subject: 'x', text: 'x' }, new Date());
    await ledger.close();
    await once(mailServer, 'connection');
    const logged = service.logged('stopping');
    const ended = service.stop();
    await logged;
    service.child.kill('SIGINT');
    const { msg } = await service.logged('second stop signal');
    assert.deepEqual([await ended, msg], [1, 'second stop signal; exiting now']);
    for (const socket of silent) socket.destroy();
    mailServer.close();
  });
});
