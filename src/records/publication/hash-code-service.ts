import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folders whose code, texts and rules determine a record. */
const ROOMS = ['lib', 'regulator', 'published-state', 'intake', 'matching', 'judgment', 'records'].map(
  (room) => path.resolve(import.meta.dirname, '../..', room),
);

let known: string | undefined;

/**
 * Returns a hash of the code that creates records, and of the Node version that runs it, because records
 * contain Node's month names. Records created by other code are rebuilt, so changing a rule, text or query
 * requires no extra work for stored records. Computed once per process.
 */
export function hashOfCode(): string {
  known ??= hashFiles();
  return known;
}

function hashFiles(): string {
  const sum = createHash('sha256').update(`${process.version} ${process.versions.icu}`);
  for (const room of ROOMS)
    for (const file of readdirSync(room, { recursive: true, encoding: 'utf8' }).sort())
      if (file.endsWith('.ts') && !file.endsWith('.test.ts'))
        sum.update(`\n${file}\n`).update(readFileSync(path.join(room, file)));
  return sum.digest('hex');
}
