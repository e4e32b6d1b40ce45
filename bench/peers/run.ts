import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPostgresSchema } from '../../test/support/postgres-schema.ts';
import { BareReady, LoadResult } from '../http-messages.ts';
import { list, median, round } from '../report.ts';
import { startService } from '../service.ts';
import { ask, openWorkspace, type Workspace } from '../workspace.ts';
import { copyRecords } from './records.ts';
import { askByHand, askGraphql, askService, QUESTIONS, type Question, type Vendor } from './requests.ts';

/**
 * The service beside what one would use instead, over the same records on the same machine, in turn:
 * `TEST_DATABASE_URL=… node bench/peers/run.ts --installed <folder>`. Every server is one process. What is made in the database is
 * dropped again.
 */
const CONNECTIONS = 32;
const ROUNDS = 3;
const VENDORS = 2_000;
/** What follows the first publication, such as files for download, is over by then. */
const SETTLED_MS = 20_000;
const PAGE = 100;
const PAGES_MAX = 1_000;
const WITHIN_MS = 120_000;
/** Answers to each question that are compared. */
const COMPARED = 8;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    /** A folder with the packages of package-lock.json beside this file. */
    installed: { type: 'string', default: '' },
  },
});
const seconds = Number(values.seconds);
const installed = path.resolve(values.installed);

interface Server {
  readonly name: string;
  readonly port: number;
  readonly addresses: Readonly<Record<Question, readonly string[]>>;
}

const databaseUrl = process.env.TEST_DATABASE_URL;
if (!databaseUrl) throw new Error('TEST_DATABASE_URL names no PostgreSQL');
if (!existsSync(path.join(installed, 'node_modules/postgraphile')))
  throw new Error('--installed names no folder with the others; bench/README.md says how to install them');
const workspace = await openWorkspace();
try {
  await main(workspace, databaseUrl);
} finally {
  await workspace.close();
}

async function main(workspace: Workspace, databaseUrl: string): Promise<void> {
  const own = await createPostgresSchema(databaseUrl);
  const drops = [() => own.drop()];
  try {
    const sqlite = await startService(workspace, path.join(workspace.folder, 'sqlite'));
    const postgres = await startService(workspace, path.join(workspace.folder, 'postgres'), {
      DATABASE_URL: own.url,
    });
    const all = await listVendors(sqlite.port);
    const copy = await copyRecords(
      databaseUrl,
      sqlite.port,
      all.map(({ id }) => id),
    );
    drops.push(() => copy.drop());
    console.log(`${copy.vendors} vendors, ${copy.visits} visits`);
    const step = Math.max(1, Math.floor(all.length / VENDORS));
    const vendors = all.filter((_, index) => index % step === 0).slice(0, VENDORS);
    const question = { databaseUrl: copy.url, schema: copy.name };
    const start = async (file: string) => {
      const child = workspace.forkNode(`bench/peers/${file}`, [], {
        flags: [],
        environment: { PEERS: installed, NODE_ENV: 'production', GRAPHILE_ENV: 'production' },
      });
      return (await ask(child, question, BareReady, WITHIN_MS)).port;
    };
    const servers: Server[] = [
      { name: 'service, embedded database', port: sqlite.port, addresses: askService(vendors) },
      { name: 'service, PostgreSQL', port: postgres.port, addresses: askService(vendors) },
      { name: 'Fastify and pg, by hand', port: await start('by-hand.mjs'), addresses: askByHand(vendors) },
      { name: 'PostGraphile', port: await start('postgraphile.mjs'), addresses: askGraphql(vendors) },
    ];
    await compareAnswers(servers);
    await sleep(SETTLED_MS);
    const load = workspace.forkHelper('http-load.ts');
    for (const each of QUESTIONS) await measure(load, servers, each);
  } finally {
    // Whoever reads from a schema keeps it from being dropped.
    await workspace.stopAll();
    for (const drop of drops) await drop();
  }
}

async function listVendors(port: number): Promise<Vendor[]> {
  const vendors: Vendor[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const rows = JSON.parse(await read(port, `/api/vendors?limit=${PAGE}&offset=${page * PAGE}`));
    for (const { id, license } of rows) vendors.push({ id, number: license.number });
    if (rows.length < PAGE) break;
  }
  return vendors;
}

async function read(port: number, address: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${address}`);
  const text = await answer.text();
  if (answer.status !== 200 || text.includes('"errors":'))
    throw new Error(`${answer.status} for ${address}: ${text.slice(0, 500)}`);
  return text;
}

/** Figures are worth something only when all say the same: the name, the visits, and who is found. */
async function compareAnswers(servers: readonly Server[]): Promise<void> {
  const [service, ...others] = servers;
  if (!service) return;
  for (const other of others)
    for (const question of QUESTIONS)
      for (const [index, address] of service.addresses[question].slice(0, COMPARED).entries()) {
        const [mine, theirs] = await Promise.all([
          read(service.port, address),
          read(other.port, other.addresses[question][index] ?? ''),
        ]);
        const expected = factsOf(mine, question);
        const found = factsOf(theirs, question);
        if (JSON.stringify(expected) !== JSON.stringify(found))
          throw new Error(
            `${other.name}, ${question}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
          );
      }
}

/** How many vendors and visits an answer has, and who comes first; of a search, the order differs. */
function factsOf(answer: string, question: Question): readonly unknown[] {
  const count = (key: string) => answer.split(`"${key}":`).length - 1;
  const first = /"name": ?"([^"]*)"/.exec(answer)?.[1];
  return [count('name'), count('disposition'), question === 'search by name' ? undefined : first];
}

/** One question to each server in turn, a few times; as multiples of the first one in the same round. */
async function measure(load: ChildProcess, servers: readonly Server[], question: Question): Promise<void> {
  const drive = ({ port, addresses }: Server, time: number) =>
    ask(
      load,
      { port, connections: CONNECTIONS, seconds: time, paths: addresses[question] },
      LoadResult,
      WITHIN_MS,
    );
  const rounds: LoadResult[][] = [];
  for (const server of servers) await drive(server, 1);
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const results: LoadResult[] = [];
    for (const server of servers) results.push(await drive(server, seconds));
    rounds.push(results);
  }
  for (const [index, { name, addresses, port }] of servers.entries()) {
    const mine = rounds.flatMap((results) => results[index] ?? []);
    const ratios = rounds.map(
      (results) => (results[0]?.perSecond ?? Number.NaN) / (results[index]?.perSecond ?? Number.NaN),
    );
    const bytes = (await read(port, addresses[question][0] ?? '')).length;
    console.log(
      `${question} | ${name} | ${round(median(mine.map(({ perSecond }) => perSecond)))} a second | service × ${round(median(ratios))} ` +
        `(${list(ratios)}) | p50 ${round(median(mine.map(({ p50Ms }) => p50Ms)))} ms | ` +
        `p99 ${round(median(mine.map(({ p99Ms }) => p99Ms)))} ms | ${bytes} bytes`,
    );
  }
}
