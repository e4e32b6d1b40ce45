import type { FastifyInstance } from 'fastify';
import { editDistance } from '../../lib/text/edit-distance.ts';

/** The addresses for programs that are not in the OpenAPI document. */
const OTHERS = ['/openapi.json', '/mcp'];
const LETTERS_OFF_MAX = 2;
const PATH_LENGTH_MAX = 200;

/** Collects every documented route, for {@link findNearestPath}. */
export function collectPaths(app: FastifyInstance): ReadonlySet<string> {
  const paths = new Set(OTHERS);
  app.addHook('onRoute', ({ url, schema }) => {
    if (schema?.operationId !== undefined) paths.add(url);
  });
  return paths;
}

/**
 * Finds the known address that the caller probably meant. The given path may have extra slashes or uppercase
 * letters, a missing or wrong `/api` or version, or up to two wrong letters. Pure.
 */
export function findNearestPath(path: string, known: ReadonlySet<string>): string | undefined {
  if (path.length > PATH_LENGTH_MAX) return undefined;
  const plain = path.replace(/\/+$/, '').replace(/\/{2,}/g, '/');
  const rest = plain.replace(/^(?:\/api)?(?:\/v\d+)?(?=\/|$)/i, '');
  let nearest: { readonly path: string; readonly off: number } | undefined;
  for (const given of new Set([plain, `/api/v1${rest}`, `/api${rest}`]))
    for (const route of known) {
      const found = compare(given.split('/'), route.split('/'));
      if (found && found.off < (nearest?.off ?? LETTERS_OFF_MAX + 1)) nearest = found;
    }
  return nearest?.path === path ? undefined : nearest?.path;
}

/**
 * Fills in the route's parameters with the given values, and counts the letters by which the other parts
 * differ. Returns undefined if they differ too much.
 */
function compare(
  given: readonly string[],
  route: readonly string[],
): { readonly path: string; readonly off: number } | undefined {
  if (given.length !== route.length) return undefined;
  let off = 0;
  const filled: string[] = [];
  for (const [index, part] of route.entries()) {
    const own = given[index] ?? '';
    if (part.startsWith(':')) {
      if (own === '') return undefined;
      filled.push(own);
      continue;
    }
    const letters = editDistance(own.toLowerCase(), part, LETTERS_OFF_MAX);
    if (letters === undefined || (letters > 0 && part.length <= LETTERS_OFF_MAX)) return undefined;
    off += letters;
    filled.push(part);
  }
  return off > LETTERS_OFF_MAX ? undefined : { path: filled.join('/'), off };
}
