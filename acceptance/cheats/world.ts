import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addDays, jurisdictionDay } from '../../src/lib/time/dates.ts';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import { type RunningService, runCommandOf, startServiceOf } from '../support/service.ts';
import { type Held, keep, runClient, type Said } from './holder.ts';

/** A service at one address, a witness that follows its log, and the holders of two receipts. */

const CHECKOUT = path.resolve(import.meta.dirname, '../..');
const LOGGED_WITHIN_MS = 60_000;

export interface World {
  readonly folder: string;
  readonly port: number;
  /** The regulator's files. */
  readonly files: string;
  /** The public keys that the holders and the witness fetched at the beginning. */
  readonly keysFile: string;
}

/** A running service with a copy of a world's data. */
interface Played {
  readonly service: RunningService;
  /** Issues receipts and waits until the log contains them. Returns the last one. */
  decide(count: number): Promise<Held>;
  /** Waits until the log contains a receipt. Returns its proof. */
  prove(receipt: string): Promise<string>;
  witness(): Promise<Said>;
  /** Returns the output of `verify --proof --log`. */
  verify(held: Held): Promise<Said>;
}

/** Runs the service on a data folder at the world's address while a function runs. */
export async function serve<Value>(
  world: World,
  name: string,
  dataDir: string,
  work: (played: Played) => Promise<Value>,
  files = world.files,
): Promise<Value> {
  const service = await startServiceOf(CHECKOUT, {
    ...LIMITS_OFF,
    DATA_DIR: dataDir,
    PORT: String(world.port),
    REGULATOR_SOURCE: files,
    LOG_LEVEL: 'warn',
  });
  try {
    return await work(open(world, name, service));
  } finally {
    await service.stop();
  }
}

/** The number of events that decisions have been requested for. Each decision is for a new event. */
let decided = 0;

function open(world: World, name: string, service: RunningService): Played {
  const { url } = service;
  const log = `${url}/log`;
  const ask = async (address: string) => {
    const answer = await fetch(`${url}${address}`);
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return Object(await answer.json());
  };
  const prove = async (receipt: string): Promise<string> => {
    const until = Date.now() + LOGGED_WITHIN_MS;
    for (;;) {
      const { data } = await ask(`/api/v1/decision/verify?receipt=${receipt}`);
      if (data.log) return data.log.proof;
      if (Date.now() > until) throw new Error('a receipt was not in the log within a minute');
      await wait(250);
    }
  };
  return {
    service,
    prove,
    async decide(count) {
      const [{ id }] = await ask('/api/vendors?limit=1');
      for (let left = count; ; left -= 1) {
        decided += 1;
        const day = addDays(jurisdictionDay(new Date()), decided);
        const { data } = await ask(`/api/v1/decision?vendor_id=${id}&event_date=${day}`);
        if (left > 1) continue;
        const { receipt, receipt_number: number } = data;
        return keep(world.folder, `${name}-${decided}`, receipt, number, await prove(receipt));
      }
    },
    witness: () =>
      runClient(['witness', '--log', log, '--jwks', world.keysFile, '--keep', witnessFolder(world, name)]),
    verify: ({ receiptFile, proofFile }) =>
      runClient(['verify', receiptFile, '--proof', proofFile, '--jwks', world.keysFile, '--log', log]),
  };
}

function witnessFolder({ folder }: World, name: string): string {
  return path.join(folder, `witness-${name}`);
}

/** Copies a stopped service's data and the witness's saved state under a new name. */
export function copyWorld(world: World, from: string, name: string): string {
  const to = path.join(world.folder, `data-${name}`);
  cpSync(path.join(world.folder, `data-${from}`), to, { recursive: true });
  cpSync(witnessFolder(world, from), witnessFolder(world, name), { recursive: true });
  return to;
}

/** Fetches the public keys into a file. */
export async function fetchKeys(world: World, url: string): Promise<void> {
  const { code, text } = await runClient(['keys', '--url', url]);
  assert.equal(code, 0, text);
  writeFileSync(world.keysFile, text);
}

/** Imports files into a new service. */
export async function importFiles(files: string, dataDir: string, asOf: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const { code, stderr } = await runCommandOf(CHECKOUT, ['import', '--from', files, '--as-of', asOf], {
    DATA_DIR: dataDir,
  });
  assert.equal(code, 0, stderr);
}

/**
 * Runs the client's `rebuild` command, which rebuilds the records that a proof covers from the regulator's
 * files.
 */
export async function rebuild(files: string, { proofFile }: Held, record?: string): Promise<Said> {
  const args = ['rebuild', '--files', files, '--proof', proofFile, ...(record ? ['--record', record] : [])];
  const { code, stdout, stderr } = await runCommandOf(CHECKOUT, args, {});
  return { code, text: stdout + stderr };
}
