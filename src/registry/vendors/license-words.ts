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
