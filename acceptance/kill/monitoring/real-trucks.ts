import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFiles, loadFile } from '../../../src/intake/fetch/disk-files-service.ts';
import { describeDay } from '../../../src/lib/time/dates.ts';
import type { OpenLedger } from '../../../src/platform/db/database.ts';
import { migrateLedger } from '../../../src/platform/db/migrate.ts';
import { openLedger } from '../../../src/platform/db/open.ts';
import { publish } from '../../../src/records/publication/service.ts';
import { readRegulatorFile } from '../../../src/regulator/florida/read-file.ts';
import { emailOf, type Truck, type TruckFiles } from './trucks.ts';

const DAYS = { claims: '2025-06-26', checkout: '2025-06-27', after: '2025-07-08' } as const;
/**
 * The number of unchanged licenses to choose. All changed licenses are chosen, because few current licenses
 * change in two weeks.
 */
const UNCHANGED = 24;
/** Every fourth unchanged license is claimed but not monitored, and so is one of the changed licenses. */
const CLAIMED_EACH = 4;

interface Change {
  readonly number: string;
  readonly kind: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Chooses trucks that can be claimed by letter according to file A, from two folders of the regulator's real
 * license files.
 */
export async function chooseTruckFiles(before: string, after: string): Promise<TruckFiles> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-monitoring-choice-'));
  const registry = openLedger({ databaseUrl: undefined, dataDir: folder });
  try {
    await migrateLedger(registry);
    await publishFolder(registry, before, DAYS.claims);
    const claimable = await listClaimable(registry);
    const earlier = await listNames(registry);
    const { licenseChanges } = await publishFolder(registry, after, DAYS.after);
    const later = await listNames(registry);
    const changed = changedTrucks(claimable, licenseChanges);
    const same = [...claimable].filter(
      (digits) =>
        earlier.get(digits) === later.get(digits) &&
        !licenseChanges.some(({ number }) => number.slice(3) === digits),
    );
    const trucks = [...changed, ...unchangedTrucks(same.slice(0, UNCHANGED))];
    const kinds = Map.groupBy(licenseChanges, ({ kind }) => kind);
    const counts = [...kinds].map(([kind, { length }]) => `${kind} ${length}`).join(', ');
    console.log(`between the files: ${counts}; of licenses that could be claimed ${changed.length}`);
    return { before, after, days: DAYS, trucks };
  } finally {
    await registry.close();
    rmSync(folder, { recursive: true });
  }
}

function changedTrucks(claimable: ReadonlySet<string>, licenseChanges: readonly Change[]): Truck[] {
  const byLicense = Map.groupBy(licenseChanges, ({ number }) => number);
  return [...byLicense]
    .filter(([number, changes]) => claimable.has(number.slice(3)) && changes.every(isPlain))
    .map(([number, changes], index) => ({
      number,
      digits: number.slice(3),
      email: emailOf(number.slice(3)),
      role: index === 0 ? 'claimed' : 'watched',
      lines: changes.map(lineOf),
      isHandedOver: changes.some(({ kind }) => kind === 'holder'),
    }));
}

function unchangedTrucks(digits: readonly string[]): Truck[] {
  return digits.map((each, index) => ({
    number: `MFD${each}`,
    digits: each,
    email: emailOf(each),
    lines: undefined,
    isHandedOver: false,
    role: index % CLAIMED_EACH === 0 ? 'claimed' : 'watched',
  }));
}

/** Returns the names of each license and its holder as the files have them, by license digits. */
async function listNames({ published: { db } }: OpenLedger): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('licenses')
    .select(['digits', 'rank', 'business_name', 'licensee_name', 'city'])
    .where('rank', '=', 'MFDV')
    .orderBy('digits')
    .execute();
  return new Map(rows.map(({ digits, ...names }) => [digits, JSON.stringify(names)]));
}

/**
 * Lists the digits of current licenses that have a holder and a postal address and do not share their digits
 * with another license.
 */
async function listClaimable({ published: { db } }: OpenLedger): Promise<Set<string>> {
  const rows = await db
    .selectFrom('licenses')
    .select(['digits', 'primary_status', 'licensee_name', 'mailing_address', 'file_district'])
    .orderBy('digits')
    .execute();
  const byDigits = Map.groupBy(rows, ({ digits }) => digits);
  return new Set(
    [...byDigits].flatMap(([digits, [row, ...others]]) =>
      row?.file_district === 6 &&
      row.primary_status === '20' &&
      row.licensee_name !== '' &&
      row.mailing_address !== '' &&
      others.length === 0
        ? [digits]
        : [],
    ),
  );
}

/**
 * Returns true for changes whose email wording is defined here, independently of the code that generates it.
 */
function isPlain({ kind, before, after }: Change): boolean {
  if (kind === 'status') return STATUSES.has(before) && STATUSES.has(after);
  // A name with the same words in a different order is the same holder.
  const words = (name: string) => name.split(' ').sort().join(' ');
  if (kind === 'holder') return words(before) !== words(after);
  return ['renewed', 'expiry', 'gone'].includes(kind);
}

const STATUSES = new Map([
  ['20/20', 'current'],
  ['20/18', 'change of owner in progress'],
  ['45/20', 'not renewed (delinquent)'],
]);

function lineOf({ kind, before, after }: Change): string {
  const day = (text: string) => (text === 'none' ? 'no day on file' : describeDay(text));
  switch (kind) {
    case 'status':
      return `License status\n  from: ${STATUSES.get(before)}\n  to:   ${STATUSES.get(after)}`;
    case 'holder':
      return `License holder\n  from: the holder on file when we last emailed you\n  to:   a different holder`;
    case 'gone':
      return 'to:   not in the latest license file';
    default:
      return `License expires\n  from: ${day(before)}\n  to:   ${day(after)}`;
  }
}

async function publishFolder(registry: OpenLedger, folder: string, day: string) {
  const files = [];
  for (const file of await findFiles([folder]))
    files.push(await readRegulatorFile(await loadFile(file, path.basename(file), null), day));
  return publish(registry, { files, asOf: day, now: () => new Date(`${day}T12:00:00Z`) });
}
