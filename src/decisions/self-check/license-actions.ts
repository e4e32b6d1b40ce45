import type { License } from '../../registry/vendors/schemas.ts';

/** What a vendor does about a license that is not confirmed. */
export const LICENSE_ACTIONS: Readonly<Record<License['status'], string>> = {
  current:
    'The file shows no expiry date that is still to come. Renew the license if you have not; a newer file will show it.',
  delinquent:
    'The file shows the license as not renewed. Renew it with the late fee if you have not; a newer file will show it.',
  relinquished: 'Apply for a new license; this one was given up. The new one will have a record of its own.',
  transfer_pending:
    'If the license is changing hands, complete the change of owner with the regulator; otherwise have its file corrected.',
  no_file:
    'Nothing for you to do: no license file of your district has been read here. Show an organizer the license itself.',
  not_on_file: 'Ask the regulator whether the license is active, and apply for one if it is not.',
  unknown: 'Ask the regulator what the status in its file means, and have it corrected if it is wrong.',
};
