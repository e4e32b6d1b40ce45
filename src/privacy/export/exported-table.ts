import type { LedgerSchema } from '../../platform/db/schema/schema-ledger.ts';

/** Defines which rows and columns of a ledger table are exported for the person whom they concern. */

export type LedgerTable = keyof LedgerSchema & string;

/** Rules for which of a table's rows belong to a person. A row that meets any one of them does. */
interface Whose {
  /** Columns that contain an account id. */
  readonly byAccount?: readonly string[];
  /** Columns that contain an email address. */
  readonly byEmail?: readonly string[];
  /** A column with the `id` of a row in another table. The row belongs to the person if that row does. */
  readonly through?: { readonly column: string; readonly of: LedgerTable };
}

export interface ExportedTable extends Whose {
  readonly columns: readonly string[];
  /** Columns that are not exported, with the reason for each. */
  readonly withheld: Readonly<Record<string, string>>;
}

export const SECRET = 'a secret or its hash: it opens something and says nothing about you';
export const INTERNAL = 'what the organizer keeps for the team about the decision';
export const OTHERS = 'which member of the organizer’s team acted';
export const MACHINE = 'a counter of the program';
