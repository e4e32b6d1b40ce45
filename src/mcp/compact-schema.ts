import { asJson, type Json } from './api-document.ts';

/**
 * Shortens the schema of an answer for the list of tools: fields, types and values. The rest of the API
 * document (descriptions, bounds, required fields) would cost an agent more to read with every question than
 * it is worth. The answers still follow that document. Pure.
 */
export function compactSchema({ $defs, ...root }: Json): Json {
  const definitions = asJson($defs);
  const uses = countUses([root, ...Object.values(definitions)]);
  const compact = (schema: Json): Json => {
    const name = nameOf(schema);
    if (name !== undefined) return inPlace(name) ?? schema;
    const { type, format, items, properties, anyOf, enum: values, additionalProperties } = schema;
    if (Array.isArray(anyOf)) return oneOf(anyOf.map((each) => compact(asJson(each))));
    if (values !== undefined || 'const' in schema) return { enum: values ?? [schema.const] };
    return {
      ...(type === undefined ? {} : { type }),
      ...(format === undefined ? {} : { format }),
      ...(items === undefined ? {} : { items: compact(asJson(items)) }),
      ...(properties === undefined ? {} : { properties: ofEach(properties, compact) }),
      ...(typeof additionalProperties === 'object'
        ? { additionalProperties: compact(asJson(additionalProperties)) }
        : {}),
    };
  };
  /** Inlined if it is used once, or if each reference to it would be longer. */
  const inPlace = (name: string): Json | undefined => {
    const whole = compact(asJson(definitions[name]));
    const isShort = JSON.stringify(whole).length <= `{"$ref":"#/$defs/${name}"}`.length;
    return uses.get(name) === 1 || isShort ? whole : undefined;
  };
  const shared = Object.keys(definitions).filter((name) => inPlace(name) === undefined);
  const kept = Object.fromEntries(shared.map((name) => [name, compact(asJson(definitions[name]))]));
  return { ...compact(root), ...(shared.length > 0 ? { $defs: kept } : {}) };
}

/** A longer list of values is only in the argument's description. */
const VALUES_MAX = 20;

/** Shortens the arguments for agents; rules that are left out are still checked. */
export function compactArguments({ properties, ...root }: Json): Json {
  const told = Object.entries(asJson(properties)).map(([name, schema]) => {
    const { enum: values, default: fallback, ...rest } = asJson(schema);
    const isShort = Array.isArray(values) && values.length <= VALUES_MAX;
    const defaults = fallback === undefined || fallback === '' ? {} : { default: fallback };
    return [name, { ...rest, ...(isShort ? { enum: values } : {}), ...defaults }];
  });
  return { ...root, properties: Object.fromEntries(told) };
}

/** Merges several schemas if a list of values or types is equivalent. */
function oneOf(all: readonly Json[]): Json {
  const isOnly = (each: Json, key: string) => Object.keys(each).join() === key;
  const rest = all.filter((each) => !(isOnly(each, 'type') && each.type === 'null'));
  const [only] = rest;
  const mayBeNull = rest.length < all.length;
  if (rest.every((each) => isOnly(each, 'enum')))
    return {
      enum: [...rest.flatMap((each) => each.enum as readonly unknown[]), ...(mayBeNull ? [null] : [])],
    };
  if (only && rest.length === 1 && typeof only.type === 'string' && mayBeNull)
    return { ...only, type: [only.type, 'null'] };
  if (all.every((each) => isOnly(each, 'type') && typeof each.type === 'string'))
    return { type: all.map(({ type }) => type) };
  return { anyOf: all };
}

function ofEach(properties: unknown, compact: (schema: Json) => Json): Json {
  return Object.fromEntries(
    Object.entries(asJson(properties)).map(([name, schema]) => [name, compact(asJson(schema))]),
  );
}

function nameOf({ $ref }: Json): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}

function countUses(schemas: readonly unknown[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const [, name = ''] of JSON.stringify(schemas).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g))
    uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}
