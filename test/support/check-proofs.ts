import { largestPowerBelow } from '../../client/src/log.ts';
import { EMPTY_ROOT, equal, hashNode, PATH_MAX, type TreeHead } from '../../src/proof/tree.ts';

/**
 * Checks proofs from the public log as RFC 6962 specifies. The service itself only creates proofs, and the
 * client library checks them with separate code.
 */

/** The inclusion of one leaf in a tree. */
interface Inclusion {
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** Computes the root hash that an inclusion proof leads to; undefined if the proof is malformed. */
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

/** Returns true if the proof shows that the later tree starts with all the entries of the earlier one. */
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

function isIndex(index: number, end: number): boolean {
  return Number.isSafeInteger(index) && Number.isSafeInteger(end) && index >= 0 && index < end;
}
