type Json = Readonly<Record<string, unknown>>;

/**
 * Documents the effect of the `fields` parameter: an operation that accepts it returns either complete rows
 * or rows with only some of the fields. Pure.
 */
export function allowFields<Document extends object>(document: Document): Document {
  const { paths, components } = document as { readonly paths?: unknown; readonly components?: Json };
  const named = asJson(components?.schemas);
  const changed = mapValues(paths, (methods) =>
    mapValues(methods, (operation) => {
      const parameters = asJson(operation).parameters as readonly { readonly name?: string }[] | undefined;
      return parameters?.some(({ name }) => name === 'fields')
        ? withPart(asJson(operation), named)
        : operation;
    }),
  );
  return { ...document, paths: changed };
}

/** Adds CSV to the responses of operations that accept `format`. Changes `document`. */
export function addCsv(document: object): void {
  const { paths } = document as { readonly paths?: unknown };
  for (const methods of Object.values(asJson(paths)))
    for (const operation of Object.values(asJson(methods))) {
      const { parameters, responses } = operation as {
        readonly parameters?: readonly { readonly name: string }[];
        readonly responses?: Readonly<Record<string, { readonly content?: object }>>;
      };
      if (parameters?.some(({ name }) => name === 'format'))
        Object.assign(responses?.['200']?.content ?? {}, { 'text/csv': { schema: { type: 'string' } } });
    }
}

function withPart(operation: Json, named: Json): Json {
  const responses = asJson(operation.responses);
  const answer = asJson(responses['200']);
  const content = asJson(answer.content);
  const json = asJson(content['application/json']);
  const schema = asJson(json.schema);
  const properties = asJson(schema.properties);
  const data = asJson(properties.data);
  const part = data.items ? { ...data, items: partOf(asJson(data.items), named) } : partOf(data, named);
  const both = { anyOf: [schema, { ...schema, properties: { ...properties, data: part } }] };
  const changed = { ...answer, content: { ...content, 'application/json': { ...json, schema: both } } };
  return { ...operation, responses: { ...responses, 200: changed } };
}

/** Returns an object schema with all of its fields made optional. */
function partOf(schema: Json, named: Json): Json {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  const { required: _, title: __, ...part } = name === undefined ? schema : asJson(named[name]);
  return part;
}

function mapValues(value: unknown, map: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(asJson(value)).map(([key, each]) => [key, map(each)]));
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
