import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Type } from 'typebox';
import { Compile } from 'typebox/schema';

/**
 * The rules for passkeys: the addresses where they work, how many are allowed, and the input that a browser
 * may send.
 */

export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_LENGTH_MAX = 60;
/** Longer than any passkey's answer: without attestation, an answer has about 2,000 characters. */
const JSON_LENGTH_MAX = 8_000;

/** The relying party: keys are bound to the hostname, answers to the origin. */
export interface PasskeyPlace {
  readonly rpId: string;
  readonly origin: string;
}

/**
 * Returns the hostname and origin for passkeys, or undefined if browsers do not offer passkeys there: at an
 * IP address, or without TLS except on the local machine.
 */
export function passkeyPlace(baseUrl: string): PasskeyPlace | undefined {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = /^\[|^[\d.]+$/.test(hostname);
  return !isAddress && (protocol === 'https:' || isLocal) ? { rpId: hostname, origin } : undefined;
}

const base64url = (maxLength: number) => Type.String({ pattern: '^[\\w-]+$', maxLength });
/** WebAuthn allows 1,023 bytes, which is 1,364 characters in base64url. */
const ID = base64url(1_364);
const BYTES = base64url(JSON_LENGTH_MAX);
const NOTHING = Type.Object({});

const REGISTRATION = Compile(
  Type.Object({
    id: ID,
    rawId: ID,
    type: Type.Literal('public-key'),
    clientExtensionResults: NOTHING,
    response: Type.Object({ clientDataJSON: BYTES, attestationObject: BYTES }),
  }),
);

const ASSERTION = Compile(
  Type.Object({
    id: ID,
    rawId: ID,
    type: Type.Literal('public-key'),
    clientExtensionResults: NOTHING,
    response: Type.Object({
      clientDataJSON: BYTES,
      authenticatorData: BYTES,
      signature: BYTES,
      userHandle: base64url(100),
    }),
  }),
);

/** Parses a new key from a browser. Returns undefined if the key is malformed. */
export function readRegistration(json: string): RegistrationResponseJSON | undefined {
  const value = parse(json);
  return REGISTRATION.Check(value) ? value : undefined;
}

/** Parses an answer from a browser. Returns undefined if the answer is malformed. */
export function readAssertion(json: string): (AuthenticationResponseJSON & SaysWhose) | undefined {
  const value = parse(json);
  return ASSERTION.Check(value) ? value : undefined;
}

/** The account's handle, which a discoverable key always returns. */
interface SaysWhose {
  readonly response: { readonly userHandle: string };
}

function parse(json: string): unknown {
  if (json.length > JSON_LENGTH_MAX) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
