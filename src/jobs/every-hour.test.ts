import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '../platform/log/log.ts';
import { everyHour } from './every-hour.ts';

test('an hourly step that fails is logged and does not stop the other step, and an unsent notice is logged as an error', async () => {
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => lines.push(line) });
  let asked = 0;
  const count = async () => {
    asked += 1;
  };
  const services = {
    billing: { reconcile: () => Promise.reject(new Error('no Stripe')) },
    documents: { sendReminders: count, deleteOld: count },
    applications: { sendNotices: async () => 0, sendRosterReminders: async () => 0 },
    follows: { sendClosures: async () => 0, sendVendors: async () => 0 },
    expiryReminders: { send: async () => (asked += 1) },
    booked: { look: async () => ({}), sendDigests: async () => 0 },
    deprecations: {
      sendMissingNotices: async () => {
        asked += 1;
        return { notified: 2, unreached: 1 };
      },
    },
  };
  const emailOperators = async () => (asked += 1);
  await everyHour({ services, makeBackup: count, lookAtPages: async () => {}, emailOperators, log });
  assert.equal(asked, 6);
  const texts = lines.map((line) => /"msg":"([^"]+)"/.exec(line)?.[1]);
  assert.deepEqual(texts, [
    'an hourly step failed; it will be retried in the next hour',
    'accounts were notified that an API version is ending',
    'some accounts were notified too late that an API version is ending; announce a later end date',
  ]);
});
