import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { inlineSchemas } from '../../src/http/openapi/openapi-names.ts';

/**
 * The rules that this API's document must follow in addition to being valid OpenAPI.
 * docs/decisions/0030-api-document-and-client.md explains them.
 */

type Json = Readonly<Record<string, unknown>>;

interface Content {
  readonly schema?: Json;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>;
}

interface Answer {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly description?: string }[];
  readonly requestBody?: Answer;
  readonly responses?: Readonly<Record<string, Answer>>;
}

export interface RuledDocument {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Json>>;
    readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
    readonly headers?: Readonly<Record<string, object>>;
  };
}

/** An object schema with more fields than this must be named if it is used in two places. */
const FIELDS_WITHOUT_NAME_MAX = 2;

/** Lists every violation in the document, formatted as "location: problem". */
export function checkDocument(document: RuledDocument): string[] {
  const references = checkComponents(document);
  return [
    ...operationsOf(document).flatMap(([where, operation]) => [
      ...checkTexts(where, operation, document),
      ...checkAnswers(where, operation),
    ]),
    ...checkOperationIds(document),
    ...references,
    ...checkUnnamed(document),
    // Examples are checked only once every reference resolves.
    ...(references.length > 0 ? [] : checkExamples(document)),
  ];
}

function operationsOf({ paths = {} }: RuledDocument): [string, Operation][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

function checkTexts(where: string, operation: Operation, { tags = [] }: RuledDocument): string[] {
  const { operationId, summary, security, parameters = [] } = operation;
  const [subject, ...others] = operation.tags ?? [];
  const described = tags.some(({ name, description }) => name === subject && description);
  return [
    ...(operationId ? [] : [`${where}: no operationId`]),
    ...(summary ? [] : [`${where}: no summary`]),
    ...(described && others.length === 0 ? [] : [`${where}: not under one tag that has a text`]),
    ...(security ? [] : [`${where}: does not say whether it needs a key`]),
    ...parameters.flatMap(({ name, description }) =>
      description ? [] : [`${where}: parameter ${name} has no description`],
    ),
  ];
}

function checkAnswers(where: string, { responses = {}, requestBody, security = [] }: Operation): string[] {
  // Every response to a request that needs a key has a validator (contract 4.3.8).
  const needsKey = security.length > 0 && security.every((each) => Object.keys(each).length > 0);
  const isKeyedRead = where.startsWith('GET ') && needsKey;
  const missing = ['200', ...(isKeyedRead ? ['304'] : []), '4XX', '5XX'].filter(
    (status) => !responses[status],
  );
  return [
    ...missing.map((status) => `${where}: does not describe ${status}`),
    ...Object.entries(responses).flatMap(([status, { description, content = {} }]) => [
      ...(description && description !== 'Default Response'
        ? []
        : [`${where}: answer ${status} has no text`]),
      ...withoutExample(content).map((type) => `${where}: answer ${status} ${type} has no example`),
    ]),
    ...withoutExample(requestBody?.content ?? {}).map((type) => `${where}: body ${type} has no example`),
  ];
}

function withoutExample(content: Readonly<Record<string, Content>>): string[] {
  return Object.entries(content).flatMap(([type, { examples = {} }]) =>
    Object.keys(examples).length > 0 ? [] : [type],
  );
}

function checkOperationIds(document: RuledDocument): string[] {
  const ids = operationsOf(document).map(([, { operationId }]) => operationId);
  return ids.flatMap((id, index) => (ids.indexOf(id) === index ? [] : [`${id}: names two operations`]));
}

/** Checks that every named schema and example is used and that every reference resolves. */
function checkComponents(document: RuledDocument): string[] {
  const used = new Set([...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to));
  const { schemas = {}, examples = {}, headers = {} } = document.components ?? {};
  const known = [
    ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
    ...Object.keys(examples).map((name) => `#/components/examples/${name}`),
    ...Object.keys(headers).map((name) => `#/components/headers/${name}`),
  ];
  return [
    ...known.filter((name) => !used.has(name)).map((name) => `${name}: is not used`),
    ...[...used].filter((name) => !known.includes(name)).map((name) => `${name}: leads nowhere`),
  ];
}

/** Finds unnamed object schemas that are written out more than once. */
function checkUnnamed(document: RuledDocument): string[] {
  const seen = new Map<string, number>();
  const look = (value: unknown, isComponent: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties, required } = value as Json;
    const isLarge = Object.keys(Object(properties)).length > FIELDS_WITHOUT_NAME_MAX;
    if (isLarge && !isComponent && !isEnvelope(properties)) {
      const text = JSON.stringify([properties, required]);
      seen.set(text, (seen.get(text) ?? 0) + 1);
    }
    for (const [key, inner] of Object.entries(value)) if (key !== 'examples') look(inner, false);
  };
  look(document.paths, false);
  for (const schema of Object.values(document.components?.schemas ?? {})) look(schema, true);
  return [...seen].flatMap(([text, times]) =>
    times > 1 ? [`${text.slice(0, 80)}…: stands ${times} times without a name`] : [],
  );
}

/** Returns true for an envelope, which needs no name because the schema of its data has one. */
function isEnvelope(properties: unknown): boolean {
  return Object.keys(Object(properties)).join() === 'data,meta,error';
}

/** Checks that every example matches its schema and has no fields beyond it. */
function checkExamples(document: RuledDocument): string[] {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const whole = inlineSchemas(document);
  return operationsOf(whole).flatMap(([where, { responses = {}, requestBody }]) =>
    [...Object.values(responses), requestBody ?? {}].flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ schema = {}, examples = {} }) =>
        Object.entries(examples).flatMap(([name, { value, $ref }]) => {
          const shown = $ref ? sharedExample(document, $ref) : value;
          const validate = ajv.compile(withoutOtherFields(schema) as object);
          return validate(withoutEllipses(shown))
            ? []
            : [`${where}: example ${name}: ${ajv.errorsText(validate.errors)}`];
        }),
      ),
    ),
  );
}

function sharedExample({ components }: RuledDocument, reference: string): unknown {
  return components?.examples?.[reference.split('/').at(-1) ?? '']?.value;
}

function withoutOtherFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOtherFields);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutOtherFields(each)]),
  );
  return typeof copy.properties === 'object' && copy.type === 'object'
    ? { additionalProperties: false, ...copy }
    : copy;
}

/** Removes the "…" that ends shortened example strings, because the character is invalid in a URL. */
function withoutEllipses(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/…$/, '');
  if (Array.isArray(value)) return value.map(withoutEllipses);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutEllipses(each)]));
}
