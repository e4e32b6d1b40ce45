import type { ApiDocument, Operation } from './operations.ts';

/**
 * Returns all endpoints as a Postman Collection v2.1, which Postman, Bruno, Insomnia and Hoppscotch can
 * import. Source: https://schema.postman.com/json/collection/v2.1.0/docs/index.html. Pure function.
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
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .map((operation) => toItem(operation, valuesOf(operation))),
  }));
  return {
    info: {
      name: 'Vendor Compliance Read API',
      schema,
      description: `Made from ${baseUrl}/openapi.json. Put your API key into the variable apiKey.`,
    },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: apiKey },
      ...VARIABLES.map((key) => ({ key, value: '' })),
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

interface CollectionValues {
  /** Returns the initial values of a request, keyed by parameter name or `body`. */
  readonly valuesOf: (operation: Operation) => Readonly<Record<string, string>>;
  readonly baseUrl: string;
  /** The demo's API key; empty if the records are real. */
  readonly apiKey: string;
}

/**
 * Returns the test script for a request. Every script checks that the request succeeded, and some set
 * variables for later requests.
 */
function scriptOf({ id }: Operation): string[] {
  // Replaying fails while the message is still pending.
  const most = id === 'replayWebhookDelivery' ? 404 : 299;
  const kept = (LEFT[id] ?? []).map(
    ([name, where]) => `pm.collectionVariables.set('${name}', pm.response.json()${where});`,
  );
  return [`pm.test('answered', () => pm.expect(pm.response.code).to.be.within(200, ${most}));`, ...kept];
}

/** The variables that later requests take from a response, with the path of each value. */
const LEFT: Readonly<Record<string, readonly (readonly [name: string, where: string])[]>> = {
  searchVendors: [['vendorId', '[0].id']],
  decideVendor: [
    ['receiptNumber', '.data.receipt_number'],
    ['receipt', '.data.receipt'],
  ],
  listEvents: [['eventId', '.data[0].id']],
  getDataManifest: [['day', '.day']],
  createWebhook: [['webhookId', '.data.id']],
  testWebhook: [['messageId', '.data.message_id']],
};
const VARIABLES = Object.values(LEFT).flatMap((all) => all.map(([name]) => name));

/** The variable that fills in a parameter, by how the request's path starts. */
const FILLED: readonly (readonly [path: string, parameter: string, variable: string])[] = [
  ['/api/v1/webhooks/', 'id', 'webhookId'],
  ['/api/v1/webhooks/', 'message_id', 'messageId'],
  ['/api/v1/events/', 'id', 'eventId'],
  ['/api/vendors/', 'id', 'vendorId'],
  ['/api/badge/', 'vendorId', 'vendorId'],
  ['/api/v1/receipts/', 'number', 'receiptNumber'],
  ['/api/v1/decision/verify', 'receipt', 'receipt'],
  ['/data/', 'day', 'day'],
];

function variableFor(path: string, parameter: string): string | undefined {
  const found = FILLED.find(([start, name]) => path.startsWith(start) && name === parameter);
  return found && `{{${found[2]}}}`;
}

/**
 * Requests to put at the end. Each request comes after those that set its variables, and requests that delete
 * something come last.
 */
const LAST = [
  'testWebhook',
  'listWebhookDeliveries',
  'replayWebhookDelivery',
  'rotateWebhookSecret',
  'switchWebhook',
  'deleteWebhook',
];

function toItem(operation: Operation, values: Readonly<Record<string, string>>): object {
  const { method, path, summary, description, parameters, key, bodyFields } = operation;
  const part = (place: 'path' | 'query') => parameters.filter((each) => each.in === place);
  const address = path.replaceAll(/\{(\w+)\}/g, ':$1');
  return {
    name: summary,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: scriptOf(operation) } }],
    request: {
      method,
      description,
      url: {
        raw: `{{baseUrl}}${address}`,
        host: ['{{baseUrl}}'],
        path: address.split('/').slice(1),
        query: part('query').map(({ name, required, text }) => {
          const value = variableFor(path, name) ?? values[name];
          return {
            key: name,
            value: value ?? '',
            description: text,
            disabled: !required && value === undefined,
          };
        }),
        variable: part('path').map(({ name, text }) => ({
          key: name,
          value: variableFor(path, name) ?? values[name] ?? '',
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
            body: {
              mode: 'raw',
              raw: values.body || bodyOf(operation),
              options: { raw: { language: 'json' } },
            },
          }
        : {}),
    },
    response: [],
  };
}

function rankOf({ id }: Operation): number {
  return id === 'searchVendors' ? -2 : LAST.indexOf(id);
}

function bodyOf({ id }: Operation): string {
  return id === 'verifyPostedReceipt' ? '{"receipt": "{{receipt}}"}' : '{}';
}
