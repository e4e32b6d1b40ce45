import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import type { LicenseStatus } from '../source/license-vocabulary.ts';
import { REGULATOR } from '../source/regulator.ts';

/**
 * The number of days after its expiry date for which a license still counts as confirmed if the regulator
 * still lists it as current.
 */
export const LICENSE_GRACE_DAYS = 30;

/**
 * Returns true if the license is current and has not been expired for longer than the grace period. During a
 * transfer, the status is not current, so no holder is confirmed.
 */
export function isConfirmed(status: LicenseStatus, expiresOn: IsoDate | null, asOf: IsoDate): boolean {
  return status === 'current' && expiresOn !== null && addDays(expiresOn, LICENSE_GRACE_DAYS) >= asOf;
}

/**
 * Returns the expiry date that determines whether a license is confirmed. If licenses with this number do not
 * expire on the listed date, it may be a typing error. It is then replaced by the next regular date after the
 * file's date, if that is earlier.
 */
export function decidingExpiry(digits: string, expiresOn: IsoDate | null, fileDate: IsoDate): IsoDate | null {
  if (expiresOn === null || REGULATOR.licenses.isRegularExpiry(digits, expiresOn)) return expiresOn;
  const regular = REGULATOR.licenses.nextRegularExpiry(digits, fileDate);
  return regular !== undefined && regular < expiresOn ? regular : expiresOn;
}
