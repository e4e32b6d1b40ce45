import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { createRecheck } from '../../lib/cache/recheck.ts';
import { flush } from '../../platform/files/flush.ts';
import { generateKey } from './key-ring-service.ts';
import { type KeyRing, type LoadedKey, loadKey, signingKey } from './keys.ts';

/** The keys in use: the signing key and all keys that verify. */
export interface KeyStore {
  current(): LoadedKeys;
  /** Changes the ring. The result takes effect immediately. */
  change(change: (ring: KeyRing) => KeyRing): void;
}

interface LoadedKeys {
  readonly ring: KeyRing;
  readonly signing: LoadedKey;
  readonly byId: ReadonlyMap<string, LoadedKey>;
}

const RECHECK_MS = 1_000;
const NullableInstant = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
const Key = Type.String({ minLength: 43 });
const RingFile = Type.Object({
  logs: Type.Optional(
    Type.Array(
      Type.Object({
        origin: Type.String({ minLength: 1 }),
        created_at: Type.String({ format: 'date-time' }),
        sign_d: Key,
        sign_x: Key,
        time_d: Key,
        time_x: Key,
      }),
    ),
  ),
  keys: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1 }),
      created_at: Type.String({ format: 'date-time' }),
      retired_at: NullableInstant,
      compromised_at: NullableInstant,
      hmac_secret: Key,
      ed25519_d: Key,
      ed25519_x: Key,
    }),
  ),
});

/**
 * Opens the key ring in a file. Every process picks up a change made on the command line within a second.
 * Throws if the file is missing, damaged, accessible to other users, or has no signing key.
 */
export function openKeyFile(file: string, now: () => number): KeyStore {
  // Read the stamp first, so that a rotation in between is picked up at the next check instead of missed.
  let stamp = stampOf(file);
  let loaded = loadKeys(readRing(file));
  const isDue = createRecheck({ recheckMs: RECHECK_MS, now });
  isDue();
  return {
    current() {
      if (!isDue()) return loaded;
      const latest = stampOf(file);
      if (latest !== stamp) [loaded, stamp] = [loadKeys(readRing(file)), latest];
      return loaded;
    },
    change(change) {
      loaded = loadKeys(changeKeyFile(file, change));
      stamp = stampOf(file);
    },
  };
}

/** Opens keys that exist only in memory, for tests and tools. */
export function openKeyRing(ring: KeyRing): KeyStore {
  let loaded = loadKeys(ring);
  return {
    current: () => loaded,
    change(change) {
      loaded = loadKeys(change(loaded.ring));
    },
  };
}

/**
 * Creates the first key, unless another process has just created it. The file appears complete or not at all.
 */
export function createKeyFile(file: string, now: Date): void {
  // With PostgreSQL, the data folder may not exist yet.
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // Two containers on one disk may share a process id, so the draft's name is random.
  const draft = `${file}.${randomUUID()}.new`;
  writeOwnerOnly(draft, { keys: [generateKey(now)] });
  try {
    linkSync(draft, file);
    flushFolder(file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
}

/** Changes the ring under a lock and replaces the file atomically. Throws if another change is running. */
export function changeKeyFile(file: string, change: (ring: KeyRing) => KeyRing): KeyRing {
  const lock = `${file}.lock`;
  try {
    closeSync(openSync(lock, 'wx', 0o600));
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    throw new Error(`Another change of the keys is under way; if none is, remove ${lock}.`);
  }
  try {
    const ring = change(readRing(file));
    // Removes the draft that a killed change left behind, because its permissions would otherwise be kept.
    rmSync(`${file}.new`, { force: true });
    writeOwnerOnly(`${file}.new`, ring);
    renameSync(`${file}.new`, file);
    flushFolder(file);
    return ring;
  } finally {
    rmSync(lock);
  }
}

/** Reads the ring in the file. Throws an error whose message never quotes the content. */
export function readRing(file: string): KeyRing {
  const { mode } = statSync(file);
  if ((mode & 0o077) !== 0)
    throw new Error(
      `The receipt keys in ${file} can be read by others; restrict the file to its owner (chmod 600).`,
    );
  const ring = parseRing(readFileSync(file, 'utf8'));
  if (!ring) throw new Error(`The receipt keys in ${file} are damaged; restore the file from a backup.`);
  return ring;
}

function parseRing(text: string): KeyRing | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Check(RingFile, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function loadKeys(ring: KeyRing): LoadedKeys {
  const byId = new Map(ring.keys.map((key) => [key.id, loadKey(key)]));
  const signing = byId.get(signingKey(ring)?.id ?? '');
  if (!signing) throw new Error('The receipt keys have none left that may sign; run "receipt-keys rotate".');
  return { ring, signing, byId };
}

/**
 * Returns a text that identifies this version of the file. A rotation within one clock tick does not change
 * the time, but it changes the inode.
 */
function stampOf(file: string): string {
  const { mtimeMs, ino, size } = statSync(file);
  return `${mtimeMs}:${ino}:${size}`;
}

function writeOwnerOnly(file: string, ring: KeyRing): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(descriptor, `${JSON.stringify(ring, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Flushes the folder to disk, because a receipt must never outlive the key that signed it. */
function flushFolder(file: string): void {
  flush(path.dirname(file));
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
