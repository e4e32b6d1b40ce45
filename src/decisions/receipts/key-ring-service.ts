import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type KeyRing, type RingKey, signingKey } from './keys.ts';

/** Changes to the key ring. New keys come from the operating system's randomness. */

/** A new key, from the operating system's randomness. */
export function generateKey(now: Date): RingKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  return {
    id: `${now.toISOString().slice(0, 10).replaceAll('-', '')}-${randomBytes(6).toString('hex')}`,
    created_at: now.toISOString(),
    retired_at: null,
    compromised_at: null,
    hmac_secret: randomBytes(32).toString('base64url'),
    ed25519_d: d,
    ed25519_x: x,
  };
}

/** The ring with a new signing key; earlier keys are retired and still verify. */
export function rotate(ring: KeyRing, now: Date): KeyRing {
  const retired = ring.keys.map((key) => ({ ...key, retired_at: key.retired_at ?? now.toISOString() }));
  return { keys: [...retired, generateKey(now)] };
}

/** The ring with a key marked as compromised; a compromised signing key is replaced. Throws for an unknown id. */
export function compromise(ring: KeyRing, id: string, now: Date): KeyRing {
  if (!ring.keys.some((key) => key.id === id)) throw new Error(`There is no key "${id}" in the ring.`);
  const at = now.toISOString();
  const keys = ring.keys.map((key) =>
    key.id === id
      ? { ...key, retired_at: key.retired_at ?? at, compromised_at: key.compromised_at ?? at }
      : key,
  );
  return signingKey({ keys }) ? { keys } : { keys: [...keys, generateKey(now)] };
}
