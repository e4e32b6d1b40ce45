import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inEach } from '../../lib/language/language.ts';
import { AppError } from '../errors/errors.ts';
import { HTTP } from '../messages.ts';

/**
 * U+0000, which PostgreSQL cannot store in text. Keyboards and our pages never send it, so every address
 * rejects it before any handler runs.
 */
const NUL = '\0';
const ENCODED = '%00';
const UNSTORABLE = inEach((language) => HTTP[language].unstorable);

/** Replaces NUL in an id, so that the id matches nothing and is handled like any other unknown id. */
const REPLACEMENT = '\ufffd';

/**
 * Rejects requests with a NUL in a parameter or field. An id in the path that contains a NUL matches nothing.
 * This runs after authentication, so it reveals nothing about an address to strangers.
 */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    try {
      if (request.url.includes(ENCODED)) {
        replaceInPath(request);
        refuseIn(request.query, 'parameter');
      }
      refuseIn(request.body, 'field');
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error('no error', { cause: error }));
    }
  });
}

/** Rejects a NUL in a single field that a separate parser read, such as a part of a multipart form. */
export function refuseUnstorable(name: string, value: string): void {
  if (value.includes(NUL) || name.includes(NUL)) throw refusal('field', name);
}

function replaceInPath({ params }: FastifyRequest): void {
  for (const [name, value] of Object.entries(Object(params)))
    if (typeof value === 'string') Reflect.set(Object(params), name, value.replaceAll(NUL, REPLACEMENT));
}

function refuseIn(values: unknown, what: 'parameter' | 'field'): void {
  for (const [name, value] of entriesOf(values))
    if (name.includes(NUL) || holdsNul(value)) throw refusal(what, name);
}

function entriesOf(values: unknown): Iterable<[string, unknown]> {
  if (values instanceof URLSearchParams) return values;
  // An unparsed body is a buffer; the code that reads it decides which bytes to accept.
  if (typeof values !== 'object' || values === null || Buffer.isBuffer(values)) return [];
  return Object.entries(values);
}

/** Uses a loop and not recursion, because a body may be nested very deeply. */
function holdsNul(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const each = left.pop();
    if (typeof each === 'string' && each.includes(NUL)) return true;
    if (typeof each !== 'object' || each === null) continue;
    for (const [name, inner] of Object.entries(each)) {
      if (name.includes(NUL)) return true;
      left.push(inner);
    }
  }
  return false;
}

function refusal(what: 'parameter' | 'field', name: string): AppError {
  const shown = name.replaceAll(NUL, '');
  return new AppError(
    'invalid_parameter',
    `The ${what} "${shown}" holds the character U+0000, which is not accepted anywhere. Leave it out and try again.`,
    {
      parameter: shown,
      forPeople: UNSTORABLE,
    },
  );
}
