/**
 * Makes objects of these properties from lists of their values. An object to which many properties are added one by one is a table
 * of its own in memory, four times as large and twice as slow to make; so is a row that `node:sqlite` makes. What is parsed has a place for each
 * property, and so has its copy.
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
