import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { changeSnapshot } from '../../test/support/change-snapshot.ts';
import { NOW, readDemoFiles } from '../../test/support/demo-app.ts';
import { pretendEarlierFormat } from '../../test/support/earlier-format.ts';
import { describePlaces } from '../../test/support/place.ts';
import { loadConfig } from '../config.ts';
import { parseSetName, setsFolder } from '../open-data/files/sets/sets.ts';
import type { PublishedDb } from '../platform/db/database.ts';
import { migrateLedger } from '../platform/db/migrate.ts';
import { createLogger } from '../platform/log/log.ts';
import { publish } from '../records/publication/service.ts';
import { parseScorecard } from '../records/read/parse-scorecard.ts';
import { hashRecord } from '../records/record/check-record.ts';
import { createDataFilesJob } from './data-files-job.ts';

const VENDORS = 120;

describePlaces('the job that makes data files', (place) => {
  const prepare = async (settings: Readonly<Record<string, string>> = {}) => {
    const environment = { ...place().settings, ...settings };
    const config = loadConfig(environment);
    const database = place().openLedger();
    await migrateLedger(database);
    const log = createLogger('silent');
    const run = createDataFilesJob({ config, environment, published: database.published.db, now: NOW, log });
    return { database, run, folder: setsFolder(config.dataDir) };
  };
  const list = (folder: string) =>
    existsSync(folder) ? readdirSync(folder).filter((name) => parseSetName(name)) : [];

  test('does not make files before the first publication', async () => {
    const { database, run, folder } = await prepare();
    await run();
    assert.deepEqual(list(folder), []);
    await database.close();
  });

  test('does not make files from records of an earlier version, because those records are about to be rebuilt', async () => {
    const { database, run, folder } = await prepare();
    await publish(database, { files: await readDemoFiles(VENDORS), asOf: '2026-03-15', now: NOW });
    await pretendEarlierFormat(database);
    await run();
    assert.deepEqual(list(folder), []);
    await database.close();
  });

  test('leaves no set behind if it is stopped while writing, and makes the set at the next start', async () => {
    const { database, run, folder } = await prepare();
    await publish(database, { files: await readDemoFiles(VENDORS), asOf: '2026-03-16', now: NOW });
    const stopping = new AbortController();
    const running = run(stopping.signal);
    setImmediate(() => stopping.abort());
    await running;
    assert.deepEqual(list(folder), []);
    const again = createDataFilesJob({
      config: loadConfig({ ...place().settings }),
      environment: { ...place().settings },
      published: database.published.db,
      now: NOW,
      log: createLogger('silent'),
    });
    await again();
    assert.deepEqual(list(folder), ['2026-03-16T15-00-00.000Z-f1']);
    await database.close();
  });

  test('makes one set for each publication, no matter which process published it', async () => {
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

  test('deletes the files of earlier days once a name is removed from an inspector’s text, but not before', async () => {
    const { database, run, folder } = await prepare();
    const publishAt = async (moment: string, from = '', to = '') => {
      await changeSnapshot(database, (snapshot) => {
        snapshot.prepare('update records set scorecard = replace(scorecard, ?, ?)').run(from, to);
        hashAgain(snapshot);
        snapshot.prepare('update published_state set published_at = ?').run(moment);
      });
      await run();
    };
    const text = await someText(database.published.db);
    assert.ok(text, 'a text of an inspector');
    await publishAt('2026-03-16T16:00:00.000Z', text, 'Cook Marlow has no card.');
    await publishAt('2026-03-17T16:00:00.000Z', 'Marlow has no card.', 'Marlow has no card here.');
    const both = ['2026-03-16T16-00-00.000Z-f1', '2026-03-17T16-00-00.000Z-f1'];
    assert.deepEqual(list(folder), both, 'another text is none that was struck out');
    await publishAt('2026-03-18T16:00:00.000Z', 'Cook Marlow has', 'Cook [name] has');
    assert.deepEqual(list(folder), ['2026-03-18T16-00-00.000Z-f1']);
    await publishAt('2026-03-19T16:00:00.000Z');
    assert.equal(list(folder).length, 2);
    await database.close();
  });

  test('makes no files and deletes existing ones if the setting is 0', async () => {
    const { database, run, folder } = await prepare({ DATA_FILES_DAYS: '0' });
    assert.equal(list(folder).length, 2);
    await run();
    assert.deepEqual(list(folder), []);
    await database.close();
  });
});

/** Updates the hash as a build would. Otherwise, the changed record would count as damaged. */
function hashAgain(snapshot: DatabaseSync): void {
  const update = snapshot.prepare('update vendors set sha256 = ? where position = ?');
  for (const { position, scorecard, facts } of snapshot.prepare('select * from records').all())
    update.run(hashRecord({ scorecard: String(scorecard), facts: String(facts) }), Number(position));
}

/** Finds an inspector's observation that a scorecard quotes unchanged. */
async function someText(published: PublishedDb): Promise<string | undefined> {
  const rows = await published.selectFrom('records').select('scorecard').orderBy('position').execute();
  const texts = rows.flatMap(({ scorecard }) =>
    parseScorecard(scorecard).inspections.flatMap(({ violations }) => violations.map(({ text }) => text)),
  );
  return texts.find((text) => text !== undefined && JSON.stringify(text) === `"${text}"`);
}
