import type { FastifyInstance } from 'fastify';

/** Lists every path registered with the router. */
export function listAddresses(app: FastifyInstance): string[] {
  const path: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part] = /^((?:[│ ] {3})*)[├└]── (.*) \(/.exec(line) ?? [];
      if (part === undefined) return [];
      path.splice(indent.length / 4, path.length, part);
      return [`/${path.join('').replace(/^\/+/, '')}`];
    });
}
