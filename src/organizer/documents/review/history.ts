/** Describes the stored history of an application's documents in sentences. */

const DOCUMENT_ACTIONS = [
  'uploaded',
  'used_again',
  'confirmed',
  'rejected',
  'waived',
  'waiver_ended',
  'overridden',
  'deleted',
] as const;
export type DocumentAction = (typeof DOCUMENT_ACTIONS)[number];

export interface HistoryLine {
  readonly at: string;
  readonly done_by: 'applicant' | 'organizer' | 'service';
  /** The name of the account that acted. Null if there was no account or it was deleted. */
  readonly name: string | null;
  readonly code: string;
  readonly action: DocumentAction;
  /** The date or the reason. Empty if there is neither. */
  readonly detail: string;
}

/** A history entry to be added. */
export interface NewLine {
  readonly done_by: HistoryLine['done_by'];
  readonly account_id: string | null;
  readonly code: string;
  readonly action: DocumentAction;
  readonly detail: string;
}
