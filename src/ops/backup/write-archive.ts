import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Encrypter } from 'age-encryption';
import { type Pack, pack } from 'tar-stream';
import { type FileEntry, MANIFEST, MANIFEST_HASH, type Manifest } from './backup-manifest.ts';

/**
 * Writes the archive: a tar of the staged files, encrypted to the recipients; without recipients it is not
 * encrypted.
 */
export async function writeArchive(options: {
  readonly staged: string;
  readonly manifest: Manifest;
  readonly recipients: readonly string[];
  readonly to: string;
}): Promise<void> {
  // Opened before any data flows: otherwise the stream could fail before its error has a listener.
  const target = (await open(options.to, 'wx', 0o600)).createWriteStream();
  const archive = pack();
  // Its error ends the pipeline, which reports it.
  const filled = fill(archive, options.staged, options.manifest).catch((error: Error) =>
    archive.destroy(error),
  );
  await pipeline(await encrypted(archive, options.recipients), target);
  await filled;
  const file = await open(options.to, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function encrypted(archive: Pack, recipients: readonly string[]): Promise<AsyncIterable<Uint8Array>> {
  if (recipients.length === 0) return Readable.from(archive, { objectMode: false });
  return encrypterFor(recipients).encrypt(ReadableStream.from(archive as AsyncIterable<Uint8Array>));
}

/** Throws a sentence for a recipient that is not an age key. */
export function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      // The text is not quoted, and the cause, which quotes it, is left out: it may be the secret half.
      throw new Error('A recipient is not an age key: it must be age1…, as backup-key prints it.');
    }
  }
  return encrypter;
}

async function fill(archive: Pack, staged: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  archive.entry({ name: MANIFEST, mode: 0o600 }, text);
  archive.entry({ name: MANIFEST_HASH, mode: 0o600 }, `${hash('sha256', text)}\n`);
  for (const file of manifest.files) await addFile(archive, staged, file);
  archive.finalize();
}

async function addFile(archive: Pack, staged: string, { name, bytes }: FileEntry): Promise<void> {
  const entry = archive.entry({ name, size: bytes, mode: 0o600 });
  await pipeline(createReadStream(path.join(staged, name)), entry);
}
