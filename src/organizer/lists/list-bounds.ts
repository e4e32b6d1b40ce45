/** Defines the size limits of a list and the roles that its columns can have. */

/** The maximum number of rows with vendors. The table can also have a header row. */
export const ROWS_MAX = 500;
export const LIST_BYTES_MAX = 1024 * 1024;
export const COLUMNS_MAX = 50;
export const CELL_LENGTH_MAX = 200;
/**
 * The maximum number of characters in a table, because each step sends the table back and forth in a form.
 */
export const TABLE_CHARACTERS_MAX = 250_000;

export const COLUMN_ROLES = ['name', 'dba', 'number', 'city', 'ignored'] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];
