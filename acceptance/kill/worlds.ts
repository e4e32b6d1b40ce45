import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { writeDemoFiles } from '../../src/demo/florida/files/write-demo-files.ts';
import { addDays } from '../../src/lib/time/dates.ts';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import type { ImportRequest } from './imports/steps.ts';
import type { KillRun } from './scenario.ts';

interface Worlds {
  readonly count: number;
  /** Returns an import of one of them. */
  request(world: number): ImportRequest;
}

/**
 * Creates files for fictional Floridas, one for each seed and number of days before the given day. Also
 * creates a registry that imports the files.
 */
export async function prepareWorlds(
  { folder, dataDir, place }: KillRun,
  {
    day,
    seeds,
    daysAgo,
    vendorCount,
  }: { day: string; seeds: readonly number[]; daysAgo: readonly number[]; vendorCount: number },
): Promise<Worlds> {
  const worlds: (readonly string[])[] = [];
  for (const seed of seeds)
    for (const ago of daysAgo) {
      const directory = path.join(folder, `world-${seed}-${ago}`);
      worlds.push(await writeDemoFiles({ directory, today: addDays(day, -ago), vendorCount, seed }));
    }
  mkdirSync(dataDir, { recursive: true });
  const registry = place.openLedger();
  await migrateLedger(registry);
  await registry.close();
  return {
    count: worlds.length,
    request: (world) => ({
      paths: worlds[world % worlds.length] ?? [],
      asOf: day,
      fictional: true,
      dataDir,
      databaseUrl: place.settings.DATABASE_URL,
    }),
  };
}
