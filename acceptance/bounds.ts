import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Before, checkFile } from '../src/intake/check/check-file.ts';
import { currentHolders } from '../src/intake/staging/staged-rows.ts';
import { readRegulatorFile } from '../src/regulator/florida/read-file.ts';
import type { FileProfile } from '../src/regulator/source/file-profile.ts';
import type { LicenseRow, ParsedFile, VisitRow } from '../src/regulator/source/parsed-file.ts';
import { REGULATOR } from '../src/regulator/source/regulator.ts';
import { RECORDS } from '../test/support/real-records.ts';

/**
 * Tests every limit of the import on real files. It prints the value of each check in each file, and how many
 * damaged copies are caught. It also counts the good files that a limit would reject if it had been chosen
 * without the files from their district or date.
 */

const { values } = parseArgs({ options: { records: { type: 'string', default: RECORDS } } });
const TODAY = '2026-11-27';
const FIRST: Before = { previous: undefined, known: undefined };
const CUTS = [0.5, 0.6, 0.7];

/** The damage that a spreadsheet can do to each column that a check examines. */
const LICENSE_DAMAGES: Readonly<Record<string, (row: LicenseRow) => Partial<LicenseRow>>> = {
  names_unreadable: ({ zip }) => ({ businessName: zip }),
  licensees_unreadable: () => ({ licenseeName: '' }),
  cities_unreadable: ({ zip }) => ({ city: zip }),
  names_exchanged: ({ businessName, licenseeName }) => ({
    businessName: licenseeName,
    licenseeName: businessName,
  }),
  unknown_statuses: ({ secondaryStatus }) => ({ primaryStatus: `${secondaryStatus}0`.slice(-2) }),
  statuses_against_expiry: ({ expiresOn }) => ({
    expiresOn: expiresOn && `${Number(expiresOn.slice(0, 4)) - 2}${expiresOn.slice(4)}`,
  }),
  counties_of_other_districts: () => ({ countyCode: '' }),
  unknown_risk_levels: () => ({ riskLevel: '49' }),
  names_repeated: ({ city }) => ({ businessName: city }),
  numbers_of_other_types: ({ licenseType }) => ({ licenseType: licenseType === '2014' ? '2013' : '2014' }),
  numbers_of_other_districts: ({ digits }) => ({
    digits: `${digits.startsWith('58') ? '23' : '58'}${digits.slice(2)}`,
  }),
};
const VISIT_DAMAGES: Readonly<Record<string, (row: VisitRow) => Partial<VisitRow>>> = {
  names_unreadable: ({ zip }) => ({ businessName: zip }),
  cities_unreadable: ({ zip }) => ({ city: zip }),
  unknown_inspection_types: ({ disposition }) => ({ inspectionType: disposition }),
  unknown_dispositions: ({ inspectionType }) => ({ disposition: inspectionType }),
  dispositions_against_visits: ({ visitNumber }) => ({
    disposition: visitNumber === 1 ? 'Call Back - Complied' : 'Warning Issued',
  }),
  counts_unknown: () => ({ total: null, highPriority: null, intermediate: null, basic: null }),
  visits_of_other_years: ({ visitedOn }) => ({
    visitedOn: `${Number(visitedOn.slice(0, 4)) - 3}${visitedOn.slice(4)}`,
  }),
  counties_of_other_districts: () => ({ countyCode: '' }),
  numbers_of_other_types: ({ licenseType }) => ({ licenseType: licenseType === '2014' ? '2013' : '2014' }),
  numbers_of_other_counties: ({ visitId }) => ({ digits: String(visitId).slice(-7) }),
  names_repeated: ({ city }) => ({ businessName: city }),
  cases_repeated: ({ digits }) => ({ caseId: Number(digits) }),
  severities_exchanged: ({ basic, highPriority }) => ({ basic: highPriority, highPriority: basic }),
};

/**
 * These faults are visible only in businesses with several visits or citations, so the columns are swapped in
 * every row.
 */
const IN_EVERY_ROW = new Set(['cases_repeated', 'severities_exchanged']);

interface Sound {
  readonly name: string;
  readonly date: string;
  readonly district: number;
  readonly file: ParsedFile;
  /** The number of old rows at the end of the complete file and at the end of each truncated copy. */
  readonly end?: { readonly whole: number; readonly cut: readonly number[] };
}

async function read(name: string, share = 1): Promise<ParsedFile> {
  const text = readFileSync(path.join(values.records, name)).toString('latin1');
  const lines = text.split('\n');
  const bytes = Buffer.from(
    share === 1 ? text : `${lines.slice(0, Math.floor(lines.length * share)).join('\n')}\n`,
    'latin1',
  );
  return readRegulatorFile({ name, bytes, publishedAt: null }, TODAY);
}

async function readSound(name: string): Promise<Sound> {
  const file = await read(name);
  const cut =
    file.records?.kind === 'licenses' ? await Promise.all(CUTS.map((share) => read(name, share))) : [];
  return {
    name,
    date: file.fileDate?.slice(0, 7) ?? '',
    district: file.district ?? 0,
    file,
    ...(cut.length > 0 ? { end: { whole: oldAtEnd(file), cut: cut.map(oldAtEnd) } } : {}),
  };
}

/**
 * Counts how many of the last 50 rows with an inspection were inspected more than 60 days before the file's
 * date.
 */
function oldAtEnd({ extent, fileDate }: ParsedFile): number {
  const day = Date.parse(fileDate ?? '');
  return extent.lastDays.filter((each) => day - Date.parse(each) > 60 * 86_400_000).length;
}

const refusedAs = (file: ParsedFile) =>
  checkFile(file, FIRST, TODAY, () => false).refusals.map(({ code }) => code);
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const row = (...cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

const names = globSync(['licenses/*/*.csv', 'inspections/*.csv'], { cwd: values.records }).sort();
if (names.length === 0) {
  console.log(`skipped: no real files in ${values.records}`);
  process.exit(0);
}
const files: Sound[] = [];
for (const name of names) files.push(await readSound(name));
let failures = 0;

console.log(
  `\n## Sound files refused as first files: ${files.filter(({ file }) => refusedAs(file).length > 0).length} of ${files.length}\n`,
);
for (const { name, file } of files)
  for (const code of refusedAs(file)) {
    failures += 1;
    console.log(`- ${name}: ${code}`);
  }

console.log('\n## Columns: the share of rows of ours with each flaw (refused beyond 50 %)\n');
row(
  'Check',
  'Files',
  'Least',
  'Median',
  'Most',
  'Refused, its district left out',
  'Refused, its date left out',
  'Damaged caught',
);
row('---', '---:', '---:', '---:', '---:', '---:', '---:', '---:');
showFlaws<LicenseRow>(REGULATOR.profiles.licenses, (file) =>
  file.records?.kind === 'licenses' ? file.records.rows : [],
);
showFlaws<VisitRow>(REGULATOR.profiles.inspections, (file) =>
  file.records?.kind === 'inspections' ? file.records.rows : [],
);

/**
 * The limit is half of the rows no matter which file is left out, so a left-out file is rejected only if it
 * exceeds that limit itself.
 */
function showFlaws<Row>(
  { flaws, noun }: FileProfile<Row>,
  rowsOf: (file: ParsedFile) => readonly Row[],
): void {
  const own = files.filter(({ file }) => rowsOf(file).length > 0);
  for (const { code, is, opposite, refusedBeyond = 0.5 } of flaws) {
    const shares = own.map(({ file }) => {
      const facts = factsOf(file);
      const rows = rowsOf(file);
      const found = rows.filter((each) => is(each, facts, rows)).length;
      const of = opposite ? found + rows.filter(opposite).length : rows.length;
      return of === 0 ? 0 : found / of;
    });
    const sorted = shares.toSorted((a, b) => a - b);
    const refused = shares.filter((share) => share > refusedBeyond).length;
    failures += refused;
    const most = sorted.at(-1) ?? 0;
    const caught = own.filter(({ file }) => isCaught(file, code)).length;
    row(
      `${noun}: \`${code}\``,

      own.length,
      percent(sorted[0] ?? 0),
      percent(sorted[Math.floor(sorted.length / 2)] ?? 0),
      percent(most),
      `${refused} of ${own.length}`,
      `${refused} of ${own.length}`,
      `${caught} of ${own.length}`,
    );
  }
}

function factsOf({ district, fileDate, fiscalYear }: ParsedFile) {
  const day = fileDate ?? TODAY;
  return { district, fiscalYear, fileDate: day, stateOn: day };
}

/**
 * In three of every five rows, damages the column that a check examines. Returns true if the file is
 * rejected.
 */
function isCaught(file: ParsedFile, code: string): boolean {
  const { records } = file;
  if (records?.kind === 'licenses') {
    const damage = LICENSE_DAMAGES[code];
    if (!damage) return false;
    const rows = records.rows.map((each, index) => (index % 5 < 3 ? { ...each, ...damage(each) } : each));
    return refusedAs({ ...file, records: { ...records, rows } }).length > 0;
  }
  if (records?.kind !== 'inspections') return false;
  const damage = VISIT_DAMAGES[code];
  if (!damage) return false;
  const share = IN_EVERY_ROW.has(code) ? 5 : 3;
  const rows = records.rows.map((each, index) => (index % 5 < share ? { ...each, ...damage(each) } : each));
  return refusedAs({ ...file, records: { ...records, rows } }).length > 0;
}

console.log('\n## The end of a first license file: old rows of the last 50 (refused beyond 15)\n');
console.log(
  'A bound set without a district or date lies halfway between the most of the other whole files and the least of their cut copies.\n',
);
row(
  'File',
  'Whole',
  `Cut at ${CUTS.map((share) => `${share * 100} %`).join(', ')}`,
  'Bound without its district',
  'Bound without its date',
  'Refused whole',
  'Cut copies caught',
);
row('---', '---:', '---:', '---:', '---:', '---:', '---:');
const licenses = files.filter(({ end }) => end !== undefined);
for (const { name, district, date, end } of licenses) {
  if (!end) continue;
  const bounds = [
    boundOf(licenses.filter((other) => other.district !== district)),
    boundOf(licenses.filter((other) => other.date !== date)),
  ];
  const refused = bounds.filter((bound) => end.whole > bound).length;
  const caught = end.cut.filter((old) => bounds.every((bound) => old > bound) && old > 15).length;
  failures += refused;
  row(
    name,
    end.whole,
    end.cut.join(', '),
    ...bounds,
    refused === 0 ? 'no' : 'yes',
    `${caught} of ${end.cut.length}`,
  );
}

function boundOf(others: readonly Sound[]): number {
  const most = Math.max(...others.map(({ end }) => end?.whole ?? 0));
  const least = Math.min(...others.flatMap(({ end }) => end?.cut ?? []));
  return Math.floor((most + least) / 2);
}

console.log('\n## Editions in a row: what changed, and what waits for a second look\n');
row('From', 'To', 'Licenses in both', 'Refused', 'Rows that wait', 'Doubts');
row('---', '---', '---:', '---:', '---:', '---');
for (const after of licenses) {
  const before = licenses
    .filter(
      ({ district, file }) =>
        district === after.district && (file.fileDate ?? '') < (after.file.fileDate ?? ''),
    )
    .sort((a, b) => ((a.file.fileDate ?? '') < (b.file.fileDate ?? '') ? -1 : 1))
    .at(-1);
  if (
    !before ||
    Date.parse(after.file.fileDate ?? '') - Date.parse(before.file.fileDate ?? '') > 400 * 86_400_000
  )
    continue;
  const { refusals, held, doubts } = checkFile(after.file, editionOf(before.file), TODAY, () => false);
  failures += refusals.length;
  const keys = new Set(licensesOf(before.file).map(({ digits }) => digits));
  const both = licensesOf(after.file).filter(({ digits }) => keys.has(digits)).length;
  row(
    before.name,
    after.name,
    both,
    refusals.length,
    held.length,
    doubts.map(({ code }) => code).join(', ') || 'none',
  );
}
process.exitCode = failures === 0 ? 0 : 1;

function licensesOf({ records }: ParsedFile): LicenseRow[] {
  if (records?.kind !== 'licenses') return [];
  return currentHolders(records.rows).map(({ formerNames: _names, ...each }) => each);
}

function editionOf(file: ParsedFile): Before {
  const { name, rowsRead, rowsKept, fileDate } = file;
  const rows = licensesOf(file);
  const licensesByCounty = new Map<string, number>();
  for (const { digits } of rows) {
    const county = REGULATOR.profiles.countyOf(digits) ?? '';
    licensesByCounty.set(county, (licensesByCounty.get(county) ?? 0) + 1);
  }
  return {
    previous: { name, rowsRead, rowsKept, fileDate, licensesByCounty },
    known: { kind: 'licenses', rows },
  };
}
