import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { createPostgresSchema } from '../../test/support/postgres-schema.ts';
import { runCommandOf } from '../support/service.ts';
import type { Attack, AttackContext } from './attack.ts';

/**
 * Removes the ledger in several ways but leaves the receipt keys. Then starts the service, and runs a command
 * that needs the ledger.
 */
export const attack: Attack = {
  name: 'lost-ledger',
  guarantee:
    'A ledger that is gone is noticed: nothing starts anew beside receipt keys unless it was asked to',
  engines: ['sqlite', 'postgres'],
  async run(context) {
    const service = await context.startService();
    await service.stop();
    const { settings } = service;
    const saw: string[] = [];
    let held = true;
    const lose = context.engine === 'sqlite' ? LOSSES : {};
    for (const [how, take] of Object.entries(lose)) {
      const undo = take(service.dataDir);
      for (const args of [['operators', 'list'], ['serve']]) {
        const outcome = await tryToStart(context, args, settings);
        held &&= outcome === 'refused';
        saw.push(`${how}, ${args.join(' ')}: ${outcome}`);
      }
      undo();
    }
    if (context.engine === 'postgres') {
      const outcome = await startOnEmptySchema(context, settings);
      held &&= outcome === 'refused';
      saw.push(`empty database, serve: ${outcome}`);
    }
    const again = await context.startService();
    await again.stop();
    return { held, saw: `${saw.join('; ')}; restored: starts` };
  },
};

const FILES = ['ledger.sqlite', 'ledger.sqlite-wal', 'ledger.sqlite-shm'];

/** Each function removes the ledger and returns a function that restores it. */
const LOSSES: Readonly<Record<string, (dataDir: string) => () => void>> = {
  missing: (dataDir) => setAside(dataDir, () => {}),
  empty: (dataDir) => setAside(dataDir, (file) => writeFileSync(file, '')),
  'no database': (dataDir) =>
    setAside(dataDir, (file) => writeFileSync(file, 'nothing of the kind'.repeat(500))),
};

function setAside(dataDir: string, replace: (file: string) => void): () => void {
  const aside = path.join(dataDir, 'aside');
  mkdirSync(aside);
  copyFileSync(path.join(dataDir, 'ledger.sqlite'), path.join(aside, 'ledger.sqlite'));
  for (const name of FILES) rmSync(path.join(dataDir, name), { force: true });
  replace(path.join(dataDir, 'ledger.sqlite'));
  return () => {
    for (const name of FILES) rmSync(path.join(dataDir, name), { force: true });
    renameSync(path.join(aside, 'ledger.sqlite'), path.join(dataDir, 'ledger.sqlite'));
    rmSync(aside, { recursive: true });
  };
}

async function tryToStart(
  { checkout, startService }: AttackContext,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  if (args[0] === 'serve')
    return startService(settings)
      .then((service) => service.stop())
      .then(
        () => 'STARTED ANEW',
        (error: unknown) => judge(String(error)),
      );
  const { code, stderr } = await runCommandOf(checkout, args, settings);
  return code === 0 ? 'RAN ON A NEW ONE' : judge(stderr);
}

function judge(message: string): string {
  return /[Rr]estore .*backup/.test(message) ? 'refused' : `failed with "${message.trim().slice(0, 80)}"`;
}

async function startOnEmptySchema(
  context: AttackContext,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const empty = await createPostgresSchema(process.env.TEST_DATABASE_URL ?? '');
  try {
    const outcome = await tryToStart(context, ['serve'], { ...settings, DATABASE_URL: empty.url });
    const client = new pg.Client({ connectionString: empty.url });
    await client.connect();
    const { rows } = await client.query(
      'select count(*)::int as tables from pg_tables where schemaname = current_schema()',
    );
    await client.end();
    return rows[0]?.tables === 0 || outcome !== 'refused' ? outcome : 'refused, but made tables';
  } finally {
    await empty.drop();
  }
}
