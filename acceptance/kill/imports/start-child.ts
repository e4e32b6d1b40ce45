import { writeSync } from 'node:fs';
import { migrateRegistry } from '../../../src/platform/db/migrate.ts';
import { openRegistry } from '../../../src/platform/db/open.ts';

/** One start in a process of its own: writes a line to file 3 before and after it brings the database up to date. */
const CHANNEL = 3;

const registry = openRegistry(JSON.parse(process.argv[2] ?? '{}'));
writeSync(CHANNEL, 'begun\n');
await migrateRegistry(registry);
writeSync(CHANNEL, 'done\n');
await registry.close();
