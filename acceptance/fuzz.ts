import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LIMITS_OFF } from '../test/support/limits-off.ts';
import { createPostgresSchema } from '../test/support/postgres-schema.ts';
import { describeFindings } from './fuzz/findings.ts';
import { runRaw } from './fuzz/raw.ts';
import { type RunReport, runStructured } from './fuzz/structured.ts';
import { type RunningService, startServiceOf } from './support/service.ts';

/**
 * Sends the service requests that no client should send. Checks every response against the OpenAPI document
 * and the rules for all responses. Starts its own service with demo data, in a separate folder and database.
 * The same seed gives the same requests. Exits with 1 if there are any findings.
 */
const USAGE = `npm run acceptance -- fuzz [--requests <n>] [--seed <n>] [--only structured|raw] [--engine sqlite|postgres]
  [--limits off|on|both] [--request <n>] [--checkout <folder>] [--json <file>]
Structured: 300,000 unless told, the first tenth of them with rate limits and the rest without. Raw: 60,000. --request
sends request number n of such a run alone. PostgreSQL needs
TEST_DATABASE_URL; without --engine both engines are tried, one where it is not set.`;

const LIMITED_SHARE = 0.1;
const REQUESTS = { structured: 300_000, raw: 60_000 } as const;

type Part = 'structured' | 'raw';
type Engine = 'sqlite' | 'postgres';
interface Pass {
  readonly part: Part;
  readonly engine: Engine;
  readonly limited: boolean;
  /**
   * The number of the first request in this pass and the number after its last request, counted over the
   * whole run.
   */
  readonly first: number;
  readonly end: number;
  readonly total: number;
}

const { values } = parseArgs({
  options: {
    requests: { type: 'string' },
    request: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    engine: { type: 'string' },
    limits: { type: 'string', default: 'both' },
    checkout: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
    json: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const database = process.env.TEST_DATABASE_URL ?? '';
const checkout = path.resolve(values.checkout);
let running: RunningService | undefined;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopped = true;
    running?.child.kill('SIGKILL');
  });
if (values.help) console.log(USAGE);
else process.exitCode = await main();

async function main(): Promise<number> {
  const results: object[] = [];
  let count = 0;
  for (const pass of listPasses()) {
    if (isStopped) return 1;
    const { findings, ...report } = await runPass(pass);
    const groups = findings.list();
    count += groups.length;
    results.push({ ...pass, ...report, findings: groups });
    console.log(`${describePass(pass, report)}\n${describeFindings(groups)}\n`);
  }
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(results, null, 1));
  console.log(count === 0 ? 'Nothing found.' : `${count} kinds of findings.`);
  return count === 0 ? 0 : 1;
}

function listPasses(): Pass[] {
  const engines: Engine[] = database === '' ? ['sqlite'] : ['sqlite', 'postgres'];
  const parts: Part[] = ['structured', 'raw'];
  const passes = engines
    .filter((engine) => values.engine === undefined || values.engine === engine)
    .flatMap((engine) => parts.flatMap((part) => slicesOf(part).map((slice) => ({ part, engine, ...slice }))))
    .filter(({ part }) => values.only === undefined || values.only === part);
  if (passes.length === 0) throw new Error(USAGE);
  return passes;
}

/** Splits a run into parts, each with different service settings. */
function slicesOf(part: Part): Omit<Pass, 'part' | 'engine'>[] {
  const total = Number(values.requests ?? REQUESTS[part]);
  const isMixed = part === 'structured' && values.limits === 'both';
  const limits = isMixed ? Math.round(total * LIMITED_SHARE) : values.limits === 'on' ? total : 0;
  const slices = [
    { limited: true, first: 0, end: limits, total },
    { limited: false, first: limits, end: total, total },
  ];
  const one = values.request === undefined ? undefined : Number(values.request);
  return slices
    .filter(({ first, end }) => first < end && (one === undefined || (first <= one && one < end)))
    .map((slice) => (one === undefined ? slice : { ...slice, first: one, end: one + 1 }));
}

async function runPass({ part, engine, limited, ...slice }: Pass): Promise<RunReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fuzz-'));
  const schema = engine === 'postgres' ? await createPostgresSchema(database) : undefined;
  let service: RunningService | undefined;
  try {
    service = await startServiceOf(checkout, {
      DATA_DIR: path.join(folder, 'data'),
      LOG_LEVEL: 'error',
      TRUST_PROXY: '127.0.0.1',
      PASSWORD_HASH_COST: '10',
      ...(schema ? { DATABASE_URL: schema.url } : {}),
      ...(limited ? {} : LIMITS_OFF),
    });
    running = service;
    const options = { service, checkout, seed: Number(values.seed), ...slice };
    return await (part === 'raw' ? runRaw(options) : runStructured(options));
  } finally {
    if (service?.isAlive()) await service.stop();
    await schema?.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

function describePass(pass: Pass, { sent, seconds, statuses, memory }: Omit<RunReport, 'findings'>): string {
  const { part, engine, limited } = pass;
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  const flat = memory.isFlat === undefined ? 'too short to judge' : memory.isFlat ? 'flat' : 'GROWS';
  return [
    `${part}, ${engine}, ${limited ? 'with' : 'without'} rate limits, seed ${values.seed}: ${sent} in ${seconds.toFixed(0)} s`,
    `  answers: ${counts.join(', ')}`,
    `  memory: ${memory.firstMb} MB at first, second quarter ${memory.secondQuarterMb}, last quarter ${memory.lastQuarterMb}, peak ${memory.peakMb} MB: ${flat}`,
    `  its course, MB: ${memory.courseMb.join(' ')}`,
  ].join('\n');
}
