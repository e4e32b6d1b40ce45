import type { FastifySchema } from 'fastify';
import { BareError, EnvelopeError, SHOWN_AS } from './schemas.ts';

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
    schema: showAll({
      ...schema,
      response,
      ...(querystring ? { querystring: withOptionalDefaults(querystring) } : {}),
    }),
    url,
  };
}

/** Schemas with what {@link SHOWN_AS} says of them as their own keywords. */
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
