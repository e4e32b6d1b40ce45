import { hash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Codes of an authenticator (RFC 6238, what every one of them can) and recovery codes. Pure, but for `randomBytes`, which is given. */

/** Seconds for which a code is shown. */
export const STEP_SECONDS = 30;
/** A clock may be this many steps off, and typing takes time. */
const STEPS_OFF = 1;
const SECRET_BYTES = 20;
export const RECOVERY_CODES = 10;
/** 120 bits: nobody finds one from its hash, so a fast hash does, and checking a code costs nothing. */
const RECOVERY_BYTES = 15;
const RECOVERY_LETTERS = (RECOVERY_BYTES * 8) / 5;
/** Without letters that look like digits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new secret as authenticators take it, in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What a QR code for an authenticator says. */
export function addressOf(secret: string, email: string): string {
  return authenticator(secret, email).toString();
}

/** The step that a code of six digits is of; undefined for a wrong one. `now` in milliseconds. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const delta = authenticator(secret, '').validate({ token: code, timestamp: now, window: STEPS_OFF });
  return delta === null ? undefined : Math.floor(now / 1_000 / STEP_SECONDS) + delta;
}

/** The code that is shown now; for tests and programs. */
export function codeAt(secret: string, now: number): string {
  return authenticator(secret, '').generate({ timestamp: now });
}

/** What was typed, without the blanks and dashes that people put in; `digits` for a code of an authenticator. */
export function readCode(typed: string): {
  readonly kind: 'digits' | 'recovery' | 'none';
  readonly code: string;
} {
  const code = typed.toLowerCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return { kind: 'digits', code };
  // What looks like a digit is meant as one.
  const meant = code.replace(/o/g, '0').replace(/[il]/g, '1');
  return meant.length === RECOVERY_LETTERS && [...meant].every((letter) => LETTERS.includes(letter))
    ? { kind: 'recovery', code: meant }
    : { kind: 'none', code: '' };
}

/** A code as it is shown: six groups of four. */
export function newRecoveryCode(randomBytes: (count: number) => Uint8Array): string {
  const bits = [...randomBytes(RECOVERY_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{5}/g)?.map((five) => LETTERS[Number.parseInt(five, 2)]) ?? [];
  return (letters.join('').match(/.{4}/g) ?? []).join('-');
}

/** Of a code as {@link readCode} gives it. The account is in it, so equal codes have other hashes elsewhere. */
export function hashRecoveryCode(accountId: string, code: string): string {
  return hash('sha256', `${accountId} ${code}`);
}

function authenticator(secret: string, email: string): TOTP {
  return new TOTP({
    issuer: 'Vendor Compliance',
    label: email,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  });
}
