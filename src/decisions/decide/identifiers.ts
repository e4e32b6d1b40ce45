import { Type } from 'typebox';
import { fromValidation, type ValidationIssue } from '../../http/errors/error-answers.ts';
import type { AppError } from '../../http/errors/errors.ts';
import { createValidatorCompiler } from '../../http/input/validation.ts';
import type { VendorIdentifiers } from '../../search/find/identify-service.ts';
import { leaveOutEmpty } from './leave-out-empty.ts';
import { VENDOR_IDENTIFIERS } from './schemas.ts';

/**
 * Checks the identifiers of one vendor in a list by the same rules as for a single decision. Returns the
 * identifiers, or the error if they are invalid.
 */
export function checkIdentifiers({
  license_number,
  vendor_id,
}: VendorIdentifiers): VendorIdentifiers | AppError {
  const asked = {
    ...(license_number === undefined ? {} : { license_number }),
    ...(vendor_id === undefined ? {} : { vendor_id }),
  };
  leaveOutEmpty(asked);
  if (validate(asked) === true) return asked;
  const issues: readonly ValidationIssue[] = Reflect.get(validate, 'errors') ?? [];
  return fromValidation(issues[0], 'querystring');
}

const validate = createValidatorCompiler()({
  schema: Type.Object(VENDOR_IDENTIFIERS),
  method: 'GET',
  url: '/',
  httpPart: 'querystring',
});
