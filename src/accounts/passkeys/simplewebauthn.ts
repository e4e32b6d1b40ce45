import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import type { PasskeyOptions } from './passkey.ts';
import { CHALLENGE_SECONDS } from './passkey-challenge.ts';
import type { PasskeyPlace } from './passkey-rules.ts';

/**
 * Wraps the library that parses and verifies authenticators' signatures. No other file imports the library.
 * Loading it takes a third of a second and 25 MB, so it is loaded when the first passkey is used.
 */

const SITE = 'Vendor Compliance';
/** Ed25519, ES256, RS256: the algorithms that authenticators support. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = CHALLENGE_SECONDS * 1_000;
/** Every key must ask for a PIN, a fingerprint or a face; otherwise a passkey would be a single factor. */
const VERIFIED = 'required';

/** A key as stored. */
export interface StoredKey {
  readonly credentialId: string;
  /** COSE key, in base64url. */
  readonly publicKey: string;
  /** The number of signatures; always 0 if the authenticator does not count them. */
  readonly counter: number;
}

/** Returns the options for `navigator.credentials.create`. */
export function creationOptions(
  { rpId }: PasskeyPlace,
  asked: {
    readonly challenge: string;
    readonly handle: string;
    readonly email: string;
    readonly accountName: string;
    readonly present: readonly string[];
  },
): PasskeyOptions {
  return {
    challenge: asked.challenge,
    rp: { id: rpId, name: SITE },
    user: { id: asked.handle, name: asked.email, displayName: asked.accountName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: asked.present.map((id) => ({ type: 'public-key', id })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: VERIFIED,
    },
  };
}

/**
 * Returns the options for `navigator.credentials.get`. Any of this site's keys may answer, so the options are
 * the same for everyone.
 */
export function requestOptions({ rpId }: PasskeyPlace, challenge: string): PasskeyOptions {
  return { challenge, rpId, timeout: TIMEOUT_MS, userVerification: VERIFIED };
}

/** Returns the key that a browser created for this challenge, or undefined if any check fails. */
export async function verifyCreation(
  { rpId, origin }: PasskeyPlace,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<StoredKey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  return refused(async () => {
    if (isFramed(response)) return undefined;
    const bytes = new Uint8Array(Buffer.from(response.response.attestationObject, 'base64url'));
    if (!hasNoCertificate(decodeAttestationObject(bytes))) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    const key = registrationInfo?.credential;
    if (!verified || !key || key.id !== response.id) return undefined;
    return {
      credentialId: key.id,
      publicKey: Buffer.from(key.publicKey).toString('base64url'),
      counter: key.counter,
    };
  });
}

/**
 * Returns the counter from a key's signature on this challenge, or undefined if any check fails. The caller
 * compares the counter with the stored counter.
 */
export async function verifyAssertion(
  { rpId, origin }: PasskeyPlace,
  challenge: string,
  { response, key }: { readonly response: AuthenticationResponseJSON; readonly key: StoredKey },
): Promise<{ readonly counter: number } | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  return refused(async () => {
    if (isFramed(response)) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
        counter: 0,
      },
    });
    return verified ? { counter: authenticationInfo.newCounter } : undefined;
  });
}

/**
 * Returns false if the attestation contains a certificate. We do not request certificates, and browsers omit
 * them. A certificate is rejected before the library parses it, because the library would fetch URLs from it.
 */
function hasNoCertificate(decoded: AttestationObject): boolean {
  const format = decoded.get('fmt');
  // A key can attest itself with its own signature.
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** Returns true if the page was in another site's frame, which our pages never are. */
function isFramed({ response }: RegistrationResponseJSON | AuthenticationResponseJSON): boolean {
  const client: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
  if (typeof client !== 'object' || client === null) return true;
  return ('crossOrigin' in client && client.crossOrigin !== false) || 'topOrigin' in client;
}

/** Returns undefined if the library throws, because it throws only when its input is invalid. */
async function refused<Value>(read: () => Promise<Value | undefined>): Promise<Value | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
