import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';

/** Asserts that a value matches a schema and has no fields that the schema does not list. */
export function assertMatches(schema: TSchema, value: unknown): void {
  const [first] = Errors(closed(schema), value);
  assert.equal(first, undefined, first && `${first.instancePath}: ${first.message}`);
}

/**
 * Returns the schema with additional properties forbidden in every object, so that an undocumented field
 * fails the check.
 */
function closed(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    isObjectSchema(value) ? { additionalProperties: false, ...value } : value,
  );
}

function isObjectSchema(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'object' &&
    'properties' in value
  );
}

/** Returns the value at a path in parsed JSON; undefined if any step of the path is missing. */
export function field(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (current, key) =>
      typeof current === 'object' && current !== null ? Reflect.get(current, key) : undefined,
    value,
  );
}

/** Asserts that a value is an array, and returns it. */
export function rows(value: unknown): unknown[] {
  assert.ok(Array.isArray(value), 'an array');
  return value;
}
