import type { EventAccess } from './event-access.ts';
import type { EventRecord } from './schemas.ts';

export const NOTICE_SETTINGS = ['each', 'daily', 'never'] as const;
export type NoticeSetting = (typeof NOTICE_SETTINGS)[number];

/** An event with its internal fields. */
export interface StoredEvent extends EventRecord {
  readonly account_id: string;
  readonly spots_taken: number;
  readonly applications_received: number;
  /** The organizer's name that vendors see; empty if not given. */
  readonly organizer_name: string;
  /** The address that vendors can write to; empty if there is none. */
  readonly organizer_email: string;
  /** When the organizer is emailed about new applications. */
  readonly notice: NoticeSetting;
  /** True if a free spot automatically goes to the first vendor on the waitlist. */
  readonly waitlist_moves: boolean;
  /** Instructions for paying the deposit, in the organizer's words; empty if not given. */
  readonly deposit_how: string;
  /** An https address for paying it; empty if there is none. */
  readonly deposit_link: string;
}

/** An event as one account sees it: as its owner, or as a member of the owner's team. */
export interface TeamEvent extends StoredEvent {
  readonly access: EventAccess;
  readonly owner_name: string;
}
