import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createLogger } from '../log/log.ts';
import { removeFilesNaming, removeOldFiles } from './outbox-files.ts';
import { createMailTransport } from './transport.ts';

const NOW = new Date('2026-03-16T15:00:00Z');
const DAY_MS = 86_400_000;

test('removes email files after 30 days, those that mention an erased person immediately, and no other files', async () => {
  const outboxDir = await mkdtemp(path.join(tmpdir(), 'outbox-'));
  const log = createLogger('silent', { write: () => {} });
  const transport = createMailTransport({
    smtpUrl: undefined,
    from: 'us@service.example',
    outboxDir,
    siteUrl: 'https://service.example',
    log,
  });
  const send = async (id: string, to: string, text: string, days: number) => {
    const createdAt = new Date(NOW.getTime() - days * DAY_MS);
    await transport.send({ id, to, subject: 'Hello', text, createdAt, replyTo: undefined });
    const file = (await readdir(outboxDir)).find((name) => name.endsWith(`${id}.eml`)) ?? '';
    await utimes(path.join(outboxDir, file), createdAt, createdAt);
  };
  const left = async () => (await readdir(outboxDir)).map((name) => name.replace(/^\d+T\d+Z-/, '')).sort();
  await send('old', 'a@b.example', 'x', 30.01);
  await send('young', 'a@b.example', 'x', 29.99);
  await send('to-her', 'philippa.quillfeather@long-name.example', 'x', 1);
  const long = `${'é long line that is broken and encoded '.repeat(4)}philippa.quillfeather@long-name.example`;
  await send('about-her', 'c@d.example', long, 1);
  await writeFile(path.join(outboxDir, 'notes.txt'), 'philippa.quillfeather@long-name.example');
  assert.equal(await removeOldFiles(outboxDir, NOW), 1);
  assert.deepEqual(await left(), ['about-her.eml', 'notes.txt', 'to-her.eml', 'young.eml']);
  assert.equal(await removeFilesNaming(outboxDir, 'Philippa.Quillfeather@long-name.example'), 2);
  assert.deepEqual(await left(), ['notes.txt', 'young.eml']);
  await rm(outboxDir, { recursive: true });
  assert.equal(await removeOldFiles(outboxDir, NOW), 0, 'a folder that is not there has none');
});
