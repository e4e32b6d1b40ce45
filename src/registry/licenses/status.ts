import { addDays, type IsoDate } from '../../lib/dates.ts';
import type { LicenseStatus } from '../sources/license-vocabulary.ts';

/** Days past expiry for which a license that the regulator still lists as current stays confirmed. */
export const LICENSE_GRACE_DAYS = 30;

/** On the newest file, current, and not expired beyond the grace. A transfer in progress confirms nobody. */
export function isConfirmed(status: LicenseStatus, expiresOn: IsoDate | null, asOf: IsoDate): boolean {
  return status === 'current' && expiresOn !== null && addDays(expiresOn, LICENSE_GRACE_DAYS) >= asOf;
}
