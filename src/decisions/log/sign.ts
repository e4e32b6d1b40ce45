import { createPrivateKey, type KeyObject } from 'node:crypto';
import { signatureLine } from '../../proof/note.ts';
import { type LogKeys, logNoteKeys } from '../receipts/keys.ts';

/** Signs the text of a checkpoint twice: without a time, for every reader, and with a time. */
export function signCheckpoint(text: string, log: LogKeys, now: Date): string {
  const [sign, time] = logNoteKeys(log);
  const signature = signatureLine(text, sign, privateKey(log.sign_d, log.sign_x), now);
  return `${text}\n${signature}${signatureLine(text, time, privateKey(log.time_d, log.time_x), now)}`;
}

function privateKey(d: string, x: string): KeyObject {
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' });
}
