import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { NOW, readDemoFiles } from '../../test/support/demo-app.ts';
import { describePlaces } from '../../test/support/place.ts';
import { loadConfig } from '../config.ts';
import { migrateRegistry } from '../platform/db/migrate.ts';
import { createLogger } from '../platform/log.ts';
import { parseSetName, setsFolder } from '../registry/data-files/sets.ts';
import { publish } from '../registry/publication/service.ts';
import { createDataFilesJob } from './data-files.ts';

const VENDORS = 120;

describePlaces('the job that makes data files', (place) => {
  const prepare = async (settings: Readonly<Record<string, string>> = {}) => {
    const environment = { ...place().settings, ...settings };
    const config = loadConfig(environment);
    const database = place().openRegistry();
    await migrateRegistry(database);
    const log = createLogger('silent');
    const run = createDataFilesJob({ config, environment, registryDb: database.db, now: NOW, log });
    return { database, run, folder: setsFolder(config.dataDir) };
  };
  const list = (folder: string) =>
    existsSync(folder) ? readdirSync(folder).filter((name) => parseSetName(name)) : [];

  test('makes nothing before anything is published', async () => {
    const { database, run, folder } = await prepare();
    await run();
    assert.deepEqual(list(folder), []);
    await database.close();
  });

  test('a stop while it writes leaves no set, and the next start makes it', async () => {
    const { database, run, folder } = await prepare();
    await publish(database, { files: await readDemoFiles(VENDORS), asOf: '2026-03-16', now: NOW });
    const stopping = new AbortController();
    const running = run(stopping.signal);
    setImmediate(() => stopping.abort());
    await running;
    assert.deepEqual(list(folder), []);
    const again = createDataFilesJob({
      ...{ config: loadConfig({ ...place().settings }), environment: { ...place().settings } },
      ...{ registryDb: database.db, now: NOW, log: createLogger('silent') },
    });
    await again();
    assert.deepEqual(list(folder), ['2026-03-16T15-00-00.000Z-f1']);
    await database.close();
  });

  test('makes one set of each publication, of its own process and of another one', async () => {
    const { database, run, folder } = await prepare();
    await run();
    await run();
    assert.equal(list(folder).length, 1);
    const later = () => new Date('2026-03-17T15:00:00Z');
    await publish(database, { files: [], asOf: '2026-03-17', now: later });
    await run();
    assert.deepEqual(list(folder), ['2026-03-16T15-00-00.000Z-f1', '2026-03-17T15-00-00.000Z-f1']);
    await database.close();
  });

  test('where none are to be kept, none are made and those that are there go', async () => {
    const { database, run, folder } = await prepare({ DATA_FILES_DAYS: '0' });
    assert.equal(list(folder).length, 2);
    await run();
    assert.deepEqual(list(folder), []);
    await database.close();
  });
});
