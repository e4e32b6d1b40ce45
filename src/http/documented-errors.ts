import type { FastifySchema } from 'fastify';
import { BareError, EnvelopeError } from './schemas.ts';

/**
 * A route's schema as the document shows it: every address can refuse a request or be unavailable, in its dialect, and a
 * parameter with a default is optional.
 */
export function documentRoute({ schema, url }: { schema: FastifySchema; url: string }): {
  schema: FastifySchema;
  url: string;
} {
  if (Reflect.get(schema, 'hide') === true) return { schema, url };
  const error = url.startsWith('/api/v1/') ? EnvelopeError : BareError;
  const response = { '4xx': error, '5xx': error, ...Object(schema.response) };
  const { querystring } = schema;
  return {
    schema: {
      ...schema,
      response,
      ...(querystring ? { querystring: withOptionalDefaults(querystring) } : {}),
    },
    url,
  };
}

function withOptionalDefaults(parameters: unknown): unknown {
  const { properties, required, ...rest } = Object(parameters);
  if (!Array.isArray(required)) return parameters;
  const hasDefault = (name: string) => Object(Reflect.get(Object(properties), name)).default !== undefined;
  return { ...rest, properties, required: required.filter((name) => !hasDefault(name)) };
}
