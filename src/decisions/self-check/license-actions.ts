import type { License } from '../../registry/vendors/schemas.ts';

/** What a vendor does about a license that is not confirmed. */
export const LICENSE_ACTIONS: Readonly<Record<License['status'], string>> = {
  current: 'Renew the license; the file shows no expiry date that is still to come.',
  delinquent: 'Renew the license with the late fee; the file shows it as not renewed.',
  relinquished: 'Apply for a new license; this one was given up.',
  transfer_pending:
    'If the license is changing hands, complete the change of owner with the regulator; otherwise have its file corrected.',
  no_file:
    'Nothing for you to do: no license file of your district has been read here. Show an organizer the license itself.',
  not_on_file: 'Ask the regulator whether the license is active, and apply for one if it is not.',
  unknown: 'Ask the regulator what the status in its file means, and have it corrected if it is wrong.',
};
