import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { RegistryAccess } from '../../src/platform/db/database.ts';
import { describeCoverage } from '../../src/registry/intake/coverage-service.ts';
import { listVisits } from '../../src/registry/intake/visits-service.ts';
import { licenseKey } from '../../src/registry/licenses/number.ts';
import { getPublishedState } from '../../src/registry/published-state/service.ts';
import { type Aging, ageBody, ageStanding, verdictToday } from '../../src/registry/vendors/aging.ts';
import { listLicensesOnFile, mapHolders, mapLicenseIds } from '../../src/registry/vendors/holders-service.ts';
import { mapNewLicenses } from '../../src/registry/vendors/store.ts';
import { publishedRecords } from './published-records.ts';

/** Something that a snapshot says otherwise than the registry, on the day that both are of. */
export interface SnapshotDifference {
  /** A license number or the part that differs. */
  readonly where: string;
  readonly what: string;
  readonly registry: unknown;
  readonly snapshot: unknown;
}

type Row = Readonly<Record<string, unknown>>;

/** Compares everything that readers get of every vendor, the statistics and the coverage of the files. */
export async function compareSnapshot(registry: RegistryAccess, file: string): Promise<SnapshotDifference[]> {
  const snapshot = new DatabaseSync(file, { readOnly: true });
  try {
    return [
      ...(await compareRecords(registry, snapshot)),
      ...(await compareLicenses(registry, snapshot)),
      ...(await compareSummary(registry, snapshot)),
    ];
  } finally {
    snapshot.close();
  }
}

async function compareRecords({ db }: RegistryAccess, snapshot: DatabaseSync) {
  const { as_of: asOf } = await getPublishedState(db);
  const found: SnapshotDifference[] = [];
  const find = snapshot.prepare('select * from vendors join records using (position) where id = ?');
  const visits =
    snapshot.prepare(`select visit_id, visited_on, inspection_type, disposition, total, high_priority,
    intermediate, basic, categories from visits where license_type = ? and digits = ? and visited_on <= ?
    order by visited_on desc, visit_id desc`);
  const records = await publishedRecords(db);
  for (const record of records) {
    const where = licenseKey(record.license_type, record.digits);
    const own: Row = find.get(record.id) ?? {};
    for (const [what, value] of Object.entries(asServed(asRecord(record), asOf)))
      if (own[what] !== value) found.push({ where, what, registry: value, snapshot: own[what] });
    const listed = await listVisits(db, {
      license_type: record.license_type,
      license_digits: record.digits,
    });
    const ownVisits = visits.all(record.license_type, record.digits, asOf);
    note(found, { where, what: 'visits', registry: listed, snapshot: ownVisits });
  }
  const count = snapshot.prepare('select count(*) as vendors from vendors').get();
  note(found, { where: 'all', what: 'vendors', registry: { vendors: records.length }, snapshot: count });
  return found;
}

type PublishedRow = Awaited<ReturnType<typeof publishedRecords>>[number];

/** Publication stored the verdict. */
function asRecord(row: PublishedRow): PublishedRow & Aging {
  return row as PublishedRow & Aging;
}

/** The columns of a snapshot as the old registry answers them on a day. */
function asServed(record: PublishedRow & Aging, asOf: string): Row {
  const aged = ageBody(record.scorecard, record, asOf);
  return {
    identity: ageBody(record.identity, record, asOf).body,
    summary: ageBody(record.summary, record, asOf).body,
    standing: ageStanding(record.standing, record, asOf).body,
    scorecard: aged.body,
    facts: record.facts,
    verdict: verdictToday(record, asOf),
    // A final body has a hash of its own where the old one was spliced.
    ...(aged.aged === '' ? { sha256: record.sha256, shown_sha256: record.shown_sha256 } : {}),
    service_score: record.service_score,
    risk_tier: record.risk_tier,
    county: record.county,
    license_kind: record.license_kind,
    grade_shown: record.grade_shown,
    reach_to: record.reach_to,
    search_name: record.search_name,
    search_aka: record.search_aka,
    search_city: record.search_city,
    search_text: record.search_text,
    on_file: record.on_file,
  };
}

/** Who holds each license, and what letters, claims and unknown numbers are answered from. */
async function compareLicenses(registry: RegistryAccess, snapshot: DatabaseSync) {
  const found: SnapshotDifference[] = [];
  const digits = await listDigits(registry, snapshot);
  const readAll = (statement: string) => snapshot.prepare(statement).all();
  const holders = readAll(`select license_type, digits, licensee_name from licenses where place = 0`);
  note(found, {
    ...{ where: 'all', what: 'holders' },
    registry: sorted([...(await mapHolders(registry, digits))]),
    snapshot: sorted(holders.map((row) => [keyOf(row), row.licensee_name])),
  });
  const onFile =
    readAll(`select license_type, digits as license_digits, rank, business_name, licensee_name, city,
    primary_status, secondary_status, mailing_address, phone, file_district, on_file from licenses
    order by license_type, digits, file_district`);
  note(found, {
    ...{ where: 'all', what: 'licenses on file' },
    registry: await listLicensesOnFile(registry, digits),
    snapshot: onFile.map((row) => ({ ...row, on_file: row.on_file === 1 })),
  });
  const ids = readAll(`select license_type, digits, license_id from visits newest
    where not exists (select 1 from visits later where later.license_type = newest.license_type
      and later.digits = newest.digits
      and (later.visited_on, later.visit_id) > (newest.visited_on, newest.visit_id))
    and not exists (select 1 from applications change where change.kind = 'ownership_change'
      and change.license_type = newest.license_type and change.digits = newest.digits
      and change.approved_on > newest.visited_on)`);
  note(found, {
    ...{ where: 'all', what: 'license ids' },
    registry: sorted([...(await mapLicenseIds(registry, digits))]),
    snapshot: sorted(ids.map((row) => [keyOf(row), row.license_id])),
  });
  const approved = readAll(
    `select digits, max(approved_on) as day from applications where kind = 'new_license' group by digits`,
  );
  note(found, {
    ...{ where: 'all', what: 'new licenses' },
    registry: sorted([...(await mapNewLicenses(registry.db, digits))]),
    snapshot: sorted(approved.map(({ digits: own, day }) => [own, day])),
  });
  return found;
}

/** Every number that either of them knows. */
async function listDigits({ db }: RegistryAccess, snapshot: DatabaseSync): Promise<string[]> {
  const tables = ['licenses', 'visits', 'license_applications'] as const;
  const known = new Set<string>();
  for (const table of tables)
    for (const { digits } of await db.selectFrom(table).select('digits').distinct().execute())
      known.add(digits);
  for (const table of ['licenses', 'visits', 'applications'])
    for (const { digits } of snapshot.prepare(`select distinct digits from ${table}`).all())
      known.add(String(digits));
  return [...known].sort();
}

function keyOf({ license_type: type, digits }: Row): string {
  return licenseKey(String(type), String(digits));
}

async function compareSummary({ db }: RegistryAccess, snapshot: DatabaseSync) {
  const found: SnapshotDifference[] = [];
  const state = await getPublishedState(db);
  const own: Row = snapshot.prepare('select * from snapshot').get() ?? {};
  for (const what of ['as_of', 'data_as_of', 'fictional', 'score_version', 'statistics'] as const)
    note(found, { where: 'all', what, registry: state[what], snapshot: own[what] });
  const coverage = await describeCoverage(db);
  const ownCoverage: Row = JSON.parse(String(own.coverage));
  for (const what of ['districts', 'files', 'first_license_files', 'not_refreshed', 'missing'] as const)
    note(found, { where: 'coverage', what, registry: coverage[what], snapshot: ownCoverage[what] });
  return found;
}

function note(found: SnapshotDifference[], difference: SnapshotDifference): void {
  const { registry, snapshot } = difference;
  // Rows of SQLite have no prototype.
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify({ value }));
  if (!isDeepStrictEqual(plain(registry), plain(snapshot))) found.push(difference);
}

function sorted<Entry extends readonly unknown[]>(entries: readonly Entry[]): Entry[] {
  return [...entries].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
