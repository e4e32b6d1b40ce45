import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { formatKey, type NoteKey } from '../../proof/note.ts';

/**
 * The key ring only grows. The newest key that is neither retired nor compromised signs. Every key can verify
 * indefinitely, but receipts signed with a compromised key are not trusted.
 */
export interface RingKey {
  readonly id: string;
  readonly created_at: string;
  readonly retired_at: string | null;
  readonly compromised_at: string | null;
  /** 32 random bytes, base64url. */
  readonly hmac_secret: string;
  /** The private and public parts of an Ed25519 key, as in a JWK (RFC 8037). */
  readonly ed25519_d: string;
  readonly ed25519_x: string;
}

/** The keys of a log. Each log has its own keys, and only the last log grows. */
export interface LogKeys {
  readonly origin: string;
  readonly created_at: string;
  /** The private and public parts of the Ed25519 key that signs checkpoints. */
  readonly sign_d: string;
  readonly sign_x: string;
  /** The private and public parts of the key that signs checkpoints together with the time. */
  readonly time_d: string;
  readonly time_x: string;
}

export interface KeyRing {
  readonly keys: readonly RingKey[];
  /** Missing if there is no log yet. */
  readonly logs?: readonly LogKeys[];
}

/**
 * A parsed key that is ready to sign and verify. Keys are parsed in advance because parsing a key costs more
 * than using it.
 */
export interface LoadedKey {
  readonly ring: RingKey;
  readonly secret: KeyObject;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly alg: 'EdDSA';
  readonly use: 'sig';
  readonly kid: string;
  readonly x: string;
  readonly iat: number;
  /** When the key stopped signing, in seconds since 1970. Its receipts remain valid. */
  readonly retired_at?: number;
  /**
   * When the key was compromised, in seconds since 1970. Only its receipts that were already in the public
   * log can be trusted.
   */
  readonly compromised_at?: number;
}

/** The names of a key's two halves, as they appear in a receipt. */
export const hmacKid = (id: string): string => `${id}.hs256`;
export const ed25519Kid = (id: string): string => `${id}.ed25519`;

/** Returns the current signing key; undefined if the ring has none left. */
export function signingKey(ring: KeyRing): RingKey | undefined {
  return ring.keys.findLast(isSigning);
}

/** Parses a key. Throws if the parts are not a key or its halves do not match. */
export function loadKey(ring: RingKey): LoadedKey {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: ring.ed25519_x, d: ring.ed25519_d };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  const publicKey = createPublicKey(privateKey);
  const bytes = Buffer.from(ring.hmac_secret, 'base64url');
  if (publicKey.export({ format: 'jwk' }).x !== ring.ed25519_x || bytes.length < 32)
    throw new Error(`The receipt key "${ring.id}" is damaged.`);
  // Use a key object: if given bytes, Node prepares the secret again for each use, at five times the cost.
  return { ring, secret: createSecretKey(bytes), privateKey, publicKey };
}

/** Returns a log's two public keys: one for its plain signature and one for its timestamped signature. */
export function logNoteKeys({ origin: name, sign_x, time_x }: LogKeys): readonly [NoteKey, NoteKey] {
  return [
    { name, type: 1, publicKey: Buffer.from(sign_x, 'base64url') },
    { name, type: 4, publicKey: Buffer.from(time_x, 'base64url') },
  ];
}

/**
 * The keys that anyone can use to verify receipts, as a JWK Set. It also includes the log's keys, in the
 * format of c2sp.org/signed-note.
 */
export interface PublicKeys {
  readonly keys: PublicJwk[];
  readonly log_keys: string[];
}

/** Returns the public halves of the keys, which anyone can use to verify receipts. */
export function toJwks(ring: KeyRing): PublicKeys {
  const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000);
  return {
    keys: ring.keys.map((key) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: ed25519Kid(key.id),
      x: key.ed25519_x,
      iat: seconds(key.created_at),
      ...(key.retired_at ? { retired_at: seconds(key.retired_at) } : {}),
      ...(key.compromised_at ? { compromised_at: seconds(key.compromised_at) } : {}),
    })),
    log_keys: (ring.logs ?? []).flatMap(logNoteKeys).map(formatKey),
  };
}

function isSigning(key: RingKey): boolean {
  return key.retired_at === null && key.compromised_at === null;
}
