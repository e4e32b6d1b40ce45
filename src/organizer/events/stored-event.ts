import type { EventAccess } from './event-access.ts';
import type { EventRecord } from './schemas.ts';

export const NOTICE_SETTINGS = ['each', 'daily', 'never'] as const;
export type NoticeSetting = (typeof NOTICE_SETTINGS)[number];

/** An event with its internal fields. */
export interface StoredEvent extends EventRecord {
  readonly account_id: string;
  readonly spots_taken: number;
  readonly applications_received: number;
  /** Who runs it, as vendors see it; empty for nobody named. */
  readonly organizer_name: string;
  /** Where vendors can write; empty for none. */
  readonly organizer_email: string;
  /** How the organizer hears of new applications. */
  readonly notice: NoticeSetting;
  /** Whether a free spot goes to the first on the waitlist by itself. */
  readonly waitlist_moves: boolean;
  /** How vendors pay the deposit, in the organizer's words; empty for nothing said. */
  readonly deposit_how: string;
  /** An https address where they pay it; empty for none. */
  readonly deposit_link: string;
}

/** An event as one account sees it: as its owner, or as a member of the owner's team. */
export interface TeamEvent extends StoredEvent {
  readonly access: EventAccess;
  readonly owner_name: string;
}
