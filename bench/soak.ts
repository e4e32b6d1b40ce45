import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LoadResult } from './http-messages.ts';
import { planRequests } from './http-requests.ts';
import { loadPaced, type PacedResult } from './paced-load.ts';
import { median, round } from './report.ts';
import { startService } from './service.ts';
import { ask, openWorkspace, type Workspace } from './workspace.ts';

/**
 * Half of what a service can answer, for a long time: `node bench/soak.ts --minutes 30`. Prints resident memory and open descriptors each
 * minute. The exit code is 1 when a request failed, memory grew in the second half by more than a tenth, or descriptors stayed open.
 * Linux only.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const MINUTE_MS = 60_000;
const MINUTES_MIN = 4;
/** How long the service is asked as fast as it goes, to learn what half is. */
const CAPACITY_SECONDS = 8;
const CONNECTIONS = 32;
const ANSWERED_WITHIN_MS = 60_000;
/** Memory may differ by this share from one half to the other: collections come when they come. */
const GROWTH_MAX = 1.1;
/** Kept connections are closed by the service after 72 seconds without a request; the load closes its own. */
const CLOSED_WITHIN_MS = 10_000;
/** Files that the service itself may have opened meanwhile, such as a log of the database. */
const MORE_DESCRIPTORS_MAX = 2;

interface Sample {
  readonly residentMb: number;
  readonly descriptors: number;
}

const workspace = await openWorkspace();
try {
  await main(workspace);
} finally {
  await workspace.close();
}

async function main(workspace: Workspace): Promise<void> {
  const minutes = Math.max(MINUTES_MIN, Number(values.minutes));
  const { port, process: service } = await startService(workspace, path.join(workspace.folder, 'data'));
  const paths = mix(await planRequests(port));
  const { pid } = service;
  if (pid === undefined) throw new Error('the service has no process');
  await sleep(CLOSED_WITHIN_MS);
  const idle = sample(pid);
  const perSecond = await measureHalf(workspace, port, paths);
  console.log(`half load: ${round(perSecond)} requests a second of ${paths.length} addresses`);
  const samples: Sample[] = [];
  const results: PacedResult[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const until = performance.now() + MINUTE_MS;
    results.push(await loadPaced({ port, paths, perSecond, goesOn: () => performance.now() < until }));
    samples.push(sample(pid));
    console.log(describe(minute, results.at(-1), samples.at(-1)));
  }
  await sleep(CLOSED_WITHIN_MS);
  judge(idle, samples, results, sample(pid));
  await workspace.stop(service);
}

/** Reads, searches, pages, decisions and verifications, in turn. */
function mix(requests: Readonly<Record<string, readonly string[]>>): string[] {
  const kinds = Object.values(requests);
  const longest = Math.max(...kinds.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    kinds.map((paths) => paths[index % paths.length] ?? '/'),
  ).flat();
}

/** Half of what the service answers over many connections at once, in requests a second. */
async function measureHalf(workspace: Workspace, port: number, paths: readonly string[]): Promise<number> {
  const load = workspace.forkHelper('http-load.ts');
  const order = { port, paths, connections: CONNECTIONS, seconds: CAPACITY_SECONDS };
  const { perSecond } = await ask(load, order, LoadResult, ANSWERED_WITHIN_MS);
  await workspace.stop(load);
  return Math.round(perSecond / 2);
}

function sample(pid: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    residentMb: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

function describe(minute: number, result: PacedResult | undefined, now: Sample | undefined): string {
  return `minute ${minute}: ${result?.answers} answers, p99 ${round(result?.p99Ms ?? 0)} ms, ${round(now?.residentMb ?? 0)} MB, ${now?.descriptors} descriptors`;
}

function judge(idle: Sample, samples: readonly Sample[], results: readonly PacedResult[], end: Sample): void {
  const memory = samples.map(({ residentMb }) => residentMb);
  const middle = Math.floor(memory.length / 2);
  // The first minutes fill what is kept.
  const early = median(memory.slice(Math.min(middle, 2), Math.max(middle, 1)));
  const late = median(memory.slice(middle));
  const failures = results.flatMap(({ failures }) => [...failures]);
  const checks = [
    [
      failures.length === 0,
      `requests that failed: ${failures.map(([what, count]) => `${count} × ${what}`).join(', ') || 'none'}`,
    ],
    [
      late <= early * GROWTH_MAX,
      `memory: ${round(early)} MB in the first half, ${round(late)} MB in the second`,
    ],
    [
      end.descriptors <= idle.descriptors + MORE_DESCRIPTORS_MAX,
      `descriptors: ${idle.descriptors} before, ${end.descriptors} after`,
    ],
  ] as const;
  for (const [holds, text] of checks) console.log(`${holds ? 'holds' : 'FAILED'}: ${text}`);
  if (!checks.every(([holds]) => holds)) process.exitCode = 1;
}
