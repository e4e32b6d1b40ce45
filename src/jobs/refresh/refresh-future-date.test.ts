import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { licenseCsv, licenseRow } from '../../../test/support/regulator-files.ts';
import { loadConfig } from '../../config.ts';
import { describeCoverage } from '../../intake/coverage/coverage-service.ts';
import type { Fetcher } from '../../platform/net/fetcher.ts';
import { refresh } from './refresh.ts';

const NAME = 'hrfood6.csv';
const sound = (riskLevel: string) => licenseCsv([licenseRow({ lastInspectedOn: '2025-09-28', riskLevel })]);

interface Served {
  readonly text: string;
  readonly lastModified: string;
}

describeEngines('a file whose Last-Modified is in the future', (open) => {
  let database: TestDatabase;
  let folder: string;
  let served: Served;

  beforeEach(async () => {
    database = await open();
    folder = await mkdtemp(path.join(tmpdir(), 'future-date-'));
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  /**
   * Acts as a server without entity tags, which sends a file only if it is newer than the date in the
   * request.
   */
  const fetcher: Fetcher = {
    async download({ url, path: target, validators }) {
      if (!url.pathname.endsWith(NAME))
        return { status: 'failed', reason: 'http_404', message: `${url}: answered 404` };
      const { text, lastModified } = served;
      const since = Date.parse(validators?.lastModified ?? '');
      if (since >= Date.parse(lastModified)) return { status: 'not_modified' };
      await writeFile(target, text);
      const sha256 = createHash('sha256').update(text).digest('hex');
      const sent = { bytes: text.length, sha256, etag: undefined, lastModified };
      return { status: 'downloaded', path: target, ...sent };
    },
  };
  const refreshOn = async (day: string, file: Served) => {
    served = file;
    await refresh({
      config: loadConfig({ REGULATOR_SOURCE: 'https://regulator.example', DATA_DIR: folder }),
      database,
      now: () => new Date(`${day}T12:00:00Z`),
      fetcher,
      sleep: async () => undefined,
    });
    const { files, source } = await describeCoverage(database);
    const [inUse] = files;
    const problem = source.find(({ name }) => name === NAME)?.problem?.code;
    return { readOn: inUse?.read_at.slice(0, 10), published: inUse?.published_at?.slice(0, 10), problem };
  };

  test('does not block the next file, even if that file’s rows extend to the same day', async () => {
    const first = await refreshOn('2025-10-01', {
      text: sound('Risk Level 1'),
      lastModified: 'Mon, 10 Nov 2025 10:48:00 GMT',
    });
    assert.deepEqual(first, { readOn: '2025-10-01', published: undefined, problem: undefined });
    const next = await refreshOn('2025-10-02', {
      text: sound('Risk Level 2'),
      lastModified: 'Thu, 02 Oct 2025 10:48:00 GMT',
    });
    assert.deepEqual(next, { readOn: '2025-10-02', published: '2025-10-02', problem: undefined });
  });
});
