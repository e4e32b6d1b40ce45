import { writeSync } from 'node:fs';
import { migrateLedger } from '../../../src/platform/db/migrate.ts';
import { openLedger } from '../../../src/platform/db/open.ts';

/**
 * Runs one start of the service in its own process, and writes a line to file descriptor 3 before and after
 * it upgrades the database.
 */
const CHANNEL = 3;

const registry = openLedger(JSON.parse(process.argv[2] ?? '{}'));
writeSync(CHANNEL, 'begun\n');
await migrateLedger(registry);
writeSync(CHANNEL, 'done\n');
await registry.close();
