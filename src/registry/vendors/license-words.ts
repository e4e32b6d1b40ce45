import { describeDay } from '../../lib/dates.ts';
import type { License } from './schemas.ts';

/** What an organizer asks a vendor whose license is not confirmed. */
export const LICENSE_QUESTIONS: Readonly<Record<License['status'], string>> = {
  current: 'Ask the vendor for the renewed license.',
  delinquent: 'Ask the vendor for proof of renewal.',
  relinquished: 'Ask the vendor under which license it works now.',
  transfer_pending: 'Ask the vendor whose license it is now, and for the new owner’s.',
  not_on_file: 'Ask the vendor for its license, and look it up at the regulator’s site.',
  no_file: 'Ask the vendor for its license, and look it up at the regulator’s site.',
  unknown: 'Ask the vendor for its license, and look it up at the regulator’s site.',
};

/** Why a license is not confirmed, as the newest file of its district has it. */
export function describeUnconfirmed({
  status,
  expires_on: expiresOn,
}: Pick<License, 'status' | 'expires_on'>): string {
  const day = expiresOn === null ? null : describeDay(expiresOn);
  switch (status) {
    case 'current':
      return day === null
        ? 'The license is listed as current, but without an expiry date, so it is not confirmed.'
        : `By the newest license file read here, the license ran to ${day}.`;
    case 'delinquent':
      return `The license is listed as not renewed (delinquent)${day === null ? '' : `, with the expiry date ${day}`}.`;
    case 'relinquished':
      return 'The license was given up by its holder.';
    case 'transfer_pending':
      return 'The license seems to be under transfer to another owner, so it is confirmed for neither.';
    case 'no_file':
      return 'Nothing is known of the license: no license file of its district has been read here.';
    case 'not_on_file':
      return 'The license is not on the newest license file of its district.';
    case 'unknown':
      return 'The license is listed with a status whose meaning the regulator does not publish.';
  }
}
