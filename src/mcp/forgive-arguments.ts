import { asJson, type Json } from './api-document.ts';

/**
 * Converts arguments as a model often writes them to the types in the schema. It accepts null for a missing
 * argument, a number in place of its digits, and a list or an object as JSON text. Other mistakes stay. `schema` has no
 * references. Pure.
 */
export function forgiveArguments(values: Json, schema: Json): Json {
  const properties = asJson(schema.properties);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const own = Object.hasOwn(properties, name) ? asJson(properties[name]) : undefined;
      if (value === null && own !== undefined) return [];
      return [[name, own === undefined ? value : forgive(value, own)]];
    }),
  );
}

function forgive(given: unknown, schema: Json): unknown {
  const { type, items } = schema;
  if (type === 'string') return typeof given === 'number' && Number.isInteger(given) ? String(given) : given;
  if (type === 'integer')
    return typeof given === 'string' && /^-?\d{1,9}$/.test(given) ? Number(given) : given;
  if (type !== 'array' && type !== 'object') return given;
  const value = typeof given === 'string' ? parseJson(given) : given;
  if (type === 'array')
    return Array.isArray(value) ? value.map((each) => forgive(each, asJson(items))) : given;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? forgiveArguments(asJson(value), schema) : given;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
