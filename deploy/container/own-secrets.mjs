/** Copies the files of a mounted secret to a folder of the service's own, readable by it alone: own-secrets.mjs <from> <to>. */
import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const [from, to] = process.argv.slice(2);
for (const name of ['receipt-keys.json', 'session-secret']) {
  const copy = path.join(to, name);
  // What an earlier start of the pod left is not written to again.
  rmSync(copy, { force: true });
  copyFileSync(path.join(from, name), copy);
  chmodSync(copy, 0o600);
}
