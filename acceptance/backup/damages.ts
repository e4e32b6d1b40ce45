import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { generateX25519Identity } from 'age-encryption';
import { extract, pack } from 'tar-stream';

/** A damaged copy of a backup. */
interface Damaged {
  readonly name: string;
  readonly file: string;
  /** The arguments of the restore command. */
  readonly args: readonly string[];
}

type Entry = readonly [name: string, bytes: Buffer];

/** Damages an intact encrypted backup and an intact unencrypted one in every way that we could think of. */
export async function damages(good: {
  readonly encrypted: string;
  readonly plain: string;
  readonly identity: string;
  readonly folder: string;
}): Promise<Damaged[]> {
  const bytes = readFileSync(good.encrypted);
  const half = bytes.length >> 1;
  const changed = (change: (copy: Buffer) => unknown) => {
    const copy = Buffer.from(bytes);
    change(copy);
    return copy;
  };
  const encrypted: Readonly<Record<string, Buffer>> = {
    'an empty file': Buffer.alloc(0),
    'a flipped bit in the head': changed((copy) => (copy[40] = (copy[40] ?? 0) ^ 1)),
    'a flipped bit in the middle': changed((copy) => (copy[half] = (copy[half] ?? 0) ^ 1)),
    'a flipped last bit': changed((copy) => (copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1)),
    'the head alone': bytes.subarray(0, 200),
    'half of it': bytes.subarray(0, half),
    'all but the last byte': bytes.subarray(0, -1),
    'a page of zeros': changed((copy) => copy.fill(0, half, half + 4_096)),
    'two parts exchanged': Buffer.concat([
      bytes.subarray(0, half),
      bytes.subarray(half + 65_536, half + 131_072),
      bytes.subarray(half, half + 65_536),
      bytes.subarray(half + 131_072),
    ]),
    'something behind it': Buffer.concat([bytes, Buffer.from('more')]),
    'itself twice': Buffer.concat([bytes, bytes]),
    'it compressed': gzipSync(bytes.subarray(0, 1_000_000)),
  };
  const entries = await readEntries(good.plain);
  const [manifest = ['', Buffer.alloc(0)], sum = ['', Buffer.alloc(0)], ...files] = entries as [
    Entry,
    Entry,
    ...Entry[],
  ];
  const keys = (change: (content: Buffer) => Buffer): Entry[] =>
    files.map(([name, content]) => [name, name === 'receipt-keys.json' ? change(content) : content]);
  const later = Buffer.from(String(manifest[1]).replace(/"createdAt": "20/, '"createdAt": "21'));
  const summed = (text: Buffer): Entry[] => [
    [manifest[0], text],
    [sum[0], Buffer.from(hash('sha256', text))],
  ];
  const newer = Buffer.from(String(manifest[1]).replace('"format": 2', '"format": 3'));
  const plain: Readonly<Record<string, readonly Entry[]>> = {
    'no manifest': [sum, ...files],
    'a manifest with another day': [[manifest[0], later], sum, ...files],
    'a format that is not known yet': [...summed(newer), ...files],
    'a file left out': [manifest, sum, ...files.slice(0, -1)],
    'a file added': [manifest, sum, ...files, ['regulator/more.csv', Buffer.from('a,b\n')]],
    'a file twice': [manifest, sum, ...files, ...files.slice(0, 1)],
    'a file under a path that leads out': [manifest, sum, ...files, ['../../out', Buffer.from('x')]],
    'keys with another byte': [
      manifest,
      sum,
      ...keys((content) => Buffer.from(String(content).replace('1', '2'))),
    ],
    'keys that are cut off': [manifest, sum, ...keys((content) => content.subarray(0, 20))],
  };
  const cases: Damaged[] = [];
  const add = (name: string, content: Buffer, args: readonly string[]) => {
    const file = path.join(good.folder, `damaged-${cases.length}`);
    writeFileSync(file, content);
    cases.push({ name, file, args });
  };
  for (const [name, content] of Object.entries(encrypted)) add(name, content, ['--identity', good.identity]);
  for (const [name, content] of Object.entries(plain)) add(name, await tarOf(content), []);
  const other = path.join(good.folder, 'other.txt');
  writeFileSync(other, `${await generateX25519Identity()}\n`);
  add('a good one with another key', bytes, ['--identity', other]);
  add('a good one without a key', bytes, []);
  return cases;
}

async function readEntries(file: string): Promise<Entry[]> {
  const archive = extract();
  archive.end(readFileSync(file));
  const entries: Entry[] = [];
  for await (const entry of archive) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(Buffer.from(chunk as Uint8Array));
    entries.push([entry.header.name, Buffer.concat(chunks)]);
  }
  return entries;
}

async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const [name, bytes] of entries) archive.entry({ name }, bytes);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
