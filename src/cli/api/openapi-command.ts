import { buildApp } from '../../compose/app.ts';
import { loadConfig } from '../../config.ts';
import { openKeyRing } from '../../decisions/receipts/key-file-service.ts';
import { generateKey } from '../../decisions/receipts/key-ring-service.ts';
import { servedDocument } from '../../http/openapi/openapi.ts';
import type { LedgerSchema } from '../../platform/db/schema/schema-ledger.ts';
import { openPublished } from '../../platform/db/snapshots/published-snapshot.ts';
import { openSqlite } from '../../platform/db/sqlite/sqlite.ts';
import { createLogger } from '../../platform/log/log.ts';
import type { Shell } from '../shell.ts';

/** Prints the API document that the service serves with default settings. */
export async function openapiCommand({ stdout }: Shell): Promise<void> {
  const config = loadConfig({});
  const memory = openSqlite<LedgerSchema>(':memory:');
  const published = openPublished(memory.db, { folder: config.dataDir, recheckMs: 0, daysKept: 0 });
  const ledger = { ...memory, published, replacedDays: config.replacedDays };
  const keys = openKeyRing({ keys: [generateKey(new Date())] });
  const logger = createLogger('silent');
  const sessionSecret = 'nobody signs in to a document, so this secret is none';
  const { server } = await buildApp({ config, ledger, keys, sessionSecret, logger });
  stdout.write(`${JSON.stringify(servedDocument(server), null, 2)}\n`);
  await server.close();
  published.close();
  await memory.close();
}
