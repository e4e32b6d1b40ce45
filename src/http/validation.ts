import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';

/**
 * Text of an address becomes the number or flag it spells; a JSON body says what it means, and a number
 * there is no text. Nothing is ever removed silently. `verbose` lets the error tell what was accepted.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const options = { removeAdditional: false, useDefaults: true, verbose: true, allErrors: false } as const;
  const forBodies = new Ajv({ ...options, coerceTypes: false });
  // Without `strictNumbers` the bounds of a number are looked at for Infinity as well, which an address can spell.
  const forAddresses = new Ajv({ ...options, coerceTypes: true, strictNumbers: false });
  for (const ajv of [forBodies, forAddresses]) {
    addFormats.default(ajv);
    ajv.opts.strict = false;
  }
  return ({ schema, httpPart }) => (httpPart === 'body' ? forBodies : forAddresses).compile(schema);
}
