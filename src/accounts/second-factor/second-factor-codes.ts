import { hash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/**
 * Authenticator codes (RFC 6238, in the variant that all authenticators support) and recovery codes. Pure,
 * except for the `randomBytes` parameter.
 */

/** The time for which each code is shown, in seconds. */
export const STEP_SECONDS = 30;
/** The number of steps a clock may be off, including the time it takes to type the code. */
const STEPS_OFF = 1;
const SECRET_BYTES = 20;
export const RECOVERY_CODES = 10;
/**
 * A code with 120 random bits cannot be recovered from its hash, so a fast hash is enough and checking a code
 * costs almost nothing.
 */
const RECOVERY_BYTES = 15;
const RECOVERY_LETTERS = (RECOVERY_BYTES * 8) / 5;
/** Digits and letters, without letters that look like digits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Creates a secret in base32, the format that authenticators accept. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the content of the QR code for an authenticator. */
export function addressOf(secret: string, email: string): string {
  return authenticator(secret, email).toString();
}

/** Returns the step of a six-digit code, or undefined if the code is wrong. `now` is in milliseconds. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const delta = authenticator(secret, '').validate({ token: code, timestamp: now, window: STEPS_OFF });
  return delta === null ? undefined : Math.floor(now / 1_000 / STEP_SECONDS) + delta;
}

/** Returns the current code, for tests and tools. */
export function codeAt(secret: string, now: number): string {
  return authenticator(secret, '').generate({ timestamp: now });
}

/**
 * Returns a typed code without the spaces and dashes that people add. `kind` is `digits` for an authenticator
 * code.
 */
export function readCode(typed: string): {
  readonly kind: 'digits' | 'recovery' | 'none';
  readonly code: string;
} {
  const code = typed.toLowerCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return { kind: 'digits', code };
  // Treat letters that look like digits as those digits.
  const meant = code.replace(/o/g, '0').replace(/[il]/g, '1');
  return meant.length === RECOVERY_LETTERS && [...meant].every((letter) => LETTERS.includes(letter))
    ? { kind: 'recovery', code: meant }
    : { kind: 'none', code: '' };
}

/** Returns a new code as it is displayed: six groups of four. */
export function newRecoveryCode(randomBytes: (count: number) => Uint8Array): string {
  const bits = [...randomBytes(RECOVERY_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{5}/g)?.map((five) => LETTERS[Number.parseInt(five, 2)]) ?? [];
  return (letters.join('').match(/.{4}/g) ?? []).join('-');
}

/**
 * Hashes a code from {@link readCode}. The account is included, so that the same code has a different hash
 * for each account.
 */
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
