import type { SnapshotVendorsTable } from '../../platform/db/schema/schema-snapshot.ts';
import { hashLeaf } from '../../proof/tree.ts';

/** The part of a record that is included in the tree over all records. */
export type TreeRecord = Pick<SnapshotVendorsTable, 'id' | 'sha256' | 'shown_sha256'>;

/** Returns the text that is hashed for a record: its id and both hashes, on one line. */
export function treeEntryOf({ id, sha256, shown_sha256: shown }: TreeRecord): string {
  return `${id} ${sha256} ${shown}\n`;
}

/** Hashes a record as an entry of the tree. */
export function hashTreeLeaf(record: TreeRecord): Uint8Array {
  return hashLeaf(Buffer.from(treeEntryOf(record)));
}
