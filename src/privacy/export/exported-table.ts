import type { LedgerSchema } from '../../platform/db/schema/schema-ledger.ts';

/** Defines how one of the ledger's tables is exported for the person that its rows are about. */

export type LedgerTable = keyof LedgerSchema & string;

/** Rules for which of a table's rows belong to a person. Meeting one of them is enough. */
interface Whose {
  /** Columns with the account's id. */
  readonly byAccount?: readonly string[];
  /** Columns with the person's email address. */
  readonly byEmail?: readonly string[];
  /** A column with the `id` of a row in another table, if that row belongs to the person. */
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
