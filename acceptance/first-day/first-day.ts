import { setTimeout as wait } from 'node:timers/promises';
import { loadPaced, type PacedResult } from '../../bench/paced-load.ts';
import { checkPage } from './sentences.ts';
import type { DayService } from './service.ts';
import type { Site } from './site/server.ts';
import type { SiteFile } from './site/site-files.ts';
import { isWanted, STAGES, stagesOver } from './stages.ts';
import { checkCoverage, checkReady, dayOf, type Facts, type Finding, type Snapshot } from './truth.ts';
import { readState, takeSnapshot } from './watch.ts';

/** Follows a service that starts with an empty folder until it has imported everything on the site. */

interface NotedFinding extends Finding {
  readonly at: string;
}

interface FirstDay {
  /**
   * How many minutes it took to complete each stage, counted from the start; undefined if the stage was never
   * completed.
   */
  readonly minutes: ReadonlyMap<string, number | undefined>;
  /** Minutes until /readyz returned 200. */
  readonly readyMinutes: number | undefined;
  readonly totalMinutes: number;
  readonly snapshots: number;
  readonly decisions: PacedResult | undefined;
  readonly findings: readonly NotedFinding[];
  readonly isOutOfTime: boolean;
}

const LOOK_EVERY_MS = 500;
const DECISIONS_PER_SECOND = 5;

export interface Following {
  readonly site: Site;
  readonly versions: ReadonlyMap<string, SiteFile>;
  readonly now: () => Date;
  readonly say: (text: string) => void;
}

export function factsNow({ site, versions, now }: Following): Facts {
  return {
    day: dayOf(now().toISOString()),
    sent: [...site.sent],
    versions,
    offered: new Map(site.files),
    wanted: isWanted,
  };
}

/** Compares everything in a snapshot with the facts. */
export function judge(snapshot: Snapshot, facts: Facts): Finding[] {
  const { coverage, page } = snapshot;
  if (!coverage) return checkReady(snapshot, facts);
  const pageFindings: Finding[] =
    page.status === 200
      ? checkPage(page.body, { coverage, facts })
      : [{ where: 'page', says: `status ${page.status}`, but: 'records are published' }];
  return [...checkReady(snapshot, facts), ...checkCoverage(coverage, facts), ...pageFindings];
}

/** Watches until nothing has happened for `quietMs` after a refresh, or until `minutesMax` have passed. */
export async function followFirstDay(
  service: DayService,
  following: Following,
  options: {
    readonly minutesMax: number;
    readonly quietMs: number;
    readonly licenseNumbers: readonly string[];
  },
): Promise<FirstDay> {
  const { site, now, say } = following;
  const began = performance.now();
  const minutesNow = () => (performance.now() - began) / 60_000;
  const minutes = new Map<string, number>();
  const findings = new Map<string, NotedFinding>();
  let [readyMinutes, snapshots]: [number | undefined, number] = [undefined, 0];
  let isOver = false;
  let isOutOfTime = false;
  let load: Promise<PacedResult> | undefined;
  let state = '';
  let changedAt = performance.now();
  let requests = 0;
  while (!isOver) {
    await wait(LOOK_EVERY_MS);
    if (!service.isAlive()) throw new Error('the service ended by itself');
    service.peakMb();
    const next = await readState(service.url);
    if (site.sent.length !== requests) [requests, changedAt] = [site.sent.length, performance.now()];
    if (next !== state) {
      [state, changedAt] = [next, performance.now()];
      const snapshot = await takeSnapshot(service.url, now);
      const facts = factsNow(following);
      snapshots += 1;
      for (const finding of judge(snapshot, facts))
        findings.set(`${finding.where} ${finding.says} ${finding.but}`, { ...finding, at: snapshot.at });
      for (const stage of stagesOver(snapshot.coverage, facts))
        if (!minutes.has(stage)) {
          minutes.set(stage, minutesNow());
          say(`${minutesNow().toFixed(1)} min: ${stage}`);
        }
    }
    if (next.startsWith('200') && readyMinutes === undefined) {
      readyMinutes = minutesNow();
      say(`${readyMinutes.toFixed(1)} min: ready`);
      const paths = options.licenseNumbers.map((number) => `/api/v1/decision?license_number=${number}`);
      load = loadPaced({
        port: service.port,
        paths,
        perSecond: DECISIONS_PER_SECOND,
        continues: () => !isOver,
      });
    }
    isOutOfTime = minutesNow() > options.minutesMax;
    const isQuiet = performance.now() - changedAt > options.quietMs && service.refreshes() > 0;
    isOver = isQuiet || isOutOfTime;
  }
  return {
    minutes: new Map(STAGES.map(({ name }) => [name, minutes.get(name)])),
    readyMinutes,
    totalMinutes: minutesNow(),
    snapshots,
    isOutOfTime,
    decisions: await load,
    findings: [...findings.values()],
  };
}
