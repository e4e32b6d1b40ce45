import type { StagedLicense } from '../../intake/staging/staging-service.ts';
import { compareLicensePrecedence } from '../../regulator/licenses/precedence.ts';
import type { ListedNames } from '../../regulator/source/vendor-facts.ts';

/** A license in the newest file of a district that lists it. */
export interface LicenseInForce extends StagedLicense {
  /** True if the newest file of its district still lists it. */
  readonly onFile: boolean;
}

/** The data of license files about one number. */
export interface ListedLicense {
  /** The one that records use comes first. */
  readonly inForce: readonly LicenseInForce[];
  /** All names that it is or was listed under. */
  readonly names: readonly ListedNames[];
}

/** Reads the rows of one license number, the oldest file first. */
export function listLicenses(rows: readonly StagedLicense[]): ListedLicense {
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
