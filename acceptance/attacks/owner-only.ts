import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Attack } from './attack.ts';

const LISTED_MAX = 8;

/**
 * Starts the service in a folder that all users can read, and then again with files that an earlier version
 * left readable.
 */
export const attack: Attack = {
  name: 'owner-only',
  guarantee: 'Nobody but its owner can read what the service keeps, whatever the rights of its folder',
  engines: ['sqlite'],
  async run({ folder, startService }) {
    const dataDir = path.join(folder, 'open');
    mkdirSync(dataDir, { mode: 0o755 });
    chmodSync(dataDir, 0o755);
    const first = await startService({ DATA_DIR: dataDir });
    const made = listOpen(dataDir);
    await first.stop();
    chmodSync(path.join(dataDir, 'ledger.sqlite'), 0o644);
    const second = await startService({ DATA_DIR: dataDir });
    const kept = listOpen(dataDir);
    await second.stop();
    const said = second.log.filter(({ level, file }) => level === 40 && String(file).endsWith('.sqlite'));
    return {
      held: made.length === 0 && kept.length === 0 && said.length === 1,
      saw: `open after a first start: ${list(made)}; after a start with a database of mode 644: ${list(kept)}, and ${said.length} warnings`,
    };
  },
};

/** Lists every file and folder in the data folder that other users can access, with its mode. */
function listOpen(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    // Node may rename files in its compile cache during this loop.
    const stats = statSync(path.join(dataDir, name), { throwIfNoEntry: false });
    if (!stats || (stats.mode & 0o077) === 0) return [];
    return [`${name} ${(stats.mode & 0o777).toString(8)}`];
  });
}

function list(names: readonly string[]): string {
  const more = names.length - LISTED_MAX;
  if (names.length === 0) return 'none';
  return `${names.slice(0, LISTED_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
