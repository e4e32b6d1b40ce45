import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument, Operation } from './catalogue.ts';

/** Checks responses against the OpenAPI document. */
export interface AnswerChecker {
  /** Returns how the response violates the OpenAPI document; undefined if it conforms. */
  problemOf(operation: Operation, answer: Answer): Problem | undefined;
}

interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

interface Problem {
  readonly kind: 'undocumented status' | 'undocumented type' | 'off schema';
  readonly detail: string;
}

type Responses = OpenApiDocument['paths'][string][string]['responses'];

/** Creates a checker. It compiles each schema when the first response for that schema arrives. */
export function createAnswerChecker(document: OpenApiDocument): AnswerChecker {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  const compiled = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object) => {
    const known = compiled.get(schema) ?? ajv.compile(withoutOtherFields(schema));
    compiled.set(schema, known);
    return known;
  };
  return {
    problemOf({ path, method }, answer) {
      const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
      const documented = responseFor(responses, answer.status);
      if (!documented)
        return { kind: 'undocumented status', detail: `${answer.status} is not in the document` };
      // A 304 does not have a body, so there is nothing to check.
      if (answer.status === 304) return undefined;
      const type = (answer.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      const content = documented.content?.[type];
      if (!content)
        return { kind: 'undocumented type', detail: `${answer.status} as "${answer.contentType ?? ''}"` };
      if (content.schema === undefined) return undefined;
      return bodyProblem(type, answer.body, validatorOf(content.schema));
    },
  };
}

/** Looks up the description for a status or for its class, such as `4XX`, in uppercase or lowercase. */
function responseFor(responses: Responses, status: number): Responses[string] | undefined {
  const first = String(status)[0];
  return responses[String(status)] ?? responses[`${first}XX`] ?? responses[`${first}xx`] ?? responses.default;
}

function bodyProblem(type: string, body: string, validate: ValidateFunction): Problem | undefined {
  let value: unknown = body;
  if (type.endsWith('json'))
    try {
      value = JSON.parse(body);
    } catch {
      return { kind: 'off schema', detail: 'the body is no JSON' };
    }
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  const more =
    typeof error?.params.additionalProperty === 'string' ? ` "${error.params.additionalProperty}"` : '';
  return {
    kind: 'off schema',
    detail: `${(error?.instancePath ?? '').replace(/\/\d+(?=\/|$)/g, '/*')} ${error?.message}${more}`,
  };
}

/**
 * Returns the same schema, but rejects fields that it does not name: responses must match the document
 * exactly.
 */
function withoutOtherFields(schema: object): object {
  const copied = Object.entries(schema).map(([key, value]) => [key, copyPart(key, value)]);
  const copy = Object.fromEntries(copied);
  const isClosed = 'additionalProperties' in schema || 'allOf' in schema || !('properties' in schema);
  return isClosed ? copy : { ...copy, additionalProperties: false };
}

function copyPart(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => (isSchema(each) ? withoutOtherFields(each) : each));
  if (!isSchema(value) || key === 'default' || key === 'const') return value;
  if (key !== 'properties' && key !== '$defs') return withoutOtherFields(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isSchema(each) ? withoutOtherFields(each) : each]),
  );
}

function isSchema(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
