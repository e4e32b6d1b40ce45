import type { EventAccess } from './event-access.ts';
import type { EventRecord } from './schemas.ts';

export const NOTICE_SETTINGS = ['each', 'daily', 'never'] as const;
export type NoticeSetting = (typeof NOTICE_SETTINGS)[number];

/** An event including its internal fields. */
export interface StoredEvent extends EventRecord {
  readonly account_id: string;
  readonly spots_taken: number;
  readonly applications_received: number;
  /** The organizer's name as shown to vendors. Empty if no name was given. */
  readonly organizer_name: string;
  /** The address that vendors can write to. Empty if there is none. */
  readonly organizer_email: string;
  /** Determines when the organizer is emailed about new applications. */
  readonly notice: NoticeSetting;
  /** True if a free spot automatically goes to the first vendor on the waitlist. */
  readonly waitlist_moves: boolean;
  /** The organizer's instructions for paying the deposit. Empty if there are none. */
  readonly deposit_how: string;
  /** An https URL for paying the deposit. Empty if there is none. */
  readonly deposit_link: string;
}

/** An event as seen by one account, which is its owner or a member of the owner's team. */
export interface TeamEvent extends StoredEvent {
  readonly access: EventAccess;
  readonly owner_name: string;
}
