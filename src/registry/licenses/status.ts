import { addDays, type IsoDate } from '../../lib/dates.ts';

/**
 * What the regulator's status codes mean, and when a license counts as confirmed (contract 2.6).
 * Codes: primary 20 current, 45 delinquent, 46 relinquished; secondary 20 active, 18 seen while a change
 * of owner is pending. A code whose meaning no regulator page gives is "unknown", never guessed.
 */
export type LicenseStatus =
  | 'current'
  | 'delinquent'
  | 'relinquished'
  | 'transfer_pending'
  | 'not_on_file'
  | 'unknown';

/** Days past expiry for which a license that the regulator still lists as current stays confirmed. */
export const GRACE_DAYS = 30;

/** The status that a row of the newest license file stands for. */
export function statusOfCodes(primary: string, secondary: string): LicenseStatus {
  if (primary === '46') return 'relinquished';
  if (primary !== '20' && primary !== '45') return 'unknown';
  if (secondary === '18') return 'transfer_pending';
  if (secondary !== '20' && secondary !== '') return 'unknown';
  return primary === '20' ? 'current' : 'delinquent';
}

/** On the newest file, current, and not expired beyond the grace. A transfer in progress confirms nobody. */
export function isConfirmed(status: LicenseStatus, expiresOn: IsoDate | null, asOf: IsoDate): boolean {
  return status === 'current' && expiresOn !== null && addDays(expiresOn, GRACE_DAYS) >= asOf;
}

/** Which of several rows for one number speaks for it: the current holder's before a former holder's. */
export function statusPrecedence(primary: string, secondary: string): number {
  const index = PRECEDENCE.indexOf(`${primary}/${secondary}`);
  return index === -1 ? PRECEDENCE.length : index;
}

const PRECEDENCE = ['20/20', '20/', '20/18', '45/20', '45/', '45/18', '46/', '46/45', '45/45'];
