import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { EvidencePack } from '../../decisions/evidence-pack/pack.ts';
import { Connections } from '../../http/limits/connections.ts';
import type { Asker } from '../../platform/threads/bounded-pool.ts';
import { sendPack } from './send-pack.ts';

const PACK: EvidencePack = {
  title: 'Evidence pack',
  event: { type: 'Festival', dates: 'April 10, 2026' },
  madeAt: '2026-03-16T15:00:00.000Z',
  issuer: 'https://vendors.example',
  entries: [],
  fictional: false,
};

test('an evidence pack is drawn for the requesting network, and drawing stops when the client disconnects', async (t) => {
  const connections = new Connections();
  const app = Fastify({ serverFactory: (answer) => connections.createServer(answer) });
  t.after(() => app.close());
  const asked = Promise.withResolvers<Asker | undefined>();
  app.get('/held', (_request, reply) =>
    sendPack(
      reply,
      (_pack, asker) => {
        asked.resolve(asker);
        return new Promise((_, reject) => {
          asker?.signal.addEventListener('abort', () => reject(asker.signal.reason));
        });
      },
      PACK,
      'held',
    ),
  );
  const seen: (boolean | undefined)[] = [];
  app.get('/drawn', (_request, reply) =>
    sendPack(
      reply,
      async (_pack, asker) => {
        seen.push(asker?.signal.aborted);
        return new Uint8Array([1]);
      },
      PACK,
      'drawn',
    ),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  // The test needs a server that listens on a port.
  const { port } = app.server.address() as AddressInfo;

  const request = get({ host: '127.0.0.1', port, path: '/held' }).on('error', () => {});
  const asker = await asked.promise;
  assert.equal(asker?.client, '127.0.0.1');
  assert.equal(asker.signal.aborted, false);
  request.destroy();
  if (!asker.signal.aborted) await once(asker.signal, 'abort');

  assert.equal((await fetch(`http://127.0.0.1:${port}/drawn`)).status, 200);
  assert.deepEqual(seen, [false]);
});
