/** A recorded response, as the document shows it. */
export interface AnswerExample {
  /** The `operationId`. */
  readonly operation: string;
  readonly title: string;
  /** The requested path. It determines the error format: errors under `/api/v1` are in the envelope. */
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly value: unknown;
  /** The request body; undefined if there was none. */
  readonly body?: unknown;
}

interface Example {
  readonly summary?: string;
  readonly value?: unknown;
  readonly $ref?: string;
}

interface Content {
  examples?: Record<string, Example>;
}

interface StatedOperation {
  readonly operationId?: string;
  readonly requestBody?: { readonly content?: Record<string, Content> };
  readonly responses?: Record<string, { readonly content?: Record<string, Content> }>;
}

interface Stated {
  readonly paths?: Record<string, Record<string, StatedOperation>>;
}

/**
 * Adds recorded responses as examples to the operations that returned them; `addErrors` adds the errors.
 * Changes `document`. Otherwise pure.
 */
export function addExamples(document: object, examples: readonly AnswerExample[]): void {
  for (const methods of Object.values((document as Stated).paths ?? {}))
    for (const operation of Object.values(methods))
      for (const example of examples)
        if (example.operation === operation.operationId && !isError(example)) addOwn(operation, example);
}

/**
 * Returns true for an error in one of the two error formats. A badge's error is an image, and a service that
 * is not ready lists what is failing; both are documented as regular responses.
 */
function isError({ status, value }: AnswerExample): boolean {
  return status >= 400 && typeof value === 'object' && value !== null && 'error' in value;
}

function addOwn(operation: StatedOperation, { title, status, type, value, body }: AnswerExample): void {
  const name = nameOf(title);
  add(answerOf(operation, status, type), name, { summary: title, value });
  if (body !== undefined && status < 400)
    add(operation.requestBody?.content?.['application/json'], name, { summary: title, value: body });
}

function add(content: Content | undefined, name: string, example: Example): void {
  if (content) content.examples = { ...content.examples, [name]: example };
}

/** Returns the documented response for a status, or for its class if the status is not listed separately. */
function answerOf({ responses = {} }: StatedOperation, status: number, type: string): Content | undefined {
  const exact = responses[String(status)]?.content?.[type];
  return exact ?? responses[classOf(status)]?.content?.[type];
}

function classOf(status: number): string {
  return `${String(status)[0]}XX`;
}

/** Turns "No license found" into `noLicenseFound`. */
export function nameOf(title: string): string {
  const words = title.replaceAll(/[’']/g, '').match(/[A-Za-z0-9]+/g) ?? [];
  return words
    .map((word, index) => (index === 0 ? word.toLowerCase() : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('');
}
