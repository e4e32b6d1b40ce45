import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findFreePort } from '../../test/support/free-port.ts';
import { runProcess, type Serving, startService } from '../../test/support/process.ts';
import { leaveMail, leaveWebhook, lockLedger } from '../alerts/causes.ts';
import { FOLDER, type Prometheus, startPrometheus } from '../alerts/prometheus.ts';
import { openBrowser } from '../browser/inspector.ts';
import { drawDashboard, type Panel, type Series } from './draw.ts';
import { makeTraffic } from './load.ts';

/**
 * Draws `deploy/observability/dashboard.json` with real numbers: a service of two workers under a load that rises and falls, a limit that is hit, a ledger that is locked for some
 * seconds, an import, and a real Prometheus that scrapes each second. Every query of every panel is asked over that time. Not Grafana: this program draws what the file says, and
 * the picture says so. Exits 1 when a panel is empty that should not be, or a legend is.
 */
const { values } = parseArgs({
  options: { out: { type: 'string', default: 'dashboard.png' }, seconds: { type: 'string', default: '150' } },
});
const TOKEN = 'a-token-of-this-program';
/** Shows what did not happen in this run. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['Failed steps of jobs, an hour']);
const WIDTH = 1_472;

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dashboard-'));
  const traffic = { isOver: false };
  let [service, prometheus]: [Serving | undefined, Prometheus | undefined] = [undefined, undefined];
  try {
    const [dataDir, source] = [path.join(folder, 'data'), path.join(folder, 'source')];
    const { code, stderr } = await runProcess(['demo', '--vendors', '1000', '--to', source], {
      DATA_DIR: path.join(folder, 'demo'),
    });
    if (code !== 0) throw new Error(stderr);
    const metricsPort = await findFreePort();
    const settings = { DATA_DIR: dataDir, REGULATOR_SOURCE: source };
    service = await startService({
      ...settings,
      ...{ WORKERS: '2', METRICS_PORT: String(metricsPort), METRICS_TOKEN: TOKEN, LOG_LEVEL: 'info' },
      // Nobody listens there: mail waits.
      ...{ SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}`, RATE_LIMIT_DECISION: '300' },
      ...{
        RATE_LIMIT_SEARCH: '60',
        RATE_LIMIT_PAGE: '0',
        RATE_LIMIT_SCORECARD: '0',
        RATE_LIMIT_IDENTITY: '0',
      },
    });
    await service.logged('followed up on the records');
    prometheus = await startPrometheus(folder, `127.0.0.1:${metricsPort}`, TOKEN);
    const began = Date.now() / 1000;
    const load = makeTraffic(service.url, traffic);
    await live(dataDir, Number(values.seconds), settings);
    traffic.isOver = true;
    await load;
    return await draw(prometheus, began, Date.now() / 1000);
  } finally {
    traffic.isOver = true;
    await prometheus?.stop();
    service?.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What happens in that time besides requests. */
async function live(dataDir: string, seconds: number, settings: Record<string, string>): Promise<void> {
  const third = (seconds * 1000) / 3;
  await wait(third);
  leaveMail(dataDir);
  leaveWebhook(dataDir);
  const unlock = lockLedger(dataDir);
  await wait(6_000);
  unlock();
  await wait(third - 6_000);
  await runProcess(['import'], settings);
  await wait(third);
}

async function draw(prometheus: Prometheus, from: number, to: number): Promise<boolean> {
  const dashboard = JSON.parse(readFileSync(path.join(FOLDER, 'dashboard.json'), 'utf8')) as {
    title: string;
    panels: (Panel & { targets?: (Target & { legendFormat?: string })[] })[];
  };
  const problems: string[] = [];
  const panels = [];
  for (const panel of dashboard.panels) {
    const series: Series[] = [];
    for (const { legendFormat = '', ...target } of panel.targets ?? [])
      for (const { metric, points } of await readPoints(prometheus, target, from, to))
        series.push({ legend: fill(legendFormat, metric), points });
    const isEmpty = series.every(({ points }) => points.length === 0);
    if (panel.type !== 'row' && isEmpty && !MAY_BE_EMPTY.has(panel.title))
      problems.push(`${panel.title}: no data`);
    if (panel.type !== 'stat' && series.some(({ legend }) => legend.trim() === ''))
      problems.push(`${panel.title}: a line without a legend`);
    panels.push({ panel, series });
  }
  const [begin, end] = [from, to].map((at) =>
    new Date(at * 1000).toISOString().replace('T', ' ').slice(0, 19),
  );
  const html = drawDashboard(dashboard.title, notesOn(begin ?? '', end ?? ''), panels);
  await screenshot(html, path.resolve(values.out));
  for (const problem of problems) console.error(problem);
  console.log(
    `${panels.filter(({ panel }) => panel.type !== 'row').length} panels drawn to ${values.out}, ${problems.length} problems`,
  );
  return problems.length === 0;
}

interface Target {
  readonly expr: string;
  readonly instant?: boolean;
}

/** As Grafana asks: the value of now for a figure or a bar, the values of the whole time for a line. */
async function readPoints(prometheus: Prometheus, { expr, instant }: Target, from: number, to: number) {
  const query = inFull(expr);
  if (instant) {
    const found = await prometheus.query(query);
    return found.map(({ metric, value }) => ({ metric, points: [[value[0], Number(value[1])] as const] }));
  }
  const found = await prometheus.queryRange(query, from + 10, to, 2);
  return found.map(({ metric, values: points }) => ({
    metric,
    points: points
      .map(([at, value]) => [at, Number(value)] as const)
      .filter(([, value]) => Number.isFinite(value)),
  }));
}

function notesOn(begin: string, end: string): string[] {
  return [
    'Drawn from deploy/observability/dashboard.json by “npm run acceptance -- dashboard”, not by Grafana. The numbers are of a real Prometheus, which scraped a service of two workers each second',
    `from ${begin} to ${end} UTC: 1,000 fictional vendors, 14 clients; the ledger is locked for six seconds after a third of the time, and an import runs after two thirds.`,
  ];
}

function inFull(expression: string): string {
  return expression.replaceAll('$job', 'vendor-compliance').replaceAll('$__rate_interval', '10s');
}

function fill(format: string, metric: Readonly<Record<string, string>>): string {
  return format.replaceAll(/\{\{(\w+)\}\}/g, (_all, label: string) => metric[label] ?? '');
}

async function screenshot(html: string, file: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: WIDTH, height: 900 } });
    await page.setContent(html);
    await page.screenshot({ path: file, fullPage: true });
    writeFileSync(`${file.replace(/\.png$/, '')}.html`, html);
  } finally {
    await browser.close();
  }
}
