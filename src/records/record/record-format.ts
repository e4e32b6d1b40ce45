/**
 * The version of the stored bodies' shape. Raise it whenever the shape of a body changes, so that records are
 * published again after an upgrade.
 */
export const RECORD_FORMAT = 20;

/**
 * The oldest format that this version reads. After an upgrade, a snapshot in this format or a later one is
 * served until the new snapshot is built. Raise it to {@link RECORD_FORMAT} if a page, a search or a decision
 * needs a field or column that earlier snapshots lack, or if the meaning of a value changes. In that
 * situation, the service builds the new snapshot before it answers requests.
 */
export const OLDEST_READ_FORMAT = 20;

/**
 * Returns true if records in this format are served as they are. Records in the format of a later program
 * version may mean anything.
 */
export function isReadFormat(format: number): boolean {
  return OLDEST_READ_FORMAT <= format && format <= RECORD_FORMAT;
}
