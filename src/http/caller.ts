import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors/errors.ts';
import { logRefusedRow } from './errors/log-refused-rows.ts';
import { networkOf } from './limits/rate-limits.ts';

/** The account and API key that a request was sent with. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
}

/** Returns the caller that a bearer token identifies; undefined if the token is invalid for any reason. */
export type VerifyToken = (token: string) => Promise<Caller | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Longer than any of our keys. */
const TOKEN_LENGTH_MAX = 200;
const MESSAGE =
  'A valid API key is needed: Authorization: Bearer <API key>. Keys are made under Settings, API keys';

/**
 * Requires a key for every route in this context (contract 5). Missing, malformed, unknown and revoked keys
 * all get the same response. `wrongPerMinute` limits such requests per client; 0 means no limit.
 */
export function requireKey(app: FastifyInstance, verify: VerifyToken, wrongPerMinute = 0): void {
  const identify = identifyCallers(app, verify, wrongPerMinute);
  app.addHook('onRoute', (route) => {
    if (route.schema) route.schema.security = [{ apiKey: [] }];
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    request.caller = await identify(request, reply);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { caller } = request;
    if (caller) logRefusedRow(request, reply, { account_id: caller.accountId, key_id: caller.keyId });
  });
}

/**
 * Accepts requests with or without a key. A request with a valid key acts for the key's account. An invalid
 * key is rejected as in {@link requireKey}.
 */
export function acceptKey(app: FastifyInstance, verify: VerifyToken, wrongPerMinute = 0): void {
  const identify = identifyCallers(app, verify, wrongPerMinute);
  app.addHook('onRoute', (route) => {
    if (route.schema) route.schema.security = [{}, { apiKey: [] }];
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (request.headers.authorization !== undefined) request.caller = await identify(request, reply);
  });
}

/**
 * Returns the caller of this request. Throws if the route is not in a context that requires a key, which is a
 * bug.
 */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('a keyed route outside the keyed context');
  return caller;
}

/**
 * Returns a function that identifies the caller of a request. If the token is invalid, it counts the request
 * toward the limit and throws a 401.
 */
function identifyCallers(app: FastifyInstance, verify: VerifyToken, wrongPerMinute: number) {
  const countWrong = app.takeLimit({ name: 'wrong-key', perMinute: wrongPerMinute });
  app.decorateRequest('caller', null);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const token = bearerToken(request);
    const caller = token === undefined ? undefined : await verify(token);
    if (caller) return caller;
    await countWrong(reply, networkOf(request));
    throw new AppError('unauthorized', `${MESSAGE}: ${request.server.baseUrl ?? ''}/settings/api-keys`, {
      headers: { 'www-authenticate': 'Bearer' },
    });
  };
}

/** Returns the bearer token. The scheme is case-insensitive (RFC 9110 §11.1). */
function bearerToken({ headers }: FastifyRequest): string | undefined {
  const [scheme, token, ...rest] = (headers.authorization ?? '').trim().split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || rest.length > 0) return undefined;
  return token.length > TOKEN_LENGTH_MAX ? undefined : token;
}
