import { VENDOR_IDENTIFIERS } from './schemas.ts';

/**
 * Applies {@link leaveOutEmpty} to a request's query. It uses a callback because a promise per request would
 * cost more than the work itself.
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
 * Removes empty parameters. Forms send their empty fields, and programs send empty table cells. If one
 * parameter names the vendor, an empty second one is ignored.
 */
export function leaveOutEmpty(values: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(VENDOR_IDENTIFIERS).filter((name) => values[name] !== undefined);
  const empty = given.filter((name) => values[name] === '');
  if (empty.length < given.length) for (const name of empty) Reflect.deleteProperty(values, name);
}
