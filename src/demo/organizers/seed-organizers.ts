import { createHash } from 'node:crypto';
import { DEMO_ORGANIZERS, type DemoOrganizer } from '../../accounts/account/demo-organizers.ts';
import { type ApiKeyText, generateKey } from '../../accounts/api-keys/key.ts';
import { hashToken } from '../../lib/hash-token.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { upsertRows } from '../../platform/db/upsert.ts';
import { hashPassword } from '../../platform/passwords/password-hash.ts';
import { demoRows } from './demo-rows.ts';

/**
 * A low cost, so that the service starts faster. These passwords are public, and signing in hashes them
 * again.
 */
const PUBLISHED_PASSWORD_COST = 10;

/**
 * Creates the two demo organizers with events and applications, unless they already exist and have a future
 * event. Until their last event is over, changes made by visitors are kept. Returns true if the organizers
 * were created or renewed.
 */
export async function seedDemoOrganizers(ledger: LedgerDb, now: Date): Promise<boolean> {
  if (await isSeeded(ledger, now)) return false;
  const passwords = await Promise.all(
    DEMO_ORGANIZERS.map(({ password }) => hashPassword(password, PUBLISHED_PASSWORD_COST)),
  );
  const { events, applications, history } = demoRows(now);
  await ledger.transaction().execute(async (tx) => {
    await removeOrganizers(tx);
    await insertOrganizers(tx, passwords, now);
    await upsertRows(tx, 'events', ['id'], events);
    await upsertRows(tx, 'applications', ['id'], applications);
    await upsertRows(tx, 'application_history', ['application_id', 'position'], history);
  });
  return true;
}

/**
 * Removes the demo organizers and everything they own. A public password must not work once the records are
 * real.
 */
export async function removeDemoOrganizers(ledger: LedgerDb): Promise<void> {
  await ledger.transaction().execute(removeOrganizers);
}

async function isSeeded(ledger: LedgerDb, now: Date): Promise<boolean> {
  const next = await ledger
    .selectFrom('events')
    .select('id')
    .where('account_id', '=', DEMO_ORGANIZERS[1].id)
    .where('starts_at', '>', now.toISOString())
    .executeTakeFirst();
  return next !== undefined;
}

async function removeOrganizers(tx: LedgerTx): Promise<void> {
  const ids = DEMO_ORGANIZERS.map(({ id }) => id);
  await tx.deleteFrom('accounts').where('id', 'in', ids).execute();
}

async function insertOrganizers(tx: LedgerTx, passwords: readonly string[], now: Date): Promise<void> {
  const at = { created_at: now.toISOString(), updated_at: now.toISOString() };
  await upsertRows(
    tx,
    'accounts',
    ['id'],
    DEMO_ORGANIZERS.map(({ id, name, email }) => ({
      id,
      name,
      email,
      email_verified: 1,
      ...at,
    })),
  );
  await upsertRows(
    tx,
    'credentials',
    ['account_id'],
    DEMO_ORGANIZERS.map(({ id }, index) => ({
      account_id: id,
      password: passwords[index] ?? '',
      ...at,
    })),
  );
  await upsertRows(
    tx,
    'api_keys',
    ['id'],
    DEMO_ORGANIZERS.map((organizer) => {
      const { id, text } = demoKey(organizer);
      return {
        id,
        account_id: organizer.id,
        name: 'Demo key',
        secret_sha256: hashToken(text),
        created_at: now.toISOString(),
        last_used_at: null,
        revoked_at: null,
      };
    }),
  );
}

/** Returns a demo organizer's API key, which never changes and is listed in the README. */
export function demoKey({ email }: DemoOrganizer): ApiKeyText {
  const bytes = createHash('sha512').update(`fictional key of ${email}`).digest();
  let taken = 0;
  return generateKey((count) => {
    taken += count;
    return bytes.subarray(taken - count, taken);
  });
}
