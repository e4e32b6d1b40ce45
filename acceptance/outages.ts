import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DAMAGES } from './outages/damages.ts';
import { HEADINGS, observe, type Row } from './outages/observe.ts';
import { observeDamage } from './outages/observe-damage.ts';
import { makeReachable } from './outages/places.ts';
import { type Prepared, STATES, startWatched } from './outages/states.ts';

/**
 * Runs the service through outages of everything it depends on, with its own PostgreSQL, Redis, email server
 * and disks. Prints a table that shows what clients get, what `/readyz` and the log report, and how the
 * service recovers. The table also shows lost acknowledged writes, and how long SIGTERM takes during the
 * outage. Exits with 1 if a row is not as expected. Simulating full and read-only disks requires root.
 * `--checkout` runs another checkout of this project.
 */
const NAMES = [...Object.keys(STATES), ...Object.keys(DAMAGES)];
const USAGE = `npm run acceptance -- outages [state…] [--checkout <folder>]
States: ${NAMES.join(', ')}. Without one, all.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checkout: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(USAGE);
else process.exitCode = await main();

async function main(): Promise<number> {
  const unknown = positionals.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) throw new Error(`There is no state ${unknown.join(', ')}.\n${USAGE}`);
  const chosen = NAMES.filter((name) => positionals.length === 0 || positionals.includes(name));
  console.log(line(HEADINGS));
  console.log(line(HEADINGS.map(() => '---')));
  const problems: string[] = [];
  for (const name of chosen) {
    const { text, wrong } = await watch(name);
    console.log(text);
    problems.push(...wrong.map((each) => `- ${name}: ${each}`));
  }
  console.log(problems.length === 0 ? '\nEvery row is as it must be.' : `\n${problems.join('\n')}`);
  return problems.length === 0 ? 0 : 1;
}

type Bench = { readonly checkout: string; readonly folder: string };

async function watch(name: string): Promise<{ text: string; wrong: readonly string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'outage-'));
  await makeReachable(folder);
  const checkout = path.resolve(values.checkout);
  try {
    const damage = DAMAGES[name];
    if (damage) {
      const start = (settings: Readonly<Record<string, string>>, until?: string) =>
        startWatched(checkout, settings, undefined, until);
      const row = await observeDamage(damage, { checkout, folder, start });
      return { text: line([row.state, ...row.cells]), wrong: row.problems };
    }
    const prepared = await (STATES[name] as (bench: Bench) => Promise<Prepared>)({ checkout, folder });
    if ('missing' in prepared) {
      const { name, missing } = prepared;
      return { text: line([name, `not tried: ${missing}`]), wrong: [`not tried: ${missing}`] };
    }
    const interrupted = () => void prepared.remove().finally(() => process.exit(130));
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    try {
      const row: Row = await observe(prepared.state);
      return { text: line([row.state, ...row.cells]), wrong: row.problems };
    } finally {
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      await prepared.remove();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
