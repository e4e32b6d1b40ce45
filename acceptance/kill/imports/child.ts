import { renameSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import { withFilesAt } from '../../../src/jobs/refresh/refresh.ts';
import type { LedgerTx, OpenLedger } from '../../../src/platform/db/database.ts';
import { openLedger } from '../../../src/platform/db/open.ts';
import { openSnapshotFile } from '../../../src/platform/db/snapshots/published-snapshot.ts';
import { publish } from '../../../src/records/publication/service.ts';
import type { ImportRequest, Step } from './steps.ts';

/**
 * Runs one import in its own process, and writes the name of each step to file descriptor 3 when the step
 * begins. Writes to a pipe are immediate, so the last name that the parent reads is the step in which this
 * process died.
 */
const CHANNEL = 3;
const STEP_NAMES = { importing: 'merging', scoring: 'scoring', publishing: 'publishing' } as const;

await importAll(JSON.parse(process.argv[2] ?? '{}'));

async function importAll(request: ImportRequest): Promise<void> {
  const { paths, asOf, fictional, dataDir, databaseUrl, keepStates } = request;
  const registry = openLedger({ databaseUrl, dataDir });
  // All runs use the same time, so the stored data depends only on the files.
  const now = () => new Date(`${asOf}T12:00:00Z`);
  const database = tellCommit(registry, async (tx) => {
    if (keepStates !== undefined) await keepState(tx, registry, keepStates);
  });
  tell('reading');
  const config = loadConfig({ AS_OF: asOf, DATA_DIR: dataDir });
  await withFilesAt(paths, { config, database, now }, (files) =>
    publish(database, {
      files,
      asOf,
      now,
      replaceFictional: fictional,
      onStep: (step) => tell(STEP_NAMES[step]),
    }),
  );
  tell('committed');
  await registry.close();
}

function tell(step: Step): void {
  writeSync(CHANNEL, `${step}\n`);
}

/**
 * Wraps the registry, so that a transaction reports when its work is finished and it is about to be
 * committed.
 */
function tellCommit(registry: OpenLedger, beforeCommit: (tx: LedgerTx) => Promise<void>): OpenLedger {
  const { longWorkDb } = registry;
  const transaction = () => {
    const builder = longWorkDb.transaction();
    const execute = <Value>(work: (tx: LedgerTx) => Promise<Value>) =>
      builder.execute(async (tx) => {
        const value = await work(tx);
        await beforeCommit(tx);
        tell('committing');
        return value;
      });
    return new Proxy(builder, {
      get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name, target)),
    });
  };
  const watched = new Proxy(longWorkDb, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...registry, longWorkDb: watched };
}

/**
 * Saves the records that are about to be published, completely or not at all. The import that commits a
 * version is the last one to save that version's state.
 */
async function keepState(tx: LedgerTx, { published }: OpenLedger, folder: string): Promise<void> {
  const state = await tx.selectFrom('published_state').select(['version', 'snapshot']).executeTakeFirst();
  const snapshot = openSnapshotFile(path.join(published.folder, state?.snapshot ?? ''));
  const records = snapshot
    .prepare(
      'select id, verdict, scorecard from vendors join records using (position) order by digits, license_type',
    )
    .all()
    .map(({ id, verdict, scorecard }) => [id, { scorecard: JSON.parse(String(scorecard)), verdict }]);
  snapshot.close();
  const file = path.join(folder, `${state?.version}.json`);
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(records));
  renameSync(`${file}.${process.pid}`, file);
}
