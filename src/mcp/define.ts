import { asJson, findOperation, type Json, type Operation, resolved, standAlone } from './document.ts';
import type { Tool } from './tools.ts';

/** A tool with its schemas, made from the API document. */
export interface DefinedTool {
  readonly tool: Tool;
  readonly operation: Operation;
  /** That of `tool.lookup`. */
  readonly lookupOperation: Operation | undefined;
  readonly inputSchema: Json;
  readonly outputSchema: Json;
}

/** The schema of the entries that a cut list may have at most. */
const CUT_MAX = 500;

export function defineTool(document: unknown, tool: Tool): DefinedTool {
  const operation = findOperation(document, tool.operationId);
  const lookupOperation = tool.lookup && findOperation(document, tool.lookup.operationId);
  return {
    tool,
    operation,
    lookupOperation,
    inputSchema: withLookup(tool, lookupOperation, inputOf(document, tool, operation)),
    outputSchema: standAlone(document, outputOf(document, tool, operation)),
  };
}

/** The arguments: the parameters of the operation, or the fields of its body; never both here. */
function inputOf(document: unknown, tool: Tool, { parameters, body }: Operation): Json {
  // The root of a tool's schema must be an object, not a reference to one.
  if (body) return standAlone(document, resolved(document, body));
  const offered = parameters.filter(
    (each) => ['query', 'path'].includes(each.in) && !tool.without?.includes(each.name),
  );
  const nameOf = (name: string) => tool.renamed?.[name] ?? name;
  const properties = Object.fromEntries(
    offered.map(({ name, schema, description }) => [
      nameOf(name),
      { ...schema, ...(description === undefined ? {} : { description }) },
    ]),
  );
  const required = offered.flatMap(({ name, required }) => (required ? [nameOf(name)] : []));
  const cut = tool.cut && {
    [tool.cut.argument]: {
      type: 'integer',
      minimum: 0,
      maximum: CUT_MAX,
      default: tool.cut.fallback,
      description: `how many ${tool.cut.list} to give, newest first: a whole number from 0 to ${CUT_MAX}.`,
    },
  };
  return {
    type: 'object',
    properties: { ...properties, ...cut },
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
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
  if (tool.listName !== undefined && data !== undefined)
    return objectOf({ [tool.listName]: data, meta }, [tool.listName, 'meta']);
  if (tool.listName !== undefined)
    return objectOf({ [tool.listName]: answer, total: { type: 'integer', minimum: 0 } }, [
      tool.listName,
      'total',
    ]);
  const whole = resolved(document, asJson(data ?? answer));
  if (!tool.cut) return whole;
  const name = `${tool.cut.list}_total`;
  return {
    ...whole,
    properties: { ...asJson(whole.properties), [name]: { type: 'integer', minimum: 0 } },
    required: [...(whole.required as readonly string[]), name],
  };
}

function objectOf(properties: Json, required: readonly string[]): Json {
  return { type: 'object', properties, required };
}
