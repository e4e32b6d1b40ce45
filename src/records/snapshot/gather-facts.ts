import type { StagedRows } from '../../intake/staging/staging-service.ts';
import { flagsOf } from '../../regulator/source/observation.ts';
import type { LicenseType } from '../../regulator/source/regulator.ts';
import type { FactVisit, VendorFacts } from '../../regulator/source/vendor-facts.ts';
import { type LicenseInForce, listLicenses } from './list-licenses.ts';

/** All data on file about one license number. */
export interface GatheredLicense {
  readonly facts: VendorFacts;
  readonly licenses: readonly LicenseInForce[];
}

/** Returns the rows of each number of a license type, in the order of numbers. */
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

/** Returns a function that takes the next rows with some digits, from rows in the order of digits. */
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
