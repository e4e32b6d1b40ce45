import { setTimeout as wait } from 'node:timers/promises';
import { createRandom, drawInt } from '../../src/lib/random.ts';
import type { RunningService } from '../support/service.ts';
import { type CheckContext, checkAnswer } from './checks.ts';
import { Client, type Exchange } from './connections.ts';
import { createAnswerChecker } from './document.ts';
import { Findings } from './findings.ts';
import { makeRequest } from './generate.ts';
import { harvest } from './harvest.ts';
import { type MemoryReport, watchMemory } from './memory.ts';
import { gatherPeople, type People, signInAll } from './people.ts';
import { type FuzzRequest, toBytes, toCurl } from './request.ts';
import { headerOf } from './response.ts';

export interface StructuredOptions {
  readonly service: RunningService;
  readonly checkout: string;
  readonly seed: number;
  /**
   * The number of the first request in this part and the number after its last request, counted over the
   * whole run.
   */
  readonly first: number;
  readonly end: number;
  readonly total: number;
}

export interface RunReport {
  readonly sent: number;
  readonly seconds: number;
  /** The number of responses with each status; 0 means no response. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly memory: MemoryReport;
  readonly findings: Findings;
  readonly operations?: readonly Timing[];
}

/**
 * The response times and statuses for all requests with the same name. The times were measured while other
 * requests were in progress.
 */
interface Timing {
  readonly name: string;
  readonly count: number;
  readonly totalMs: number;
  readonly maxMs: number;
  readonly statuses: Readonly<Record<string, number>>;
}

const CONNECTIONS = 24;
/** After this many requests, callers who lost their session by submitting a form sign in again. */
const SIGN_IN_EVERY = 2_000;
/**
 * The number of client addresses that requests appear to come from. With fewer, rate limits would reject
 * nearly all requests.
 */
const ADDRESSES = 4_000;
const SETTLE_MS = 2_000;
const REMEMBERED_IDS = 60_000;
/**
 * How often results are reported, in requests. Regular reports preserve the results of a long run that is
 * stopped.
 */
const TOLD_EVERY = 10_000;

/** Sends all structured requests over keep-alive connections. Returns the faults in the responses. */
export async function runStructured(options: StructuredOptions): Promise<RunReport> {
  const { service, checkout, seed, first, end, total } = options;
  const people = await gatherPeople(service, checkout);
  const { catalogue, document } = await harvest(service, checkout, people);
  const context: CheckContext = {
    document: createAnswerChecker(document),
    catalogue,
    baseUrl: service.url,
    folders: [service.dataDir, checkout],
  };
  const run = new Run(service, people, context, seed);
  const memory = watchMemory(service);
  const began = performance.now();
  let next = first;
  const work = async () => {
    const client = new Client(service.port);
    while (next < end && service.isAlive()) {
      const index = next++;
      if (index % SIGN_IN_EVERY === 0) await signInAll(service.url, people);
      if (index > first && index % TOLD_EVERY === 0)
        console.error(`… ${index - first} sent, ${run.findings.list().length} kinds of findings`);
      await run.make(client, makeRequest(catalogue, seed, index, total));
    }
    client.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const seconds = (performance.now() - began) / 1_000;
  await wait(SETTLE_MS);
  run.checkService();
  return {
    sent: next - first,
    seconds,
    statuses: run.statuses,
    memory: memory.stop(),
    findings: run.findings,
    operations: run.listTimings(),
  };
}

/** Faults that do not depend on the operation. They are reported once per part of the service. */
const EVERYWHERE = new Set([
  'no X-Request-Id',
  'no nosniff',
  'error may be cached',
  'page without header',
  'error body',
]);

function placeOf(request: FuzzRequest, kind: string): string {
  if (EVERYWHERE.has(kind)) return areaOf(request);
  return request.name.startsWith('odd method') ? `${request.method} ${areaOf(request)}` : request.name;
}

function areaOf({ target }: FuzzRequest): string {
  return (
    ['/api/v1', '/api', '/docs', '/webhooks', '/assets'].find((start) => target.startsWith(start)) ??
    'other addresses'
  );
}

class Run {
  readonly findings = new Findings();
  readonly statuses: Record<string, number> = {};
  private readonly times = new Map<string, Timing>();
  private readonly service: RunningService;
  private readonly people: People;
  private readonly context: CheckContext;
  private readonly seed: number;
  /** Recently answered requests, by their id in the log. */
  private readonly answered = new Map<string, FuzzRequest>();

  constructor(service: RunningService, people: People, context: CheckContext, seed: number) {
    this.service = service;
    this.people = people;
    this.context = context;
    this.seed = seed;
  }

  async make(client: Client, request: FuzzRequest): Promise<void> {
    const own = this.ownHeaders(request);
    const host = `127.0.0.1:${this.service.port}`;
    const began = performance.now();
    const exchange = await client.send(toBytes(request, host, own), request.method === 'HEAD');
    const status = exchange.kind === 'answer' ? exchange.response.status : 0;
    this.count(request.name, performance.now() - began, status);
    this.check(request, own, exchange);
  }

  private check(request: FuzzRequest, own: FuzzRequest['headers'], exchange: Exchange): void {
    const status = exchange.kind === 'answer' ? exchange.response.status : 0;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    const faults =
      exchange.kind === 'answer'
        ? checkAnswer(request, exchange.response, this.context)
        : [{ kind: exchange.kind, detail: exchange.why }];
    for (const { kind, detail } of faults)
      this.findings.add({
        name: placeOf(request, kind),
        kind,
        status,
        detail,
        example: toCurl(request, this.service.url, own),
      });
    if (exchange.kind !== 'answer') return;
    this.answered.set(headerOf(exchange.response, 'x-request-id') ?? '', request);
    for (const [oldest] of this.answered)
      if (this.answered.size > REMEMBERED_IDS) this.answered.delete(oldest);
      else break;
  }

  private count(name: string, milliseconds: number, status: number): void {
    const known = this.times.get(name) ?? { name, count: 0, totalMs: 0, maxMs: 0, statuses: {} };
    this.times.set(name, {
      name,
      count: known.count + 1,
      totalMs: Math.round(known.totalMs + milliseconds),
      maxMs: Math.max(known.maxMs, Math.round(milliseconds)),
      statuses: { ...known.statuses, [status]: (known.statuses[status] ?? 0) + 1 },
    });
  }

  /** Lists the timings, largest total time first. */
  listTimings(): Timing[] {
    return [...this.times.values()].sort((a, b) => b.totalMs - a.totalMs);
  }

  /** Checks that the process is running and that its log does not contain any failures. */
  checkService(): void {
    const { service, findings } = this;
    const nowhere = { name: 'the service', status: 0, example: '' };
    if (!service.isAlive())
      findings.add({ ...nowhere, kind: 'crashed', detail: service.stderr().slice(-600) });
    for (const line of service.log) {
      if (Number(line.level ?? 60) < 50) continue;
      const request = this.answered.get(String(line.reqId ?? ''));
      const name = request ? placeOf(request, '') : 'the service';
      const example = request ? toCurl(request, service.url, []) : '';
      findings.add({
        ...nowhere,
        name,
        kind: 'log line of level 50',
        detail: `${line.msg} ${JSON.stringify(line.err ?? line)}`,
        example,
      });
    }
  }

  private ownHeaders({ caller, index, operation }: FuzzRequest): FuzzRequest['headers'] {
    const person = this.people[caller];
    const random = createRandom(this.seed ^ 0x5eed, index);
    const number = drawInt(random, ADDRESSES);
    const own: [string, string][] = [['x-forwarded-for', `10.9.${number >> 8}.${number & 255}`]];
    if (person.apiKey !== undefined && (caller === 'key' || operation?.isKeyed === true))
      own.push(['authorization', `Bearer ${person.apiKey}`]);
    else if (person.cookie !== '') own.push(['cookie', person.cookie]);
    return own;
  }
}
