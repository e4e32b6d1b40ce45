import { hash } from 'node:crypto';

/** The Merkle tree of RFC 6962 with SHA-256. Sizes and indexes are whole numbers below 2^53. */

/** Reads the hash of a complete subtree: of level 0 are the hashes of entries, and `n` counts from the left. */
export type ReadNode = (level: number, n: number) => Promise<Uint8Array>;

export const HASH_BYTES = 32;
/** The root of a tree without entries. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array());
/** More hashes than any proof has. */
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

/** Computes the root over hashes of entries. */
export function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (!first) return EMPTY_ROOT;
  if (leaves.length === 1) return first;
  const left = largestPowerBelow(leaves.length);
  return hashNode(rootOf(leaves.slice(0, left)), rootOf(leaves.slice(left)));
}

/** Reads the root of the tree as it was at a size. */
export async function readRoot(size: number, read: ReadNode): Promise<Uint8Array> {
  return size === 0 ? EMPTY_ROOT : readRange(0, size, read);
}

/** Returns the hashes that lead from an entry to the root of the tree at a size, the entry's neighbor first. */
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

/** Returns the hashes that show that the tree at a size begins with the one at an earlier size. */
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

/** What an inclusion proof is about. */
export interface Inclusion {
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** Computes the root that an inclusion proof leads to; undefined if the proof has the wrong shape. */
export function rootOfInclusion({ index, size, leaf, path }: Inclusion): Uint8Array | undefined {
  if (!isIndex(index, size) || path.length > PATH_MAX) return undefined;
  const climb = (at: number, width: number, left: number): Uint8Array | undefined => {
    if (width === 1) return left === 0 ? leaf : undefined;
    const sibling = path[left - 1];
    if (!sibling) return undefined;
    const middle = largestPowerBelow(width);
    const isLeft = at < middle;
    const below = isLeft ? climb(at, middle, left - 1) : climb(at - middle, width - middle, left - 1);
    if (!below) return undefined;
    return isLeft ? hashNode(below, sibling) : hashNode(sibling, below);
  };
  return climb(index, size, path.length);
}

/** A size of a tree, and its root. */
export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Returns whether a proof shows that a later tree begins with an earlier one. */
export function isConsistent(earlier: TreeHead, later: TreeHead, path: readonly Uint8Array[]): boolean {
  if (!isIndex(earlier.size, later.size + 1) || path.length > PATH_MAX) return false;
  if (earlier.size === 0) return path.length === 0 && equal(earlier.root, EMPTY_ROOT);
  const climb = (
    size: number,
    width: number,
    isWhole: boolean,
    left: number,
  ): readonly [Uint8Array, Uint8Array] | undefined => {
    if (size === width) {
      const own = isWhole ? earlier.root : path[0];
      return own && left === (isWhole ? 0 : 1) ? [own, own] : undefined;
    }
    const sibling = path[left - 1];
    if (!sibling) return undefined;
    const middle = largestPowerBelow(width);
    if (size <= middle) {
      const below = climb(size, middle, isWhole, left - 1);
      return below && [below[0], hashNode(below[1], sibling)];
    }
    const below = climb(size - middle, width - middle, false, left - 1);
    return below && [hashNode(sibling, below[0]), hashNode(sibling, below[1])];
  };
  const roots = climb(earlier.size, later.size, true, path.length);
  return roots !== undefined && equal(roots[0], earlier.root) && equal(roots[1], later.root);
}

/** Returns whether two hashes are the same. Neither is secret. */
export function equal(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

async function readRange(start: number, end: number, read: ReadNode): Promise<Uint8Array> {
  const width = end - start;
  const left = largestPowerBelow(width);
  // Each half of a subtree that is cut at a power of two starts at a multiple of its width.
  if (width === 1 || width === 2 * left) return read(Math.round(Math.log2(width)), start / width);
  return hashNode(await readRange(start, start + left, read), await readRange(start + left, end, read));
}

/** Returns the largest power of two that is smaller than a width of 2 or more, and 1 for a width of 1. */
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
