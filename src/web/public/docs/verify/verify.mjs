// node verify.mjs receipt.txt jwks.json
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [receipt, keySet] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8').trim());
const decode = (text) => Buffer.from(text, 'base64url');
const { payload, signatures } = JSON.parse(decode(receipt));
const [first, second] = signatures;
const head = JSON.parse(decode(second.protected));
const key = JSON.parse(keySet).keys.find(({ kid }) => kid === head.kid);
if (!key) throw new Error('Its key is not in the key set.');
if (key.compromised_at) throw new Error('Its key was found out: anybody may have signed it.');
const signed = Buffer.from(`${second.protected}.${payload}`);
const publicKey = createPublicKey({ key, format: 'jwk' });
const holds =
  head.alg === 'EdDSA' &&
  key.crv === 'Ed25519' &&
  head.hs256 === first.signature &&
  verify(null, signed, publicKey, decode(second.signature));
if (!holds) throw new Error('The signature does not match.');
const claims = JSON.parse(decode(payload));
if (claims.typ !== 'vendor-decision-receipt') throw new Error('Signed, but no receipt.');
console.log('GENUINE', JSON.stringify(claims, null, 2));
