import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { createPostgresSchema } from './support/postgres-schema.ts';

/**
 * Returns a PostgreSQL error message: "E", the length, fields that each end with a zero byte, and a final
 * zero byte.
 */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mrefused\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

test('a test that finds no free PostgreSQL connection tries again, and fails on any other error', async (t) => {
  const answers = ['53300', '57P03', '28000'];
  let asked = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(refusal(answers[asked++] ?? '')));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  await assert.rejects(createPostgresSchema(`postgres://postgres@127.0.0.1:${address.port}/test`), {
    code: '28000',
  });
  assert.equal(asked, answers.length);
});
