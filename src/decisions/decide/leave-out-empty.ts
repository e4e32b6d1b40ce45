import { VENDOR_IDENTIFIERS } from './schemas.ts';

/**
 * Applies {@link leaveOutEmpty} to a request's query. It uses a callback, because a promise for every request
 * costs more than the work.
 */
export function leaveOutEmptyIdentifier(
  { query }: { readonly query: unknown },
  _reply: unknown,
  done: () => void,
): void {
  leaveOutEmpty(Object(query));
  done();
}

/**
 * A form sends its empty fields, and a program the empty cells of a table. If one parameter names the vendor,
 * the other empty one is ignored.
 */
export function leaveOutEmpty(values: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(VENDOR_IDENTIFIERS).filter((name) => values[name] !== undefined);
  const empty = given.filter((name) => values[name] === '');
  if (empty.length < given.length) for (const name of empty) Reflect.deleteProperty(values, name);
}
