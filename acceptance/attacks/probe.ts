import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A well-behaved client. It runs in its own process, so that it measures the service and not the attack. It
 * sends one request at a time on keep-alive connections, slowly enough to stay within every limit. A third
 * process runs a bare Node server that receives the same number of requests. On a shared machine, this server
 * shows how long even an idle process has to wait for the processor.
 */

const PACE_MS = 50;
/** Paths other than `/healthz` are rate-limited, so only one in this many requests goes to them. */
const OTHERS_EVERY = 20;
const PATIENCE_MS = 10_000;
/** The first argument of the bare server's process. */
const BARE = 'bare';

interface ProbeResult {
  readonly answered: number;
  /** The number of requests that got a status other than 200, or no response. */
  readonly refused: number;
  /** The median response time of `/healthz`, in milliseconds. */
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly slowestMs: number;
  /** The slowest response time of the bare server, in milliseconds. */
  readonly bareSlowestMs: number;
}

/** Starts sending requests: mostly to the first path, and now and then to the others. */
export async function startProbe(
  url: string,
  paths: readonly [string, ...string[]],
): Promise<{ stop(): Promise<ProbeResult> }> {
  const bare = fork(import.meta.filename, [BARE], { stdio: 'inherit' });
  const [bareUrl] = await once(bare, 'message');
  const child = fork(import.meta.filename, [String(bareUrl), url, ...paths], { stdio: 'inherit' });
  await once(child, 'message');
  return {
    async stop() {
      child.send('stop');
      const [result] = await once(child, 'message');
      child.disconnect();
      bare.disconnect();
      // This message comes from our own code below, so its type is known.
      return result as ProbeResult;
    },
  };
}

async function ask(url: string, agent: Agent): Promise<{ ms: number; status: number }> {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ ms: performance.now() - began, status });
    const request = get(url, { agent, timeout: PATIENCE_MS }, (response) => {
      response.resume();
      response.once('end', () => end(response.statusCode ?? 0));
      response.once('error', () => end(0));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => end(0));
  });
}

function serveBare(): void {
  const server = createServer((_request, response) => response.end('ok'));
  server.listen(0, '127.0.0.1', () => {
    // The server listens on a TCP port, so its address is not a string.
    const { port } = server.address() as AddressInfo;
    process.send?.(`http://127.0.0.1:${port}`);
  });
  process.once('disconnect', () => process.exit());
}

async function main([bareUrl = '', url = '', ...paths]: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let bareSlowest = 0;
  let answered = 0;
  let refused = 0;
  let isOver = false;
  process.once('message', () => {
    isOver = true;
  });
  process.send?.('started');
  for (let turn = 0; !isOver; turn += 1) {
    const other = turn % OTHERS_EVERY === OTHERS_EVERY - 1;
    const path = other ? (paths[1 + (turn % (paths.length - 1))] ?? '') : (paths[0] ?? '');
    const { ms, status } = await ask(`${url}${path}`, agent);
    if (status === 200) answered += 1;
    else refused += 1;
    if (!other) times.push(ms);
    bareSlowest = Math.max(bareSlowest, (await ask(bareUrl, agent)).ms);
    await wait(PACE_MS);
  }
  agent.destroy();
  const sorted = times.sort((a, b) => a - b);
  const round = (ms: number | undefined) => Math.round((ms ?? 0) * 10) / 10;
  const medianMs = round(sorted[Math.floor(sorted.length / 2)]);
  const p99Ms = round(sorted[Math.floor(sorted.length * 0.99)]);
  const slowestMs = round(sorted.at(-1));
  const result: ProbeResult = {
    answered,
    refused,
    medianMs,
    p99Ms,
    slowestMs,
    bareSlowestMs: round(bareSlowest),
  };
  process.send?.(result);
}

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2);
  if (args[0] === BARE) serveBare();
  else await main(args);
}
