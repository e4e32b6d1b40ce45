import { scrypt, timingSafeEqual } from 'node:crypto';
import type { ClaimProof, ClaimState, CodeState } from '../claim.ts';

/**
 * The code in a letter: eight characters without look-alikes (no 0 O, 1 I L, 2 Z, 5 S, 8 B, U), valid for 5
 * attempts and 60 days. Five guesses are hopeless against 24^8 codes (about 10^11), but someone who stole the
 * database could try them all. So only a slow hash is stored.
 */
const ALPHABET = 'ACDEFGHJKMNPQRTVWXY34679';
const CODE_LENGTH = 8;
export const ATTEMPTS_MAX = 5;
const CODE_DAYS = 60;
/** A letter that has not arrived after this many days is considered lost. */
const LOST_DAYS = 14;
const DAY_MS = 86_400_000;
const SCRYPT = { N: 16_384, r: 8, p: 1 } as const;
const HASH_BYTES = 32;

/** Generates eight characters; `pick(n)` returns an unpredictable whole number from 0 to n - 1. */
export function makeCode(pick: (count: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[pick(ALPHABET.length)]).join('');
}

/** Formats a code for print: two groups of four. */
export function formatCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Parses a typed code, in either case and with any grouping. Returns undefined if it cannot be a code. */
export function readCode(typed: string): string | undefined {
  const code = typed
    .slice(0, 100)
    .toUpperCase()
    .replace(/[\s\-–—.]/g, '');
  return code.length === CODE_LENGTH && [...code].every((char) => ALPHABET.includes(char)) ? code : undefined;
}

/**
 * Returns the stored hash of a code, salted with the claim's id. Takes tens of milliseconds: never call it
 * inside a transaction.
 */
export function hashCode(code: string, claimId: string): Promise<string> {
  return new Promise((resolve, reject) =>
    scrypt(code, claimId, HASH_BYTES, SCRYPT, (error, hash) =>
      error ? reject(error) : resolve(hash.toString('hex')),
    ),
  );
}

export function isSameHash(hash: string, stored: string): boolean {
  const a = Buffer.from(hash);
  const b = Buffer.from(stored);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the time when a code generated now expires. */
export function codeExpiry(now: Date): string {
  return new Date(now.getTime() + CODE_DAYS * DAY_MS).toISOString();
}

interface CodeFields {
  readonly state: ClaimState;
  readonly proof: ClaimProof;
  readonly code_hash: string | null;
  readonly code_expires_at: string | null;
  readonly code_attempts: number;
  readonly code_entered_at: string | null;
  readonly letter_printed_at: string | null;
}

/** Returns the state of a claim's code at `now`. */
export function codeState(claim: CodeFields, now: Date): CodeState {
  if (claim.state !== 'pending' || claim.proof === 'document') return 'not_needed';
  if (claim.code_entered_at !== null) return 'entered';
  if (claim.code_hash === null) return 'not_sent';
  if ((claim.code_expires_at ?? '') <= now.toISOString()) return 'expired';
  return claim.code_attempts >= ATTEMPTS_MAX ? 'used_up' : 'sent';
}

/**
 * Returns true if another code may be requested, because the current code is unusable or its letter is
 * considered lost.
 */
export function mayAskAgain(claim: CodeFields, now: Date): boolean {
  const state = codeState(claim, now);
  if (state !== 'sent') return state === 'used_up' || state === 'expired';
  const lost = new Date(now.getTime() - LOST_DAYS * DAY_MS).toISOString();
  return (claim.letter_printed_at ?? '') <= lost;
}
