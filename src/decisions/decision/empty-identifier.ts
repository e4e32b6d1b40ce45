import { VENDOR_IDENTIFIERS } from './schemas.ts';

/** A form sends its empty fields, too: beside one parameter that names the vendor, the other empty one says nothing. */
export async function leaveOutEmptyIdentifier({ query }: { readonly query: unknown }): Promise<void> {
  const values = Object(query);
  const given = Object.keys(VENDOR_IDENTIFIERS).filter((name) => values[name] !== undefined);
  const empty = given.filter((name) => values[name] === '');
  if (empty.length < given.length) for (const name of empty) Reflect.deleteProperty(values, name);
}
