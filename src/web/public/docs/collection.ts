import type { ApiDocument, Operation } from './operations.ts';

/**
 * Every endpoint as a collection of requests that Postman, Bruno, Insomnia and Hoppscotch read: Postman Collection v2.1.
 * Source: https://schema.postman.com/json/collection/v2.1.0/docs/index.html. Pure.
 */
export function makeCollection(
  operations: readonly Operation[],
  { tags = [] }: ApiDocument,
  { valuesOf, baseUrl, apiKey }: CollectionValues,
): object {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: operations
      .filter(({ tag }) => tag === name)
      .map((operation) => toItem(operation, valuesOf(operation))),
  }));
  return {
    info: {
      ...{ name: 'Vendor Compliance Read API', schema },
      description: `Made from ${baseUrl}/openapi.json. Put your API key into the variable apiKey.`,
    },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: apiKey },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

interface CollectionValues {
  /** What stands in a request at first, by the names of its parameters and `body`. */
  readonly valuesOf: (operation: Operation) => Readonly<Record<string, string>>;
  readonly baseUrl: string;
  /** Of the demo; empty where the records are real. */
  readonly apiKey: string;
}

function toItem(operation: Operation, values: Readonly<Record<string, string>>): object {
  const { method, path, summary, description, parameters, key, bodyFields } = operation;
  const part = (place: 'path' | 'query') => parameters.filter((each) => each.in === place);
  const address = path.replaceAll(/\{(\w+)\}/g, ':$1');
  return {
    name: summary,
    request: {
      ...{ method, description },
      url: {
        ...{ raw: `{{baseUrl}}${address}`, host: ['{{baseUrl}}'], path: address.split('/').slice(1) },
        query: part('query').map(({ name, required, text }) => {
          const value = values[name];
          return {
            key: name,
            value: value ?? '',
            description: text,
            disabled: !required && value === undefined,
          };
        }),
        variable: part('path').map(({ name, text }) => ({
          key: name,
          value: values[name] ?? '',
          description: text,
        })),
      },
      auth:
        key === 'needed'
          ? { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] }
          : { type: 'noauth' },
      ...(bodyFields.length > 0
        ? {
            header: [{ key: 'content-type', value: 'application/json' }],
            body: { mode: 'raw', raw: values.body || '{}', options: { raw: { language: 'json' } } },
          }
        : {}),
    },
    response: [],
  };
}
