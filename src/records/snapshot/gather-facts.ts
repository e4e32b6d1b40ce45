import type { StagedLicense, StagedRows } from '../../intake/staging/staging-service.ts';
import { compareLicensePrecedence } from '../../regulator/licenses/precedence.ts';
import { flagsOf } from '../../regulator/source/observation.ts';
import type { LicenseType } from '../../regulator/source/regulator.ts';
import type { FactVisit, ListedNames, VendorFacts } from '../../regulator/source/vendor-facts.ts';

/** All data on file about one license number. */
export interface GatheredLicense {
  readonly facts: VendorFacts;
  readonly licenses: readonly LicenseInForce[];
}

/** A license row from the newest file of a district that lists the license. */
interface LicenseInForce extends StagedLicense {
  /** True if the district's newest file still lists the license. */
  readonly onFile: boolean;
}

/** The license files' data about one number. */
interface ListedLicense {
  /** The license rows in force. The row that the record uses comes first. */
  readonly inForce: readonly LicenseInForce[];
  /** All names under which the license is or was listed. */
  readonly names: readonly ListedNames[];
}

/** Yields the data about each license number of a type, in the order of numbers. */
export function* gatherFacts(licenseType: LicenseType, staged: StagedRows): Generator<GatheredLicense> {
  const takeLicenses = takeByDigits(staged.licenses);
  const takeVisits = takeByDigits(staged.visits);
  const takeTexts = takeByDigits(staged.observations);
  const takeChanges = takeByDigits(staged.ownershipChanges);
  const takeClosures = takeByDigits(staged.closures);
  const takeOrders = takeByDigits(staged.orders);
  for (const { digits } of staged.numbers) {
    const { inForce, names } = listLicenses(takeLicenses(digits));
    const texts = Map.groupBy(takeTexts(digits), ({ visitId }) => visitId);
    const facts: VendorFacts = {
      licenseType,
      digits,
      license: inForce[0],
      visits: takeVisits(digits).map((visit): FactVisit => {
        const observations = texts.get(visit.visitId)?.map(toObservation);
        return observations ? { ...visit, observations } : visit;
      }),
      names,
      ownershipChanges: takeChanges(digits).map(({ approvedOn }) => approvedOn),
      closures: takeClosures(digits),
      orders: takeOrders(digits).map(({ fileDate, ...order }) => ({
        ...order,
        fileDate: fileDate ?? order.orderedOn,
      })),
    };
    yield { facts, licenses: inForce };
  }
}

/** Returns a function that takes the next rows with the given digits, from rows sorted by digits. */
function takeByDigits<Row extends { readonly digits: string }>(
  rows: Iterable<Row>,
): (digits: string) => Row[] {
  const iterator = rows[Symbol.iterator]();
  let next = iterator.next();
  return (digits) => {
    const taken: Row[] = [];
    for (; !next.done && next.value.digits <= digits; next = iterator.next())
      if (next.value.digits === digits) taken.push(next.value);
    return taken;
  };
}

function toObservation({ code, category, tier, text, flags }: ObservationOf<StagedRows>) {
  return { code, category, tier, text, flags: flagsOf(flags) };
}

type ObservationOf<Rows extends StagedRows> = Rows['observations'] extends Iterable<infer Row> ? Row : never;

/** Combines the rows of one license number, which are sorted with the oldest file first. */
function listLicenses(rows: readonly StagedLicense[]): ListedLicense {
  const held = rows.map((license) => ({ ...license, onFile: license.isNewest === 1 }));
  const byDistrict = new Map(held.map((license) => [license.fileDistrict, license]));
  return { inForce: [...byDistrict.values()].sort(compareLicensePrecedence), names: namesOf(held) };
}

function namesOf(held: readonly LicenseInForce[]): ListedNames[] {
  const byName = Map.groupBy(held, (license) => `${license.licenseeName}\n${license.businessName}`);
  return [...byName.values()].flatMap((each) => {
    const [first] = each;
    if (!first) return [];
    const { licenseeName, businessName } = first;
    const days = each.flatMap(({ fileDate }) => fileDate ?? []).sort();
    return { licenseeName, businessName, firstOn: days[0] ?? '', lastOn: days.at(-1) ?? '' };
  });
}
