import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenRegistry } from '../src/platform/db/database.ts';
import { migrateRegistry } from '../src/platform/db/migrate.ts';
import { openRegistry } from '../src/platform/db/open.ts';
import { countAllShortTerms } from '../src/platform/db/short-terms.ts';

/** Opens a registry that has the vendors of a snapshot, for as long as the service searches one. */
export async function openRegistryOf(snapshot: string, dataDir: string): Promise<OpenRegistry> {
  await mkdir(dataDir, { mode: 0o700 });
  const registry = openRegistry({ databaseUrl: undefined, dataDir });
  await migrateRegistry(registry);
  const file = new DatabaseSync(path.join(dataDir, 'registry.sqlite'));
  file.prepare('attach ? as snapshot').run(snapshot);
  file.exec('begin');
  fill(file, 'vendors', 'snapshot.vendors', {});
  fill(file, 'vendor_records', 'snapshot.vendors join snapshot.records using (position)', {
    vendor_id: 'id',
  });
  fill(file, 'published_state', 'snapshot.snapshot', { id: '1', version: '1' });
  file.exec('commit');
  file.close();
  await registry.db.transaction().execute(async (tx) => {
    await countAllShortTerms(tx);
    await registry.engine.refreshTextIndex(tx);
  });
  return registry;
}

/** Fills a table from columns of the same names; columns that there are none of are empty. */
function fill(
  file: DatabaseSync,
  table: string,
  from: string,
  named: Readonly<Record<string, string>>,
): void {
  const known = new Set(
    file
      .prepare(`select * from ${from}`)
      .columns()
      .map(({ name }) => name),
  );
  const columns = file
    .prepare(`select * from main.${table}`)
    .columns()
    .map(({ name }) => name);
  const values = columns.map((name) => named[name] ?? (known.has(name) ? name : "''"));
  file.exec(`insert into main.${table} (${columns.join(', ')}) select ${values.join(', ')} from ${from}`);
}
