import type { AnswerExample } from '../../../http/openapi/openapi-examples.ts';
import type { OperationMethod } from './operations.ts';

/** One request to the demo and its answer, unchanged. */
export interface DocsExample {
  /** The `operationId` of the endpoint. */
  readonly operation: string;
  readonly title: string;
  readonly method: OperationMethod;
  /** Path and query; `$RECEIPT` replaces a long receipt. */
  readonly path: string;
  readonly keyed: boolean;
  readonly body: string | null;
  readonly status: number;
  readonly type: string;
  /** Long lists and codes are cut, and the text says so in their place. */
  readonly answer: string;
}

/** The demo's answers; `npm run docs-examples` asks for them again, and a test compares the file with the answers. */
export interface DocsExamples {
  readonly made_on: string;
  /** A demo license number with a good record. */
  readonly license_number: string;
  readonly examples: readonly DocsExample[];
}

/** The address of the service that gave the recorded answers. */
const RECORDED_AT = 'https://vendors.example';

/** Returns the recorded examples with this service's own address. */
export function parseExamples(text: string, baseUrl: string): DocsExamples {
  return JSON.parse(text.replaceAll(RECORDED_AT, baseUrl)) as DocsExamples;
}

/** The place at which a list was cut, with the comma before it. */
const CUT = /,\s*… \d+ more(?=\s*\])/g;

/** Returns the same answers for the OpenAPI document: as values, with lists that end where the example does. */
export function answerExamples({ examples }: DocsExamples): AnswerExample[] {
  return examples.map(({ operation, title, path, status, type, answer, body }) => ({
    operation,
    title,
    path,
    status,
    type,
    value: type.endsWith('json') ? JSON.parse(answer.replaceAll(CUT, '')) : answer,
    ...(body === null ? {} : { body: JSON.parse(body) }),
  }));
}
