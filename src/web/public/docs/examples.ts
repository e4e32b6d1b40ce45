import type { AnswerExample } from '../../../http/openapi/openapi-examples.ts';
import type { OperationMethod } from './operations.ts';

/** A request to the demo, and the demo's unchanged response. */
export interface DocsExample {
  /** The `operationId` of the endpoint. */
  readonly operation: string;
  readonly title: string;
  readonly method: OperationMethod;
  /** The path and query. `$RECEIPT` stands for a long receipt. */
  readonly path: string;
  readonly keyed: boolean;
  readonly body: string | null;
  readonly status: number;
  readonly type: string;
  /** The response, in which long lists and codes end with a note about the rest. */
  readonly answer: string;
}

/**
 * The demo's responses. `npm run docs-examples` records them again, and a test compares the file with the
 * real responses.
 */
export interface DocsExamples {
  readonly made_on: string;
  /** A demo license number with a good record. */
  readonly license_number: string;
  readonly examples: readonly DocsExample[];
}

/** The base URL of the service that the responses were recorded from. */
const RECORDED_AT = 'https://vendors.example';

/** Returns the recorded examples, with this service's own base URL. */
export function parseExamples(text: string, baseUrl: string): DocsExamples {
  return JSON.parse(text.replaceAll(RECORDED_AT, baseUrl)) as DocsExamples;
}

/** Matches the spot where a list was cut, including the comma before it. */
const CUT = /,\s*… \d+ more(?=\s*\])/g;

/**
 * Returns the same responses for the OpenAPI document, as parsed values. Each shortened list ends where it
 * was cut.
 */
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
