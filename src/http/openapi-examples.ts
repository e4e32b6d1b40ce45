/** A recorded answer, as the document shows it. */
export interface AnswerExample {
  /** The `operationId`. */
  readonly operation: string;
  readonly title: string;
  /** Whose errors are of which form follows from the path: those under `/api/v1` are in the envelope. */
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly value: unknown;
  /** What was sent; undefined without a body. */
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
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content?: Record<string, Content> };
  readonly responses?: Record<string, { readonly content?: Record<string, Content> }>;
}

interface Stated {
  readonly paths?: Record<string, Record<string, StatedOperation>>;
  readonly components?: object;
}

/** Errors that many endpoints give: written once, and named after the form. */
const SHARED: readonly { readonly status: number; readonly name: string }[] = [
  { status: 401, name: 'WithoutKey' },
  { status: 429, name: 'TooManyRequests' },
  { status: 503, name: 'Unavailable' },
];
const ENVELOPED = '/api/v1/';

/** Puts recorded answers beside the schemas that describe them. `document` is changed. Pure otherwise. */
export function addExamples(document: object, examples: readonly AnswerExample[]): void {
  const stated = document as Stated;
  const shared = sharedErrors(examples);
  for (const [path, methods] of Object.entries(stated.paths ?? {}))
    for (const operation of Object.values(methods)) {
      const own = examples.filter((example) => example.operation === operation.operationId);
      for (const example of own) addOwn(operation, example);
      const form = path.startsWith(ENVELOPED) ? 'Enveloped' : 'Plain';
      for (const { status, name } of SHARED) {
        const content = operation.responses?.[classOf(status)]?.content?.['application/json'];
        const isKnown = own.some(
          (example) => example.status === status && answerOf(operation, status, example.type) === content,
        );
        const applies = status !== 401 || isKeyed(operation);
        if (!isKnown && applies && shared[`${form}${name}`])
          add(content, name, { $ref: `#/components/examples/${form}${name}` });
      }
    }
  if (Object.keys(shared).length > 0) Object.assign(stated.components ?? {}, { examples: shared });
}

/** The first recorded error of each shared status, in both forms. */
function sharedErrors(examples: readonly AnswerExample[]): Record<string, Example> {
  const found = ['Enveloped', 'Plain'].flatMap((form) =>
    SHARED.flatMap(({ status, name }) => {
      const example = examples.find(
        (each) =>
          each.status === status &&
          each.path.startsWith(ENVELOPED) === (form === 'Enveloped') &&
          isError(each),
      );
      return example ? [[`${form}${name}`, { summary: example.title, value: example.value }] as const] : [];
    }),
  );
  return Object.fromEntries(found);
}

function isError({ value }: AnswerExample): boolean {
  return typeof value === 'object' && value !== null && 'error' in value;
}

function isKeyed({ security = [] }: StatedOperation): boolean {
  return security.length > 0 && security.every((each) => Object.keys(each).length > 0);
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

/** Where an answer is described: under its status, or under its class. */
function answerOf({ responses = {} }: StatedOperation, status: number, type: string): Content | undefined {
  const exact = responses[String(status)]?.content?.[type];
  return exact ?? responses[classOf(status)]?.content?.[type];
}

function classOf(status: number): string {
  return `${String(status)[0]}XX`;
}

/** "Nobody is named" becomes `nobodyIsNamed`. */
function nameOf(title: string): string {
  const words = title.replaceAll(/[’']/g, '').match(/[A-Za-z0-9]+/g) ?? [];
  return words
    .map((word, index) => (index === 0 ? word.toLowerCase() : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('');
}
