/**
 * Creates objects with these properties from lists of values. An object whose properties are added one at a
 * time becomes a hash table in memory, four times as large and twice as slow to create. Rows from
 * `node:sqlite` are such objects. An object from `JSON.parse` has a fixed slot for each property, and so does
 * a copy of it.
 */
export function rowMaker(names: readonly string[]): (values: readonly unknown[]) => object {
  const blank: Record<string, unknown> = JSON.parse(
    JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))),
  );
  return (values) => {
    const row = { ...blank };
    let index = 0;
    for (const name of names) row[name] = values[index++];
    return row;
  };
}
