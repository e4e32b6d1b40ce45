/** Generates TypeScript types from the OpenAPI document. Pure. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

type Content = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface TypedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/**
 * The tag of the operations for which no types are generated. A person or script uses them only once, the
 * client does not have calls for them, and their types would exceed the client's size limit.
 */
const LEFT_OUT = 'webhooks';

/**
 * Returns a module with types for each operation's parameters and response, and for each named schema in
 * them.
 */
export function typesOf({ paths, webhooks = {}, components }: TypedDocument): string {
  const stated = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags?.includes(LEFT_OUT) ? [] : [{ where: `${method.toUpperCase()} ${path}`, operation }],
    ),
  );
  const used = namesIn([...stated.map(({ operation }) => operation), webhooks], components.schemas);
  const schemas = Object.entries(components.schemas).filter(([name]) => used.has(name));
  const whole = new Map(
    schemas
      .filter(([, { required = [] }]) => required.length > 0)
      .map(([name, { properties }]) => [JSON.stringify(properties), name]),
  );
  const named = schemas.map(([name, schema]) =>
    declare(name, schema, schema.required ? undefined : whole.get(JSON.stringify(schema.properties))),
  );
  const operations = stated.flatMap(({ where, operation }) => declareOperation(where, operation));
  const about = '// Made from docs/openapi.json by client/tools/make-types.ts. Do not edit.';
  return `${[about, ...named, ...operations].join('\n\n')}\n`;
}

/** Returns the names of all schemas that a value refers to, directly or indirectly. */
function namesIn(value: unknown, schemas: Readonly<Record<string, Schema>>, known = new Set<string>()) {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"\$ref":"[^"]*\/schemas\/(\w+)"/g)) {
    if (known.has(name)) continue;
    known.add(name);
    namesIn(schemas[name], schemas, known);
  }
  return known;
}

/**
 * Declares a schema's type. If the schema does not require any of its fields, `whole` names the schema that
 * has the same fields and requires some of them.
 */
function declare(name: string, schema: Schema, whole: string | undefined): string {
  const about = comment(schema, '');
  if (whole) return `${about}export type ${name} = Partial<${whole}>;`;
  return isPlainObject(schema)
    ? `${about}export interface ${name} ${typeText(schema, '')}`
    : `${about}export type ${name} = ${typeText(schema, '')};`;
}

function declareOperation(where: string, operation: Operation): string[] {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const inAddress = parameters.filter((each) => each.in !== 'header');
  const name = operationId.slice(0, 1).toUpperCase() + operationId.slice(1);
  const body = schemaOf(requestBody);
  const given = schemaOf(responses['200']);
  // The first alternative is the response to a request without `fields`.
  const answer = parameters.some((each) => each.name === 'fields') ? (given?.anyOf?.[0] ?? given) : given;
  return [
    ...(inAddress.length > 0
      ? [`/** ${summary}: \`${where}\`. */\nexport interface ${name}Parameters ${parameterText(inAddress)}`]
      : []),
    ...(body ? [`/** What \`${where}\` takes. */\nexport type ${name}Body = ${typeText(body, '')};`] : []),
    ...(answer
      ? [`/** What \`${where}\` answers. */\nexport type ${name}Answer = ${typeText(answer, '')};`]
      : []),
  ];
}

function parameterText(parameters: readonly Parameter[]): string {
  const properties = parameters.map(({ name, description, schema = {} }) => [
    name,
    { ...schema, ...(description ? { description } : {}) },
  ]);
  const required = parameters.filter((each) => each.required).map(({ name }) => name);
  return typeText({ type: 'object', properties: Object.fromEntries(properties), required }, '');
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return Object.values(content?.content ?? {})[0]?.schema;
}

function isPlainObject({ properties }: Schema): boolean {
  return properties !== undefined;
}

function typeText(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => typeText(each, indent)))].join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.properties) return fieldsText(schema, indent);
  if (schema.items) return listOf(typeText(schema.items, indent));
  if (typeof schema.additionalProperties === 'object')
    return `Record<string, ${typeText(schema.additionalProperties, indent)}>`;
  return SIMPLE[schema.type ?? ''] ?? 'unknown';
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'object',
};

function fieldsText({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema, inner)}${inner}${name}${required.includes(name) ? '' : '?'}: ${typeText(schema, inner)};`,
  );
  return `{\n${fields.join('\n')}\n${indent}}`;
}

function listOf(type: string): string {
  return /[|{ ]/.test(type) ? `Array<${type}>` : `${type}[]`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
}

/** Descriptions of formats that a type cannot express. */
const FORMATS: Readonly<Record<string, string>> = {
  date: 'A day, YYYY-MM-DD.',
  'date-time': 'A time in UTC, ISO 8601.',
  uuid: 'A UUID.',
  uri: 'An address.',
};

function comment(schema: Schema, indent: string): string {
  const { description = '', format = schema.anyOf?.find((each) => each.format)?.format ?? '' } = schema;
  const meaning = FORMATS[format] ?? '';
  const isSaid = description === meaning || (format === 'date-time' && description.startsWith('UTC'));
  const text = [description, isSaid ? '' : meaning].filter((part) => part !== '').join(' ');
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
