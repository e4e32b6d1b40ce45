import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { HASH_BYTES, hashOf } from '../src/platform/passwords/common-passwords.ts';

/**
 * Generates `src/platform/passwords/common-passwords.bin` from a list with one password per line, most common
 * first. Includes the first 100,000, and any later password that is long enough to be accepted here.
 * docs/decisions/0011-hardening-accounts.md names the list.
 */
const FIRST = 100_000;
const LONG_ENOUGH = 10;

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('node tools/make-common-passwords.ts <list>');
const bytes = readFileSync(file);
const lines = bytes.toString('utf8').split(/\r?\n/).filter(Boolean);
const kept = lines.filter((line, index) => index < FIRST || line.length >= LONG_ENOUGH);
const hashes = [...new Set(kept.map((line) => hashOf(line.toLowerCase()).toString('hex')))].sort();
const out = path.join(import.meta.dirname, '../src/platform/passwords/common-passwords.bin');
writeFileSync(out, Buffer.from(hashes.join(''), 'hex'));
console.log(
  `${lines.length} read (SHA-256 ${createHash('sha256').update(bytes).digest('hex')}), ` +
    `${hashes.length} kept, ${hashes.length * HASH_BYTES} bytes`,
);
