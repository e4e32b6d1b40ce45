import { existsSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';

const STAGED = /^\.(?:backup|restore)-[0-9a-f-]{36}$/;
/** No backup takes that long; a younger folder may belong to a running one. */
const LEFT_AFTER_MS = 24 * 3_600_000;

/**
 * Removes the copies that a killed backup or restore left in the data folder: they contain keys and the
 * ledger in the clear.
 */
export async function removeLeftovers(dataDir: string, now: Date): Promise<void> {
  if (!existsSync(dataDir)) return;
  const names = readdirSync(dataDir).filter((name) => STAGED.test(name));
  for (const name of names) {
    const folder = path.join(dataDir, name);
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - changedAt >= LEFT_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}
