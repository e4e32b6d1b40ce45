import { HASH_BYTES, hashLeaf, holdTree, type ReadNode, rootOf } from './tree.ts';

/** A log's static files (c2sp.org/tlog-tiles). A full file has 256 hashes or entries. */

export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
/** The highest tile level, which is more than a log of 2^53 entries needs. */
const LEVEL_MAX = 63;

/** Identifies a tile by its level, its position from the left, and its number of hashes. */
export interface TileName {
  /** `entries` stands for the entries themselves, whose hashes are level 0. */
  readonly level: number | 'entries';
  readonly n: number;
  readonly width: number;
}

/** Reads at least `width` of a tile's hashes, concatenated, and usually all that the tile has so far. */
type ReadTile = (level: number, n: number, width: number) => Promise<Uint8Array>;

/** Parses a tile's path below `tile/`. Returns undefined for any other text. */
export function parseTilePath(address: string): TileName | undefined {
  const pattern = /^(entries|\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;
  const [, named = '', place = '', partial] = pattern.exec(address) ?? [];
  if (named === '') return undefined;
  const name: TileName = {
    level: named === 'entries' ? named : Number(named),
    n: Number(place.replaceAll(/[x/]/g, '')),
    width: partial === undefined ? TILE_WIDTH : Number(partial),
  };
  const isLevel = name.level === 'entries' || name.level <= LEVEL_MAX;
  const isWidth = partial === undefined || name.width < TILE_WIDTH;
  const isOne = isLevel && isWidth && Number.isSafeInteger(name.n);
  return isOne && formatTilePath(name) === address ? name : undefined;
}

/** Formats a tile's path below `tile/`. */
export function formatTilePath({ level, n, width }: TileName): string {
  const digits = String(n);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const place = groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/');
  return `${level}/${place}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Returns the number of hashes that a tile has in a tree of this size. */
export function tileWidthAt(size: number, level: number, n: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - n * TILE_WIDTH));
}

/** Reads any node of a tree from its tiles. Reads a tile again only if a node needs more of its hashes. */
export function nodesFrom(readTile: ReadTile): ReadNode {
  const read = new Map<string, { readonly width: number; readonly tile: Promise<Uint8Array> }>();
  const readOnce: ReadTile = (level, n, width) => {
    const name = `${level}/${n}`;
    const known = read.get(name);
    if (known && known.width >= width) return known.tile;
    const tile = readTile(level, n, width);
    read.set(name, { width, tile });
    return tile;
  };
  return async (level, n) => {
    const width = 2 ** (level % TILE_HEIGHT);
    const start = n * width;
    const place = Math.floor(start / TILE_WIDTH);
    const first = start % TILE_WIDTH;
    const tile = await readOnce(Math.floor(level / TILE_HEIGHT), place, first + width);
    return holdTile(tile)(level % TILE_HEIGHT, first / width);
  };
}

/**
 * The subtrees of each tile that a caller still holds. A proof needs 247 hashes of a full tile, so a cached
 * tile is hashed only once instead of for each proof.
 */
const heldTiles = new WeakMap<Uint8Array, ReadNode>();

function holdTile(tile: Uint8Array): ReadNode {
  const known = heldTiles.get(tile);
  if (known) return known;
  const held = holdTree(splitHashes(tile));
  heldTiles.set(tile, held);
  return held;
}

/** A tile after entries were added. */
interface GrownTile {
  readonly level: number;
  readonly n: number;
  readonly hashes: Uint8Array;
}

/** Adds entry hashes to a tree of this size. Returns every tile that changes. */
export async function growTiles(
  size: number,
  leaves: readonly Uint8Array[],
  readTile: ReadTile,
): Promise<GrownTile[]> {
  const grown: GrownTile[] = [];
  let added = leaves;
  let start = size;
  for (let level = 0; added.length > 0; level += 1) {
    const full: Uint8Array[] = [];
    for (let done = 0; done < added.length; ) {
      const n = Math.floor((start + done) / TILE_WIDTH);
      const had = (start + done) % TILE_WIDTH;
      const before = had === 0 ? [] : splitHashes(await readTile(level, n, had)).slice(0, had);
      const hashes = [...before, ...added.slice(done, done + TILE_WIDTH - had)];
      done += hashes.length - had;
      grown.push({ level, n, hashes: Buffer.concat(hashes) });
      if (hashes.length === TILE_WIDTH) full.push(rootOf(hashes));
    }
    added = full;
    start = Math.floor(start / TILE_WIDTH);
  }
  return grown;
}

/** Splits a tile's bytes into hashes. */
export function splitHashes(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.floor(bytes.length / HASH_BYTES) }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

const LENGTH_BYTES = 2;

/**
 * Concatenates entries, each preceded by its length. Throws a RangeError for an entry of 65,536 bytes or
 * more.
 */
export function bundleEntries(entries: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** Splits a bundle into its entries. Throws a RangeError if the bundle ends in the middle of an entry. */
export function splitEntries(bundle: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + LENGTH_BYTES + bytes.readUInt16BE(at);
    if (end > bytes.length) throw new RangeError('the bundle ends in the middle of an entry');
    entries.push(bytes.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return entries;
}

/** Computes the level 0 tile for a bundle of entries. */
export function tileOfBundle(bundle: Uint8Array): Uint8Array {
  return Buffer.concat(splitEntries(bundle).map(hashLeaf));
}
