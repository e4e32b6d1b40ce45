import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { SHOWN_AS } from '../schemas.ts';

/**
 * Compiles validators. Text in an address is converted to a number or flag; a JSON body has types, so there
 * text is never a number. Nothing is removed silently. With `verbose`, errors can explain what is accepted.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const options = { removeAdditional: false, useDefaults: true, verbose: true, allErrors: false } as const;
  const forBodies = new Ajv({ ...options, coerceTypes: false });
  // Without `strictNumbers`, bounds are also checked for Infinity, which can occur in an address.
  const forAddresses = new Ajv({ ...options, coerceTypes: true, strictNumbers: false });
  for (const ajv of [forBodies, forAddresses]) {
    addFormats.default(ajv);
    ajv.opts.strict = false;
    ajv.addKeyword(SHOWN_AS);
  }
  return ({ schema, httpPart }) => {
    const compile = () => (httpPart === 'body' ? forBodies : forAddresses).compile(schema);
    // Compiled on first use, so that startup does not wait for hundreds of routes that may never be used.
    let compiled: ValidateFunction | undefined;
    const validate = (values: unknown) => {
      compiled ??= compile();
      const isValid = compiled(values) === true;
      return isValid ? null : (compiled.errors ?? []);
    };
    const findMisspelledNumbers = httpPart === 'body' ? () => [] : createNumberCheck(schema);
    const checked = (values: unknown): boolean => {
      const misspelled = findMisspelledNumbers(values);
      checked.errors = misspelled.length > 0 ? misspelled : validate(values);
      return checked.errors === null;
    };
    checked.errors = null as ErrorObject[] | null;
    return checked;
  };
}

/** Created once for each schema, because it runs for every request. */
type Check = (values: unknown) => ErrorObject[];

const WHOLE_NUMBER = /^(0|-?[1-9]\d*)$/;

/**
 * Rejects alternative notations of whole numbers (`1e1`, `005`, `+5`, `-0`, ` 5`): each would be another
 * address for the same response.
 */
function createNumberCheck(schema: object): Check {
  const properties: Readonly<Record<string, { readonly type?: unknown }>> = Object(
    Reflect.get(schema, 'properties'),
  );
  const numbers = Object.entries(properties).filter(([, { type }]) => type === 'integer');
  return (values) =>
    numbers.flatMap(([name, parentSchema]) => {
      const data: unknown = Reflect.get(Object(values), name);
      if (typeof data !== 'string' || WHOLE_NUMBER.test(data)) return [];
      return { keyword: 'type', instancePath: `/${name}`, schemaPath: '', params: {}, data, parentSchema };
    });
}
