import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cutText } from '../../lib/text/cut-text.ts';
import { editDistance } from '../../lib/text/edit-distance.ts';
import { AppError } from '../errors/errors.ts';

/** Addresses of the API. Pages and data files ignore what they do not know. */
const FOR_PROGRAMS = /^\/api\//;
/** A name that is shorter has too many neighbors: `q` would be one letter off every cache number `_`. */
const LETTERS_MIN = 4;

/**
 * Refuses unknown parameters that were meant to count, because an answer without them would be about something else. Any other unknown
 * parameter is ignored: newsletters add `utm_source`, and programs a number against caches.
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
      anywhere.has(given) || findMatchingVendors(given, [...known, ...inBody]) !== undefined;
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
  /** The fields of the body, which may be what a parameter was meant for. */
  readonly inBody?: readonly string[];
  /** Where the name stands, if not at the top. */
  readonly path?: string;
}

/** The answer to a name that is not known, which lists the known ones and the one that may be meant. */
export function unknownName(
  where: 'field' | 'parameter',
  { given, known, inBody = [], path = given }: UnknownName,
): AppError {
  const shown = cutText(path);
  const meant = findMatchingVendors(given, [...known, ...inBody]);
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
 * Finds the known name that a given one stands for: the same letters with other capitals, signs or brackets (`eventDate`,
 * `event_date[]`), one letter off, or a whole word of it (`date` for `event_date`).
 */
function findMatchingVendors(given: string, known: readonly string[]): string | undefined {
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
