import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logUnavailable } from './error-answers.ts';
import { AppError } from './errors.ts';

test('an outage is logged in one line that names what is unavailable and why; other errors are not logged', () => {
  const lines: unknown[] = [];
  const log = { error: (...line: unknown[]) => void lines.push(line) };
  for (const code of ['unavailable', 'payment_unavailable', 'busy', 'internal_error'] as const)
    logUnavailable(log, new AppError(code, 'for the caller', { cause: new Error('refused') }));
  assert.deepEqual(lines, [
    [{ reason: 'refused' }, 'request failed: database unavailable'],
    [{ reason: 'refused' }, 'request failed: payment provider unavailable'],
  ]);
});
