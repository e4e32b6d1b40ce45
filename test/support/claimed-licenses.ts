import type { ClaimService } from '../../src/owner/claims/service.ts';
import { createClaimService } from '../../src/owner/claims/service.ts';
import { withdrawStatementsOfFormerOwners } from '../../src/owner/statements/service.ts';
import { publish } from '../../src/records/publication/service.ts';
import { readRegulatorFile } from '../../src/regulator/florida/read-file.ts';
import type { TestDatabase } from './engines.ts';
import { OPERATOR } from './publication-runs.ts';
import {
  inspectionCsv,
  inspectionRow,
  type LicenseFields,
  licenseCsv,
  licenseRow,
} from './regulator-files.ts';

export const CLAIM_TIME = new Date('2026-03-16T15:00:00Z');
export const TRUCK = 'MFD4758801';
export const TRUCK_REF = { license_type: '2014', license_digits: '4758801' };
/** A license number that does not appear in any license file. */
export const UNLISTED = 'MFD4758899';
export const CART = 'HTD4758802';
/** Contact details in the invented license file that must not appear anywhere except in the letter. */
export const CONTACT = [
  'ZENOBIA MAILBOX',
  '2 UNPUBLISHED LANE',
  'SUITE LETTERBOX',
  'MAILINGTON',
  '850.555.0101',
];
/** The code that {@link openClaimService} generates unless a test overrides it. */
export const CODE = 'ACDE3467';

/** Publishes a district 6 license file whose newest date is `day`. It lists a truck and a cart by default. */
export async function publishLicenses(
  database: TestDatabase,
  day: string,
  licenses: readonly Partial<LicenseFields>[] = [
    {},
    { licenseNumber: CART, rank: 'HTDG', businessName: 'HERON HOT DOGS', licenseeName: 'ANN HERON' },
  ],
): Promise<void> {
  // A file that is much shorter than the previous one is held back, so these extra rows keep the file long
  // enough.
  const others = Array.from({ length: 100 }, (_, last) => ({
    licenseNumber: `MFD47670${String(last).padStart(2, '0')}`,
  }));
  const rows = [...licenses, ...others].map((license) => licenseRow({ ...license, lastInspectedOn: day }));
  await publishText(database, `licenses-${day}.csv`, licenseCsv(rows));
}

/** Publishes an inspection of the truck with this License ID, which is the regulator's internal id. */
export async function publishVisit(database: TestDatabase, day: string, licenseId: string): Promise<void> {
  await publishVisitOf(database, TRUCK_REF.license_digits, day, licenseId);
}

/** Publishes an inspection of a license with these digits, even if no license file lists the license. */
export async function publishVisitOf(
  database: TestDatabase,
  number: string,
  day: string,
  licenseId = '7700001',
): Promise<void> {
  const row = inspectionRow({
    licenseNumber: number.replace(/\D/g, ''),
    visitedOn: day,
    licenseId,
    visitId: day.replaceAll('-', ''),
  });
  await publishText(database, `visits-${day}.csv`, inspectionCsv([row]));
}

async function publishText(database: TestDatabase, name: string, text: string): Promise<void> {
  const today = CLAIM_TIME.toISOString().slice(0, 10);
  const file = await readRegulatorFile({ name, bytes: Buffer.from(text), publishedAt: null }, today);
  const { files } = await publish(database, {
    files: [file],
    asOf: today,
    now: () => CLAIM_TIME,
    acceptance: OPERATOR,
  });
  const [outcome] = files;
  if (outcome?.outcome !== 'published') throw new Error(`${name}: ${outcome?.reason}`);
}

/**
 * Opens the claims service with the registry and the ledger in one database. The test controls the clock and
 * the codes.
 */
export function openClaimService(
  { db, engine, published }: TestDatabase,
  { now = () => CLAIM_TIME, randomCode = () => CODE }: { now?: () => Date; randomCode?: () => string } = {},
): ClaimService {
  return createClaimService({
    ledgerDb: db,
    engine,
    registry: published,
    baseUrl: 'https://vendors.example',
    now,
    randomCode,
    onReleased: (tx) => withdrawStatementsOfFormerOwners(tx, now()),
  });
}

export const PDF = Buffer.from('%PDF-1.7\n<script>alert(1)</script>\n%%EOF');
export const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
