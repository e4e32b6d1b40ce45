import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import type { LicenseStatus } from '../source/license-vocabulary.ts';
import { REGULATOR } from '../source/regulator.ts';

/** The days past expiry for which a license that the regulator still lists as current stays confirmed. */
export const LICENSE_GRACE_DAYS = 30;

/**
 * Returns true if the license is on the newest file, current, and not expired beyond the grace period. During
 * a transfer, no holder is confirmed.
 */
export function isConfirmed(status: LicenseStatus, expiresOn: IsoDate | null, asOf: IsoDate): boolean {
  return status === 'current' && expiresOn !== null && addDays(expiresOn, LICENSE_GRACE_DAYS) >= asOf;
}

/**
 * Returns the expiry date that decides whether a license is confirmed. A date on which licenses of its number
 * do not end may be a typing error. Such a date counts only up to the next regular day after the file's date.
 */
export function decidingExpiry(digits: string, expiresOn: IsoDate | null, fileDate: IsoDate): IsoDate | null {
  if (expiresOn === null || REGULATOR.licenses.isRegularExpiry(digits, expiresOn)) return expiresOn;
  const regular = REGULATOR.licenses.nextRegularExpiry(digits, fileDate);
  return regular !== undefined && regular < expiresOn ? regular : expiresOn;
}
