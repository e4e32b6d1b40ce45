import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify';
import { AppError } from './errors.ts';

/** Methods that are told apart by address; any other one is refused before the address is looked at. */
export const METHODS: readonly HTTPMethods[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Strangers do not learn that this address is there: a method that it has not gets what an unknown address gets. */
    readonly isUnlisted?: boolean;
  }
  interface FastifyInstance {
    /** Whether there is something to read at a route, named as it was added (`/claims/:id`); absent where nobody keeps count. */
    answersGet?(route: string): boolean;
  }
}

interface KnownAddress {
  readonly methods: Set<HTTPMethods>;
  readonly routes: RouteOptions[];
}

/**
 * Answers the methods that an address does not have: 405 with `Allow`, and OPTIONS with what it has. Call
 * before adding routes; they are complete once `app.after()` of the last one runs, where `finish` belongs.
 */
export function answerOtherMethods(app: FastifyInstance): { finish: () => void } {
  const known = new Map<string, KnownAddress>();
  let isComplete = false;
  app.decorate('answersGet', (route) => known.get(route)?.methods.has('GET') === true);
  app.addHook('onRoute', (route) => {
    // What follows are the refusals.
    if (isComplete) return;
    const address = known.get(route.url) ?? { methods: new Set(), routes: [] };
    for (const each of [route.method].flat()) address.methods.add(each);
    address.routes.push(route);
    known.set(route.url, address);
  });
  return {
    finish: () => {
      isComplete = true;
      for (const [url, address] of [...known])
        if (!isForeign(url) && !isUnlisted(address)) addRoutes(app, url, address);
    },
  };
}

/** Wildcards, and what the documentation page's own plugin serves. */
function isForeign(url: string): boolean {
  return url.includes('*') || url.startsWith('/docs');
}

function isUnlisted({ routes }: KnownAddress): boolean {
  return routes.some(({ config }) => config?.isUnlisted);
}

function addRoutes(app: FastifyInstance, url: string, { methods, routes }: KnownAddress): void {
  const open = routes.some(({ config }) => config?.openToAnyOrigin);
  const allow = [...methods, 'OPTIONS'].sort().join(', ');
  const preflight = open
    ? {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': allow,
        'access-control-allow-headers': 'Content-Type, If-None-Match',
        'access-control-max-age': '86400',
      }
    : {};
  app.route({
    method: METHODS.filter((method) => !methods.has(method)),
    url,
    schema: { hide: true },
    // Before the body is looked at: its type and size do not matter to a method that is not there.
    onRequest: async (request, reply) => {
      if (request.method === 'OPTIONS')
        return reply
          .code(204)
          .headers({ allow, ...preflight })
          .send();
      throw new AppError(
        'method_not_allowed',
        `${request.method} is not possible here. Accepted: ${allow}.`,
        {
          headers: { allow, ...(open ? { 'access-control-allow-origin': '*' } : {}) },
        },
      );
    },
    handler: async () => {},
  });
}
