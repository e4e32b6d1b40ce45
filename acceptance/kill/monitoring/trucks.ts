import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeDay } from '../../../src/lib/time/dates.ts';
import { COUNTIES } from '../../../src/regulator/florida/vocabulary/counties.ts';
import { type LicenseFields, licenseCsv, licenseRow } from '../../../test/support/regulator-files.ts';
import { datingRow } from '../../../test/support/watch-rows.ts';

/** A license, its owner's actions, and its changes from file A to file B. */
export interface Truck {
  /** `MFD4760001` */
  readonly number: string;
  readonly digits: string;
  readonly email: string;
  /**
   * `claimed` means that the license is claimed but not monitored, because no subscription is bought for it.
   */
  readonly role: 'watched' | 'claimed' | 'unclaimed';
  /** The lines that the email about file B must contain; undefined if nothing changes. */
  readonly lines: readonly string[] | undefined;
  /** True if file B names a different holder. The claimant then loses the license, and monitoring ends. */
  readonly isHandedOver: boolean;
}

/** Two versions of the regulator's files, and the trucks from them that are used in the run. */
export interface TruckFiles {
  readonly before: string;
  readonly after: string;
  /** The days on which file A is imported, monitoring is bought, and file B is imported. */
  readonly days: { readonly claims: string; readonly checkout: string; readonly after: string };
  readonly trucks: readonly Truck[];
}

const TRUCKS = 36;
/**
 * The number of unchanged licenses. Without them, so large a share would change that file B would be held
 * back.
 */
const OTHERS = 700;
const DISTRICT = 6;
const DAYS = { claims: '2026-03-16', checkout: '2026-03-17', after: '2026-03-18' } as const;
const EXPIRES_ON = '2026-06-01';
/** All licenses in a district expire on the same day of the year. */
const RENEWED_TO = '2027-06-01';
const { businessName: NAME } = licenseRow();
const NEW_HOLDER = 'HERON MOBILE FOODS LLC';
const NEW_NAME = 'HERON HOT DOGS';

type LicenseChange = 'same' | 'renewed' | 'delinquent' | 'handed over' | 'gone';
/** The trucks get these changes in this order, over and over. */
const LICENSE_CHANGES: readonly LicenseChange[] = [
  ...(['same', 'renewed', 'renewed', 'delinquent', 'same', 'renewed', 'handed over', 'same'] as const),
  ...(['renewed', 'same', 'gone', 'renewed'] as const),
];

/**
 * Creates files with invented trucks. Most of the trucks are monitored, and every fourth is only claimed or
 * not claimed at all.
 */
export function makeTruckFiles(folder: string): TruckFiles {
  const changes = Array.from(
    { length: TRUCKS },
    (_, index) => LICENSE_CHANGES[index % LICENSE_CHANGES.length] ?? 'same',
  );
  const trucks = changes.map((change, index): Truck => {
    const digits = String(4760001 + index);
    const role = Math.random() < 0.75 ? 'watched' : Math.random() < 0.6 ? 'claimed' : 'unclaimed';
    return {
      number: `MFD${digits}`,
      digits,
      email: emailOf(digits),
      role,
      lines: linesOf(change),
      isHandedOver: change === 'handed over',
    };
  });
  const before = trucks.map(({ number }) => licenseRow({ licenseNumber: number, expiresOn: EXPIRES_ON }));
  const after = before.flatMap((license, index) => changed(license, changes[index] ?? 'same'));
  return {
    before: writeLicenses(folder, DAYS.claims, before),
    after: writeLicenses(folder, DAYS.after, after),
    days: DAYS,
    trucks,
  };
}

/** Returns the email address of a truck's owner. */
export function emailOf(digits: string): string {
  return `owner-${digits}@vendor.example`;
}

function changed(license: LicenseFields, change: LicenseChange): LicenseFields[] {
  switch (change) {
    case 'same':
      return [license];
    case 'renewed':
      return [{ ...license, expiresOn: RENEWED_TO }];
    case 'delinquent':
      return [{ ...license, primaryStatus: '45' }];
    case 'handed over':
      return [{ ...license, licenseeName: NEW_HOLDER, businessName: NEW_NAME }];
    case 'gone':
      return [];
  }
}

/** Returns the wording for the change in an email, which is defined here independently of the service. */
function linesOf(change: LicenseChange): readonly string[] | undefined {
  switch (change) {
    case 'same':
      return undefined;
    case 'renewed':
      return [`License expires\n  from: ${describeDay(EXPIRES_ON)}\n  to:   ${describeDay(RENEWED_TO)}`];
    case 'delinquent':
      return ['License status\n  from: current\n  to:   not renewed (delinquent)'];
    case 'handed over':
      return [
        `License holder\n  from: the holder on file when we last emailed you\n  to:   a different holder`,
        `Name\n  from: ${NAME}\n  to:   ${NEW_NAME}`,
      ];
    case 'gone':
      return ['License status\n  from: current\n  to:   not in the latest license file'];
  }
}

function writeLicenses(folder: string, day: string, licenses: readonly LicenseFields[]): string {
  const files = path.join(folder, 'files', day);
  mkdirSync(files, { recursive: true });
  writeFileSync(path.join(files, 'licenses.csv'), licenseCsv([datingRow(day), ...licenses, ...others(day)]));
  return files;
}

/**
 * Returns the unchanged licenses. They cover every county, because a file that lacks a county looks
 * truncated.
 */
function others(day: string): LicenseFields[] {
  const counties = COUNTIES.filter(({ district }) => district === DISTRICT);
  return Array.from({ length: OTHERS }, (_, index) => {
    const countyCode = counties[Math.floor((index * counties.length) / OTHERS)]?.code ?? '';
    const licenseNumber = `MFD${countyCode}7${String(index).padStart(4, '0')}`;
    return licenseRow({ licenseNumber, countyCode, expiresOn: EXPIRES_ON, lastInspectedOn: day });
  });
}
