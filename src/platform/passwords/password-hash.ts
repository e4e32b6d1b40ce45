import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * Hashes passwords with scrypt. Each hash includes its parameters, so that the cost can be raised while old
 * hashes can still be verified: `$scrypt$ln=17,r=8,p=1$<salt>$<key>`, base64 without padding.
 */

/** The base-2 logarithm of N. OWASP recommends 17 with r=8 and p=1, which takes 128 MiB per hash. */
export type HashCost = number;

const BLOCK_SIZE = 8;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/**
 * The maximum number of characters hashed, five times the maximum length of a password. The time needed to
 * normalize a run of accents grows with the square of the length.
 */
const READ_MAX = 1_000;
const HASH = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** The format of the authentication library's earlier hashes: salt and key in hexadecimal. */
const FORMER_HASH = /^([0-9a-f]{32}):([0-9a-f]{128})$/;
const FORMER = { cost: 14, blockSize: 16, keyBytes: 64 } as const;

interface Parameters {
  readonly cost: HashCost;
  readonly blockSize: number;
  readonly salt: Buffer;
  readonly keyBytes: number;
}

/** Returns the salted hash of a password. */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, { cost, blockSize: BLOCK_SIZE, salt, keyBytes: KEY_BYTES });
  return `$scrypt$ln=${cost},r=${BLOCK_SIZE},p=1$${unpadded(salt)}$${unpadded(key)}`;
}

/** Returns true if {@link hashPassword} would now create a different kind of hash. */
export function isOutdated(hash: string, cost: HashCost): boolean {
  return !hash.startsWith(`$scrypt$ln=${cost},r=${BLOCK_SIZE},p=1$`);
}

/**
 * Returns true if a password matches the hash. A failure always takes the same amount of work, even if there
 * is no hash: one hash with the current cost and one of the former kind.
 */
export async function matchesPassword(
  password: string,
  hash: string | undefined,
  cost: HashCost,
): Promise<boolean> {
  if (hash !== undefined && (await isBehind(password, hash))) return true;
  const isFormer = hash !== undefined && FORMER_HASH.test(hash);
  if (hash === undefined || isFormer) await hashPassword(password, cost);
  if (!isFormer) await spendFormerWork(password, cost);
  return false;
}

/** Does as much work as checking a hash of the former kind, or less if tests use cheap hashes. */
async function spendFormerWork(password: string, cost: HashCost): Promise<void> {
  const salt = Buffer.alloc(SALT_BYTES * 2);
  await derive(password, { ...FORMER, cost: Math.min(FORMER.cost, cost), salt });
}

async function isBehind(password: string, hash: string): Promise<boolean> {
  const parsed = parseHash(hash);
  if (!parsed) throw new Error('a password hash of an unknown kind');
  const key = await derive(password, parsed.parameters);
  return timingSafeEqual(key, parsed.key);
}

function parseHash(hash: string): { parameters: Parameters; key: Buffer } | undefined {
  const [, cost, blockSize, salt = '', key = ''] = HASH.exec(hash) ?? [];
  if (cost !== undefined) {
    const bytes = Buffer.from(key, 'base64');
    const numbers = { cost: Number(cost), blockSize: Number(blockSize), keyBytes: bytes.length };
    return { parameters: { ...numbers, salt: Buffer.from(salt, 'base64') }, key: bytes };
  }
  const [, formerSalt, formerKey = ''] = FORMER_HASH.exec(hash) ?? [];
  if (formerSalt === undefined) return undefined;
  // For the former kind, the salt is the hexadecimal text itself, not the bytes that it encodes.
  return {
    parameters: { ...FORMER, salt: Buffer.from(formerSalt, 'latin1') },
    key: Buffer.from(formerKey, 'hex'),
  };
}

function derive(password: string, { cost, blockSize, salt, keyBytes }: Parameters): Promise<Buffer> {
  const N = 2 ** cost;
  // Node does not use more than 32 MiB unless a higher limit is set.
  const options: ScryptOptions = { N, r: blockSize, p: 1, maxmem: 128 * N * blockSize + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(password.slice(0, READ_MAX).normalize('NFKC'), salt, keyBytes, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
