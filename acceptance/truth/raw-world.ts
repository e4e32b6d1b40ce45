import { type RawCover, reachedDay, readCovers } from './covers.ts';
import { sameHolder } from './names.ts';
import type { RawOrder } from './orders.ts';
import type { RawChange, RawClosure, RawFile, RawInspection, RawLicense, RawText } from './raw-files.ts';

/** All data in the raw files about one license number, for all days. */
export interface RawVendor {
  readonly type: string;
  readonly digits: string;
  readonly license: UsedLicense | undefined;
  readonly visits: readonly RawInspection[];
  readonly names: readonly ListedName[];
  readonly approvals: readonly string[];
  /** Closures with these digits, for any owner. */
  readonly closures: readonly RawClosure[];
  readonly orders: readonly RawOrder[];
}

/** The license row that counts. The district's newest file may or may not contain it. */
interface UsedLicense extends RawLicense {
  readonly fileDistrict: string;
  readonly isListed: boolean;
  /** The names of other holders in the same file. */
  readonly former: readonly string[];
}

interface ListedName {
  readonly licensee: string;
  readonly name: string;
  readonly firstOn: string;
  readonly lastOn: string;
}

export interface RawWorld {
  readonly vendors: readonly RawVendor[];
  /** Districts for which a license file was read. */
  readonly licenseDistricts: ReadonlySet<string>;
  /** The coverage by district. */
  readonly covers: ReadonlyMap<string, RawCover>;
  /** Inspectors' texts by visit. */
  readonly texts: ReadonlyMap<number, readonly RawText[]>;
}

export function toRawWorld(files: readonly RawFile[]): RawWorld {
  const licenses = readLicenses(files);
  const visits = Map.groupBy(newestVisits(files), ({ type, digits }) => `${type} ${digits}`);
  const approvals = Map.groupBy(
    files.flatMap((file): readonly RawChange[] => (file.kind === 'changes' ? file.rows : [])),
    ({ type, digits }) => `${type} ${digits}`,
  );
  const closures = Map.groupBy(
    files.flatMap((file): readonly RawClosure[] => (file.kind === 'closures' ? file.rows : [])),
    ({ digits }) => digits,
  );
  const orders = Map.groupBy(
    files.flatMap((file): readonly RawOrder[] => (file.kind === 'orders' ? file.rows : [])),
    ({ license }) => `${TYPES[license.slice(0, 3)]} ${license.slice(3)}`,
  );
  const numbers = [...new Set([...licenses.rows.keys(), ...visits.keys()])].sort();
  const vendors = numbers.map((number) => ({
    type: number.slice(0, 4),
    digits: number.slice(5),
    license: licenses.rows.get(number),
    visits: visits.get(number) ?? [],
    names: licenses.names.get(number) ?? [],
    closures: closures.get(number.slice(5)) ?? [],
    orders: orders.get(number) ?? [],
    approvals: (approvals.get(number) ?? []).map(({ approvedOn }) => approvedOn),
  }));
  const texts = Map.groupBy(
    files.flatMap((file): readonly RawText[] => (file.kind === 'texts' ? file.rows : [])),
    ({ visitId }) => visitId,
  );
  return { vendors, licenseDistricts: licenses.districts, covers: readCovers(files), texts };
}

const TYPES: Readonly<Record<string, string>> = { MFD: '2014', HTD: '2014', CAT: '2013' };

function isOurs(type: string): boolean {
  return type === '2013' || type === '2014';
}

/**
 * Returns one row per visit. If a visit has several rows, uses the row from the file that extends to the
 * latest date.
 */
function newestVisits(files: readonly RawFile[]): RawInspection[] {
  const inspections = files.filter((file) => file.kind === 'inspections');
  const reach = new Map(
    inspections.map((file) => [
      file,
      file.rows
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? '',
    ]),
  );
  const byAge = inspections.toSorted((a, b) => ((reach.get(a) ?? '') < (reach.get(b) ?? '') ? -1 : 1));
  const newest = new Map<number, RawInspection>();
  for (const { rows } of byAge) for (const row of rows) if (isOurs(row.type)) newest.set(row.visitId, row);
  return [...newest.values()];
}

interface DatedFile {
  readonly district: string;
  readonly date: string;
  readonly rows: readonly RawLicense[];
}

function readLicenses(files: readonly RawFile[]) {
  const dated = files
    .flatMap((file) => (file.kind === 'licenses' ? toDated(file.rows) : []))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  const newestOf = new Map(dated.map((file) => [file.district, file]));
  const candidates = new Map<string, Map<string, UsedLicense>>();
  const names = new Map<string, ListedName[]>();
  for (const file of dated)
    for (const [number, { row, former }] of holders(file.rows)) {
      const isListed = newestOf.get(file.district) === file;
      const of = candidates.get(number) ?? new Map<string, UsedLicense>();
      of.set(file.district, { ...row, fileDistrict: file.district, isListed, former });
      candidates.set(number, of);
      addName(names, number, row, file.date);
    }
  const rows = new Map(
    [...candidates].flatMap(([number, of]) => {
      const [best] = [...of.values()].sort(byPrecedence);
      return best ? [[number, best] as const] : [];
    }),
  );
  return { rows, names, districts: new Set(newestOf.keys()) };
}

function addName(names: Map<string, ListedName[]>, number: string, row: RawLicense, date: string): void {
  const of = names.get(number) ?? [];
  const index = of.findIndex(({ licensee, name }) => licensee === row.licensee && name === row.name);
  const known = of[index];
  const spell = { licensee: row.licensee, name: row.name, firstOn: known?.firstOn ?? date, lastOn: date };
  if (known) of[index] = spell;
  else of.push(spell);
  names.set(number, of);
}

/**
 * Returns a license file with its date, which is the last day that it covers, and its district, which is the
 * one with the most rows.
 */
function toDated(rows: readonly RawLicense[]): DatedFile {
  const counts = Map.groupBy(rows, ({ district }) => district);
  const [most] = [...counts].sort(([, a], [, b]) => b.length - a.length);
  const date = reachedDay(rows.flatMap(({ lastInspectedOn: day }) => day ?? []));
  return { district: most?.[0] ?? '', date, rows };
}

/**
 * Returns the row of each license number's current holder, and the names of other holders in the same file.
 */
function holders(rows: readonly RawLicense[]) {
  const ours = rows.filter(({ type }) => isOurs(type));
  const byNumber = Map.groupBy(ours, ({ type, number }) => `${type} ${number.slice(-7)}`);
  return new Map(
    [...byNumber].flatMap(([number, each]) => {
      const [row, ...others] = each.toSorted(
        (a, b) => standing(a) - standing(b) || ((a.expiresOn ?? '') < (b.expiresOn ?? '') ? 1 : -1),
      );
      const other = others.find(({ licensee }) => row && !sameHolder(licensee, row.licensee));
      const former = other ? [other.licensee, other.name].filter((name) => name !== '') : [];
      return row ? [[number, { row, former }] as const] : [];
    }),
  );
}

const STANDINGS = ['20/20', '20/', '20/18', '45/20', '45/', '45/18', '46/', '46/45', '45/45'];

function standing({ primary, secondary }: RawLicense): number {
  const index = STANDINGS.indexOf(`${primary}/${secondary}`);
  return index === -1 ? STANDINGS.length : index;
}

function byPrecedence(a: UsedLicense, b: UsedLicense): number {
  if (a.isListed !== b.isListed) return a.isListed ? -1 : 1;
  return standing(a) - standing(b) || Number(a.fileDistrict) - Number(b.fileDistrict);
}
