import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify';
import { AppError } from '../errors/errors.ts';

/** Methods that routes can define; any other method is rejected before routing. */
export const METHODS: readonly HTTPMethods[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Hides an address from strangers: an unsupported method gets the same response as an unknown address.
     */
    readonly isUnlisted?: boolean;
  }
  interface FastifyInstance {
    /** Returns true if a route supports GET. The route is written as it was added, such as `/claims/:id`. */
    answersGet?(route: string): boolean;
  }
}

interface KnownAddress {
  readonly methods: Set<HTTPMethods>;
  readonly routes: RouteOptions[];
}

/**
 * Responds to unsupported methods with 405 and `Allow`, and to OPTIONS with the supported methods. Call this
 * before adding routes, and call `finish` in `app.after()` once all routes have been added.
 */
export function answerOtherMethods(app: FastifyInstance): { finish: () => void } {
  const known = new Map<string, KnownAddress>();
  let isComplete = false;
  app.decorate('answersGet', (route) => known.get(route)?.methods.has('GET') === true);
  app.addHook('onRoute', (route) => {
    // From here on, the routes being added are the 405 routes themselves.
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
        if (!hasWildcard(url) && !isUnlisted(address)) addRoutes(app, url, address);
    },
  };
}

function hasWildcard(url: string): boolean {
  return url.includes('*');
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
    // Runs before the body is read, because the body's type and size do not matter for an unsupported method.
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
