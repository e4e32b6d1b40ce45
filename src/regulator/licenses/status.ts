import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import type { LicenseStatus } from '../source/license-vocabulary.ts';
import { REGULATOR } from '../source/regulator.ts';

/**
 * The number of days past expiry for which a license that the regulator still lists as current stays
 * confirmed.
 */
export const LICENSE_GRACE_DAYS = 30;

/**
 * Returns true if the license is in the newest file, current, and not expired beyond the grace period. No
 * holder is confirmed during a transfer.
 */
export function isConfirmed(status: LicenseStatus, expiresOn: IsoDate | null, asOf: IsoDate): boolean {
  return status === 'current' && expiresOn !== null && addDays(expiresOn, LICENSE_GRACE_DAYS) >= asOf;
}

/**
 * Returns the expiry date that determines whether a license is confirmed. A date on which licenses with its
 * number do not expire may be a typing error. It counts only up to the next regular date after the file's
 * date.
 */
export function decidingExpiry(digits: string, expiresOn: IsoDate | null, fileDate: IsoDate): IsoDate | null {
  if (expiresOn === null || REGULATOR.licenses.isRegularExpiry(digits, expiresOn)) return expiresOn;
  const regular = REGULATOR.licenses.nextRegularExpiry(digits, fileDate);
  return regular !== undefined && regular < expiresOn ? regular : expiresOn;
}
