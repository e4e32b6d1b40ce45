/** What is published, and what each publication changed. */

/** publication: the one row (id 1) that says which snapshot is served now. */
export interface PublishedStateTable {
  id: number;
  /** Grows by one with every publication that changed anything. */
  version: number;
  as_of: string;
  /** 1 while an operator's as-of day is kept. */
  as_of_chosen: number;
  fictional: number;
  /** Format of the stored bodies; if it differs from the code's, records are published again. */
  record_format: number;
  /** A hash of the code that made the records. */
  made_by: string;
  /** The name of the snapshot file. */
  snapshot: string;
  /** SHA-256 of that file, hexadecimal. */
  snapshot_sha256: string;
}

/** platform/db: a part of a snapshot file, compressed, for processes on other machines. */
interface SnapshotPartsTable {
  version: number;
  snapshot: string;
  part: number;
  bytes: Uint8Array;
}

/**
 * changes: a publication that changed records, with the highest number of its changes. The first row is the base: its changes,
 * and all before, are not kept.
 */
export interface ChangePublicationsTable {
  last_number: number;
  version: number;
  /** Random, so that a cursor is known to be of this database and of this publication. */
  mark: string;
  as_of: string;
  data_as_of: string;
  published_at: string;
}

/** changes: what one publication changed about one vendor. Numbers have no gaps, in the order of commits. */
export interface RecordChangesTable {
  number: number;
  version: number;
  vendor_id: string;
  /** `type:digits` */
  license_key: string;
  license_number: string;
  name: string;
  /** JSON text. */
  changes: string;
}

export interface PublicationTables {
  published_state: PublishedStateTable;
  snapshot_parts: SnapshotPartsTable;
  change_publications: ChangePublicationsTable;
  record_changes: RecordChangesTable;
}
