import type { Field } from '../../test/support/read-page.ts';
/**
 * Everything that a run knows about the service before it sends requests. All of it was read from outside the
 * service.
 */

/**
 * The senders of requests. `key` and `organizer` use the same account, and `other organizer` requests things
 * that belong to that account.
 */
export const CALLERS = [
  'anonymous',
  'key',
  'wrong key',
  'organizer',
  'other organizer',
  'operator',
  'vendor',
] as const;
export type CallerName = (typeof CALLERS)[number];

/** A JSON schema in the OpenAPI document, with only the parts that the generator uses. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly method: string;
  /** The path as the document writes it: `/api/vendors/{id}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly isKeyed: boolean;
}

/** A page that was found by following links, and the caller who saw it. */
export interface Page {
  readonly role: CallerName;
  readonly address: string;
  /** The URL with `*` in place of ids, and without its query. */
  readonly template: string;
}

export interface Form {
  readonly role: CallerName;
  /** The URL that the form is submitted to. */
  readonly action: string;
  readonly template: string;
  readonly method: 'get' | 'post';
  readonly isMultipart: boolean;
  readonly fields: readonly Field[];
}

/** Values that exist in the service, by type. */
export interface Known {
  readonly licenses: readonly string[];
  readonly vendorIds: readonly string[];
  readonly names: readonly string[];
  readonly cities: readonly string[];
  readonly receipts: readonly string[];
  readonly eventIds: readonly string[];
  readonly etags: readonly string[];
  readonly emails: readonly string[];
  readonly passwords: readonly string[];
  readonly tokens: readonly string[];
  readonly revokedKeys: readonly string[];
}

export interface Catalogue {
  readonly operations: readonly Operation[];
  readonly pages: readonly Page[];
  readonly forms: readonly Form[];
  readonly known: Known;
  /** Ids that belong to the first organizer: events, applications, questions, keys. */
  readonly ownedIds: ReadonlySet<string>;
  /** Strings that only the first organizer may see. */
  readonly secrets: readonly string[];
}

/** Lists the operations in the OpenAPI document. */
export function listOperations(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content['application/json']?.schema,
      isKeyed: operation.security !== undefined,
    })),
  );
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

interface OpenApiOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly security?: readonly unknown[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}

/** Returns a URL without its query, and with `*` in place of every id, number or key in its path. */
export function templateOf(address: string): string {
  const path = address.split(/[?#]/)[0] ?? '';
  return path
    .split('/')
    .map((part) => (/^[\da-f]{8}-[\da-f-]{27}$|^\d+$|^[a-z2-7]{16}$/.test(part) ? '*' : part))
    .join('/');
}

const ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|(?<=\/)[a-z2-7]{16}(?=\/|$)/g;

/** Returns every id in the path of a URL. */
export function idsIn(address: string): string[] {
  return (address.split('?')[0] ?? '').match(ID) ?? [];
}
