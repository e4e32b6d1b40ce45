import type { CallToolResult } from '@modelcontextprotocol/server';
import { fromValidation, type ValidationIssue } from '../http/errors/error-answers.ts';
import { createValidatorCompiler } from '../http/input/validation.ts';
import { asJson, type Json, type Operation } from './api-document.ts';
import { type ApiAnswer, type ApiRequest, type Ask, codeOf, errorOf } from './ask-service.ts';
import { type DefinedTool, ownArguments } from './define-tool.ts';
import { DETAIL, pickPaths } from './detail-argument.ts';
import { QUOTE_NOTE, quoteOthers, withoutMarks } from './quote-others.ts';
import type { Tool } from './tools.ts';

/**
 * Checks a tool's arguments. Returns an error message that names the invalid argument, or undefined if all
 * are valid.
 */
export type CheckArguments = (values: unknown) => string | undefined;

/**
 * Creates a check that validates arguments the way the API validates a body, including filling in defaults.
 */
export function checkArgumentsOf({ tool, inputSchema }: DefinedTool): CheckArguments {
  const compile = createValidatorCompiler();
  const validate = compile({ schema: inputSchema, method: 'POST', url: '/mcp', httpPart: 'body' });
  return (values) => {
    if (validate(values) === true) return undefined;
    const [issue] = (Reflect.get(validate, 'errors') ?? []) as readonly ValidationIssue[];
    const { message } = fromValidation(issue, 'body');
    return `${message.replace(/^The field /, 'The argument ')} Then call ${tool.name} again.`;
  };
}

/** Calls a tool's operation. An API error is returned as a result that an agent can act on, not thrown. */
export async function callTool(
  defined: DefinedTool,
  given: Json,
  { check, ask }: { readonly check: CheckArguments; readonly ask: Ask },
): Promise<CallToolResult> {
  const values = forgiveArguments(given, defined.inputSchema);
  const wrong = check(values);
  if (wrong !== undefined) return refusal(wrong);
  const found = await lookUp(defined, values, ask);
  if ('refused' in found) return refusal(found.refused);
  const answer = await ask(requestOf(defined, found.values));
  if (answer.status !== 200) return refusal(`${errorOf(answer)}${nextCall(answer)}`);
  const structuredContent = contentOf(defined, values, answer);
  const marked = quoteOthers(structuredContent, defined.outputSchema);
  return {
    content: [
      { type: 'text', text: QUOTE_NOTE },
      { type: 'text', text: JSON.stringify(marked) },
    ],
    structuredContent,
  };
}

/** Replaces a lookup argument, such as a license number, with the value that the lookup operation returns. */
async function lookUp(
  { tool, lookupOperation: operation }: DefinedTool,
  values: Json,
  ask: Ask,
): Promise<{ readonly values: Json } | { readonly refused: string }> {
  const { lookup } = tool;
  if (!lookup || !operation) return { values };
  const { argument, instead, parameter, path, absent } = lookup;
  const { [argument]: given, ...others } = values;
  if ((given === undefined) === (values[instead] === undefined))
    return { refused: `Give "${argument}" or "${instead}", and not both. ${FIND_FIRST}` };
  if (given === undefined) return { values };
  const answer = await ask(requestTo(operation, { [parameter]: given }));
  if (answer.status !== 200) return { refused: `${errorOf(answer)}${nextCall(answer)}` };
  const value = path.reduce<unknown>((inner, name) => asJson(inner)[name], dataOf(operation, answer));
  return typeof value === 'string' ? { values: { ...others, [instead]: value } } : { refused: absent };
}

const FIND_FIRST = 'For a name, call find_vendor first.';
/** Advice on which call to try next after an error, by error code. */
const NEXT_CALLS: Readonly<Record<string, string>> = {
  vendor_not_found: 'Call find_vendor with a part of the name.',
  missing_parameter: FIND_FIRST,
  conflicting_identifiers: 'Call again with one of the two.',
  ambiguous_license: 'Call again with one of these numbers.',
  cursor_gone: 'Call list_changes without "after".',
  unauthorized: 'Connect with an API key, as Authorization: Bearer svc_pk_…',
};

function nextCall(answer: ApiAnswer): string {
  const next = NEXT_CALLS[codeOf(answer) ?? ''];
  return next === undefined ? '' : ` ${next}`;
}

function refusal(text: string): CallToolResult {
  return { content: [{ type: 'text', text: withoutMarks(text) }], isError: true };
}

function requestOf({ tool, operation }: DefinedTool, values: Json): ApiRequest {
  const { method, path, parameters, body } = operation;
  if (body && method === 'POST') {
    const own = ownArguments(tool);
    const sent = Object.entries(values).filter(([name]) => !Object.hasOwn(own, name));
    return { method, url: path, body: Object.fromEntries(sent) };
  }
  const offered = parameters.filter(({ name }) => !tool.without?.includes(name));
  const named = offered.map(({ name }) => [name, values[tool.renamed?.[name] ?? name]]);
  return requestTo(operation, Object.fromEntries(named));
}

function requestTo({ path, parameters }: Operation, values: Json): ApiRequest {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place } of parameters) {
    const value = values[name];
    if (value === undefined) continue;
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (place === 'query') query.set(name, String(value));
  }
  return { method: 'GET', url: query.size > 0 ? `${filled}?${query}` : filled };
}

/** Returns the response without its envelope, in the shape of the tool's output schema. */
function contentOf(
  { tool, operation }: DefinedTool,
  values: Json,
  answer: ApiAnswer,
): Record<string, unknown> {
  const whole = wholeContent(tool, operation, answer);
  const cut = tool.cut ? cutList(whole, tool.cut, values) : whole;
  const { listName, short } = tool;
  if (listName === undefined || !short || values[DETAIL] === 'full') return cut;
  const picked = pickPaths(cut[listName], short) as readonly object[];
  return { ...cut, [listName]: picked.map(withoutNulls) };
}

/** Removes null fields to keep rows short. */
function withoutNulls(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

function wholeContent({ listName }: Tool, operation: Operation, answer: ApiAnswer): Record<string, unknown> {
  const data = dataOf(operation, answer);
  if (listName === undefined) return { ...asJson(data) };
  if (isInEnvelope(operation)) return { [listName]: data, meta: asJson(JSON.parse(answer.text)).meta };
  return { [listName]: data, total: Number(answer.headers['x-total-count']) };
}

function cutList(
  whole: Record<string, unknown>,
  { list, argument, fallback }: NonNullable<Tool['cut']>,
  values: Json,
): Record<string, unknown> {
  const entries = whole[list] as readonly unknown[];
  const most = typeof values[argument] === 'number' ? values[argument] : fallback;
  return { ...whole, [list]: entries.slice(0, most), [`${list}_total`]: entries.length };
}

function dataOf(operation: Operation, answer: ApiAnswer): unknown {
  const body: unknown = JSON.parse(answer.text);
  return isInEnvelope(operation) ? asJson(body).data : body;
}

function isInEnvelope({ path }: Operation): boolean {
  return path.startsWith('/api/v1/');
}

/**
 * Converts arguments to the types in the schema, because models often use other types. Accepts null for a
 * missing argument, a number for a string of digits, and JSON text for a list or object. Other mistakes are
 * not corrected. `schema` must not contain references. Pure function.
 */
function forgiveArguments(values: Json, schema: Json): Json {
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
