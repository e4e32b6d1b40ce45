import { hash } from 'node:crypto';

/** The Merkle tree of RFC 6962 with SHA-256. Sizes and indexes are whole numbers below 2^53. */

/** Reads the hash of a complete subtree. Level 0 contains the entry hashes, and `n` counts from the left. */
export type ReadNode = (level: number, n: number) => Promise<Uint8Array>;

export const HASH_BYTES = 32;
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array());
/** The maximum number of hashes in a proof. */
export const PATH_MAX = 63;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** Hashes an entry. */
export function hashLeaf(entry: Uint8Array): Uint8Array {
  return sha256(Buffer.concat([LEAF, entry]));
}

/** Hashes two neighboring subtrees. */
export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(Buffer.concat([NODE, left, right]));
}

/** Computes the root from entry hashes. */
export function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (!first) return EMPTY_ROOT;
  if (leaves.length === 1) return first;
  const left = largestPowerBelow(leaves.length);
  return hashNode(rootOf(leaves.slice(0, left)), rootOf(leaves.slice(left)));
}

/** Computes every complete subtree in advance, so that proofs only need to read them. */
export function holdTree(leaves: readonly Uint8Array[]): ReadNode {
  const levels: Uint8Array[] = [];
  for (let hashes = leaves; hashes.length > 0; ) {
    levels.push(Buffer.concat(hashes));
    const pairs = Array.from({ length: Math.floor(hashes.length / 2) }, (_, at) =>
      hashes.slice(2 * at, 2 * at + 2),
    );
    hashes = pairs.map(([left = EMPTY_ROOT, right = EMPTY_ROOT]) => hashNode(left, right));
  }
  return async (level, n) => {
    const node = levels[level]?.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES);
    if (node?.length !== HASH_BYTES) throw new RangeError(`there is no node ${n} of level ${level}`);
    return node;
  };
}

/** Reads the root that the tree had at a given size. */
export async function readRoot(size: number, read: ReadNode): Promise<Uint8Array> {
  return size === 0 ? EMPTY_ROOT : readRange(0, size, read);
}

/**
 * Returns the hashes from an entry to the root of the tree at a given size, starting with the entry's
 * neighbor.
 */
export async function proveInclusion(index: number, size: number, read: ReadNode): Promise<Uint8Array[]> {
  if (!isIndex(index, size)) throw new RangeError(`there is no entry ${index} in a tree of ${size}`);
  const prove = async (start: number, end: number): Promise<Uint8Array[]> => {
    if (end - start === 1) return [];
    const middle = start + largestPowerBelow(end - start);
    return index < middle
      ? [...(await prove(start, middle)), await readRange(middle, end, read)]
      : [...(await prove(middle, end)), await readRange(start, middle, read)];
  };
  return prove(0, size);
}

/** Returns the hashes that prove that the tree at a given size begins with the tree at an earlier size. */
export async function proveConsistency(earlier: number, size: number, read: ReadNode): Promise<Uint8Array[]> {
  if (!isIndex(earlier, size + 1)) throw new RangeError(`a tree of ${size} was never one of ${earlier}`);
  const prove = async (start: number, end: number, isWhole: boolean): Promise<Uint8Array[]> => {
    if (earlier === end) return isWhole ? [] : [await readRange(start, end, read)];
    const middle = start + largestPowerBelow(end - start);
    return earlier <= middle
      ? [...(await prove(start, middle, isWhole)), await readRange(middle, end, read)]
      : [...(await prove(middle, end, false)), await readRange(start, middle, read)];
  };
  return earlier === 0 ? [] : prove(0, size, true);
}

export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/**
 * Returns true if two hashes are the same. The comparison is not constant-time, because neither is secret.
 */
export function equal(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

async function readRange(start: number, end: number, read: ReadNode): Promise<Uint8Array> {
  const width = end - start;
  const left = largestPowerBelow(width);
  // If a subtree is split at a power of two, each half starts at a multiple of its width.
  if (width === 1 || width === 2 * left) return read(Math.round(Math.log2(width)), start / width);
  return hashNode(await readRange(start, start + left, read), await readRange(start + left, end, read));
}

/** Returns the largest power of two smaller than the width, or 1 for a width of 1. */
function largestPowerBelow(width: number): number {
  let power = 1;
  while (power * 2 < width) power *= 2;
  return power;
}

function isIndex(index: number, end: number): boolean {
  return Number.isSafeInteger(index) && Number.isSafeInteger(end) && index >= 0 && index < end;
}

function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}
