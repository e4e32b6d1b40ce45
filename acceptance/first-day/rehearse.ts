import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addDays, type IsoDate } from '../../src/lib/time/dates.ts';
import { type Following, factsNow, followFirstDay, judge } from './first-day.ts';
import { type DayBefore, expectOfDay, findImproved } from './month.ts';
import type { Options } from './options.ts';
import { type DatedFinding, type Line, line } from './report.ts';
import { type DayService, startDayService } from './service.ts';
import { isListed, type License, RANKS } from './site/register.ts';
import { openSite, type Site } from './site/server.ts';
import type { SiteFile } from './site/site-files.ts';
import { CUT_FIRST_DISTRICT, FIRST_DAY, habitOn, isRemoved, removedOn, type World } from './site/world.ts';
import { STAGES } from './stages.ts';
import { type Finding, versionsInUse } from './truth.ts';
import { readDailyReport, readVerdicts, takeSnapshot } from './watch.ts';

/** Rehearses one day after another with a site and a service that starts with an empty folder. */

/** The time in UTC at which the service starts, which is after its scheduled fetch. */
const STARTS_AT = 'T12:20:00.000Z';
const PEAK_MB_MAX = 600;
const P99_MS_MAX = 250;
const QUIET_MS = { polite: 45_000, hurried: 6_000 };
const DAY_MINUTES_MAX = 30;
const PAUSE_MS_MAX = 20;
const SAMPLE = 60;
const ASKED_FOR = 200;

export interface Result {
  readonly lines: Line[];
  readonly findings: DatedFinding[];
}

/** A site whose clock shows the current day of the rehearsal. */
class Rehearsal {
  readonly versions = new Map<string, SiteFile>();
  private aheadMs = 0;
  readonly now = () => new Date(Date.now() + this.aheadMs);
  readonly site: Site;
  readonly options: Options;
  readonly dataDir: string;
  readonly say: (text: string) => void;

  private constructor(site: Site, parts: Pick<Rehearsal, 'options' | 'dataDir' | 'say'>) {
    this.site = site;
    this.options = parts.options;
    this.dataDir = parts.dataDir;
    this.say = parts.say;
  }

  static async open(parts: Pick<Rehearsal, 'options' | 'dataDir' | 'say'>): Promise<Rehearsal> {
    let own: Rehearsal | undefined;
    const now = () => own?.now() ?? new Date();
    own = new Rehearsal(await openSite({ latencyMs: parts.options.latencyMs, now }), parts);
    return own;
  }

  put(file: SiteFile): void {
    this.versions.set(file.sha256, file);
    this.site.put(file);
  }

  begin(day: IsoDate, isPolite: boolean): Promise<DayService> {
    this.aheadMs = Date.parse(`${day}${STARTS_AT}`) - Date.now();
    const { aheadMs, dataDir, site } = this;
    const pauseMsMax = isPolite ? undefined : PAUSE_MS_MAX;
    return startDayService({ dataDir, source: site.url, aheadMs, pauseMsMax });
  }

  following(): Following {
    const { site, versions, now, say } = this;
    return { site, versions, now, say };
  }
}

export async function rehearse(
  world: World,
  options: Options,
  folder: string,
  say: (text: string) => void,
): Promise<Result> {
  const began = performance.now();
  const result: Result = { lines: [], findings: [] };
  const rehearsal = await Rehearsal.open({ options, dataDir: path.join(folder, 'data'), say });
  try {
    const files: SiteFile[] = [];
    for await (const file of world.firstFiles()) {
      rehearsal.put(file);
      files.push(file);
    }
    const rows = files.reduce((sum, file) => sum + file.rows, 0);
    const megabytes = Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);
    say(`the site has ${files.length} files, ${rows} rows, ${megabytes} MB`);
    result.lines.push(line('files of the site', `${files.length}, ${rows} rows, ${megabytes} MB`));
    const before = await rehearseFirstDay(world, rehearsal, result);
    const deadline = began + options.minutes * 60_000;
    if (options.parts.has('month')) await rehearseMonth(world, rehearsal, { before, deadline }, result);
  } finally {
    await rehearsal.site.close();
  }
  return result;
}

async function rehearseFirstDay(world: World, rehearsal: Rehearsal, result: Result): Promise<DayBefore> {
  const { options, say } = rehearsal;
  const service = await rehearsal.begin(FIRST_DAY, options.isPolite);
  try {
    const followed = await followFirstDay(service, rehearsal.following(), {
      minutesMax: options.minutes,
      quietMs: options.isPolite ? QUIET_MS.polite : QUIET_MS.hurried,
      licenseNumbers: [...sampleOf(world, ASKED_FOR).keys()],
    });
    const { lines, findings } = result;
    lines.push(
      line('minutes until ready', figure(followed.readyMinutes), '≤ 5', met(followed.readyMinutes, 5)),
    );
    for (const { name, minutesMax } of STAGES) {
      const minutes = followed.minutes.get(name);
      lines.push(
        line(`minutes until: ${name}`, figure(minutes), `≤ ${minutesMax}`, met(minutes, minutesMax)),
      );
    }
    lines.push(line('minutes of the first day', figure(followed.totalMinutes)));
    lines.push(memoryLine('first day', service));
    const { decisions } = followed;
    if (decisions) {
      const broken = [...decisions.failures].filter(([what]) => what !== 'status 404');
      lines.push(
        line(
          'p99 of decisions, first day',
          `${Math.round(decisions.p99Ms)} ms of ${decisions.answers} (p50 ${Math.round(decisions.p50Ms)}, slowest ${Math.round(decisions.maxMs)})`,
          `≤ ${P99_MS_MAX} ms`,
          decisions.p99Ms <= P99_MS_MAX,
        ),
        line(
          'decisions that failed',
          broken.map(([what, count]) => `${count} × ${what}`).join(', ') || '0',
          '0',
          broken.length === 0,
        ),
      );
    }
    lines.push(line('moments compared, first day', String(followed.snapshots)));
    findings.push(
      ...followed.findings.map((each) => ({ ...each, when: `on the first day at ${each.at.slice(11, 19)}` })),
    );
    const snapshot = await takeSnapshot(service.url, rehearsal.now);
    const facts = factsNow(rehearsal.following());
    const used = snapshot.coverage ? versionsInUse(snapshot.coverage, facts) : [];
    const verdicts = await readVerdicts(service.url, [...sampleOf(world, SAMPLE).keys()]);
    return { used, verdicts };
  } finally {
    await service.stop();
    say(`peak ${Math.round(service.peakMb())} MB`);
  }
}

async function rehearseMonth(
  world: World,
  rehearsal: Rehearsal,
  { before: first, deadline }: { readonly before: DayBefore; readonly deadline: number },
  { lines, findings }: Result,
): Promise<void> {
  const { options, say, site } = rehearsal;
  const sample = sampleOf(world, SAMPLE);
  let before = first;
  let passed = 0;
  let peak = 0;
  let slowest = 0;
  for (let day = addDays(FIRST_DAY, 1); passed < options.days; day = addDays(day, 1)) {
    if (performance.now() > deadline) break;
    for await (const file of world.change(day)) rehearsal.put(file);
    for (const gone of removedOn(day)) site.remove(gone);
    site.behave(habitOn(day));
    const strays = site.strays();
    const began = performance.now();
    const service = await rehearsal.begin(day, false);
    const found: Finding[] = [];
    try {
      await untilQuiet(service, site);
      const snapshot = await takeSnapshot(service.url, rehearsal.now);
      const facts = factsNow(rehearsal.following());
      const verdicts = await readVerdicts(service.url, [...sample.keys()]);
      found.push(
        ...judge(snapshot, facts),
        ...expectOfDay(snapshot, facts, before),
        ...findImproved(world.register, sample, verdicts, before, { day, yesterday: addDays(day, -1) }),
      );
      if (site.strays() > strays)
        found.push({
          where: 'site',
          says: 'the other host was asked',
          but: 'a redirect there is not followed',
        });
      const used = snapshot.coverage ? versionsInUse(snapshot.coverage, facts) : [];
      before = { used, verdicts };
    } finally {
      await service.stop();
      peak = Math.max(peak, service.peakMb());
    }
    found.push(...checkDaily(await readDailyReport(rehearsal.dataDir, rehearsal.now), day, before));
    findings.push(...found.map((each) => ({ ...each, when: `on ${day}` })));
    passed += 1;
    const seconds = (performance.now() - began) / 1_000;
    slowest = Math.max(slowest, seconds);
    if (options.verbose)
      say(`${day}: ${found.length} findings, ${before.used.length} files in use, ${seconds.toFixed(0)} s`);
  }
  lines.push(
    line(
      'days of the month',
      `${passed} of ${options.days}`,
      '',
      passed === options.days ? undefined : false,
    ),
  );
  lines.push(line('slowest day', `${slowest.toFixed(0)} s`));
  lines.push(
    line('peak memory, month', `${Math.round(peak)} MB`, `≤ ${PEAK_MB_MAX} MB`, peak <= PEAK_MB_MAX),
  );
}

/** Delivers a truncated file as District 6's first license file, and the complete file on the next day. */
export async function rehearseCutFirst(
  world: World,
  options: Options,
  folder: string,
  say: (text: string) => void,
): Promise<Result> {
  const rehearsal = await Rehearsal.open({ options, dataDir: path.join(folder, 'data-cut'), say });
  const findings: DatedFinding[] = [];
  try {
    const cut = await world.cutFirstFile();
    rehearsal.put(cut);
    const name = path.basename(cut.path);
    const service = await rehearsal.begin(FIRST_DAY, false);
    try {
      await untilQuiet(service, rehearsal.site);
      const { coverage, page } = await takeSnapshot(service.url, rehearsal.now);
      const isUsed = coverage?.files.some(({ sha256 }) => sha256 === cut.sha256) === true;
      const isDoubted = page.body.replaceAll(/<table.*?<\/table>/gs, '').includes(name);
      say(`the cut first file is ${isUsed ? 'in use' : 'not in use'}${isDoubted ? ', with a doubt' : ''}`);
      if (isUsed && !isDoubted)
        findings.push({
          where: 'page',
          when: 'with a cut first file',
          says: `${name} is in use without a doubt`,
          but: `district ${CUT_FIRST_DISTRICT}'s file ends after 60 % of its rows`,
        });
    } finally {
      await service.stop();
    }
    const outcome = findings.length === 0 ? 'not taken without a doubt' : 'taken without a doubt';
    return {
      lines: [line('a cut file as the first one', outcome, 'not taken, or doubted', findings.length === 0)],
      findings,
    };
  } finally {
    await rehearsal.site.close();
  }
}

/** Waits until a refresh has ended and the service no longer sends requests to the site. */
async function untilQuiet(service: DayService, site: Site): Promise<void> {
  const deadline = performance.now() + DAY_MINUTES_MAX * 60_000;
  let requests = site.sent.length;
  let since = performance.now();
  while (performance.now() < deadline) {
    await wait(100);
    if (!service.isAlive()) throw new Error('the service ended by itself');
    if (site.sent.length !== requests) [requests, since] = [site.sent.length, performance.now()];
    if (service.refreshes() > 0 && performance.now() - since > 1_500) return;
  }
}

function checkDaily(
  report: Awaited<ReturnType<typeof readDailyReport>>,
  day: IsoDate,
  { used }: DayBefore,
): Finding[] {
  const found: Finding[] = [];
  const says = (text: string, but: string) => found.push({ where: 'daily report', says: text, but });
  const asOf = /As of (\d{4}-\d\d-\d\d)/.exec(report.text)?.[1];
  if (asOf !== day) says(`as of ${asOf}`, `the day is ${day}`);
  const rows = report.rowsOf('Files in use');
  if (rows.length < used.length) says(`${rows.length} files in use`, `there are ${used.length}`);
  for (const [, file = ''] of rows)
    if (!used.some(({ path: own }) => file.includes(path.basename(own))) && !/EOS/.test(file))
      says(`${file} is in use`, 'the answer as data does not list it');
  return found;
}

/** Samples trucks and caterers from every district, including licenses from the mass removal. */
function sampleOf({ register }: World, count: number): ReadonlyMap<string, License> {
  const ours = [...register.districts.values()].map((licenses) =>
    licenses.filter((each) => /^201[34]$/.test(RANKS[each.rank].type) && isListed(each, FIRST_DAY)),
  );
  const removed = ours
    .flat()
    .filter(isRemoved)
    .slice(0, count / 3);
  const others = ours.flatMap((licenses) => licenses.slice(0, Math.ceil(count / 10)));
  return new Map(
    [...removed, ...others].slice(0, count).map((each) => [RANKS[each.rank].letters + each.digits, each]),
  );
}

function memoryLine(when: string, service: DayService): Line {
  const peak = service.peakMb();
  return line(`peak memory, ${when}`, `${Math.round(peak)} MB`, `≤ ${PEAK_MB_MAX} MB`, peak <= PEAK_MB_MAX);
}

function figure(minutes: number | undefined): string {
  return minutes === undefined ? 'never' : minutes.toFixed(1);
}

function met(minutes: number | undefined, most: number): boolean {
  return minutes !== undefined && minutes <= most;
}
