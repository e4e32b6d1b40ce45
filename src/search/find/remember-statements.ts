import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** The values of a statement, by their names in it. */
export type Values = Readonly<Record<string, string | number>>;

/** Returns a function that runs statements, each prepared once. `Row` has the columns of the statement. */
export function rememberStatements(snapshot: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();
  return <Row extends object>(text: string, values: Values): readonly Row[] => {
    const statement = prepared.get(text) ?? snapshot.prepare(text);
    prepared.set(text, statement);
    return asRows<Row>(statement.all(values));
  };
}

/** SQL has no types: the caller names the columns of its own statement. */
function asRows<Row>(rows: readonly object[]): readonly Row[] {
  return rows as readonly Row[];
}
