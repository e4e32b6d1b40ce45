import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { runCli } from '../support/cli.ts';

test('the command line reports an existing key file, a missing key file, and a missing backup in one sentence', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'files-'));
  t.after(() => rm(folder, { recursive: true }));
  const there = path.join(folder, 'there');
  const missing = path.join(folder, 'missing');
  await writeFile(there, 'x');
  const said = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCli(args, { DATA_DIR: path.join(folder, 'data') });
    return [code, stdout, stderr];
  };
  assert.deepEqual(await said('backup-key', '--to', there), [
    1,
    '',
    `${there} is there already. Nothing was written.\n`,
  ]);
  assert.deepEqual(await said('restore', missing), [1, '', `${missing} is not there.\n`]);
  assert.deepEqual(await said('restore', there, '--identity', missing), [
    1,
    '',
    `${missing} is not there.\n`,
  ]);
});
