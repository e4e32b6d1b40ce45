import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable, findUnavailable } from '../db/database-unavailable.ts';
import { toError, toPlainError } from './plain-error.ts';

test('an error that was sent to another process keeps its message, causes and codes', () => {
  const sent = new TypeError('no files', { cause: new DatabaseUnavailable('away', 'a server') });
  const received = toError(structuredClone(toPlainError(sent)));
  assert.equal(received.name, 'TypeError');
  assert.equal(received.message, 'no files');
  assert.equal(received.stack, sent.stack);
  assert.equal(findUnavailable(received)?.message, findUnavailable(sent)?.message);
  assert.ok(findUnavailable(received));
});

test('a thrown value that is not an error, and an error that is its own cause, can also be sent', () => {
  assert.equal(toError(toPlainError('stopped')).message, 'stopped');
  const endless = new Error('round');
  endless.cause = endless;
  assert.equal(toError(toPlainError(endless)).message, 'round');
});
