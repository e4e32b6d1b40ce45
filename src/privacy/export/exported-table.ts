import type { LedgerSchema } from '../../platform/db/schema/schema-ledger.ts';

/** How a table of the ledger is handed over to the person that its rows are about. */

export type LedgerTable = keyof LedgerSchema & string;

/** Which rows of a table are a person's. One condition is enough. */
interface Whose {
  /** Columns that hold the account's id. */
  readonly byAccount?: readonly string[];
  /** Columns that hold the person's mail address. */
  readonly byEmail?: readonly string[];
  /** A column whose value is the `id` of a row of another table that is the person's. */
  readonly through?: { readonly column: string; readonly of: LedgerTable };
}

export interface ExportedTable extends Whose {
  readonly columns: readonly string[];
  /** Columns that are not handed over, each with the reason. */
  readonly withheld: Readonly<Record<string, string>>;
}

export const SECRET = 'a secret or its hash: it opens something and says nothing about you';
export const INTERNAL = 'what the organizer keeps for the team about the decision';
export const OTHERS = 'which member of the organizer’s team acted';
export const MACHINE = 'a counter of the program';
