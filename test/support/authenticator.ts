import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/**
 * An authenticator and its browser, made of node:crypto: what a phone would answer, and what one would answer that is broken, stolen or
 * on another site. It makes keys of one kind, ES256.
 */

interface Asked {
  readonly challenge: string;
  readonly rpId: string;
}

/** What is wrong on purpose. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  /** Whether it asked for a PIN or a finger. */
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly userHandle?: string;
  readonly id?: string;
  readonly signature?: Buffer;
  /** CBOR of `fmt` and `attStmt` in place of no attestation. */
  readonly attestation?: Buffer;
  /** In place of the whole attestation object. */
  readonly attestationObject?: Buffer;
}

export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  handle = '';
  counter = 0;
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #cose: Buffer;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    this.#cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** Answers `navigator.credentials.create`. */
  create(asked: Asked & { readonly handle: string }, wrong: Deviation = {}): Record<string, unknown> {
    this.handle = asked.handle;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#cose]);
    const data = this.#authData(asked, wrong, attested);
    const attestation =
      wrong.attestation ??
      Buffer.concat([text('fmt'), text('none'), text('attStmt'), Buffer.from('a0', 'hex')]);
    const whole = Buffer.concat([Buffer.from('a3', 'hex'), attestation, text('authData'), bytes(data)]);
    return this.#answer(wrong, {
      clientDataJSON: this.#clientData('webauthn.create', asked, wrong).toString('base64url'),
      attestationObject: (wrong.attestationObject ?? whole).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers `navigator.credentials.get`. */
  get(asked: Asked, wrong: Deviation = {}): Record<string, unknown> {
    const clientData = this.#clientData('webauthn.get', asked, wrong);
    const data = this.#authData(asked, wrong);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    const signature = createSign('sha256').update(signed).sign(this.#privateKey);
    return this.#answer(wrong, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: (wrong.signature ?? signature).toString('base64url'),
      userHandle: wrong.userHandle ?? this.handle,
    });
  }

  #answer(wrong: Deviation, response: Record<string, unknown>): Record<string, unknown> {
    const id = wrong.id ?? this.id;
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, asked: Asked, wrong: Deviation): Buffer {
    const { challenge = asked.challenge, origin = this.#origin, crossOrigin = false, topOrigin } = wrong;
    const data = {
      type: wrong.type ?? type,
      challenge,
      origin,
      crossOrigin,
      ...(topOrigin && { topOrigin }),
    };
    return Buffer.from(JSON.stringify(data));
  }

  #authData(asked: Asked, wrong: Deviation, attested: Buffer = Buffer.alloc(0)): Buffer {
    const { isPresent = true, isVerified = true, rpId = asked.rpId } = wrong;
    const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (attested.length > 0 ? 0x40 : 0);
    const head = Buffer.alloc(5);
    head[0] = flags;
    head.writeUInt32BE(this.counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, attested]);
  }
}

/** CBOR of a short text. */
export function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

/** CBOR of up to 65,535 bytes. */
export function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value]);
}
