import { asJson, type Json } from './api-document.ts';

/** The argument that controls how much of each row is returned. */
export const DETAIL = 'detail';
export const DETAIL_ARGUMENT = {
  [DETAIL]: {
    type: 'string',
    enum: ['short', 'full'],
    default: 'short',
    description: '"short" for what matters of each row, "full" for all that the API says of it.',
  },
};

/**
 * Returns only the fields of a value at the given paths, such as `vendor.name`. Lists along a path keep all
 * their entries. Pure function.
 */
export function pickPaths(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => pickPaths(each, paths));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    [...innerPaths(paths)].flatMap(([name, inner]) =>
      Object.hasOwn(value, name) ? [[name, pickInner(Reflect.get(value, name), inner, pickPaths)]] : [],
    ),
  );
}

/**
 * Returns the schema for the result of {@link pickPaths}. `schema` must not contain references. Pure
 * function.
 */
export function pickInSchema(schema: unknown, paths: readonly string[]): Json {
  const { anyOf, items, properties, ...rest } = asJson(schema);
  if (Array.isArray(anyOf)) return { anyOf: anyOf.map((each) => pickInSchema(each, paths)) };
  if (items !== undefined) return { ...rest, items: pickInSchema(items, paths) };
  if (properties === undefined) return rest;
  const picked = [...innerPaths(paths)].flatMap(([name, inner]) => {
    const own = asJson(properties)[name];
    return own === undefined ? [] : [[name, pickInner(own, inner, pickInSchema)]];
  });
  return { type: 'object', properties: Object.fromEntries(picked) };
}

function pickInner<Value>(
  value: Value,
  inner: readonly string[],
  pick: (value: Value, paths: readonly string[]) => unknown,
): unknown {
  return inner.length === 0 ? value : pick(value, inner);
}

/** Groups paths by their first name. Each group holds the rest of each path. */
function innerPaths(paths: readonly string[]): ReadonlyMap<string, string[]> {
  const inner = new Map<string, string[]>();
  for (const path of paths) {
    const [first = '', ...rest] = path.split('.');
    inner.set(first, [...(inner.get(first) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])]);
  }
  return inner;
}
