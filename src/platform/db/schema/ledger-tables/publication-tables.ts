/** The current publication, and the changes in each publication. */

/** publication: the one row (id 1) that names the snapshot being served. */
export interface PublishedStateTable {
  id: number;
  /** Increases by one with every publication that has changes. */
  version: number;
  as_of: string;
  /** 1 while an as-of date chosen by the operator is in effect. */
  as_of_chosen: number;
  fictional: number;
  /** The format of the stored JSON. If the code has a different format, records are published again. */
  record_format: number;
  /** A hash of the code that built the records. */
  made_by: string;
  /** The name of the snapshot file. */
  snapshot: string;
  /** SHA-256 of that file, hexadecimal. */
  snapshot_sha256: string;
}

/** platform/db: a compressed part of a snapshot file, for processes on other machines. */
interface SnapshotPartsTable {
  version: number;
  snapshot: string;
  part: number;
  bytes: Uint8Array;
}

/**
 * changes: a publication that changed records, with the number of its last change. The first row is the base:
 * the changes in that publication and in earlier ones are not stored.
 */
export interface ChangePublicationsTable {
  last_number: number;
  version: number;
  /** Random, so that a cursor from another database or publication can be recognized. */
  mark: string;
  as_of: string;
  data_as_of: string;
  published_at: string;
  /** 1 if another version of the program built the records before these. */
  other_program: number;
}

/** changes: the changes of one vendor in one publication. Numbers have no gaps and are in commit order. */
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
