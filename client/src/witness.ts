import {
  type Checkpoint,
  hashNode,
  isSame,
  type LogKey,
  largestPowerBelow,
  openNote,
  parseCheckpoint,
  sha256,
} from './log.ts';

/** Follows a log: checks from the log's own tiles that each checkpoint extends the previous one. */

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Reads a file of the log, such as `checkpoint` or `tile/0/000`; undefined if the log does not have it.
 * Throws if the server does not respond.
 */
export type ReadLogFile = (name: string) => Promise<Bytes | undefined>;

/** A checkpoint signed by its own log. */
export interface SignedCheckpoint extends Checkpoint {
  /** The time in the log's signature, in seconds since 1970; undefined if that key is not pinned. */
  readonly signedAt: number | undefined;
}

/** The result of one check of a log. */
export type WitnessFinding =
  /** The first checkpoint of a log that was not followed before. */
  | { readonly result: 'first'; readonly head: SignedCheckpoint; readonly note: string }
  /** The checkpoint extends the last one or is the same. */
  | {
      readonly result: 'consistent';
      readonly head: SignedCheckpoint;
      readonly note: string;
      readonly grown: number;
    }
  /** The checkpoint is smaller than an earlier one that the log signed. */
  | { readonly result: 'went_back'; readonly head: Checkpoint; readonly note: string }
  /** The checkpoint does not contain what the log signed earlier: there are two signed histories. */
  | { readonly result: 'forked'; readonly head: Checkpoint; readonly note: string }
  /** The log grew but signed an earlier time than before, so a receipt could look older than it is. */
  | { readonly result: 'backdated'; readonly head: SignedCheckpoint; readonly note: string }
  /** Another log is at the address. Its own signature is checked only if its key is pinned. */
  | { readonly result: 'other_log'; readonly head: Checkpoint; readonly note: string }
  /** None of our keys verify the checkpoint. */
  | { readonly result: 'not_signed'; readonly head: null; readonly note: string }
  /** The tiles do not match the signed root or are missing. */
  | { readonly result: 'no_tree'; readonly head: Checkpoint; readonly note: string };

const TILE_WIDTH = 256;
const HASH_BYTES = 32;
/** The clock difference allowed between machines that sign for the same log. */
const CLOCKS_DIFFER_SECONDS = 300;

/** Compares the log's checkpoint with the last one seen, if any. */
export async function lookAtLog(
  read: ReadLogFile,
  keys: readonly LogKey[],
  last: SignedCheckpoint | undefined,
): Promise<WitnessFinding> {
  const note = new TextDecoder().decode((await read('checkpoint')) ?? new Uint8Array());
  const head = await readHead(note, keys);
  if (!head) {
    const unknown = parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1));
    return last && unknown && unknown.origin !== last.origin
      ? { result: 'other_log', head: unknown, note }
      : { result: 'not_signed', head: null, note };
  }
  if (last && head.origin !== last.origin) return { result: 'other_log', head, note };
  if (last && head.size < last.size) return { result: 'went_back', head, note };
  if (last && head.size === last.size)
    return isSame(head.root, last.root)
      ? { result: 'consistent', head, note, grown: 0 }
      : { result: 'forked', head, note };
  const tree = readTree(read, head.size);
  const roots = await tree.rootsAt(last?.size ?? 0);
  if (!roots || !isSame(roots.now, head.root)) return { result: 'no_tree', head, note };
  if (!last) return { result: 'first', head, note };
  if (!isSame(roots.before, last.root)) return { result: 'forked', head, note };
  return isBackdated(head, last)
    ? { result: 'backdated', head, note }
    : { result: 'consistent', head, note, grown: head.size - last.size };
}

function isBackdated({ signedAt: now }: SignedCheckpoint, { signedAt: before }: SignedCheckpoint): boolean {
  return now !== undefined && before !== undefined && now < before - CLOCKS_DIFFER_SECONDS;
}

/** Reads a checkpoint signed by its own log; undefined unless a key of the log is pinned. */
export async function readHead(note: string, keys: readonly LogKey[]): Promise<SignedCheckpoint | undefined> {
  const opened = await openNote(note, keys);
  if (opened.state !== 'signed') return undefined;
  const head = parseCheckpoint(opened.text);
  const own = opened.signed.filter(({ key }) => key.name === head?.origin);
  if (!head || own.every(({ at }) => at !== undefined)) return undefined;
  return { ...head, signedAt: own.find(({ at }) => at !== undefined)?.at };
}

interface Roots {
  readonly now: Bytes;
  readonly before: Bytes | undefined;
}

/** Computes the roots and proofs of a tree from its tiles, each of which is read only once. */
export function readTree(read: ReadLogFile, size: number) {
  const tiles = new Map<string, Promise<Bytes | undefined>>();
  const readTile = (level: number, n: number): Promise<Bytes | undefined> => {
    const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - n * TILE_WIDTH);
    const place = `tile/${level}/${pathOf(n)}`;
    const tile = tiles.get(place) ?? readWidth(read, place, width);
    tiles.set(place, tile);
    return tile;
  };
  const node = async (level: number, n: number): Promise<Bytes | undefined> => {
    const width = 2 ** (level % 8);
    const start = n * width;
    const tile = await readTile(Math.floor(level / 8), Math.floor(start / TILE_WIDTH));
    const at = (start % TILE_WIDTH) * HASH_BYTES;
    const own = tile?.subarray(at, at + width * HASH_BYTES);
    return own?.length === width * HASH_BYTES ? foldHashes(own) : undefined;
  };
  const range = async (start: number, end: number): Promise<Bytes | undefined> => {
    const width = end - start;
    const left = width === 1 ? 1 : largestPowerBelow(width);
    if (width === 1 || width === 2 * left) return node(Math.round(Math.log2(width)), start / width);
    const one = await range(start, start + left);
    const other = await range(start + left, end);
    return one && other && hashNode(one, other);
  };
  /**
   * Both hashes use the same nodes, so if one is the signed root, the other is that tree's root at the
   * earlier size.
   */
  const both = async (start: number, end: number, earlier: number): Promise<Roots | undefined> => {
    if (end <= earlier || start >= earlier) {
      const now = await range(start, end);
      return now && { now, before: end <= earlier ? now : undefined };
    }
    const middle = start + largestPowerBelow(end - start);
    const left = await both(start, middle, earlier);
    const right = await both(middle, end, earlier);
    if (!left?.before || !right) return undefined;
    const before = right.before ? await hashNode(left.before, right.before) : left.before;
    return { now: await hashNode(left.now, right.now), before };
  };
  return {
    /** Returns the root, and the root at an earlier size; undefined if tiles are missing. */
    async rootsAt(earlier: number): Promise<{ readonly now: Bytes; readonly before: Bytes } | undefined> {
      const empty = await sha256(new Uint8Array());
      const roots = size === 0 ? { now: empty, before: empty } : await both(0, size, earlier);
      return roots && { now: roots.now, before: roots.before ?? empty };
    },
    /**
     * Returns the proof that the tree extends the tree of an earlier size; undefined if tiles are missing.
     */
    async proveConsistency(earlier: number): Promise<Bytes[] | undefined> {
      const prove = async (start: number, end: number, isWhole: boolean): Promise<(Bytes | undefined)[]> => {
        if (earlier === end) return isWhole ? [] : [await range(start, end)];
        const middle = start + largestPowerBelow(end - start);
        return earlier <= middle
          ? [...(await prove(start, middle, isWhole)), await range(middle, end)]
          : [...(await prove(middle, end, false)), await range(start, middle)];
      };
      const path = earlier === 0 ? [] : await prove(0, size, true);
      const whole = path.filter((hash) => hash !== undefined);
      return whole.length === path.length ? whole : undefined;
    },
  };
}

/** Reads a partial tile, which the log may have replaced with the full tile. */
async function readWidth(read: ReadLogFile, place: string, width: number): Promise<Bytes | undefined> {
  const partial = width < TILE_WIDTH ? await read(`${place}.p/${width}`) : undefined;
  const tile = partial ?? (await read(place));
  return tile && tile.length >= width * HASH_BYTES ? tile.subarray(0, width * HASH_BYTES) : undefined;
}

async function foldHashes(bytes: Bytes): Promise<Bytes> {
  if (bytes.length === HASH_BYTES) return bytes;
  const middle = bytes.length / 2;
  return hashNode(await foldHashes(bytes.subarray(0, middle)), await foldHashes(bytes.subarray(middle)));
}

function pathOf(n: number): string {
  const digits = String(n);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  return groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/');
}
