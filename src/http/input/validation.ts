import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { SHOWN_AS } from '../schemas.ts';

/**
 * Creates the compiler of request validators. Text in an address is converted to a number or boolean if the
 * schema requires one. Text in a JSON body is not, because JSON has its own numbers and booleans. Unknown
 * fields are never removed silently. With `verbose`, errors can explain what is accepted.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const options = { removeAdditional: false, useDefaults: true, verbose: true, allErrors: false } as const;
  const forBodies = new Ajv({ ...options, coerceTypes: false });
  // `strictNumbers` is off so that Infinity, which can occur in an address, is checked against the bounds.
  const forAddresses = new Ajv({ ...options, coerceTypes: true, strictNumbers: false });
  for (const ajv of [forBodies, forAddresses]) {
    addFormats.default(ajv);
    ajv.opts.strict = false;
    ajv.addKeyword(SHOWN_AS);
  }
  return ({ schema, httpPart }) => {
    const compile = () => (httpPart === 'body' ? forBodies : forAddresses).compile(schema);
    // Compiled on first use, so that startup does not wait for hundreds of validators that may never be used.
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

/** A check that is created once for each schema and runs for every request. */
type Check = (values: unknown) => ErrorObject[];

const WHOLE_NUMBER = /^(0|-?[1-9]\d*)$/;

/**
 * Creates a check that rejects alternative notations for whole numbers (`1e1`, `005`, `+5`, `-0`, ` 5`),
 * because each of them would be another address for the same response.
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
