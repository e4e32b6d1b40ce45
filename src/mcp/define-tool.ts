import {
  asJson,
  findOperation,
  inlined,
  type Json,
  type Operation,
  resolved,
  standAlone,
} from './api-document.ts';
import { DETAIL_ARGUMENT, pickInSchema } from './detail-argument.ts';
import type { Tool } from './tools.ts';

/** A tool with its schemas, built from the API document. */
export interface DefinedTool {
  readonly tool: Tool;
  readonly operation: Operation;
  /** The operation that `tool.lookup` refers to. */
  readonly lookupOperation: Operation | undefined;
  readonly inputSchema: Json;
  readonly outputSchema: Json;
  /** The part of the response that is returned by default. */
  readonly shortSchema: Json;
}

/** The maximum number of entries that an agent can request from a list that can be shortened. */
const CUT_MAX = 500;

export function defineTool(document: unknown, tool: Tool): DefinedTool {
  const operation = findOperation(document, tool.operationId);
  const lookupOperation = tool.lookup && findOperation(document, tool.lookup.operationId);
  const output = outputOf(document, tool, operation);
  const outputSchema = standAlone(document, output);
  return {
    tool,
    operation,
    lookupOperation,
    inputSchema: inlined(document, withLookup(tool, lookupOperation, inputOf(document, tool, operation))),
    outputSchema,
    shortSchema: tool.short ? shortOf(inlined(document, output), tool) : outputSchema,
  };
}

/** Returns the response schema with only the most important fields in each row. */
function shortOf(whole: Json, { short = [], listName = '' }: Tool): Json {
  const properties = asJson(whole.properties);
  return { ...whole, properties: { ...properties, [listName]: pickInSchema(properties[listName], short) } };
}

/** Returns the arguments: either the operation's parameters or the fields of its body. */
function inputOf(document: unknown, tool: Tool, { parameters, body }: Operation): Json {
  const offered = parameters.filter(
    (each) => ['query', 'path'].includes(each.in) && !tool.without?.includes(each.name),
  );
  const nameOf = (name: string) => tool.renamed?.[name] ?? name;
  const required = offered.flatMap(({ name, required }) => (required ? [nameOf(name)] : []));
  const own = body
    ? resolved(document, body)
    : {
        type: 'object',
        properties: Object.fromEntries(
          offered.map(({ name, schema, description }) => [
            nameOf(name),
            { ...schema, ...(description === undefined ? {} : { description }) },
          ]),
        ),
        ...(required.length > 0 ? { required } : {}),
        additionalProperties: false,
      };
  return { ...own, properties: { ...asJson(own.properties), ...ownArguments(tool) } };
}

/** Returns the tool's own arguments, which select part of the response. The operation does not have them. */
export function ownArguments({ cut, short }: Tool): Json {
  const most = cut && {
    [cut.argument]: {
      type: 'integer',
      minimum: 0,
      maximum: CUT_MAX,
      default: cut.fallback,
      description: `how many ${cut.list} to give: a whole number from 0 to ${CUT_MAX}.`,
    },
  };
  return { ...most, ...(short ? DETAIL_ARGUMENT : {}) };
}

/**
 * Adds an argument that callers can give instead of another. One of the two is required. `callTool` checks
 * this, because not every client enforces that part of a schema.
 */
function withLookup({ lookup }: Tool, operation: Operation | undefined, schema: Json): Json {
  const parameter = operation?.parameters.find(({ name }) => name === lookup?.parameter);
  if (!lookup || !parameter) return schema;
  const { schema: type, description } = parameter;
  const { required, properties, ...rest } = schema;
  const others = (required as readonly string[]).filter((name) => name !== lookup.instead);
  return {
    ...rest,
    properties: { ...asJson(properties), [lookup.argument]: { ...type, description } },
    ...(others.length > 0 ? { required: others } : {}),
  };
}

/**
 * Returns the response schema without its envelope. A list is wrapped in an object, because a tool result
 * must be an object.
 */
function outputOf(document: unknown, tool: Tool, { answer }: Operation): Json {
  const { data, meta } = asJson(resolved(document, answer).properties);
  const whole =
    tool.listName === undefined
      ? resolved(document, asJson(data ?? answer))
      : data === undefined
        ? objectOf({ [tool.listName]: answer, total: COUNT })
        : objectOf({ [tool.listName]: data, meta });
  if (!tool.cut) return whole;
  const total = `${tool.cut.list}_total`;
  return {
    ...whole,
    properties: { ...asJson(whole.properties), [total]: COUNT },
    required: [...(whole.required as readonly string[]), total],
  };
}

const COUNT = { type: 'integer', minimum: 0 };

/** Returns an object schema in which every field is required. */
function objectOf(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties) };
}
