import { inlineSchemas, nameOfReference } from '../http/openapi/openapi-names.ts';

/** Reads the parts of an OpenAPI document that tools are built from. */

export type Json = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Json | undefined;
  /** The schema of the 200 response. */
  readonly answer: Json;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Json;
}

const JSON_TYPE = 'application/json';

/**
 * Returns the operation with this id. Throws if there is none, because then the document belongs to another
 * service or version.
 */
export function findOperation(document: unknown, operationId: string): Operation {
  for (const [path, methods] of Object.entries(asJson(asJson(document).paths)))
    for (const [method, value] of Object.entries(asJson(methods))) {
      const operation = asJson(value);
      if (operation.operationId === operationId) return operationOf(path, method, operation);
    }
  throw new Error(`The API document has no operation ${operationId}.`);
}

function operationOf(path: string, method: string, operation: Json): Operation {
  return {
    method: method.toUpperCase(),
    path,
    parameters: (operation.parameters ?? []) as readonly Parameter[],
    body: schemaOf(operation.requestBody),
    answer: wholeOf(schemaOf(asJson(operation.responses)['200']) ?? {}),
  };
}

/** Returns the schema for the full response, which is listed before the schema for selected fields. */
function wholeOf(schema: Json): Json {
  return Array.isArray(schema.anyOf) ? asJson(schema.anyOf[0]) : schema;
}

function schemaOf(content: unknown): Json | undefined {
  const { schema } = asJson(asJson(asJson(content).content)[JSON_TYPE]);
  return schema === undefined ? undefined : asJson(schema);
}

/** Returns the schema that a reference points to. Returns any other schema unchanged. */
export function resolved(document: unknown, schema: Json): Json {
  return schema.$ref === undefined ? schema : asJson(namedSchemas(document)[nameOfReference(schema.$ref)]);
}

function namedSchemas(document: unknown): Json {
  return asJson(asJson(asJson(document).components).schemas);
}

/** Returns a self-contained schema: the named schemas that it refers to are in its `$defs`. */
export function standAlone(document: unknown, schema: Json): Json {
  const named = namedSchemas(document);
  const definitions: Record<string, unknown> = {};
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, key === '$ref' ? refer(inner) : rewrite(inner)]),
    );
  };
  const refer = (reference: unknown): string => {
    const name = nameOfReference(reference);
    if (!Object.hasOwn(definitions, name)) {
      definitions[name] = {};
      definitions[name] = rewrite(named[name]);
    }
    return `#/$defs/${name}`;
  };
  const rewritten = asJson(rewrite(schema));
  return Object.keys(definitions).length === 0 ? rewritten : { ...rewritten, $defs: definitions };
}

/**
 * Returns a schema with every reference replaced by the schema it points to. Several clients reject or drop
 * references in arguments.
 */
export function inlined(document: unknown, schema: Json): Json {
  return inlineSchemas({ components: asJson(document).components, schema }).schema;
}

/** Returns an object unchanged, or an empty object for anything else. */
export function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
