import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeDemoFiles } from '../src/demo/florida/files-service.ts';
import { DayCosts } from './import-day.ts';
import { writeNextDay } from './next-day.ts';
import { toShares } from './profile-shares.ts';
import { list, median, round } from './report.ts';
import { AS_OF } from './service.ts';
import { ask, openWorkspace, type Workspace } from './workspace.ts';

/**
 * What a daily import costs beside a full one: `node bench/import-daily.ts [--vendors 10000] [--rounds 3] [--profile]`. The files of a day are imported;
 * then those of the next day that changed, in which 0.5 % of the vendors did, and in another process all files of the next day into an
 * empty database. Both in turn; the median of the pairs.
 * `--profile` tells in which functions the daily one spends its time itself. These are measurements, not tests.
 */
const { values } = parseArgs({
  options: {
    vendors: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    profile: { type: 'boolean', default: false },
  },
});
const NEXT_DAY = '2026-01-16';
const WITHIN_MS = 30 * 60_000;
const STEPS = ['read', 'merge', 'score', 'publish'] as const;

const workspace = await openWorkspace();
try {
  await main(workspace);
} finally {
  await workspace.close();
}

interface Round {
  readonly daily: DayCosts;
  readonly full: DayCosts;
}

async function main({ folder }: Workspace): Promise<void> {
  const directory = path.join(folder, 'day');
  const files = await writeDemoFiles({ directory, today: AS_OF, vendorCount: Number(values.vendors) });
  const next = writeNextDay(directory, path.join(folder, 'next-day'), NEXT_DAY);
  console.log(`${next.inspected} vendors inspected, ${next.renewed} renewed, ${next.changed.length} files`);
  const rounds: Round[] = [];
  for (let number = 1; number <= Number(values.rounds); number += 1) {
    console.error(`… round ${number} of ${values.rounds}`);
    const databases = ['daily', 'full'].map((name) => path.join(folder, `${name}-${number}.sqlite`));
    const [ofDaily = '', ofFull = ''] = databases;
    await importDay(files, ofDaily, AS_OF);
    const profiles = values.profile ? path.join(folder, `profiles-${number}`) : undefined;
    const daily = () => importDay(next.changed, ofDaily, NEXT_DAY, profiles);
    const full = () => importDay(next.files, ofFull, NEXT_DAY);
    // Whoever comes second may find the files in memory, so the sides take turns.
    if (number % 2 === 0) rounds.push({ daily: await daily(), full: await full() });
    else {
      const ofAll = await full();
      rounds.push({ daily: await daily(), full: ofAll });
    }
    if (profiles !== undefined) tellProfile(profiles);
  }
  report(rounds);
}

async function importDay(
  files: readonly string[],
  database: string,
  asOf: string,
  profiles?: string,
): Promise<DayCosts> {
  const flags = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const child = workspace.forkNode('bench/import-day.ts', [], { flags, environment: {} });
  const costs = await ask(child, { files, database, asOf }, DayCosts, WITHIN_MS);
  if (profiles === undefined) await workspace.stop(child);
  else await endOf(child);
  return costs;
}

/** A process that ends by itself writes its profile. */
async function endOf(child: ReturnType<Workspace['forkNode']>): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

function tellProfile(profiles: string): void {
  for (const file of readdirSync(profiles)) {
    const { functions } = toShares(JSON.parse(readFileSync(path.join(profiles, file), 'utf8')));
    for (const { name, share } of functions.slice(0, 25))
      console.log(`${(100 * share).toFixed(1).padStart(6)} %  ${name}`);
  }
}

function report(rounds: readonly Round[]): void {
  tell(rounds, 'seconds', ({ wallMs }) => wallMs / 1_000);
  tell(rounds, 'CPU seconds', ({ cpuMs }) => cpuMs / 1_000);
  for (const step of STEPS) tell(rounds, `  ${step}, CPU ms`, ({ stepsMs }) => stepsMs[step]);
  tell(rounds, 'peak memory, MB', ({ maxRssMb }) => maxRssMb);
  tell(rounds, 'records written', ({ recordsWritten }) => recordsWritten);
}

function tell(rounds: readonly Round[], what: string, of: (costs: DayCosts) => number): void {
  const [daily, full] = (['daily', 'full'] as const).map((side) => rounds.map((each) => of(each[side])));
  const ratios = rounds.map((each) => of(each.daily) / of(each.full));
  console.log(
    `${what.padEnd(20)} ${round(median(ratios))} × (daily ${list(daily ?? [])}; full ${list(full ?? [])})`,
  );
}
