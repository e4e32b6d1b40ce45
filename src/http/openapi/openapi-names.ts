type Json = Readonly<Record<string, unknown>>;

/** Matches a `title` that is written like a type name. It becomes the schema's name in the document. */
const NAME = /^[A-Z][A-Za-z0-9]*$/;

interface Use {
  readonly schema: Json;
  readonly description: unknown;
}

/**
 * Moves every schema whose `title` is a type name to `components.schemas`, and puts a `$ref` in its place. If
 * its uses have different descriptions, each description stays next to its `$ref`. Routes keep their full
 * schemas, so validation and serialization do not change. Throws if two different schemas have the same name.
 * Pure.
 */
export function nameSchemas<Document extends object>(document: Document): Document {
  const uses = new Map<string, Use[]>();
  collect(document, uses);
  const components = new Map([...uses].map(([name, all]) => [name, componentOf(name, all)]));
  const replaced = replace(document, components) as Document & { readonly components?: Json };
  const schemas = [...components].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...replaced,
    components: {
      ...replaced.components,
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, replaceInside(schema, components)])),
    },
  };
}

function collect(value: unknown, uses: Map<string, Use[]>): void {
  if (typeof value !== 'object' || value === null) return;
  const name = nameOf(value);
  if (name !== undefined) {
    const { description, ...schema } = value as Json;
    uses.set(name, [...(uses.get(name) ?? []), { schema, description }]);
  }
  for (const inner of Object.values(value)) collect(inner, uses);
}

function componentOf(name: string, uses: readonly Use[]): Json {
  const [first, ...others] = uses;
  if (!first) throw new Error(`No schema is named ${name}.`);
  const text = JSON.stringify(first.schema);
  const other = others.find(({ schema }) => JSON.stringify(schema) !== text);
  if (other) throw new Error(`Two schemas are named ${name}: ${text} and ${JSON.stringify(other.schema)}`);
  const isSame = others.every(({ description }) => description === first.description);
  return isSame && first.description !== undefined
    ? { ...first.schema, description: first.description }
    : first.schema;
}

function replace(value: unknown, components: ReadonlyMap<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((each) => replace(each, components));
  if (typeof value !== 'object' || value === null) return value;
  const name = nameOf(value);
  if (name === undefined) return replaceInside(value as Json, components);
  const { description } = value as Json;
  const isSaid = description === undefined || components.get(name)?.description === description;
  return { $ref: `#/components/schemas/${name}`, ...(isSaid ? {} : { description }) };
}

function replaceInside(value: Json, components: ReadonlyMap<string, Json>): Json {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner, components)]));
}

/**
 * Returns the name of a schema; undefined for everything else, such as the document's own title or a property
 * called `title`.
 */
function nameOf(value: object): string | undefined {
  const { title, type, anyOf } = value as Json;
  const isSchema = type !== undefined || anyOf !== undefined;
  return isSchema && typeof title === 'string' && NAME.test(title) ? title : undefined;
}

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

/** Returns the name of the schema that a `$ref` refers to; empty for anything else. */
export function nameOfReference(reference: unknown): string {
  return REFERENCE.exec(String(reference))?.[1] ?? '';
}

/**
 * Reverses {@link nameSchemas}: replaces every `$ref` with the schema itself. No schema may refer to itself.
 * Pure.
 */
export function inlineSchemas<Document extends object>(document: Document): Document {
  const { components } = document as { readonly components?: { readonly schemas?: Record<string, Json> } };
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...beside } = value as Json;
    const named = components?.schemas?.[nameOfReference($ref)];
    if (named) return inline({ ...named, ...beside });
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inline(inner)]));
  };
  return inline(document) as Document;
}
