import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createPostgresSchema } from '../test/support/postgres-schema.ts';
import type { Attack, AttackContext, Engine, Outcome } from './attacks/attack.ts';
import { type RunningService, startServiceOf } from './support/service.ts';

/**
 * Attacks the service. Each attack runs in its own process, folder and database. It prints one line that says
 * if the guarantee held and what was observed. Every file in `attacks/` that exports `attack` is an attack.
 * All traffic stays on the loopback address. Exits with 1 if a guarantee did not hold. `--checkout` attacks
 * another checkout of this project, such as an older one for comparison.
 */
const USAGE = `npm run acceptance -- attack [name…] [--checkout <folder>] [--engine sqlite|postgres] [--seconds <n>] [--seed <n>]
Without a name, all. PostgreSQL needs TEST_DATABASE_URL.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checkout: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
    engine: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
});
const database = process.env.TEST_DATABASE_URL ?? '';
const attacks = await loadAttacks();
if (values.help) console.log(`${USAGE}\n\n${attacks.map(describe).join('\n')}`);
else process.exitCode = await main();

async function main(): Promise<number> {
  const unknown = positionals.filter((name) => !attacks.some((attack) => attack.name === name));
  if (unknown.length > 0) throw new Error(`There is no attack ${unknown.join(', ')}.\n${USAGE}`);
  const chosen = attacks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  let broken = 0;
  for (const attack of chosen)
    for (const engine of attack.engines) {
      if (values.engine !== undefined && values.engine !== engine) continue;
      const { held, saw } = await runOnce(attack, engine);
      if (!held) broken += 1;
      console.log(
        `${held ? 'held  ' : 'BROKEN'} ${attack.name} (${engine}): ${attack.guarantee}\n       ${saw}`,
      );
    }
  console.log(broken === 0 ? 'Every guarantee held.' : `${broken} did not hold.`);
  return broken === 0 ? 0 : 1;
}

async function runOnce(attack: Attack, engine: Engine): Promise<Outcome> {
  if (engine === 'postgres' && database === '')
    return { held: false, saw: 'not tried: TEST_DATABASE_URL is not set' };
  const folder = await mkdtemp(path.join(tmpdir(), `attack-${attack.name}-`));
  const schema = engine === 'postgres' ? await createPostgresSchema(database) : undefined;
  const started: RunningService[] = [];
  const context: AttackContext = {
    engine,
    folder,
    checkout: path.resolve(values.checkout),
    seed: Number(values.seed),
    seconds: Number(values.seconds),
    async startService(settings = {}) {
      const service = await startServiceOf(path.resolve(values.checkout), {
        DATA_DIR: path.join(folder, 'data'),
        LOG_LEVEL: 'info',
        ...(schema ? { DATABASE_URL: schema.url } : {}),
        ...settings,
      });
      started.push(service);
      return service;
    },
  };
  try {
    return await attack.run(context);
  } finally {
    for (const service of started) if (service.isAlive()) service.child.kill('SIGKILL');
    await schema?.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function loadAttacks(): Promise<Attack[]> {
  const folder = path.join(import.meta.dirname, 'attacks');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort();
  const modules: { attack?: Attack }[] = [];
  for (const file of files) modules.push(await import(path.join(folder, file)));
  return modules.flatMap(({ attack }) => attack ?? []);
}

function describe({ name, guarantee, engines }: Attack): string {
  return `  ${name} (${engines.join(', ')}): ${guarantee}`;
}
