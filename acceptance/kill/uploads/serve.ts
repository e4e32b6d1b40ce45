import { setTimeout as wait } from 'node:timers/promises';
import { countInMemory } from '../../../src/http/limits/rate-limits.ts';
import { buildServer } from '../../../src/http/server.ts';
import { openLedger } from '../../../src/platform/db/open.ts';
import { createLogger } from '../../../src/platform/log/log.ts';
import { applicantDocumentPages } from '../../../src/web/public/events/applicant-documents-routes.ts';
import { BASE_URL, documentsOf } from './documents.ts';

/** Prints its port, then accepts uploads and sends reminders until it is killed. */
const REMIND_EVERY_MS = 10;

const [, , dataDir = '', databaseUrl = ''] = process.argv;
process.stdin.once('end', () => process.exit(1)).resume();
const documents = documentsOf(openLedger({ databaseUrl: databaseUrl || undefined, dataDir }));
const server = await buildServer({
  logger: createLogger('silent'),
  baseUrl: BASE_URL,
  trustProxy: [],
  makeCounter: countInMemory,
  routes: (app) =>
    void app.register(applicantDocumentPages, {
      documents,
      baseUrl: BASE_URL,
      limits: { APPLY: 0, IDENTITY: 0 },
      findSession: async () => undefined,
      isFictional: async () => true,
    }),
});
const address = await server.listen({ host: '127.0.0.1', port: 0 });
console.log(new URL(address).port);
for (;;) {
  await documents.sendReminders();
  await wait(REMIND_EVERY_MS);
}
