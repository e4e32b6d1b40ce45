import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../test/support/free-port.ts';
import { runProcess, type Serving, startService } from '../../test/support/process.ts';
import { nextEventDay } from '../support/next-event-day.ts';
import {
  ageFile,
  ageNewLicenses,
  leaveMail,
  leaveWebhook,
  lockLedger,
  missBackups,
  noteDamage,
  publishLongAgo,
  refuseRows,
} from './causes.ts';
import { readPanels } from './panels.ts';
import { checkFiles, type Prometheus, startPrometheus } from './prometheus.ts';

/**
 * Makes each of the thirteen alerts fire once, by putting a service that a real Prometheus scrapes into the
 * state that the alert reports. Then runs the query of each dashboard panel. Exits with 1 unless no alert
 * fired early, each alert fired in turn, every alert that can clear did so, and every panel had data. Uses
 * SQLite; takes a few minutes.
 */
const FIRES_WITHIN_MS = 90_000;
/**
 * With this many vendors, a new one opens every few days; otherwise the new-license file would count as out
 * of date.
 */
const VENDORS = '2000';
/**
 * The number of decisions requested at a time. If decisions fail, more than one in twenty of all requests
 * fail.
 */
const DECIDING = 10;
const PAUSE_MS = 200;
/**
 * The number of vendors to ask about, each for 700 event days. 97 and 700 have no common divisor, so no
 * question repeats.
 */
const VENDORS_ASKED = 97;
const TOKEN = 'a-token-of-this-program';

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'));
  const files = checkFiles();
  for (const problem of files) console.error(problem);
  if (files.length > 0) return false;
  const dataDir = path.join(folder, 'data');
  const source = path.join(folder, 'source');
  let service: Serving | undefined;
  let prometheus: Prometheus | undefined;
  const traffic: Traffic = { isOver: false };
  try {
    const { code, stderr } = await runProcess(['demo', '--vendors', VENDORS, '--to', source], {
      DATA_DIR: path.join(folder, 'demo'),
    });
    if (code !== 0) throw new Error(stderr);
    const metricsPort = await findFreePort();
    service = await startService({
      DATA_DIR: dataDir,
      REGULATOR_SOURCE: source,
      METRICS_PORT: String(metricsPort),
      METRICS_TOKEN: TOKEN,
      // Nothing is listening on this port, so email stays queued.
      SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}`,
      LOG_LEVEL: 'info',
      RATE_LIMIT_DECISION: '0',
      RATE_LIMIT_DECISION_DAY: '0',
      RATE_LIMIT_SEARCH: '5',
    });
    await service.logged('steps after the refresh are done');
    prometheus = await startPrometheus(folder, `127.0.0.1:${metricsPort}`, TOKEN);
    const load = ask(service.url, traffic);
    const holds = await fireAll({ prometheus, dataDir, service });
    traffic.isOver = true;
    await load;
    return holds;
  } finally {
    traffic.isOver = true;
    await prometheus?.stop();
    service?.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Stage {
  readonly prometheus: Prometheus;
  readonly dataDir: string;
  readonly service: Serving;
}

async function fireAll({ prometheus, dataDir, service }: Stage): Promise<boolean> {
  await wait(20_000);
  const early = await listFiring(prometheus);
  console.log(early.length === 0 ? 'nothing fires before' : `fires before: ${early.join(', ')}`);
  const scrapeError = await prometheus.scrapeError();
  if (scrapeError !== '') console.log(`the scrape fails: ${scrapeError}`);
  const results = [early.length === 0 && scrapeError === ''];
  const fire = async (...names: string[]) => {
    for (const name of names) results.push(await waitFor(prometheus, name, true));
  };
  const heal = async (...names: string[]) => {
    for (const name of names) results.push(await waitFor(prometheus, name, false));
  };
  leaveMail(dataDir);
  await fire('MailStuck');
  leaveWebhook(dataDir);
  await fire('WebhooksStuck');
  ageFile(dataDir);
  await fire('FileNotRenewed');
  ageNewLicenses(dataDir);
  await fire('NewLicensesNotRenewed');
  missBackups(dataDir);
  await fire('BackupOld');
  noteDamage(dataDir);
  await fire('DatabaseDamaged');
  refuseRows(dataDir);
  await fire('RowsRefused');
  publishLongAgo(dataDir);
  await fire('RecordsNotRenewed', 'WatchBehind');
  const unlock = lockLedger(dataDir);
  await fire('DatabaseUnavailable', 'RequestsFailing', 'RequestsSlow');
  unlock();
  await heal('DatabaseUnavailable', 'RequestsFailing', 'RequestsSlow');
  results.push(await showPanels(prometheus));
  service.child.kill('SIGKILL');
  await fire('ServiceDown');
  return results.every(Boolean);
}

async function listFiring(prometheus: Prometheus): Promise<string[]> {
  const firing = await prometheus.query('ALERTS{alertstate="firing"}');
  return [...new Set(firing.map(({ metric }) => metric.alertname ?? ''))].sort();
}

async function waitFor(prometheus: Prometheus, name: string, isFiring: boolean): Promise<boolean> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < FIRES_WITHIN_MS) {
    if ((await listFiring(prometheus)).includes(name) === isFiring) {
      console.log(isFiring ? `${name} fired` : `${name} stopped`);
      return true;
    }
    await wait(500);
  }
  console.log(`${name} ${isFiring ? 'did not fire' : 'did not stop'}`);
  return false;
}

async function showPanels(prometheus: Prometheus): Promise<boolean> {
  const panels = await readPanels(prometheus);
  for (const { title, values, problem } of panels)
    console.log(
      `${problem === undefined ? '  ' : '! '}${title} | ${problem ?? values.slice(0, 4).join(', ')}`,
    );
  const empty = panels.filter(({ problem }) => problem !== undefined).length;
  console.log(`${panels.length} queries of the dashboard, ${empty} without data`);
  return empty === 0;
}

interface Traffic {
  isOver: boolean;
}

/**
 * Requests new decisions, which write to the ledger and wait for its lock, and sends searches, which use up
 * the rate limit.
 */
async function ask(url: string, traffic: Readonly<Traffic>): Promise<void> {
  const vendors = (await (await fetch(`${url}/api/vendors?limit=${VENDORS_ASKED}`)).json()) as {
    id: string;
  }[];
  let asked = 0;
  const nextDecision = () => {
    asked += 1;
    return `/api/v1/decision?vendor_id=${vendors[asked % VENDORS_ASKED]?.id}&event_date=${nextEventDay()}`;
  };
  const client = async (nextAddress: () => string) => {
    while (!traffic.isOver) {
      await fetch(url + nextAddress()).then(
        (answer) => answer.arrayBuffer(),
        () => undefined,
      );
      await wait(PAUSE_MS);
    }
  };
  const others = ['/api/vendors?q=taco', '/healthz', '/nothing'].map((address) => () => address);
  await Promise.all([...Array.from({ length: DECIDING }, () => nextDecision), ...others].map(client));
}
