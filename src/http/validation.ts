import { Ajv, type ErrorObject } from 'ajv';
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
  return ({ schema, httpPart }) => {
    if (httpPart === 'body') return forBodies.compile(schema);
    const validate = forAddresses.compile(schema);
    const checked = (values: unknown): boolean => {
      const misspelled = misspelledNumbers(schema, values);
      const isValid = misspelled.length === 0 && validate(values) === true;
      checked.errors = misspelled.length > 0 ? misspelled : (validate.errors ?? null);
      return isValid;
    };
    checked.errors = null as ErrorObject[] | null;
    return checked;
  };
}

const WHOLE_NUMBER = /^(0|-?[1-9]\d*)$/;

/** Other spellings of whole numbers (`1e1`, `005`, `+5`, `-0`, ` 5`): each would be another address of the same answer. */
function misspelledNumbers(schema: object, values: unknown): ErrorObject[] {
  const properties: Readonly<Record<string, { readonly type?: unknown }>> = Object(
    Reflect.get(schema, 'properties'),
  );
  return Object.entries(properties).flatMap(([name, parentSchema]) => {
    const data: unknown = Reflect.get(Object(values), name);
    if (parentSchema.type !== 'integer' || typeof data !== 'string' || WHOLE_NUMBER.test(data)) return [];
    return { keyword: 'type', instancePath: `/${name}`, schemaPath: '', params: {}, data, parentSchema };
  });
}
