import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import type { LicenseStatus } from '../source/license-vocabulary.ts';
import { REGULATOR } from '../source/regulator.ts';

/** Days past expiry for which a license that the regulator still lists as current stays confirmed. */
export const LICENSE_GRACE_DAYS = 30;

/** On the newest file, current, and not expired beyond the grace. A transfer in progress confirms nobody. */
export function isConfirmed(status: LicenseStatus, expiresOn: IsoDate | null, asOf: IsoDate): boolean {
  return status === 'current' && expiresOn !== null && addDays(expiresOn, LICENSE_GRACE_DAYS) >= asOf;
}

/**
 * Returns the expiry date that decides whether a license is confirmed. A date on which licenses of its number do not end may
 * be a mistyped one: it counts no further than the next regular day after the day that its file reaches.
 */
export function decidingExpiry(digits: string, expiresOn: IsoDate | null, fileDate: IsoDate): IsoDate | null {
  if (expiresOn === null || REGULATOR.licenses.isRegularExpiry(digits, expiresOn)) return expiresOn;
  const regular = REGULATOR.licenses.nextRegularExpiry(digits, fileDate);
  return regular !== undefined && regular < expiresOn ? regular : expiresOn;
}
