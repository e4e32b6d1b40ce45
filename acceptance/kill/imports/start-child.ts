import { writeSync } from 'node:fs';
import { migrateLedger } from '../../../src/platform/db/migrate.ts';
import { openLedger } from '../../../src/platform/db/open.ts';

/** One start in a process of its own: writes a line to file 3 before and after it brings the database up to date. */
const CHANNEL = 3;

const registry = openLedger(JSON.parse(process.argv[2] ?? '{}'));
writeSync(CHANNEL, 'begun\n');
await migrateLedger(registry);
writeSync(CHANNEL, 'done\n');
await registry.close();
