import {
  decodeJws,
  encodeHeader,
  encodeJws,
  type GeneralJws,
  type JwsSignature,
  signHs256,
} from '../../src/decisions/receipts/jws.ts';
import type { InvalidReason } from '../../src/decisions/receipts/schemas.ts';

/** A change that an attacker or an email program can make to a genuine receipt without having its keys. */
interface Mangling {
  readonly how: string;
  readonly text: string;
  readonly reason: InvalidReason;
}

/** Returns the receipt with one bit flipped. A byte above 127 becomes a Latin-1 character. */
export function flipBit(receipt: Buffer, bit: number): string {
  const index = bit >> 3;
  const mask = 1 << (bit & 7);
  receipt[index] = (receipt[index] ?? 0) ^ mask;
  const text = receipt.toString('latin1');
  receipt[index] = (receipt[index] ?? 0) ^ mask;
  return text;
}

/** Yields every way to remove, double, or add one character, and to truncate the receipt at either end. */
export function* cutAndPaste(receipt: string): Generator<Mangling> {
  const reason = 'malformed';
  for (let at = 0; at < receipt.length; at++) {
    const before = receipt.slice(0, at);
    const after = receipt.slice(at);
    yield { how: `cut off after ${at}`, text: before, reason };
    if (at > 0) yield { how: `cut off before ${at}`, text: after, reason };
    yield { how: `without character ${at}`, text: before + after.slice(1), reason };
    yield { how: `character ${at} twice`, text: before + receipt.charAt(at) + after, reason };
    yield { how: `A put in at ${at}`, text: `${before}A${after}`, reason };
    yield { how: `_ put in at ${at}`, text: `${before}_${after}`, reason };
  }
  yield { how: 'A put at the end', text: `${receipt}A`, reason };
}

/**
 * Yields other encodings of the same receipt. A lenient parser would read the same content from each, but
 * ours must reject all of them.
 */
export function* respell(receipt: string): Generator<Mangling> {
  const json = Buffer.from(receipt, 'base64url').toString();
  const middle = receipt.length >> 1;
  const outside: Record<string, string> = {
    padded: `${receipt}=`,
    'padded twice': `${receipt}==`,
    'in standard base64, padded': `${Buffer.from(json).toString('base64')}=`,
    'with its last character in another spelling': respellLast(receipt),
    'with a space before': ` ${receipt}`,
    'with a line feed after': `${receipt}\n`,
    'with a line feed inside': `${receipt.slice(0, middle)}\n${receipt.slice(middle)}`,
    'with a space inside': `${receipt.slice(0, middle)} ${receipt.slice(middle)}`,
    'with a NUL after': `${receipt}\0`,
    'with a NUL inside': `${receipt.slice(0, middle)}\0${receipt.slice(middle)}`,
    'with characters whose low byte is right': String.fromCharCode(
      ...[...receipt].map((each) => each.charCodeAt(0) + 0x100),
    ),
    'in full-width characters': String.fromCharCode(
      ...[...receipt].map((each) => each.charCodeAt(0) + 0xfee0),
    ),
    'with a lone surrogate': `${receipt.slice(0, middle)}\ud800${receipt.slice(middle)}`,
    'with an emoji': `${receipt}🍣`,
    'with a byte-order mark': `\ufeff${receipt}`,
    'percent-encoded': `${receipt.slice(0, -1)}%${receipt.charCodeAt(receipt.length - 1).toString(16)}`,
    'twice over': receipt + receipt,
    'as plain JSON': json,
    'encoded twice': Buffer.from(receipt).toString('base64url'),
    'in hexadecimal': Buffer.from(json).toString('hex'),
  };
  for (const [how, text] of Object.entries(outside)) yield { how, text, reason: 'malformed' };
  for (const [how, text] of Object.entries(respellJson(json)))
    yield { how, text: Buffer.from(text).toString('base64url'), reason: 'malformed' };
}

function respellJson(json: string): Record<string, string> {
  const jws: GeneralJws = JSON.parse(json);
  const { payload, signatures } = jws;
  const header = { kid: 'x' };
  const [inner, outer] = signatures;
  return {
    'indented JSON': JSON.stringify(jws, null, 1),
    'JSON with a space before': ` ${json}`,
    'JSON with a line feed after': `${json}\n`,
    'JSON with a byte-order mark': `\ufeff${json}`,
    'JSON with a NUL after': `${json}\0`,
    'members in another order': JSON.stringify({ signatures, payload }),
    'members of a signature in another order': JSON.stringify({
      payload,
      signatures: signatures.map((each) => ({ signature: each.signature, protected: each.protected })),
    }),
    'another member': JSON.stringify({ ...jws, note: '' }),
    'a member called __proto__': json.replace('{', '{"__proto__":{},'),
    'another member in a signature': JSON.stringify({ payload, signatures: [{ ...inner, note: '' }, outer] }),
    'an unprotected header': JSON.stringify({ payload, signatures: [inner, { ...outer, header }] }),
    'the payload twice': json.replace('{', `{"payload":"${payload}",`),
    'another payload before it': json.replace('{', '{"payload":"e30",'),
    'another payload after it': json.replace(/}$/, ',"payload":"e30"}'),
    'an escaped letter in a name': json.replace('"payload"', '"p\\u0061yload"'),
    'an escaped letter in a value': json.replace('"payload":"e', '"payload":"\\u0065'),
    'an array around it': `[${json}]`,
    'a string around it': JSON.stringify(json),
    'signatures as an object': JSON.stringify({ payload, signatures: { 0: inner, 1: outer, length: 2 } }),
    'the flattened form': JSON.stringify({ payload, ...outer }),
  };
}

/**
 * Yields genuine parts combined in other ways. `publicKey`, which everyone can read, is used as if it were a
 * secret key.
 */
export function* rearrange(
  receipt: string,
  publicKey: Buffer,
  otherKeyId: string | undefined,
): Generator<Mangling> {
  const jws = decodeJws(receipt);
  const [inner, outer] = jws?.signatures ?? [];
  if (!jws || !inner || !outer) throw new Error('This is no receipt to begin with.');
  const build = (payload: string, ...signatures: JwsSignature[]) => encodeJws({ payload, signatures });
  const { payload } = jws;
  const malformed = (how: string, ...signatures: JwsSignature[]): Mangling => ({
    how,
    text: build(payload, ...signatures),
    reason: 'malformed',
  });
  const mismatch = (how: string, text: string): Mangling => ({ how, text, reason: 'signature_mismatch' });

  yield malformed('signatures in the other order', outer, inner);
  yield malformed('without the EdDSA signature', inner);
  yield malformed('without the HS256 signature', outer);
  yield malformed('without signatures');
  yield malformed('the HS256 signature twice', inner, inner);
  yield malformed('the EdDSA signature twice', outer, outer);
  yield malformed('a third signature', inner, outer, outer);
  yield { how: 'compact', text: `${outer.protected}.${payload}.${outer.signature}`, reason: 'malformed' };

  const read = (header: string) => JSON.parse(Buffer.from(header, 'base64url').toString());
  const innerHeader: { kid: string } = read(inner.protected);
  const outerHeader: { kid: string; hs256: string } = read(outer.protected);
  const reheaded = (header: { alg: string; kid: string; hs256?: string }, signature: string) => ({
    protected: encodeHeader(header),
    signature,
  });
  const none = (header: { kid: string }) => reheaded({ ...header, alg: 'none' }, '');
  const rehmac = (header: string) => signHs256(`${header}.${payload}`, publicKey);
  const confused = encodeHeader({ ...outerHeader, alg: 'HS256' });
  yield malformed('alg none twice', none(innerHeader), none(outerHeader));
  yield malformed('alg none for EdDSA', inner, none(outerHeader));
  yield malformed('alg none for HS256', none(innerHeader), outer);
  yield malformed('EdDSA as HS256 with the public key', inner, {
    protected: confused,
    signature: rehmac(confused),
  });
  yield malformed(
    'without the HMAC in the header',
    inner,
    reheaded({ alg: 'EdDSA', kid: outerHeader.kid }, outer.signature),
  );

  yield malformed(
    'an HMAC in the HS256 header',
    reheaded({ alg: 'HS256', kid: innerHeader.kid, hs256: inner.signature }, inner.signature),
    outer,
  );

  const forgedHmac = { ...inner, signature: rehmac(inner.protected) };
  const renamed = reheaded(
    { alg: 'EdDSA', kid: outerHeader.kid, hs256: forgedHmac.signature },
    outer.signature,
  );
  yield mismatch('HS256 with the public key', build(payload, forgedHmac, outer));
  yield mismatch('HS256 with the public key, named', build(payload, forgedHmac, renamed));
  yield mismatch(
    'EdDSA signature an HMAC with the public key',
    build(payload, inner, { ...outer, signature: rehmac(outer.protected) }),
  );
  yield mismatch(
    'signature values changed over',
    build(payload, { ...inner, signature: outer.signature }, { ...outer, signature: inner.signature }),
  );
  yield mismatch(
    'empty signatures',
    build(payload, { ...inner, signature: '' }, { ...outer, signature: '' }),
  );
  yield mismatch('padded signatures', build(payload, pad(inner), pad(outer)));
  yield mismatch('padded payload', build(`${payload}=`, inner, outer));
  yield mismatch('empty payload', build('', inner, outer));
  yield mismatch(
    'S + the order of the group',
    build(payload, inner, { ...outer, signature: addOrder(outer.signature) }),
  );

  const claims: Record<string, unknown> = read(payload);
  const encode = (value: unknown, space?: number) =>
    Buffer.from(JSON.stringify(value, null, space)).toString('base64url');
  const reversed = Object.fromEntries(Object.entries(claims).reverse());
  yield mismatch('claims in another order', build(encode(reversed), inner, outer));
  yield mismatch('claims indented', build(encode(claims, 1), inner, outer));
  yield mismatch('a better verdict', build(encode({ ...claims, verdict: 'clear' }), inner, outer));

  const as = (id: string) =>
    build(
      payload,
      reheaded({ alg: 'HS256', kid: `${id}.hs256` }, inner.signature),
      reheaded({ alg: 'EdDSA', kid: `${id}.ed25519`, hs256: outerHeader.hs256 }, outer.signature),
    );
  yield { how: 'a key that nobody has', text: as('20250101-nobody'), reason: 'unknown_key' };
  yield { how: 'a key called __proto__', text: as('__proto__'), reason: 'unknown_key' };
  yield malformed('a key without a name', reheaded({ alg: 'HS256', kid: '.hs256' }, inner.signature), outer);
  if (otherKeyId === undefined) return;
  yield mismatch('under another key of ours', as(otherKeyId));
  yield malformed(
    'one half under another key',
    reheaded({ alg: 'HS256', kid: `${otherKeyId}.hs256` }, inner.signature),
    outer,
  );
}

function pad(signature: JwsSignature): JwsSignature {
  return { ...signature, signature: `${signature.signature}=` };
}

/**
 * Sets the unused bits of the last character, so that the same bytes are encoded differently. If there are no
 * unused bits, changes the character itself.
 */
function respellLast(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return text.slice(0, -1) + alphabet.charAt(alphabet.indexOf(text.slice(-1)) ^ 1);
}

/**
 * Returns the other number that satisfies the same signature equation. RFC 8032 §5.1.7 requires verifiers to
 * reject it.
 */
function addOrder(signature: string): string {
  const bytes = Buffer.from(signature, 'base64url');
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  let sum = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order;
  for (let index = 32; index < 64; index++, sum >>= 8n) bytes[index] = Number(sum & 255n);
  return bytes.toString('base64url');
}
