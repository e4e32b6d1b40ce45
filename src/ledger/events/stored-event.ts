import type { EventRecord } from './schemas.ts';

/** An event with what only this service needs to know of it. */
export interface StoredEvent extends EventRecord {
  readonly account_id: string;
  readonly spots_taken: number;
  readonly applications_received: number;
}
