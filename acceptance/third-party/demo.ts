import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_ORGANIZERS } from '../../src/accounts/account/demo-organizers.ts';
import { demoKey } from '../../src/demo/organizers/seed-organizers.ts';
import { syncDemoOrganizers } from '../../src/demo/organizers/sync-organizers.ts';
import { makeFileSet } from '../../src/open-data/files/make-service.ts';
import { setsFolder } from '../../src/open-data/files/sets/sets.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { openDemoApp } from '../../test/support/demo-app.ts';
import { openTestSqlite } from '../../test/support/engines.ts';
import { findFreePort } from '../../test/support/free-port.ts';

export interface Demo {
  readonly baseUrl: string;
  /** The API key of a demo organizer who has events and applications. */
  readonly apiKey: string;
  readonly stop: () => Promise<void>;
}

/** Starts a demo on this machine, including its organizers and data files. */
export async function startDemo(): Promise<Demo> {
  const port = await findFreePort();
  const baseUrl = `http://localhost:${port}`;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'third-party-'));
  const demo = await openDemoApp(await openTestSqlite(), 300, { BASE_URL: baseUrl, DATA_DIR: dataDir });
  const { database: ledger, services } = demo;
  await syncDemoOrganizers({ ledger: ledger.db, services, demo: true, log: createLogger('silent') });
  await makeFileSet(demo.database.published, setsFolder(dataDir));
  await demo.app.listen({ port, host: '127.0.0.1' });
  const stop = async () => {
    await demo.close();
    await rm(dataDir, { recursive: true });
  };
  return { baseUrl, apiKey: demoKey(DEMO_ORGANIZERS[0]).text, stop };
}
