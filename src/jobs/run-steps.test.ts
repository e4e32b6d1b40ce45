import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSteps } from './run-steps.ts';

const log = { error: () => {} };

test('a step that fails does not stop the ones after it', async () => {
  const steps = { first: () => Promise.reject(new Error('no')), second: async () => 2 };
  assert.deepEqual(await runSteps(steps, { log, failure: 'failed' }), { second: 2 });
});

test('the current step finishes and no other begins when the process stops', async () => {
  const stopping = new AbortController();
  const steps = { first: async () => stopping.abort(), second: async () => 2 };
  const done = await runSteps(steps, { log, failure: 'failed', signal: stopping.signal });
  assert.deepEqual(done, { first: 'done' });
});
