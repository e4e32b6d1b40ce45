import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type KeyRing, type LogKeys, type RingKey, signingKey } from './keys.ts';

/** Changes the key ring. New keys come from the operating system's random generator. */

/** Returns a new random key. */
export function generateKey(now: Date): RingKey {
  const { d, x } = makeEd25519();
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

/** Returns the ring with a new signing key. Earlier keys are retired and still verify. */
export function rotate(ring: KeyRing, now: Date): KeyRing {
  const retired = ring.keys.map((key) => ({ ...key, retired_at: key.retired_at ?? now.toISOString() }));
  return { ...ring, keys: [...retired, generateKey(now)] };
}

/**
 * Returns the ring with a key marked as compromised since the given instant. If the key was already marked,
 * the earlier instant counts. A compromised signing key is replaced. Throws for an unknown id.
 */
export function compromise(ring: KeyRing, id: string, now: Date, since = now): KeyRing {
  if (!ring.keys.some((key) => key.id === id)) throw new Error(`There is no key "${id}" in the ring.`);
  const at = now.toISOString();
  const found = since.toISOString();
  const keys = ring.keys.map((key) =>
    key.id === id
      ? { ...key, retired_at: key.retired_at ?? at, compromised_at: earlier(key.compromised_at, found) }
      : key,
  );
  return { ...ring, keys: signingKey({ keys }) ? keys : [...keys, generateKey(now)] };
}

function earlier(one: string | null, other: string): string {
  return one !== null && one < other ? one : other;
}

/**
 * Returns the ring with keys for a new log. Earlier logs stop growing. Only the first log has the plain name.
 */
export function beginLog(ring: KeyRing, origin: string, now: Date): KeyRing {
  const sign = makeEd25519();
  const time = makeEd25519();
  const first = ring.logs?.[0]?.origin;
  const day = now.toISOString().slice(0, 10);
  const log: LogKeys = {
    origin: first === undefined ? origin : `${first}/${day}-${randomBytes(4).toString('hex')}`,
    created_at: now.toISOString(),
    sign_d: sign.d,
    sign_x: sign.x,
    time_d: time.d,
    time_x: time.x,
  };
  return { ...ring, logs: [...(ring.logs ?? []), log] };
}

function makeEd25519(): { readonly d: string; readonly x: string } {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { d, x };
}
