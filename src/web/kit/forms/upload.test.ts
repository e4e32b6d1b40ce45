import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { DOCUMENT_FORM, multipartLimits, readFormWithFile } from './upload.ts';

test('stops parsing a form with too many parts and still answers the next request', async (t) => {
  const app = Fastify({ bodyLimit: 4_000_000, forceCloseConnections: true });
  t.after(() => app.close());
  await app.register(multipart, { limits: multipartLimits(DOCUMENT_FORM) });
  let parsed = 0;
  app.addHook('preHandler', async ({ raw }) => {
    const pipe = raw.pipe.bind(raw);
    raw.pipe = (parser, options) => {
      const write = parser.write.bind(parser);
      parser.write = (chunk: string | Uint8Array) => {
        parsed += chunk.length;
        return write(chunk);
      };
      return pipe(parser, options);
    };
  });
  const codes: unknown[] = [];
  app.post('/', async (request) => {
    const form = await readFormWithFile(request, 'file').catch((error) => codes.push(error.code));
    return typeof form === 'number' ? 'refused' : 'read';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  // The test needs a server that listens on a port.
  const { port } = app.server.address() as AddressInfo;
  const send = (body: string) =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body,
    }).then((answer) => answer.text());
  assert.equal(await send(`${'--b\r\n\r\n\r\n'.repeat(200_000)}--b--\r\n`), 'refused');
  assert.deepEqual(codes, ['invalid_body']);
  assert.equal(parsed < 150_000, true, `${parsed} bytes`);
  assert.equal(await send('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n'), 'read');
});
