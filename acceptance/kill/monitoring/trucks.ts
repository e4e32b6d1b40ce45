import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeDay } from '../../../src/lib/time/dates.ts';
import { COUNTIES } from '../../../src/regulator/florida/vocabulary/counties.ts';
import { type LicenseFields, licenseCsv, licenseRow } from '../../../test/support/regulator-files.ts';
import { datingRow } from '../../../test/support/watch-rows.ts';

/** A license, what its owner does about it, and what becomes of it from file A to file B. */
export interface Truck {
  /** `MFD4760001` */
  readonly number: string;
  readonly digits: string;
  readonly email: string;
  /** Claimed ones are not watched: nothing is bought for them. */
  readonly role: 'watched' | 'claimed' | 'unclaimed';
  /** What a mail about file B must say; undefined where nothing changes. */
  readonly lines: readonly string[] | undefined;
  /** File B names another holder: whoever had claimed it loses it, and the watch ends. */
  readonly isHandedOver: boolean;
}

/** The two states of the regulator's files, and the trucks of the run in them. */
export interface TruckFiles {
  readonly before: string;
  readonly after: string;
  /** When file A is imported, the watches are bought, and file B is imported. */
  readonly days: { readonly claims: string; readonly checkout: string; readonly after: string };
  readonly trucks: readonly Truck[];
}

const TRUCKS = 36;
/** Licenses of which nothing changes: without them so many changes at once would hold file B back. */
const OTHERS = 700;
const DISTRICT = 6;
const DAYS = { claims: '2026-03-16', checkout: '2026-03-17', after: '2026-03-18' } as const;
const EXPIRES_ON = '2026-06-01';
/** Licenses of a district expire on one day of the year. */
const RENEWED_TO = '2027-06-01';
const { businessName: NAME } = licenseRow();
const NEW_HOLDER = 'HERON MOBILE FOODS LLC';
const NEW_NAME = 'HERON HOT DOGS';

type LicenseChange = 'same' | 'renewed' | 'delinquent' | 'handed over' | 'gone';
/** As many of each as stand here, over and over. */
const LICENSE_CHANGES: readonly LicenseChange[] = [
  ...(['same', 'renewed', 'renewed', 'delinquent', 'same', 'renewed', 'handed over', 'same'] as const),
  ...(['renewed', 'same', 'gone', 'renewed'] as const),
];

/** Trucks of an invented file: mostly watched, every fourth only claimed or not even that. */
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

/** Where a truck's owner is written to. */
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

/** The same in the words of a mail, written down here a second time. */
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
        `License holder\n  from: the holder on file when we last wrote\n  to:   a different holder`,
        `Name\n  from: ${NAME}\n  to:   ${NEW_NAME}`,
      ];
    case 'gone':
      return ['License status\n  from: current\n  to:   not on the newest license file'];
  }
}

function writeLicenses(folder: string, day: string, licenses: readonly LicenseFields[]): string {
  const files = path.join(folder, 'files', day);
  mkdirSync(files, { recursive: true });
  writeFileSync(path.join(files, 'licenses.csv'), licenseCsv([datingRow(day), ...licenses, ...others(day)]));
  return files;
}

/** County by county, and none left out: a file that lacks some seems to be cut off. */
function others(day: string): LicenseFields[] {
  const counties = COUNTIES.filter(({ district }) => district === DISTRICT);
  return Array.from({ length: OTHERS }, (_, index) => {
    const countyCode = counties[Math.floor((index * counties.length) / OTHERS)]?.code ?? '';
    const licenseNumber = `MFD${countyCode}7${String(index).padStart(4, '0')}`;
    return licenseRow({ licenseNumber, countyCode, expiresOn: EXPIRES_ON, lastInspectedOn: day });
  });
}
