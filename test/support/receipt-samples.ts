import { encodeHeader, encodeJws, signEdDsa, signHs256 } from '../../src/decisions/receipts/jws.ts';
import { generateKey, rotate } from '../../src/decisions/receipts/key-ring-service.ts';
import {
  ed25519Kid,
  hmacKid,
  type KeyRing,
  type LoadedKey,
  loadKey,
} from '../../src/decisions/receipts/keys.ts';
import { type Claims, RECEIPT_TYPE } from '../../src/decisions/receipts/schemas.ts';

/** Fake receipts for tests, with the structure and size of real ones. */
const VERDICTS = ['CLEAR', 'CONDITIONAL', 'REVIEW', 'DECLINE'] as const;
const GRADES = ['A', 'B', 'C', 'D', 'F', null] as const;
const NAMES = ['TACO “EL NIÑO” & SONS', 'Smoke \\ Bones', '寿司 🍣 TRUCK', '', 'A'.repeat(200)] as const;

/**
 * Returns claims that depend only on the number: the same number always yields the same claims, and no two
 * numbers share them.
 */
export function sampleClaims(number: number): Claims {
  const grade = GRADES[number % GRADES.length] ?? null;
  const hex = number.toString(16).padStart(12, '0');
  return {
    typ: RECEIPT_TYPE,
    iss: 'https://compliance.example',
    jti: `00000000-0000-4000-8000-${hex}`,
    iat: 1_760_000_000 + number,
    vendor_id: `00000000-0000-5000-8000-${hex}`,
    license_type: '2014',
    license_digits: `59${String(number).padStart(5, '0')}`,
    name: NAMES[number % NAMES.length] ?? '',
    event_type: 'festival',
    verdict: VERDICTS[number % VERDICTS.length] ?? 'REVIEW',
    reason_codes: ['license_confirmed', 'record_clean', 'recent_warning'].slice(0, number % 4),
    grade,
    grade_status: grade ? 'graded' : 'insufficient_record',
    policy_version: 'v1',
    score_version: 'v1',
    as_of: '2025-12-31',
    data_as_of: '2025-12-30',
    record_sha256: hex.padStart(64, 'e'),
    fictional: number % 2 === 0,
  };
}

/** Returns a key ring with this many keys. The last key is the one that signs. */
export function sampleRing(keys: number, now = new Date('2025-12-31T12:00:00Z')): KeyRing {
  const first: KeyRing = { keys: [generateKey(now)] };
  return Array.from({ length: keys - 1 }).reduce<KeyRing>((ring) => rotate(ring, now), first);
}

export function loadRing(ring: KeyRing): Map<string, LoadedKey> {
  return new Map(ring.keys.map((key) => [key.id, loadKey(key)]));
}

/** Signs any text the way a receipt's claims are signed, which requires the private key. */
export function signText(text: string, key: LoadedKey): string {
  const payload = Buffer.from(text).toString('base64url');
  const inner = encodeHeader({ alg: 'HS256', kid: hmacKid(key.ring.id) });
  const hs256 = signHs256(`${inner}.${payload}`, key.secret);
  const outer = encodeHeader({ alg: 'EdDSA', kid: ed25519Kid(key.ring.id), hs256 });
  const edDsa = signEdDsa(`${outer}.${payload}`, key.privateKey);
  const signatures = [
    { protected: inner, signature: hs256 },
    { protected: outer, signature: edDsa },
  ];
  return encodeJws({ payload, signatures });
}
