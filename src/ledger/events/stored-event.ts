import type { EventAccess } from './access.ts';
import type { EventRecord } from './schemas.ts';

/** An event with its internal fields. */
export interface StoredEvent extends EventRecord {
  readonly account_id: string;
  readonly spots_taken: number;
  readonly applications_received: number;
}

/** An event as one account sees it: as its owner, or as a member of the owner's team. */
export interface TeamEvent extends StoredEvent {
  readonly access: EventAccess;
  readonly owner_name: string;
}
