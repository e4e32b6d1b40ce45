import type { FastifyRequest } from 'fastify';

/**
 * Returns the address of the page at a request's own address, or else of the nearest page above it. Returns
 * undefined if there is none. Does not use the body.
 */
export function pageAbove({ url, routeOptions, server }: FastifyRequest): string | undefined {
  const route = routeOptions.url?.split('/') ?? [];
  const path = url.split('?', 1)[0]?.split('/') ?? [];
  for (let depth = route.length; depth > 1; depth--)
    if (server.answersGet?.(route.slice(0, depth).join('/'))) return path.slice(0, depth).join('/');
  return undefined;
}
