import type { FactLicense } from '../../registry/intake/facts.ts';
import { compareLicensePrecedence } from '../../registry/intake/license-precedence.ts';

/**
 * Who holds each license, by `type:digits`, as the license files name them. Of several rows for one number the one
 * still on file speaks, then the current holder's. A license that dropped off the file keeps its last holder: that it
 * is gone is told by its status. Pure.
 */
export function holdersOf(licenses: readonly FactLicense[], keys: ReadonlySet<string>): Map<string, string> {
  const speaking = new Map<string, FactLicense>();
  for (const license of licenses) {
    const key = licenseKey(license.licenseType, license.digits);
    if (!keys.has(key)) continue;
    const other = speaking.get(key);
    if (!other || compareLicensePrecedence(license, other) < 0) speaking.set(key, license);
  }
  return new Map([...speaking].map(([key, { licenseeName }]) => [key, licenseeName]));
}

export function licenseKey(licenseType: string, digits: string): string {
  return `${licenseType}:${digits}`;
}
