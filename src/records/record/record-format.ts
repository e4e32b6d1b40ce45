/**
 * The shape of the stored bodies. Raise it whenever one of them changes, so that records are published again
 * after an upgrade.
 */
export const RECORD_FORMAT = 20;

/**
 * The oldest format that this version reads. After an upgrade, a snapshot in this format or a later one is
 * served until the new one is built. Raise it to {@link RECORD_FORMAT} if a page, a search or a decision
 * needs a field or column that earlier snapshots do not have, or changes the meaning of a value. Then the
 * service builds first and answers afterwards.
 */
export const OLDEST_READ_FORMAT = 20;

/**
 * Returns whether records in this format are served unchanged. In a later version of the program, records may
 * mean anything.
 */
export function isReadFormat(format: number): boolean {
  return OLDEST_READ_FORMAT <= format && format <= RECORD_FORMAT;
}
