import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCli } from '../../../test/support/cli.ts';

test('receipt-keys compromise explains which time it needs, and changes nothing', async () => {
  for (const since of ['garbage', '2026-11-29', '9999-01-01T00:00:00Z', '']) {
    const { code, stderr } = await runCli(['receipt-keys', 'compromise', 'a-key', '--since', since], {
      DATA_DIR: 'none',
    });
    assert.equal(code, 2, since);
    assert.match(stderr, /--since is a time in the past, in UTC, such as 2026-03-01T12:00:00Z/);
  }
});
