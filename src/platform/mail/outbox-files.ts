import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** The folder that emails are written to if there is no email server. It may be missing. */

const KEEP_MS = 30 * 24 * 3_600_000;

/** Removes emails once they are as old as sent emails are when they are removed from the database. */
export async function removeOldFiles(outboxDir: string, now: Date): Promise<number> {
  return removeWhere(outboxDir, async (file) => now.getTime() - (await stat(file)).mtimeMs > KEEP_MS);
}

/** Removes emails that are sent to this address or mention it. */
export async function removeFilesNaming(outboxDir: string, address: string): Promise<number> {
  return removeWhere(outboxDir, async (file) => {
    const text = (await readFile(file, 'latin1')).toLowerCase();
    // The address may be in a header, in the body, or in a body line that is too long and therefore broken.
    return [text, text.replace(/=\r?\n/g, '')].some((each) => each.includes(address.toLowerCase()));
  });
}

async function removeWhere(folder: string, isMeant: (file: string) => Promise<boolean>): Promise<number> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  let removed = 0;
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const file = path.join(folder, name);
    if (!(await isMeant(file))) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}
