import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import {
  type FileEntry,
  MANIFEST,
  MANIFEST_BYTES_MAX,
  MANIFEST_HASH,
  type Manifest,
  parseManifest,
  RefusedBackup,
} from './backup-manifest.ts';

type Archive = ReturnType<typeof extract>;
type Entry = Archive extends AsyncIterable<infer Item> ? Item : never;

const AGE = 'age-encryption.org/v1\n';

/**
 * Unpacks a backup into a folder and returns its manifest. Each file must have the length and hash in the
 * manifest, and no file may be missing or added. Otherwise, throws an error with an explanation, and the
 * caller removes the folder.
 */
export async function readArchive(options: {
  readonly file: string;
  readonly identities: readonly string[];
  readonly staged: string;
}): Promise<Manifest> {
  const archive = extract();
  const filling = pipeline(await decrypted(options.file, options.identities), archive);
  const reading = readEntries(archive, options.staged);
  try {
    // A truncated archive fails without ending the file that is being read from it.
    await Promise.race([reading, filling]);
    const manifest = await reading;
    await filling;
    return manifest;
  } catch (error) {
    archive.destroy();
    await filling.catch(() => undefined);
    throw error instanceof RefusedBackup || isDiskError(error)
      ? error
      : new RefusedBackup('The backup is damaged or cut off.', { cause: error });
  } finally {
    reading.catch(() => undefined);
  }
}

async function readEntries(archive: Archive, staged: string): Promise<Manifest> {
  let text: string | undefined;
  let manifest: Manifest | undefined;
  const missing = new Map<string, FileEntry>();
  for await (const entry of archive) {
    const { name, type } = entry.header;
    if (type !== 'file') throw new RefusedBackup(`The backup is damaged: ${name} is not a file.`);
    if (text === undefined) {
      if (name !== MANIFEST)
        throw new RefusedBackup('This is not a backup of the service: it has no manifest.');
      text = await readText(entry);
    } else if (manifest === undefined) {
      if (name !== MANIFEST_HASH || (await readText(entry)).trim() !== hash('sha256', text))
        throw new RefusedBackup('The backup is damaged: its manifest was altered.');
      manifest = parseManifest(text);
      for (const file of manifest.files) missing.set(file.name, file);
    } else {
      const file = missing.get(name);
      if (!file) throw new RefusedBackup(`The backup is damaged: ${name} is not in its manifest.`);
      missing.delete(name);
      await writeEntry(entry, path.join(staged, name), file);
    }
  }
  if (!manifest) throw new RefusedBackup('The backup is empty or cut off.');
  if (missing.size > 0)
    throw new RefusedBackup(`The backup is cut off: it lacks ${[...missing.keys()].slice(0, 3).join(', ')}.`);
  return manifest;
}

async function writeEntry(entry: Entry, to: string, expected: FileEntry): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  const sha256 = createHash('sha256');
  let bytes = 0;
  const file = await open(to, 'wx', 0o600);
  try {
    for await (const chunk of entry) {
      const data = chunk as Uint8Array;
      sha256.update(data);
      bytes += data.length;
      await file.writeFile(data);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (bytes !== expected.bytes || sha256.digest('hex') !== expected.sha256)
    throw new RefusedBackup(`The backup is damaged: ${expected.name} is not what its manifest says.`);
}

async function readText(entry: Entry): Promise<string> {
  if ((entry.header.size ?? 0) > MANIFEST_BYTES_MAX)
    throw new RefusedBackup('The backup is damaged: its manifest is too long.');
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

async function decrypted(file: string, identities: readonly string[]): Promise<AsyncIterable<Uint8Array>> {
  const isEncrypted = (await startOf(file)) === AGE;
  const source = createReadStream(file);
  if (!isEncrypted) return source;
  if (identities.length === 0)
    throw new RefusedBackup('The backup is encrypted: name its key with --identity.');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return await decrypter.decrypt(ReadableStream.from<Uint8Array>(source));
  } catch (error) {
    source.destroy();
    throw new RefusedBackup(
      'The backup cannot be opened: it was encrypted to another key, or its head is damaged.',
      {
        cause: error,
      },
    );
  }
}

async function startOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0);
    return buffer.subarray(0, bytesRead).toString('latin1');
  } finally {
    await handle.close();
  }
}

/** Returns true for a problem with our own disk, which does not mean that the backup is bad. */
function isDiskError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO'].includes(String(error.code))
  );
}
