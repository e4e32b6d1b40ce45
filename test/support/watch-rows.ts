import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { LicenseRef } from '../../src/owner/claims/claim.ts';
import type { LedgerDb, OpenLedger } from '../../src/platform/db/database.ts';
import type { SubscriptionsTable } from '../../src/platform/db/schema/ledger-tables/monitoring-tables.ts';
import { type Publication, publish } from '../../src/records/publication/service.ts';
import { readRegulatorFile } from '../../src/regulator/florida/read-file.ts';
import { OPERATOR } from './publication-runs.ts';
import { inspectionCsv, type LicenseFields, licenseCsv, licenseRow } from './regulator-files.ts';

/** Monitoring test data: claims, subscriptions, and the files that the regulator publishes for a day. */

/** The license that {@link licenseRow} describes by default. */
export const PELICAN: LicenseRef = { license_type: '2014', license_digits: '4758801' };

/** Inserts only a verified claim's row. Returns the claim's id. */
export async function insertVerifiedClaim(
  db: LedgerDb,
  accountId: string,
  license: LicenseRef,
): Promise<string> {
  const id = randomUUID();
  const at = '2026-03-01T12:00:00.000Z';
  await db
    .insertInto('claims')
    .values({
      id,
      account_id: accountId,
      license_type: license.license_type,

      license_digits: license.license_digits,
      state: 'verified',
      proof: 'phone',
      owner_name: 'PELICAN MOBILE FOODS LLC',
      owner_license_id: null,
      code_hash: null,
      code_expires_at: null,
      code_attempts: 0,
      code_entered_at: null,
      letter_printed_at: null,
      note: '',
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

/**
 * Inserts only an active subscription's row, from a test checkout by default. Returns the subscription's id.
 */
export async function insertSubscription(
  db: LedgerDb,
  accountId: string,
  license: LicenseRef,
  columns: Partial<Insertable<SubscriptionsTable>> = {},
): Promise<string> {
  const id = columns.id ?? `test_${randomUUID()}`;
  const at = '2026-03-01T12:00:00.000Z';
  await db
    .insertInto('subscriptions')
    .values({
      id,
      account_id: accountId,
      license_type: license.license_type,
      license_digits: license.license_digits,
      provider: 'test',
      customer_id: '',
      state: 'active',
      period_ends_at: null,
      grace_ends_at: null,
      cancel_at_period_end: 0,
      revision: 1,
      created_at: at,
      updated_at: at,
      ...columns,
    })
    .execute();
  return id;
}

/**
 * Returns a row whose only purpose is to give a license file its date, which is the newest date in the file.
 */
export function datingRow(day: string): LicenseFields {
  return licenseRow({ licenseNumber: 'MFD4700000', businessName: 'DATE STAMP DOGS', lastInspectedOn: day });
}

/**
 * Publishes a district's files for one day: licenses, and visits built with `inspectionRow`. Throws if a file
 * is held back.
 */
export async function publishDay(
  registry: OpenLedger,
  options: {
    readonly day: string;
    readonly licenses: readonly LicenseFields[];
    readonly visits?: readonly (readonly string[])[];
  },
): Promise<Publication> {
  const { day, licenses, visits = [] } = options;
  const texts = [
    ['licenses.csv', licenseCsv([datingRow(day), ...licenses])] as const,
    ...(visits.length > 0 ? [['visits.csv', inspectionCsv(visits)] as const] : []),
  ];
  const files = await Promise.all(
    texts.map(([name, text]) =>
      readRegulatorFile({ name, bytes: new TextEncoder().encode(text), publishedAt: null }, day),
    ),
  );
  const now = () => new Date(`${day}T12:00:00Z`);
  const publication = await publish(registry, { files, asOf: day, now, acceptance: OPERATOR });
  for (const file of publication.files)
    if (file.outcome === 'held_back') throw new Error(`${file.name}: ${file.reason}`);
  return publication;
}

/** Lists the emails in the outbox, oldest first. */
export async function listMails(
  db: LedgerDb,
): Promise<{ recipient: string; subject: string; body: string }[]> {
  return db
    .selectFrom('mails')
    .select(['recipient', 'subject', 'body'])
    .orderBy('created_at')
    .orderBy('subject')
    .execute();
}
