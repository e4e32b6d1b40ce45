import type { FactLicense } from '../intake/facts.ts';
import { licenseKey } from '../licenses/number.ts';
import { compareLicensePrecedence } from '../licenses/precedence.ts';

/**
 * The holder of each license, by `type:digits`, as the license files name it. Of several rows for one number, the one still
 * on file wins, then the current holder's. A license that dropped off the file keeps its last holder, and its status reports
 * the removal. Pure.
 */
export function holdersOf(licenses: readonly FactLicense[]): Map<string, string> {
  const chosen = new Map<string, FactLicense>();
  for (const license of licenses) {
    const key = licenseKey(license.licenseType, license.digits);
    const other = chosen.get(key);
    if (!other || compareLicensePrecedence(license, other) < 0) chosen.set(key, license);
  }
  return new Map([...chosen].map(([key, { licenseeName }]) => [key, licenseeName]));
}
