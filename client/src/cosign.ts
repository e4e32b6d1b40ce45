import { bytesOf, decodeBase64Url } from './jws.ts';
import { encodeBase64, formatLogKey, type LogKey } from './log.ts';

/**
 * Timestamped cosignatures of checkpoints (c2sp.org/tlog-cosignature): a witness confirms that it saw this
 * state of the log.
 */

export interface Cosigner {
  /** The public key, for others to pin. */
  readonly key: string;
  readonly logKey: LogKey;
  readonly privateKey: CryptoKeyOf;
}

type CryptoKeyOf = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
/** Both halves of an Ed25519 key, as in a JWK. */
interface PrivateJwk {
  readonly x: string;
  readonly d: string;
}

/** Creates the key for a new witness. */
export async function makeCosigner(
  name: string,
): Promise<{ readonly cosigner: Cosigner; readonly privateJwk: PrivateJwk }> {
  const pair = asPair(await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']));
  const { x = '', d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  const privateJwk = { x, d };
  return { cosigner: await openCosigner(name, privateJwk), privateJwk };
}

/** Narrows the type: a signing key is always generated as a pair. */
function asPair(made: object): { readonly privateKey: CryptoKeyOf } {
  return made as { readonly privateKey: CryptoKeyOf };
}

/** Opens a witness's key. Throws if the key is invalid, or if the name is not allowed in a note. */
export async function openCosigner(name: string, { x, d }: PrivateJwk): Promise<Cosigner> {
  const publicKey = decodeBase64Url(x);
  if (!/^[^\s+]+$/u.test(name))
    throw new TypeError('The name of a witness has neither blanks nor plus signs.');
  if (publicKey?.length !== 32) throw new TypeError('This is not the key of a witness.');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x, d };
  const usages = ['sign'] as const;
  const privateKey = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, usages);
  const { key, logKey } = await formatLogKey(name, 4, publicKey);
  return { key, logKey, privateKey };
}

/** Returns the note with a cosignature added. `at` is the signing time, in seconds since 1970. */
export async function cosign(note: string, { logKey, privateKey }: Cosigner, at: number): Promise<string> {
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  const message = bytesOf(`cosignature/v1\ntime ${at}\n${text}`);
  const signature = new Uint8Array(await crypto.subtle.sign({ name: 'Ed25519' }, privateKey, message));
  const bytes = new Uint8Array(76);
  for (let byte = 0; byte < 4; byte += 1)
    bytes[byte] = Number.parseInt(logKey.id.slice(2 * byte, 2 * byte + 2), 16);
  new DataView(bytes.buffer).setBigUint64(4, BigInt(at));
  bytes.set(signature, 12);
  return `${note}— ${logKey.name} ${encodeBase64(bytes)}\n`;
}
