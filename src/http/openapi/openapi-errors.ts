import { errorBody, INTERNAL_MESSAGE } from '../errors/error-answers.ts';
import { AppError, ERROR_STATUS, type ErrorCode } from '../errors/errors.ts';
import { type AnswerExample, nameOf } from './openapi-examples.ts';

/** The path prefixes of the two error formats, enveloped and plain. */
const FORMS = { Enveloped: '/api/v1/', Plain: '/' } as const;
type Form = keyof typeof FORMS;

interface StatedOperation {
  readonly operationId?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: object;
  responses?: Record<string, Answer>;
}

interface Answer {
  readonly description?: string;
  readonly content?: Record<string, { readonly schema?: unknown; examples?: Record<string, object> }>;
}

interface Stated {
  readonly paths?: Record<string, Record<string, StatedOperation>>;
  readonly components?: object;
}

const JSON_TYPE = 'application/json';

/** The description of each status that is listed separately from its class (`4XX`, `5XX`). */
const REASONS: Readonly<Partial<Record<number, string>>> = {
  400: 'The request is not as it must be; the message says what is accepted.',
  401: 'No key, or one that is not good.',
  404: 'Nothing is there, or it is not yours.',
  410: 'It was there and is gone.',
  413: 'The body is too large.',
  415: 'The body is of another media type.',
  422: 'The Idempotency-Key was sent with another question.',
  429: 'A limit is exceeded; Retry-After says for how long.',
};

/**
 * Adds the errors of each operation under their statuses. Each error code gets an example: one recorded for
 * the operation, or one shared by all operations with the same error format. Changes `document`. Otherwise
 * pure.
 */
export function addErrors(document: object, examples: readonly AnswerExample[]): void {
  const { paths = {}, components = {} } = document as Stated;
  const shared = new Map<string, object>();
  for (const [path, methods] of Object.entries(paths))
    for (const operation of Object.values(methods)) {
      const form: Form = path.startsWith(FORMS.Enveloped) ? 'Enveloped' : 'Plain';
      const own = examples.filter((each) => each.operation === operation.operationId && codeOf(each));
      const isKnown = new Set(own.map(codeOf));
      for (const each of own) addOne(operation, each.status, nameOf(each.title), shownAs(each));
      for (const code of codesOf(operation)) {
        if (isKnown.has(code)) continue;
        const name = `${form}_${code}`;
        const example = sharedExample(code, form, examples);
        if (!example) continue;
        shared.set(name, example);
        addOne(operation, ERROR_STATUS[code], name, { $ref: `#/components/examples/${name}` });
      }
    }
  if (shared.size > 0) Object.assign(components, { examples: Object.fromEntries(shared) });
}

/**
 * Returns the error codes that an operation can return, based on its security, parameters and body. Errors of
 * requests that do not reach any operation are documented under the status class.
 */
function codesOf({ security = [], parameters = [], requestBody }: StatedOperation): ErrorCode[] {
  const has = (name: string) => parameters.some((each) => each.name === name);
  return [
    ...(security.some((each) => Object.keys(each).length > 0) ? (['unauthorized'] as const) : []),
    ...(has('license_number') ? (['ambiguous_license', 'vendor_not_found'] as const) : []),
    ...(has('vendor_id') ? (['conflicting_identifiers'] as const) : []),
    ...(requestBody ? (['invalid_body', 'body_too_large', 'unsupported_media_type'] as const) : []),
    ...(has('idempotency-key') ? (['idempotency_key_reused'] as const) : []),
    ...(['rate_limited', 'url_too_long', 'unavailable', 'internal_error'] as const),
  ];
}

/**
 * Returns the first recorded error with this code and format. The demo never has an internal error that could
 * be recorded, so that example is constructed.
 */
function sharedExample(code: ErrorCode, form: Form, examples: readonly AnswerExample[]): object | undefined {
  if (code === 'internal_error') {
    const { doc_url } = errorOf(examples.find(({ value }) => errorOf(value).doc_url)?.value);
    const baseUrl = String(doc_url ?? '').replace(/\/docs\/errors.*$/, '');
    const value = JSON.parse(errorBody(new AppError(code, INTERNAL_MESSAGE), FORMS[form], baseUrl));
    return { summary: 'A fault of the service', value };
  }
  const ofForm = examples.filter(({ path }) => path.startsWith(FORMS.Enveloped) === (form === 'Enveloped'));
  const found = ofForm.find((each) => codeOf(each) === code);
  return found && shownAs(found);
}

function shownAs({ title, value }: AnswerExample): object {
  return { summary: title, value };
}

/** Adds an example under its status, or under the status class if the status is not listed separately. */
function addOne(operation: StatedOperation, status: number, name: string, example: object): void {
  const responses = operation.responses ?? {};
  const whole = responses[`${String(status)[0]}XX`];
  const reason = REASONS[status];
  // A separately listed status of 500 or more is not an error but one of the operation's regular responses.
  const stated = status < 500 ? responses[status] : undefined;
  const answer = stated ?? (reason === undefined ? whole : copyOf(whole, reason));
  if (!answer) return;
  if (answer !== whole) responses[status] = answer;
  const content = answer.content?.[JSON_TYPE];
  if (content) content.examples = { ...content.examples, [name]: example };
}

/** Copies a response with another description, without the examples for the whole class. */
function copyOf(whole: Answer | undefined, description: string): Answer | undefined {
  const schema = whole?.content?.[JSON_TYPE]?.schema;
  return schema === undefined ? undefined : { description, content: { [JSON_TYPE]: { schema } } };
}

/** Returns the code of a recorded error; undefined for any other response. */
function codeOf({ value, status }: AnswerExample): unknown {
  return status >= 400 ? errorOf(value).code : undefined;
}

/** Returns the fields of an error in either format. */
function errorOf(value: unknown): { readonly code?: unknown; readonly doc_url?: unknown } {
  const { error } = Object(value);
  return typeof error === 'object' && error !== null ? error : Object(value);
}
