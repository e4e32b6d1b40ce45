import type { EventRecord } from './schemas.ts';

/** An event with its internal fields. */
export interface StoredEvent extends EventRecord {
  readonly account_id: string;
  readonly spots_taken: number;
  readonly applications_received: number;
}
