import { inlineSchemas } from '../../../http/openapi/openapi-names.ts';

/** Reads the OpenAPI document for the guide. Pure functions. */

export interface Field {
  /** For example, `data.vendor.license.number`; `[]` marks the items in a list. */
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly type: string;
  readonly text: string;
  /** The accepted values, if there are only a few. */
  readonly values: readonly string[];
  readonly fallback: string;
}

const OPERATION_METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type OperationMethod = (typeof OPERATION_METHODS)[number];

export interface Operation {
  /** The `operationId`, which is also the last part of the address of the operation's page. */
  readonly id: string;
  readonly method: OperationMethod;
  /** For example, `/api/vendors/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly key: 'none' | 'accepted' | 'needed';
  readonly parameters: readonly Parameter[];
  readonly bodyFields: readonly Field[];
  readonly answers: readonly {
    readonly status: string;
    readonly text: string;
    readonly fields: readonly Field[];
  }[];
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly default?: unknown;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface StatedOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content & { readonly description?: string }>>;
}

export interface ApiDocument {
  readonly tags?: readonly { readonly name: string; readonly description?: string | undefined }[] | undefined;
  readonly paths?: object | undefined;
  readonly components?: object | undefined;
}

/** The maximum number of values to list individually. */
const VALUES_MAX = 12;

/** Returns all operations, in the order of the document's tags. */
export function readOperations(document: ApiDocument): Operation[] {
  const { tags = [], paths = {} } = inlineSchemas(document);
  const subjects = tags.map(({ name }) => name);
  return Object.entries(statedPaths(paths))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, stated]) => toOperation(path, method, stated)),
    )
    .sort((a, b) => subjects.indexOf(a.tag) - subjects.indexOf(b.tag));
}

/** Casts the paths to the narrower type that this service's TypeBox schemas guarantee. */
function statedPaths(paths: object): Record<string, Record<string, StatedOperation>> {
  return paths as Record<string, Record<string, StatedOperation>>;
}

function toOperation(path: string, method: string, stated: StatedOperation): Operation {
  const { security = [], parameters = [], responses = {} } = stated;
  const isOpen = security.length === 0 || security.some((each) => Object.keys(each).length === 0);
  return {
    id: stated.operationId ?? '',
    method: OPERATION_METHODS.find((each) => each === method.toUpperCase()) ?? 'GET',
    path,
    summary: stated.summary ?? '',
    description: stated.description ?? '',
    tag: stated.tags?.[0] ?? '',
    key: security.length === 0 ? 'none' : isOpen ? 'accepted' : 'needed',
    parameters: parameters.map(({ name, in: place, required = false, description = '', schema = {} }) => ({
      name,
      in: place === 'path' || place === 'header' ? place : 'query',
      required: required || place === 'path',
      type: typeText(schema),
      text: description,
      values: shortList(schema),
      fallback: schema.default === undefined ? '' : String(schema.default),
    })),
    bodyFields: fieldsOf(schemaOf(stated.requestBody)),
    answers: Object.entries(responses).map(([status, answer]) => ({
      status,
      text: answer.description ?? '',
      fields: fieldsOf(schemaOf(answer)),
    })),
  };
}

function schemaOf(content: Content | undefined): Schema {
  return Object.values(content?.content ?? {})[0]?.schema ?? {};
}

function shortList({ enum: values = [] }: Schema): string[] {
  const texts = values.map(String).filter((value) => value !== '');
  return texts.length <= VALUES_MAX ? texts : [];
}

/** Returns all fields in a body, outer fields first. */
function fieldsOf(schema: Schema, path = ''): Field[] {
  const own = path === '' ? [] : [{ path, type: typeText(schema), text: schema.description ?? '' }];
  return [...own, ...innerFields(schema, path)];
}

function innerFields(schema: Schema, path: string): Field[] {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => innerFields(each, path));
  if (schema.items) return innerFields(schema.items, `${path}[]`);
  const before = path === '' ? '' : `${path}.`;
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => fieldsOf(inner, before + name));
}

function typeText(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return enumText(schema.enum);
  if (schema.items) return `list of ${typeText(schema.items)}`;
  return schema.format ?? [schema.type ?? 'anything'].flat().join(' or ');
}

function enumText(values: readonly unknown[]): string {
  const listed = values.filter((value) => value !== '');
  return listed.length > VALUES_MAX
    ? `one of ${listed.length} values`
    : listed.map((value) => JSON.stringify(value)).join(', ');
}
