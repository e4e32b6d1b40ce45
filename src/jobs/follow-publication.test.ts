import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPublicationLook } from './follow-publication.ts';

test('each publication is compared only once, unless the comparison fails', async () => {
  const done: string[] = [];
  let version: number | undefined;
  let isFailing = false;
  const look = createPublicationLook({
    findVersion: async () => version,
    services: {
      monitoring: { run: async () => done.push(`licenses ${version}`) },
      booked: {
        look: async () => {
          if (isFailing) throw new Error('no');
          done.push(`vendors ${version}`);
          return { failed: 0 };
        },
      },
    },
  });
  assert.equal(await look(), false);
  version = 1;
  assert.deepEqual([await look(), await look()], [true, false]);
  version = 2;
  isFailing = true;
  await assert.rejects(look());
  isFailing = false;
  assert.equal(await look(), true);
  assert.deepEqual(done, ['licenses 1', 'vendors 1', 'licenses 2', 'licenses 2', 'vendors 2']);
});
