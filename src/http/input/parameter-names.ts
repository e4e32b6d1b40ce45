import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cutText } from '../../lib/text/cut-text.ts';
import { editDistance } from '../../lib/text/edit-distance.ts';
import { AppError } from '../errors/errors.ts';

/** Matches API addresses. Pages and data files ignore unknown parameters. */
const FOR_PROGRAMS = /^\/api\//;
/**
 * Shorter names are not compared letter by letter, because too many are similar: `q` is one letter away from
 * the `_` that programs add to bypass caches.
 */
const LETTERS_MIN = 4;

/**
 * Rejects unknown parameters that are probably misspelled, because ignoring them would give the caller a
 * wrong response. Other unknown parameters are ignored: newsletters add `utm_source`, and programs add a
 * number to bypass caches.
 */
export function checkParameterNames(app: FastifyInstance): void {
  const anywhere = new Set<string>();
  app.addHook('onRoute', (route) => {
    const { schema, url } = route;
    if (!schema || Reflect.get(schema, 'hide') === true || !FOR_PROGRAMS.test(url)) return;
    const known = namesIn(schema.querystring);
    const inBody = namesIn(schema.body);
    for (const name of [...known, ...inBody, ...namesIn(schema.params)]) anywhere.add(name);
    const isMeant = (given: string) =>
      anywhere.has(given) || findSimilarName(given, [...known, ...inBody]) !== undefined;
    route.preValidation = [
      ...[route.preValidation ?? []].flat(),
      async ({ query }: FastifyRequest) => {
        const given = Object.keys(Object(query)).find((name) => !known.includes(name) && isMeant(name));
        if (given !== undefined) throw unknownName('parameter', { given, known, inBody });
      },
    ];
  });
}

interface UnknownName {
  readonly given: string;
  readonly known: readonly string[];
  /** The fields of the request body, to detect a parameter that belongs in the body. */
  readonly inBody?: readonly string[];
  /** The path of the name, if it is not at the top level. */
  readonly path?: string;
}

/** Returns the error for an unknown name, with the known names and the most similar one. */
export function unknownName(
  where: 'field' | 'parameter',
  { given, known, inBody = [], path = given }: UnknownName,
): AppError {
  const shown = cutText(path);
  const meant = findSimilarName(given, [...known, ...inBody]);
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const list = known.length > 0 ? `Known: ${known.join(', ')}.` : `No ${where} is known.`;
  const body = inBody.length > 0 ? ` In the body: ${inBody.join(', ')}.` : '';
  return new AppError(
    'invalid_parameter',
    `The ${where} ${JSON.stringify(shown)} is not known here.${question} ${list}${body}`,
    { parameter: shown },
  );
}

/**
 * Finds the known name that was probably meant. The given name may differ in capitalization, punctuation or
 * brackets (`eventDate`, `event_date[]`), have one wrong letter, or be one word of the name (`date` for
 * `event_date`).
 */
function findSimilarName(given: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(given);
  return (
    known.find((name) => lettersOf(name) === letters) ??
    (letters.length < LETTERS_MIN
      ? undefined
      : (known.find((name) => editDistance(lettersOf(name), letters, 1) !== undefined) ??
        known.find((name) => name.split('_').includes(given.toLowerCase()))))
  );
}

function lettersOf(name: string): string {
  return name
    .replace(/\[.*$/s, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function namesIn(schema: unknown): string[] {
  return Object.keys(Object(Object(schema).properties));
}
