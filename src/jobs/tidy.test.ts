import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertAccount } from '../../test/support/account-rows.ts';
import { describeEngines } from '../../test/support/engines.ts';
import { erasedAddress } from '../lib/erase-details.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { tidyLedger } from './tidy.ts';

const KEEP = { applications: 1_095, closed: 365, proof: 2_555 };
const NOW = new Date('2026-03-16T15:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 3_600_000);

describeEngines('tidying the ledger', (open) => {
  test('deletes email that was sent a month ago, and keeps newer and queued email', async () => {
    const { db, close } = await open();
    for (const [subject, days] of [
      ['old and sent', 31],
      ['new and sent', 29],
      ['old and waiting', 31],
    ] as const)
      await queueMail(db, { to: 'a@b.example', subject, text: 'x' }, daysAgo(days));
    await db.updateTable('mails').set({ next_attempt_at: null }).where('subject', 'like', '% sent').execute();
    await tidyLedger(db, NOW, KEEP);
    const left = await db.selectFrom('mails').select('subject').orderBy('subject').execute();
    assert.deepEqual(
      left.map(({ subject }) => subject),
      ['new and sent', 'old and waiting'],
    );
    await close();
  });

  test('email to an erased person is never queued', async () => {
    const { db, close } = await open();
    await queueMail(db, { to: erasedAddress('x'), subject: 'x', text: 'x' }, NOW);
    assert.deepEqual(await db.selectFrom('mails').select('id').execute(), []);
    await close();
  });

  test('deletes only sessions and links that have expired', async () => {
    const { db, close } = await open();
    const account_id = await insertAccount(db);
    const at = { created_at: daysAgo(20).toISOString(), updated_at: daysAgo(20).toISOString() };
    for (const [id, expires] of [
      ['ended', daysAgo(1)],
      ['lasting', daysAgo(-1)],
    ] as const) {
      const expires_at = expires.toISOString();
      await db
        .insertInto('sessions')
        .values({ id, account_id, token_sha256: id, expires_at, user_agent: null, ...at })
        .execute();
      await db
        .insertInto('verifications')
        .values({ identifier: id, value: account_id, created_at: at.created_at, expires_at })
        .execute();
    }
    await tidyLedger(db, NOW, KEEP);
    assert.deepEqual(
      (await db.selectFrom('sessions').select('id').execute()).map(({ id }) => id),
      ['lasting'],
    );
    assert.deepEqual(
      (await db.selectFrom('verifications').select('identifier').execute()).map(
        ({ identifier }) => identifier,
      ),
      ['lasting'],
    );
    await close();
  });
});
