import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { writeDemoFiles } from '../../src/demo/florida/files/write-demo-files.ts';
import { findFiles } from '../../src/intake/fetch/disk-files-service.ts';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import { type Contents, differing, readContents } from './imports/contents.ts';
import { type KilledPlace, openKilledPlace } from './imports/reset.ts';
import { type ImportRun, runImport } from './imports/run.ts';
import { prepareStarts } from './imports/starts.ts';
import {
  dealSteps,
  type ImportRequest,
  isStartStep,
  KILLED_STEPS,
  type KilledStep,
  type Step,
} from './imports/steps.ts';
import type { KillRun, Outcome, Scenario } from './scenario.ts';

/**
 * Kills imports at random moments, equally often in each step. Compares every row of every table with the
 * states before and after an undisturbed import. Then imports again without a kill, and compares again. First
 * starts and upgrades from an earlier version's tables are killed equally often.
 */
export const imports: Scenario = {
  shows:
    'an import, first start or upgrade killed in any step leaves every row as before it or as after it, and runs through again',
  kills: 64,
  // A folder of real files, and the date on which they are treated as having been read.
  options: { records: '', 'as-of': '2026-03-16' },
  run,
};

const VENDORS = 1_000;
const TRIES_MAX = 40;

type Files = Pick<ImportRequest, 'paths' | 'asOf' | 'fictional'>;
type Inputs = Readonly<Record<'before' | 'after', Files>>;

/** The states in which a killed import and the import after it may leave the database. */
interface References {
  readonly before: Contents;
  readonly once: Contents;
  /** The contents after importing the same files twice, because the second run is also recorded. */
  readonly twice: Contents;
  readonly took: ImportRun['took'];
}

async function run(killRun: KillRun): Promise<Outcome> {
  const { folder, kills, random, option, atEnd } = killRun;
  const records = option('records');
  const inputs = records === '' ? await demoFiles(folder) : await realFiles(records, option('as-of'));
  const place = await openKilledPlace(killRun);
  atEnd(place.remove);
  mkdirSync(place.dataDir, { recursive: true });
  const request = { ...inputs.after, dataDir: place.dataDir, databaseUrl: place.databaseUrl };
  const references = await makeReferences(place, inputs, request);
  const starts = await prepareStarts(`${place.dataDir}-starts`, place.databaseUrl);
  const killedIn = new Map<KilledStep, { kills: number; after: number }>();
  const problems: string[] = [];
  for (const step of dealSteps(kills, random)) {
    const { problem, isAfter } = isStartStep(step)
      ? await starts.killIn(step, random)
      : await killImport(place, request, { step, references, random });
    if (problem) problems.push(`killed while ${step}: ${problem}`);
    const counted = killedIn.get(step) ?? { kills: 0, after: 0 };
    killedIn.set(step, { kills: counted.kills + 1, after: counted.after + (isAfter ? 1 : 0) });
  }
  return { problems, isEnough: references.once.size > 0, summary: summarize(killedIn, references) };
}

async function demoFiles(folder: string): Promise<Inputs> {
  const write = async (name: string, today: string, seed: number): Promise<Files> => {
    const directory = path.join(folder, name);
    return {
      paths: await writeDemoFiles({ directory, today, vendorCount: VENDORS, seed }),
      asOf: today,
      fictional: true,
    };
  };
  return { before: await write('one', '2026-03-15', 1), after: await write('two', '2026-03-16', 2) };
}

/** Splits real files. The first half is imported beforehand, and the killed import has all of the files. */
async function realFiles(folder: string, asOf: string): Promise<Inputs> {
  const paths = await findFiles([folder]);
  const both = { asOf, fictional: false };
  return {
    before: { ...both, paths: paths.slice(0, Math.ceil(paths.length / 2)) },
    after: { ...both, paths },
  };
}

async function makeReferences(
  place: KilledPlace,
  inputs: Inputs,
  request: ImportRequest,
): Promise<References> {
  const registry = place.open();
  await migrateLedger(registry);
  await registry.close();
  await runImport({ ...request, ...inputs.before });
  await place.settle();
  await place.keep();
  const before = await look(place);
  const { took } = await runImport(request);
  await place.settle();
  const once = await look(place);
  await runImport(request);
  await place.settle();
  const twice = await look(place);
  if (differing(before, once).length === 0) throw new Error('The import changes nothing: it proves nothing.');
  await place.restore();
  const restored = differing(before, await look(place));
  if (restored.length > 0) throw new Error(`The state before does not come back: ${restored.join(', ')}`);
  return { before, once, twice, took };
}

async function killImport(
  place: KilledPlace,
  request: ImportRequest,
  moment: { step: Step; references: References; random: () => number },
): Promise<{ problem: string | undefined; isAfter: boolean }> {
  await killIn(place, request, moment);
  return inspect(place, request, moment.references);
}

/**
 * Kills an import within the step. If the kill comes too late and hits another step, it is undone and not
 * counted.
 */
async function killIn(
  place: KilledPlace,
  request: ImportRequest,
  { step, references, random }: { step: Step; references: References; random: () => number },
): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    await place.restore();
    const afterMs = random() * (references.took.get(step) ?? 0);
    const { killedIn } = await runImport(request, { step, afterMs });
    await place.settle();
    if (killedIn === step) return;
  }
  throw new Error(`No import could be killed while ${step}.`);
}

async function inspect(
  place: KilledPlace,
  request: ImportRequest,
  { before, once, twice }: References,
): Promise<{ problem: string | undefined; isAfter: boolean }> {
  const left = await look(place);
  const isAfter = differing(left, once).length === 0;
  const isBefore = differing(left, before).length === 0;
  if (!isAfter && !isBefore) {
    const problem = `unlike before: ${differing(left, before).join(', ')}; unlike after: ${differing(left, once).join(', ')}`;
    return { problem, isAfter };
  }
  await runImport(request);
  await place.settle();
  const off = differing(await look(place), isAfter ? twice : once);
  return {
    problem: off.length > 0 ? `imported again, unlike undisturbed: ${off.join(', ')}` : undefined,
    isAfter,
  };
}

async function look(place: KilledPlace): Promise<Contents> {
  const registry = place.open();
  try {
    if (registry.engine.name === 'sqlite') {
      const { rows } = await sql<Record<string, unknown>>`pragma integrity_check`.execute(registry.db);
      if (Object.values(rows[0] ?? {})[0] !== 'ok') return new Map([['integrity', 'damaged']]);
    }
    return await readContents(registry);
  } finally {
    await registry.close();
  }
}

function summarize(
  killedIn: ReadonlyMap<KilledStep, { kills: number; after: number }>,
  { once }: References,
): string {
  const steps = KILLED_STEPS.map((step) => {
    const { kills = 0, after = 0 } = killedIn.get(step) ?? {};
    return `${step} ${kills} (${after} left as after its end)`;
  });
  return `${once.size} tables compared row by row, killed while ${steps.join(', ')}`;
}
