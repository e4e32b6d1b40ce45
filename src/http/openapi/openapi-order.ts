import { compareText } from '../../lib/text/text.ts';

interface StatedOperation {
  readonly tags?: readonly string[];
  readonly responses?: Readonly<Record<string, unknown>>;
}

interface Stated {
  readonly openapi?: unknown;
  readonly info?: unknown;
  readonly servers?: unknown;
  readonly tags?: readonly { readonly name: string }[];
  readonly webhooks?: unknown;
  readonly paths?: Readonly<Record<string, Readonly<Record<string, StatedOperation>>>>;
  readonly components?: Readonly<Record<string, object>>;
}

const OPERATION_KEYS = ['operationId', 'summary', 'description', 'deprecated', 'tags', 'security'];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Sorts the document, so that its order does not depend on when a route was registered: addresses by subject
 * and path, responses by status, components by name. Adds an empty `security` list, which means that no key
 * is needed, to every operation without one. Pure.
 */
export function orderDocument<Document extends object>(document: Document): Document {
  const { openapi, info, servers, tags = [], paths = {}, webhooks, components = {} } = document as Stated;
  const subjects = tags.map(({ name }) => name);
  const subjectOf = (methods: Readonly<Record<string, StatedOperation>>) =>
    subjects.indexOf(Object.values(methods)[0]?.tags?.[0] ?? '');
  const sorted = Object.entries(paths).sort(
    ([a, inA], [b, inB]) => subjectOf(inA) - subjectOf(inB) || compareText(a, b),
  );
  return {
    openapi,
    info,
    servers,
    tags,
    paths: Object.fromEntries(sorted.map(orderMethods)),
    webhooks,
    components: mapValues(sortKeys(components, compareText), (each) => sortKeys(each, compareText)),
  } as unknown as Document;
}

function orderMethods([path, methods]: readonly [string, Readonly<Record<string, StatedOperation>>]) {
  const ordered = sortKeys(methods, (a, b) => METHODS.indexOf(a) - METHODS.indexOf(b));
  return [path, mapValues(ordered, orderOperation)] as const;
}

function orderOperation(operation: StatedOperation): object {
  const stated = { security: [], ...operation };
  const rank = (key: string) =>
    OPERATION_KEYS.includes(key) ? OPERATION_KEYS.indexOf(key) : OPERATION_KEYS.length;
  const { responses = {}, ...others } = sortKeys(stated, (a, b) => rank(a) - rank(b));
  return { ...others, responses: sortKeys(responses, compareText) };
}

function sortKeys<Value extends object>(value: Value, by: (a: string, b: string) => number): Value {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => by(a, b))) as Value;
}

function mapValues<Value>(
  value: Readonly<Record<string, Value>>,
  map: (value: Value) => object,
): Record<string, object> {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, map(each)]));
}
