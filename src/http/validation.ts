import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';

/**
 * Text in an address becomes the number or flag it spells; a JSON body has types, and a number there is not text. Nothing is
 * removed silently. `verbose` lets the error say what is accepted.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const options = { removeAdditional: false, useDefaults: true, verbose: true, allErrors: false } as const;
  const forBodies = new Ajv({ ...options, coerceTypes: false });
  // Without `strictNumbers`, bounds are also checked for Infinity, which an address can spell.
  const forAddresses = new Ajv({ ...options, coerceTypes: true, strictNumbers: false });
  for (const ajv of [forBodies, forAddresses]) {
    addFormats.default(ajv);
    ajv.opts.strict = false;
  }
  return ({ schema, httpPart }) => (httpPart === 'body' ? forBodies : forAddresses).compile(schema);
}
