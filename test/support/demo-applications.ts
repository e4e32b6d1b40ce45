import type { ApplicationService } from '../../src/organizer/applications/service.ts';
import { publish } from '../../src/records/publication/service.ts';
import { insertAccount } from './account-rows.ts';
import { DEMO_DAY, NOW, readDemoFiles } from './demo-app.ts';
import type { TestDatabase } from './engines.ts';
import { openApplicationService } from './ledger-rows.ts';

/** Opens the applications service over demo records, with an account that has no other events. */
export async function openDemoApplications(
  database: TestDatabase,
): Promise<{ readonly service: ApplicationService; readonly accountId: string }> {
  await publish(database, { files: await readDemoFiles(100), asOf: DEMO_DAY, now: NOW });
  return { service: openApplicationService(database), accountId: await insertAccount(database.db) };
}
