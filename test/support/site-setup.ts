/** A service that downloads its files from a fake regulator's site, for tests. */

import { loadConfig } from '../../src/config.ts';
import { describeCoverage } from '../../src/intake/coverage/coverage-service.ts';
import { refresh } from '../../src/jobs/refresh/refresh.ts';
import type { RefreshContext } from '../../src/jobs/refresh/refresh-context.ts';
import { openTestSqlite } from './engines.ts';
import type { Answer } from './fake-regulator.ts';
import { setUpFetch } from './fetch-setup.ts';
import { inspectionCsv, inspectionRow, licenseCsv, licenseRow } from './regulator-files.ts';

export const EXTRACTS = '/sto/file_download/extracts';
export const PAGE = '/hotels-restaurants/public-records/';
/** One truck in district 6 whose record goes back to 2023. */
export const LICENSES = licenseCsv([licenseRow({ lastInspectedOn: '2026-11-20', expiresOn: '2027-06-01' })]);
export const inspectionsOf = (days: readonly string[], first: number) =>
  inspectionCsv(
    days.map((visitedOn, index) =>
      inspectionRow({ visitedOn, visitId: first + index, caseId: 7_000_000 + first + index }),
    ),
  );
const RUNNING = inspectionsOf(['2026-11-20'], 9_900_100);
export const YEAR_2526 = inspectionsOf(['2025-07-15', '2026-03-02'], 9_800_100);
export const file = (body: string, etag?: string): Answer => ({
  kind: 'file',
  body,
  ...(etag === undefined ? {} : { etag }),
});

/**
 * Sets up a regulator's site that has one district's licenses and this year's inspections, and an empty
 * service that downloads from it.
 */
export async function setUpSite(t: Parameters<typeof setUpFetch>[0]) {
  const setup = await setUpFetch(t);
  const database = await openTestSqlite();
  t.after(() => database.close());
  const { regulator, fetcher, directory, sleep } = setup;
  regulator.plan(`${EXTRACTS}/hrfood6.csv`, file(LICENSES, '"licenses"'));
  regulator.plan(`${EXTRACTS}/6fdinspi.csv`, file(RUNNING, '"running"'));
  const config = loadConfig({ REGULATOR_SOURCE: regulator.baseUrl.href, DATA_DIR: directory });
  const context: RefreshContext = { config, database, now: () => new Date(), fetcher, sleep };
  const pathsSince = (start: number) => regulator.requests.slice(start).map(({ path }) => path);
  return {
    regulator,
    database,
    context,
    /** Runs a refresh at a given moment, and returns the paths that it requested. */
    async run(moment: string, changes: Partial<RefreshContext> = {}): Promise<string[]> {
      const start = regulator.requests.length;
      await refresh({ ...context, now: () => new Date(moment), ...changes });
      return pathsSince(start);
    },
    coverage: () => describeCoverage(database),
  };
}

export type SiteSetup = Awaited<ReturnType<typeof setUpSite>>;
