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

/** A tool with its schemas, made from the API document. */
export interface DefinedTool {
  readonly tool: Tool;
  readonly operation: Operation;
  /** That of `tool.lookup`. */
  readonly lookupOperation: Operation | undefined;
  readonly inputSchema: Json;
  readonly outputSchema: Json;
  /** The part of it that an answer has unless more is asked for. */
  readonly shortSchema: Json;
}

/** The schema of the entries that a cut list may have at most. */
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

/** The answer with the fields of its rows that matter. */
function shortOf(whole: Json, { short = [], listName = '' }: Tool): Json {
  const properties = asJson(whole.properties);
  return { ...whole, properties: { ...properties, [listName]: pickInSchema(properties[listName], short) } };
}

/** The arguments: the parameters of the operation, or the fields of its body; never both here. */
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

/** Arguments that say what of the answer is given, and that the operation does not have. */
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

/** One of the two must be given, which not every client reads from a schema: `callTool` says so. */
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

/** The answer without its envelope. A list becomes an object with the list in it. */
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

/** An object of which every field stands. */
function objectOf(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties) };
}
