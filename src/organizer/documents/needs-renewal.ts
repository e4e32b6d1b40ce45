import { endsBefore } from '../../registry/vendors/policy-facts.ts';
import type { License } from '../../registry/vendors/schemas.ts';
import { allDaysOfEvent } from '../applications/days-of-event.ts';
import type { DocumentPlace } from './document-words.ts';
import { RENEWED_LICENSE } from './kinds.ts';
import type { DocumentRow } from './states.ts';

/** Whether a vendor has a renewed license to send: the one on record ends before the event, or one was sent when it did. Pure. */
export function needsRenewal(
  license: License | undefined,
  place: DocumentPlace,
  rows: readonly Pick<DocumentRow, 'code'>[],
): boolean {
  const ends = license !== undefined && endsBefore(license, allDaysOfEvent(place).last);
  return ends || rows.some(({ code }) => code === RENEWED_LICENSE);
}
