import {
  createHash,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/**
 * A simulated authenticator and the browser that talks to it, built on node:crypto. It can respond like a
 * real phone, or like an authenticator that is broken, stolen, or used on another site. It creates only ES256
 * keys.
 */

interface Asked {
  readonly challenge: string;
  readonly rpId: string;
}

/** Ways in which a response should deviate from a correct one. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  /** True if the authenticator verified the user with a PIN or a fingerprint. */
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly userHandle?: string;
  readonly id?: string;
  readonly signature?: Buffer;
  /** True to include a valid attestation certificate from the manufacturer. */
  readonly isCertified?: boolean;
  /** CBOR-encoded `fmt` and `attStmt` entries to send in place of the "none" attestation. */
  readonly attestation?: Buffer;
  /** Replaces the entire attestation object. */
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

  /** Returns the result of `navigator.credentials.create`. */
  create(asked: Asked & { readonly handle: string }, wrong: Deviation = {}): Record<string, unknown> {
    this.handle = asked.handle;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#cose]);
    const data = this.#authData(asked, wrong, attested);
    const clientData = this.#clientData('webauthn.create', asked, wrong);
    const none = Buffer.concat([text('fmt'), text('none'), text('attStmt'), Buffer.from('a0', 'hex')]);
    const attestation = wrong.attestation ?? (wrong.isCertified ? this.#certify(data, clientData) : none);
    const whole = Buffer.concat([Buffer.from('a3', 'hex'), attestation, text('authData'), bytes(data)]);
    return this.#answer(wrong, {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: (wrong.attestationObject ?? whole).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Returns the result of `navigator.credentials.get`. */
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

  /**
   * Builds the attestation that security keys used before FIDO2: the manufacturer's key signs the new
   * credential.
   */
  #certify(data: Buffer, clientData: Buffer): Buffer {
    const { x = '', y = '' } = createPublicKey(this.#privateKey).export({ format: 'jwk' });
    const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    const clientHash = createHash('sha256').update(clientData).digest();
    const made = [Buffer.from([0]), data.subarray(0, 32), clientHash, Buffer.from(this.id, 'base64url')];
    const signature = createSign('sha256')
      .update(Buffer.concat([...made, ...point]))
      .sign(this.#privateKey);
    return Buffer.concat([
      text('fmt'),
      text('fido-u2f'),
      text('attStmt'),
      Buffer.from('a2', 'hex'),
      text('sig'),
      bytes(signature),
      text('x5c'),
      Buffer.from('81', 'hex'),
      bytes(selfSigned(this.#privateKey)),
    ]);
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

/** Returns a certificate, valid from 2025 to 2049, that contains nothing but the key. */
function selfSigned(privateKey: KeyObject): Buffer {
  const part = (tag: number, ...inside: readonly Buffer[]) => {
    const content = Buffer.concat(inside);
    const length =
      content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
    return Buffer.concat([Buffer.from([tag, ...length]), content]);
  };
  const SEQUENCE = 0x30;
  const INTEGER = 2;
  const BITS = 3;
  const OID = 6;
  const TIME = 0x17;
  const ecdsaSha256 = part(SEQUENCE, part(OID, Buffer.from('2a8648ce3d040302', 'hex')));
  const nobody = part(SEQUENCE);
  const times = ['250101000000Z', '491231235959Z'].map((time) => part(TIME, Buffer.from(time)));
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const head = [part(INTEGER, Buffer.from([1])), ecdsaSha256, nobody, part(SEQUENCE, ...times), nobody];
  const signed = part(SEQUENCE, ...head, publicKey);
  const signature = createSign('sha256').update(signed).sign(privateKey);
  return part(SEQUENCE, signed, ecdsaSha256, part(BITS, Buffer.from([0]), signature));
}

/** Encodes a short string as CBOR. */
export function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

/** Encodes up to 65,535 bytes as CBOR. */
export function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value]);
}
