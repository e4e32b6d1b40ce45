import type { ReceiptClaims } from './api.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isTextOrNull: Check = (value) => value === null || isText(value);
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const orAbsent = (check: Check): Check & { readonly isOptional: true } =>
  Object.assign((value: unknown) => check(value), { isOptional: true } as const);

/** Every claim that a receipt can have (docs/receipts.md). A receipt of this version has no other claims. */
const CLAIMS: Readonly<Record<keyof ReceiptClaims, Check & { readonly isOptional?: true }>> = {
  typ: (value) => value === 'vendor-decision-receipt',
  iss: isText,
  jti: isText,
  iat: (value) => Number.isInteger(value),
  vendor_id: isText,
  license_type: isText,
  license_digits: isText,
  name: isText,
  license_expires_on: orAbsent(isTextOrNull),
  event_type: isText,
  event_date: orAbsent(isText),
  event_last_date: orAbsent(isText),
  verdict: isText,
  reason_codes: isTexts,
  reasons: orAbsent(isTexts),
  grade: isTextOrNull,
  grade_status: isText,
  policy_version: isText,
  score_version: isText,
  as_of: isText,
  data_as_of: isText,
  record_sha256: isText,
  fictional: (value) => typeof value === 'boolean',
};

/** Returns true if a value has exactly the claims of a receipt, with the right types. */
export function isClaims(value: unknown): value is ReceiptClaims {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const given = new Map<string, unknown>(Object.entries(value));
  return (
    [...given.keys()].every((name) => Object.hasOwn(CLAIMS, name)) &&
    Object.entries(CLAIMS).every(([name, check]) =>
      given.has(name) ? check(given.get(name)) : check.isOptional === true,
    )
  );
}
