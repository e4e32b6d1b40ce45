import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import { describeCoverage } from '../../../src/intake/coverage/coverage-service.ts';
import type { Coverage } from '../../../src/intake/coverage/schemas.ts';
import { type Refresh, refresh } from '../../../src/jobs/refresh/refresh.ts';
import { addDays, type IsoDate } from '../../../src/lib/time/dates.ts';
import type { OpenLedger } from '../../../src/platform/db/database.ts';
import { createFetcher } from '../../../src/platform/net/fetcher.ts';
import { publish } from '../../../src/records/publication/service.ts';
import type { ParsedFile } from '../../../src/regulator/source/parsed-file.ts';
import { REGULATOR } from '../../../src/regulator/source/regulator.ts';
import { openTestSqlite } from '../../../test/support/engines.ts';
import { type KnownRecords, type PublishedState, readState } from '../../feed-faults/published-state.ts';
import { toBytes } from '../../feed-faults/table.ts';
import { openSite, type Site } from '../site.ts';
import { type History, makeHistory } from './history.ts';
import { type Judged, judgeDay } from './judge.ts';
import { makeSchedule } from './schedule.ts';
import { type SiteFile, siteOn } from './served-files.ts';

export interface DayReport extends Judged {
  readonly day: IsoDate;
  readonly troubles: readonly DayTrouble[];
  /** Problems and rejected files that coverage did not report on the day before. */
  readonly alerts: readonly string[];
  readonly heldBack: number;
  /** Good files that the import rejected. */
  readonly goodRefused: readonly string[];
}

interface DayTrouble {
  readonly name: string;
  readonly trouble: string;
  /** True if the service accepted the file without any notice. */
  readonly isAccepted: boolean;
  readonly isNoticeable: boolean;
}

interface Settings {
  readonly seed: number;
  readonly days: number;
  readonly start: IsoDate;
  readonly vendors: number;
  readonly onDay: (report: DayReport) => void;
}

const TIMEOUT_MS = 5_000;
const IDLE_MS = 700;

/** A registry that receives good files directly. */
interface GoodRegistry {
  /** Publishes files as of a day. Returns the files that the import held back although they are good. */
  take(files: readonly ParsedFile[], day: IsoDate): Promise<string[]>;
  state(): Promise<PublishedState>;
  readonly registry: OpenLedger;
}

/** The maximum number of cached records. Each takes about 10 KB. */
const KNOWN_MAX = 5_000;

/**
 * Lets the service follow a simulated regulator through the days of a seed, next to a registry that receives
 * only good files.
 */
export async function follow(settings: Settings): Promise<void> {
  const { seed, days, start, vendors } = settings;
  const last = addDays(start, days);
  const history = await makeHistory({ seed, vendors, first: start, last });
  const names = REGULATOR.listFiles().map(({ name }) => name);
  const folder = await mkdtemp(path.join(tmpdir(), 'rehearsal-records-'));
  const site = await openSite();
  const registries = [await openGoodRegistry(), await openGoodRegistry(), await openGoodRegistry()] as const;
  try {
    const followed = new Followed(registries, site, folder);
    await followed.begin(history, start);
    for (const siteDay of makeSchedule({ seed, start, days, names }))
      settings.onDay(await followed.day(siteDay.day, await siteOn(history, siteDay, seed)));
  } finally {
    await site.close();
    for (const { registry } of registries) await registry.close();
    await rm(folder, { recursive: true });
  }
}

class Followed {
  readonly #service: GoodRegistry;
  /** Receives every good file. */
  readonly #truth: GoodRegistry;
  /** Receives every good file except those that the service reports as missing. */
  readonly #expected: GoodRegistry;
  readonly #site: Site;
  readonly #folder: string;
  readonly #seen = new Map<string, Uint8Array>();
  readonly #waiting = new Map<string, ParsedFile[]>();
  #alerts: ReadonlySet<string> = new Set();

  constructor(
    [service, truth, expected]: readonly [GoodRegistry, GoodRegistry, GoodRegistry],
    site: Site,
    folder: string,
  ) {
    [this.#service, this.#truth, this.#expected] = [service, truth, expected];
    [this.#site, this.#folder] = [site, folder];
  }

  /** Makes all registries read the earlier fiscal years. */
  async begin(history: History, start: IsoDate): Promise<void> {
    const day = addDays(start, -1);
    const files = await Promise.all(
      history
        .earlierYears(day)
        .filter(({ table }) => table.rows.length > 0)
        .map(async ({ name, table }) =>
          parseGood({ name, bytes: await toBytes(table), publishedAt: `${day}T00:00:00.000Z` }, day),
        ),
    );
    for (const registry of [this.#service, this.#truth, this.#expected]) await registry.take(files, day);
  }

  async day(day: IsoDate, files: readonly SiteFile[]): Promise<DayReport> {
    this.#site.show(new Map(files.map(({ name, answer }) => [name, answer])));
    await this.#refresh(day);
    const coverage = await describeCoverage(this.#service.registry);
    const missed = missedIn(coverage);
    const goodRefused = await this.#takeGood(day, files, missed);
    const service = await this.#service.state();
    const truth = await this.#truth.state();
    const expected = await this.#expected.state();
    const goodCoverage = await describeCoverage(this.#truth.registry);
    const hasOddities = countOddities(coverage) > countOddities(goodCoverage);
    const alerts = alertsIn(coverage);
    const before = this.#alerts;
    this.#alerts = alerts;
    const judged = judgeDay({ service, truth, expected, hasOddities });
    return {
      // If the records have an earlier as-of date, they show that date themselves.
      ...(coverage.as_of < day ? { verdict: 'older' as const, wrong: judged.wrong } : judged),
      day,
      troubles: files.flatMap(({ name, trouble, isNoticeable }) =>
        trouble === undefined ? [] : [{ name, trouble, isAccepted: !missed.has(name), isNoticeable }],
      ),
      alerts: [...alerts].filter((each) => !before.has(each)),
      heldBack: coverage.source.filter(({ outcome }) => outcome === 'held_back').length,
      goodRefused,
    };
  }

  async #refresh(day: IsoDate): Promise<Refresh> {
    return refresh({
      config: loadConfig({ REGULATOR_SOURCE: this.#site.url, DATA_DIR: this.#folder }),
      database: this.#service.registry,
      now: at(day),
      fetcher: createFetcher({
        userAgent: 'rehearsal',
        timeoutMs: TIMEOUT_MS,
        idleTimeoutMs: IDLE_MS,
        maxBytes: 60_000_000,
        retries: 0,
        backoffMs: 0,
        sleep: async () => undefined,
        random: () => 0,
      }),
      sleep: async () => undefined,
      force: true,
    });
  }

  /**
   * Gives the new good files to one registry. The other registry receives only the files that the service
   * does not report as missing.
   */
  async #takeGood(day: IsoDate, files: readonly SiteFile[], missed: ReadonlySet<string>): Promise<string[]> {
    const fresh: ParsedFile[] = [];
    for (const { name, good, madeAt, trouble } of files) {
      // If the site still has the older copy, it has not published the newer one.
      if (trouble === 'older') continue;
      const seen = this.#seen.get(name);
      if (seen && Buffer.compare(seen, good) === 0) continue;
      this.#seen.set(name, good);
      const parsed = await parseGood({ name, bytes: good, publishedAt: madeAt }, day);
      fresh.push(parsed);
      this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), parsed]);
    }
    const refused = await this.#truth.take(fresh, day);
    const had = [...this.#waiting].filter(([name]) => !missed.has(name));
    for (const [name] of had) this.#waiting.delete(name);
    await this.#expected.take(
      had.flatMap(([, waiting]) => waiting),
      day,
    );
    return refused;
  }
}

/**
 * Returns the files that the service reports as missing or faulty. Late files are left out, because the
 * service has the same copy as the site.
 */
function missedIn({ source }: Coverage): ReadonlySet<string> {
  return new Set(source.flatMap(({ name, problem }) => (problem && problem.code !== 'late' ? [name] : [])));
}

function alertsIn(coverage: Coverage): ReadonlySet<string> {
  return new Set([
    ...coverage.source.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem.code}`] : [])),
    ...coverage.held_back.map(({ name, sha256 }) => `${name}: ${sha256}`),
  ]);
}

/** Counts rejected rows and values with a warning in the files in use. */
function countOddities({ files }: Coverage): number {
  return files
    .flatMap(({ rows, warnings }) => [rows.refused, ...Object.values(warnings)])
    .reduce((sum, count) => sum + count, 0);
}

async function openGoodRegistry(): Promise<GoodRegistry> {
  const registry = await openTestSqlite();
  return {
    registry,
    async take(files, day) {
      const { files: outcomes } = await publish(registry, { files, asOf: day, now: at(day) });
      return outcomes.flatMap(({ name, outcome, reason }) =>
        outcome === 'held_back' ? [`${name}: ${reason}`] : [],
      );
    },
    state: stateReader(registry),
  };
}

function at(day: IsoDate): () => Date {
  return () => new Date(`${day}T16:00:00Z`);
}

function stateReader(registry: OpenLedger): () => Promise<PublishedState> {
  const known: KnownRecords = new Map();
  return () => {
    if (known.size > KNOWN_MAX) known.clear();
    return registry.longWorkDb.transaction().execute((tx) => readState(tx, registry, known));
  };
}

function parseGood(
  file: { readonly name: string; readonly bytes: Uint8Array; readonly publishedAt: string },
  day: IsoDate,
): Promise<ParsedFile> {
  return REGULATOR.readFile(file, day);
}
