import { randomUUID } from 'node:crypto';
import { NO_COVERAGE } from '../../src/organizer/documents/insurance-coverage.ts';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import { insertApplication, insertEvent } from './ledger-rows.ts';

/** A fictional person with data in every ledger table that can hold personal data. */

export const PERSON = {
  id: 'a0000000-0000-4000-8000-000000000001',
  name: 'Philippa Quillfeather',
  email: 'philippa@quillfeather.example',
  phone: '(407) 555-0163',
  street: '17 Heron Quillfeather Way',
} as const;
export const STRANGER = {
  id: 'a0000000-0000-4000-8000-000000000002',
  name: 'Otto Other',
  email: 'otto@other.example',
} as const;
export const PDF = new TextEncoder().encode(`%PDF-1.7\nof ${PERSON.name}\n%%EOF`);
const SECRETS = ['a-token-of-hers', 'a-hash-of-hers', 'a-sealed-secret-of-hers'] as const;
const [TOKEN, HASH, SEALED] = SECRETS;
export const SECRETS_OF_PERSON = SECRETS;

const AT = '2026-03-02T12:00:00.000Z';
const LICENSE = { license_type: '2014', license_digits: '0000001' } as const;
const STAMPS = { created_at: AT, updated_at: AT } as const;

/** Inserts two accounts: one for the person under test and one for a stranger. */
export async function insertPeople(db: LedgerDb): Promise<void> {
  for (const { id, name, email } of [PERSON, STRANGER])
    await db
      .insertInto('accounts')
      .values({ id, name, email, email_verified: 1, ...STAMPS })
      .execute();
}

/**
 * Fills the tables with the person's data. Returns the ids of her event and of her application to the
 * stranger's event.
 */
export async function insertPerson(
  db: LedgerDb,
): Promise<{ own: string; event: string; application: string }> {
  await insertPeople(db);
  await insertCredentials(db);
  const own = await insertEvent(db, PERSON.id, {
    organizer_name: PERSON.name,
    organizer_email: PERSON.email,
    address: PERSON.street,
  });
  const event = await insertEvent(db, STRANGER.id, {
    organizer_email: PERSON.email,
    organizer_name: PERSON.name,
  });
  await insertTeams(db, own, event);
  const application = await insertApplied(db, event);
  await insertVendorSide(db, application);
  await insertMessages(db);
  return { own, event, application };
}

async function insertCredentials(db: LedgerDb): Promise<void> {
  const account_id = PERSON.id;
  await db
    .insertInto('sessions')
    .values({
      id: 'session',
      account_id,
      token_sha256: TOKEN,
      expires_at: '2099-01-01T00:00:00.000Z',
      user_agent: 'Philippa’s phone',
      ...STAMPS,
    })
    .execute();
  await db
    .insertInto('credentials')
    .values({ account_id, password: HASH, ...STAMPS })
    .execute();
  for (const [name, value] of [
    ['own', account_id],
    ['new address', `${STRANGER.id} ${PERSON.email}`],
  ] as const)
    await db
      .insertInto('verifications')
      .values({
        identifier: `${HASH} ${name}`,
        value,
        created_at: AT,
        expires_at: '2099-01-01T00:00:00.000Z',
      })
      .execute();
  await db
    .insertInto('second_factors')
    .values({ account_id, sealed_secret: SEALED, created_at: AT, confirmed_at: AT, last_step: 1 })
    .execute();
  await db.insertInto('recovery_codes').values({ account_id, code_sha256: HASH, used_at: null }).execute();
  await db
    .insertInto('passkeys')
    .values({
      id: 'passkey',
      account_id,
      name: `${PERSON.name}’s phone`,
      credential_id: HASH,
      public_key: SEALED,
      counter: 0,
      created_at: AT,
      last_used_at: null,
    })
    .execute();
  await db.insertInto('passkey_handles').values({ account_id, handle: HASH }).execute();
  await db.insertInto('second_factor_sessions').values({ session_id: 'session', passed_at: AT }).execute();
  await db
    .insertInto('api_keys')
    .values({
      id: 'key',
      account_id,
      name: `${PERSON.name}’s till`,
      secret_sha256: HASH,
      created_at: AT,
      last_used_at: null,
      revoked_at: null,
    })
    .execute();
  await db
    .insertInto('idempotent_answers')
    .values({
      account_id,
      idempotency_key: `${PERSON.name}’s list`,
      question_sha256: HASH,
      created_at: AT,
      answer: PDF,
    })
    .execute();
  await db.insertInto('operators').values({ account_id, granted_at: AT }).execute();
  await db
    .insertInto('operator_log')
    .values([
      {
        id: 'granted',
        at: AT,
        account_id: 'cli',
        action: 'operator.grant',
        subject: PERSON.email,
        detail: '',
      },
      { id: 'did', at: AT, account_id, action: 'claim.verify', subject: 'a claim', detail: '' },
    ])
    .execute();
  await db
    .insertInto('deprecation_notices')
    .values({ version: 'v1', sunset_on: '2030-01-01', account_id, queued_at: AT })
    .execute();
  await db.insertInto('calendar_feeds').values({ account_id, token_sha256: HASH, made_at: AT }).execute();
}

async function insertTeams(db: LedgerDb, own: string, event: string): Promise<void> {
  await db
    .insertInto('team_members')
    .values([
      { id: 'hers', account_id: PERSON.id, member_id: STRANGER.id, role: 'viewer', joined_at: AT },
      { id: 'his', account_id: STRANGER.id, member_id: PERSON.id, role: 'manager', joined_at: AT },
    ])
    .execute();
  await db
    .insertInto('follows')
    .values({
      id: 'follow',
      email: PERSON.email,
      county: '',
      language: 'en',
      token_sha256: HASH,
      created_at: AT,
      confirmed_at: AT,
      sent_through: '2026-03-16',
      license_key: '',
      sent_number: null,
      sent_at: null,
    })
    .execute();
  await db
    .insertInto('team_invitations')
    .values({
      id: 'invitation',
      account_id: STRANGER.id,
      email: PERSON.email,
      role: 'viewer',
      token_sha256: HASH,
      created_at: AT,
      expires_at: '2099-01-01T00:00:00.000Z',
    })
    .execute();
  await db
    .insertInto('team_log')
    .values([
      ...[PERSON.id, STRANGER.id].map((account_id) => ({
        id: `of ${account_id}`,
        account_id,
        at: AT,
        actor_id: PERSON.id,
        action: 'accepted',
        subject: PERSON.email,
        role: 'manager',
      })),
    ])
    .execute();
  for (const event_id of [own, event])
    await db
      .insertInto('shortlisted_vendors')
      .values({
        id: `of ${event_id}`,
        event_id,
        vendor_id: 'v',
        typed_name: '',
        typed_number: '',
        name: 'TACOS',

        license_number: 'MFD0000001',
        city: 'Orlando',
        added_at: AT,
        added_by: PERSON.name,
        verdict: 'CLEAR',
        decided_at: AT,
        event_date: '2026-04-10',
        receipt_number: '',
      })
      .execute();
  await db
    .insertInto('event_invitations')
    .values({
      token_sha256: 'a'.repeat(64),
      event_id: own,
      vendor_id: 'v',
      email_sha256: 'b'.repeat(64),
      invited_at: AT,
    })
    .execute();
}

async function insertApplied(db: LedgerDb, event: string): Promise<string> {
  const application = await insertApplication(db, event, {
    status: 'approved',
    contact_name: PERSON.name,
    contact_email: PERSON.email,
    contact_phone: PERSON.phone,

    business_name: 'Heron Tacos',
    license_number: 'MFD0000001',
    ...LICENSE,
    holder_account_id: PERSON.id,
    custom_responses: JSON.stringify([
      { question_id: 'q', label: 'Address', type: 'text', answer: PERSON.street },
    ]),
  });
  await db
    .updateTable('application_history')
    .set({
      message: `Dear ${PERSON.name}, call ${PERSON.phone}`,
      reason: `${PERSON.name} told us why`,
      actor_id: STRANGER.id,
    })
    .where('application_id', '=', application)
    .execute();
  await db
    .insertInto('application_decisions')
    .values({
      jti: randomUUID(),
      application_id: application,
      decided_at: AT,
      decision: '{"verdict":"CLEAR"}',
    })
    .execute();
  await db
    .insertInto('event_day_notes')
    .values({ application_id: application, spot: '7', load_in: 'Gate B', checked_in_at: AT })
    .execute();
  await db.updateTable('events').set({ spots_taken: 1 }).where('id', '=', event).execute();
  const document_id = randomUUID();
  await db
    .insertInto('application_documents')
    .values({
      id: document_id,
      application_id: application,
      event_id: event,
      code: 'insurance_certificate',

      position: 1,
      state: 'confirmed',
      media_type: 'application/pdf',
      bytes: PDF.length,
      sha256: 'f'.repeat(64),

      expires_on: '2027-01-01',
      insurer: `Insurance of ${PERSON.name}`,
      reason: '',
      override_reason: '',
      override_until: null,
      received_at: AT,
      decided_at: AT,
      copied_from: null,
      file_deleted_at: null,
      ...NO_COVERAGE,
    })
    .execute();
  await db.insertInto('application_document_contents').values({ document_id, content: PDF }).execute();
  await db
    .insertInto('application_document_history')
    .values({
      application_id: application,
      position: 1,
      at: AT,
      done_by: 'applicant',
      account_id: PERSON.id,
      code: 'insurance_certificate',
      action: 'uploaded',
      detail: `by ${PERSON.name}`,
    })
    .execute();
  await db
    .insertInto('application_document_reminders')
    .values({ application_id: application, code: 'permit', due_on: '2026-04-10', days: 14, queued_at: AT })
    .execute();
  return application;
}

async function insertVendorSide(db: LedgerDb, application_id: string): Promise<void> {
  const account_id = PERSON.id;
  await db
    .insertInto('claims')
    .values({
      id: 'claim',
      account_id,
      ...LICENSE,
      state: 'verified',
      proof: 'document',
      owner_name: PERSON.name,

      owner_license_id: null,
      code_hash: HASH,
      code_expires_at: null,
      code_attempts: 0,
      code_entered_at: null,
      letter_printed_at: null,
      note: '',
      ...STAMPS,
    })
    .execute();
  await db
    .insertInto('claim_documents')
    .values({
      claim_id: 'claim',
      name: `${PERSON.name}.pdf`,
      media_type: 'application/pdf',
      content: PDF,
      uploaded_at: AT,
    })
    .execute();
  await db
    .insertInto('replies')
    .values({
      id: 'reply',
      account_id,
      ...LICENSE,
      vendor_id: 'v',
      text: `I, ${PERSON.name}, mended it.`,
      state: 'published',
      note: '',
      reports: 0,
      published_at: AT,
      ...STAMPS,
    })
    .execute();
  await db
    .insertInto('disputes')
    .values({
      id: 'dispute',
      account_id,
      ...LICENSE,
      vendor_id: 'v',
      visit_id: 1,
      category: null,
      row: '{}',

      text: `${PERSON.name} was not there`,
      told_regulator: '',
      state: 'upheld',
      open_place: null,
      note: '',
      due_on: '2026-04-01',
      ...STAMPS,
    })
    .execute();
  await db
    .insertInto('outcome_contests')
    .values({
      id: 'contest',
      application_id,
      account_id,
      ...LICENSE,
      outcome: 'no_show',
      text: `${PERSON.name} came`,
      answer: '',
      state: 'upheld',
      note: '',
      due_on: '2026-04-01',
      ...STAMPS,
    })
    .execute();
  await db
    .insertInto('subscriptions')
    .values({
      id: 'sub_1',
      account_id,
      ...LICENSE,
      provider: 'stripe',
      customer_id: 'cus_1',
      state: 'active',
      period_ends_at: null,
      grace_ends_at: null,
      cancel_at_period_end: 0,
      revision: 1,
      ...STAMPS,
    })
    .execute();
  await db
    .insertInto('watched_licenses')
    .values({
      account_id,
      ...LICENSE,
      reported: '{}',
      reported_version: 1,
      reported_on: null,
      updated_at: AT,
    })
    .execute();
  await db
    .insertInto('watch_mails')
    .values({ account_id, ...LICENSE, day: '2026-03-02', queued_at: AT })
    .execute();
  await db
    .insertInto('expiry_reminders')
    .values({ account_id, ...LICENSE, code: 'license', due_on: '2026-06-01', days: 60, queued_at: AT })
    .execute();
  await db
    .insertInto('expiry_reminder_settings')
    .values({ account_id, is_off: 0, token_sha256: HASH })
    .execute();
  await db.insertInto('booked_digests').values({ account_id, day: '2026-03-02', queued_at: AT }).execute();
}

async function insertMessages(db: LedgerDb): Promise<void> {
  const account_id = PERSON.id;
  await db
    .insertInto('webhook_endpoints')
    .values({
      id: 'endpoint',
      account_id,
      url: 'https://quillfeather.example/hook',
      state: 'on',
      secret: SEALED,
      earlier_secret: null,
      earlier_secret_until: null,
      failing_since: null,
      ...STAMPS,
    })
    .execute();
  await db
    .insertInto('webhook_messages')
    .values({ id: 'message', account_id, type: 'application.received', body: '{}', created_at: AT })
    .execute();
  await db
    .insertInto('webhook_deliveries')
    .values({
      message_id: 'message',
      endpoint_id: 'endpoint',
      created_at: AT,
      next_attempt_at: null,
      attempts: 1,
      delivered_at: AT,
      claimed_until: null,
    })
    .execute();
  await db
    .insertInto('webhook_attempts')
    .values({
      id: 'attempt',
      endpoint_id: 'endpoint',
      message_id: 'message',
      made_at: AT,
      outcome: 'delivered',
      status: 204,
    })
    .execute();
  const mail = {
    created_at: AT,
    attempts: 0,
    sent_at: null,
    claimed_until: null,
    last_error: null,
    reply_to: null,
  };
  await db
    .insertInto('mails')
    .values([
      {
        ...mail,
        id: 'to her',
        recipient: PERSON.email,
        subject: 'Your account',
        body: `Dear ${PERSON.name}`,
        next_attempt_at: AT,
      },
      {
        ...mail,
        id: 'about her',
        recipient: STRANGER.email,
        subject: 'A new application',
        body: 'Heron Tacos',
        next_attempt_at: AT,
      },
      {
        ...mail,
        id: 'reply to her',
        recipient: STRANGER.email,
        subject: 'An event',
        body: '',
        next_attempt_at: null,
        reply_to: PERSON.email,
      },
    ])
    .execute();
}
