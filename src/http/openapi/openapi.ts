import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { sendCacheable } from '../answers/send-cacheable.ts';
import { BareError, EnvelopeError, SHOWN_AS } from '../schemas.ts';
import { addErrors } from './openapi-errors.ts';
import { type AnswerExample, addExamples } from './openapi-examples.ts';
import { addCsv, allowFields } from './openapi-fields.ts';
import { addHeaders } from './openapi-headers.ts';
import { nameSchemas } from './openapi-names.ts';
import { orderDocument } from './openapi-order.ts';

/** The regulator whose public records the responses are based on. */
interface RecordKeeper {
  readonly name: string;
  readonly shortName: string;
  readonly jurisdiction: string;
}

const MAX_AGE_SECONDS = 300;

interface DocumentOptions {
  readonly keeper: RecordKeeper;
  /** Responses recorded from the demo. */
  readonly examples: readonly AnswerExample[];
  /** The messages that are sent to webhooks. */
  readonly webhooks: readonly WebhookDocument[];
  readonly perMinute: number;
}

/** A message that the service sends, with the schema of its body. */
interface WebhookDocument {
  readonly type: string;
  readonly summary: string;
  readonly body: object;
}

/** Serves the OpenAPI 3.1 document at /openapi.json, built from the routes' schemas. */
export function addOpenApi(
  app: FastifyInstance,
  { keeper, examples, webhooks, perMinute }: DocumentOptions,
): void {
  app.register(swagger, {
    transform: documentRoute,
    transformObject: (made) =>
      finish(
        { ...('openapiObject' in made ? made.openapiObject : {}), webhooks: sendingOf(webhooks) },
        examples,
      ),
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vendor Compliance Read API', version: '1', description: descriptionOf(keeper) },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key, `svc_pk_<key id>.<key secret>`.',
          },
        },
      },
      tags: [
        { name: 'vendors', description: 'Search, identity, scorecard and badge' },
        { name: 'statistics', description: 'Statewide figures, and the data they come from' },
        {
          name: 'decisions',
          description: 'May this vendor be booked, with proof; and what holds a vendor back',
        },
        { name: 'events', description: 'Your events, and those that take applications' },
        { name: 'applications', description: 'What vendors sent to your events' },
        { name: 'webhooks', description: 'Addresses of yours that are told what happens' },
        { name: 'service', description: 'Is it alive, is it ready' },
      ],
    },
  });
  const onRequest = app.rateLimit({ name: 'docs', perMinute });
  // Built at the first request, when every route is known. Every caller gets the same bytes.
  let body: Buffer | undefined;
  app.get('/openapi.json', { schema: { hide: true }, onRequest }, async (request, reply) => {
    body ??= Buffer.from(JSON.stringify(servedDocument(app)));
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    return sendCacheable(request, reply, { body, maxAgeSeconds: MAX_AGE_SECONDS });
  });
}

/**
 * Returns the document as it is served, in which `fields` can shorten responses. Our own tools, pages and
 * types use the document without that, because they need only the complete responses.
 */
export function servedDocument(app: FastifyInstance): object {
  return allowFields(app.swagger());
}

/** Adds what the library does not: named schemas, CSV, examples, errors, headers and a fixed order. */
function finish<Document extends object>(document: Document, examples: readonly AnswerExample[]): Document {
  const named = nameSchemas(document);
  addCsv(named);
  addExamples(named, examples);
  addErrors(named, examples);
  addHeaders(named);
  return orderDocument(named);
}

/** Describes the messages that are sent to webhooks. A receiver confirms a message with any 2XX response. */
function sendingOf(webhooks: readonly WebhookDocument[]): Record<string, object> {
  return Object.fromEntries(
    webhooks.map(({ type, summary, body }) => [
      type,
      {
        post: {
          operationId: `on_${type.replace('.', '_')}`,
          summary,
          tags: ['webhooks'],
          security: [],
          description:
            'Signed by Standard Webhooks 1: `webhook-id`, `webhook-timestamp`, `webhook-signature`.',
          requestBody: { required: true, content: { 'application/json': { schema: body } } },
          responses: { '2XX': { description: 'Received. Anything else is tried again.' } },
        },
      },
    ]),
  );
}

function descriptionOf(keeper: RecordKeeper): string {
  return `License, inspections, score and grade of ${keeper.jurisdiction} food trucks, hot dog carts and caterers, made from
public records of the ${keeper.name} by a published method. We are independent of the ${keeper.shortName}; the grades are ours.

Open endpoints need no key; any origin may read them. Endpoints for your own events and applications need one, made under
Settings → API keys and sent as \`Authorization: Bearer svc_pk_…\`. Endpoints under \`/api/v1\` answer with an envelope
(\`data\`, \`meta\`, \`error\`); those under \`/api/vendors\` answer plainly. Every error has a stable \`code\`, every
answer an \`X-Request-Id\`. Limits are told in \`RateLimit\` headers. While a database is away, any
endpoint may answer 503 with the code \`unavailable\` and \`Retry-After\`. New fields may be added at any time.

**Where an answer says \`fictional: true\`, it is demo data and no such business exists.**`;
}

/**
 * Returns a route's schema as the document shows it. Every route gets error responses in its own error
 * format, and parameters that have a default become optional.
 */
function documentRoute({ schema, url }: { schema: FastifySchema; url: string }): {
  schema: FastifySchema;
  url: string;
} {
  if (Reflect.get(schema, 'hide') === true) return { schema, url };
  const error = url.startsWith('/api/v1/') ? EnvelopeError : BareError;
  const response = { '4xx': error, '5xx': error, ...Object(schema.response) };
  const { querystring } = schema;
  return {
    schema: showAll({
      ...schema,
      response,
      ...(querystring ? { querystring: withOptionalDefaults(querystring) } : {}),
    }),
    url,
  };
}

/** Merges the content of {@link SHOWN_AS} into the keywords of each schema that has it. */
function showAll<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(showAll) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { [SHOWN_AS]: shown, ...rest } = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries({ ...rest, ...Object(shown) });
  return Object.fromEntries(entries.map(([key, each]) => [key, showAll(each)])) as Value;
}

function withOptionalDefaults(parameters: unknown): unknown {
  const { properties, required, ...rest } = Object(parameters);
  if (!Array.isArray(required)) return parameters;
  const hasDefault = (name: string) => Object(Reflect.get(Object(properties), name)).default !== undefined;
  return { ...rest, properties, required: required.filter((name) => !hasDefault(name)) };
}
