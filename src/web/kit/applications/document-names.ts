import { foldForSearch } from '../../../lib/text/text.ts';
import type { DocumentState } from '../../../organizer/applications/schemas.ts';

/** Names of the document states on organizers' pages. */

export const DOCUMENT_STATES_FOR_ORGANIZER: Readonly<Record<DocumentState, string>> = {
  to_collect: 'Not received',
  received: 'To look at',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  waived: 'Waived',
};

/**
 * Returns a vendor's name for use in a file name: lowercase letters, digits and hyphens. Empty if the name
 * has no letters or digits.
 */
export function vendorFileName(name: string): string {
  return foldForSearch(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, VENDOR_LENGTH_MAX)
    .replace(/^-+|-+$/g, '');
}

const VENDOR_LENGTH_MAX = 40;

/** Returns a document's code for use in a file name: letters and hyphens. */
export function documentFileName(code: string): string {
  return code.replace(/[^a-z]+/g, '-');
}
