import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../src/config.ts';
import { writeDemoFiles } from '../src/demo/florida/files/write-demo-files.ts';
import { withFilesAt } from '../src/jobs/refresh/refresh.ts';
import { publish } from '../src/records/publication/service.ts';
import { openTestSqlite } from '../test/support/engines.ts';

/**
 * Publishes demo states of many sizes and seeds, and lists the files that are held back. Exits with 1 if
 * there are any.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '300,1000,2600' },
    seeds: { type: 'string', default: '30' },
    first: { type: 'string', default: '1' },
    'as-of': { type: 'string', default: '2026-06-30' },
  },
});

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const seeds = Number(values.seeds);
  const first = Number(values.first);
  let held = 0;
  for (const vendorCount of values.sizes.split(',').map(Number)) {
    let files = 0;
    for (let seed = first; seed < first + seeds; seed++) {
      const outcomes = await publishDemo(vendorCount, seed);
      files += outcomes.length;
      for (const { name, outcome, reason, refusals } of outcomes) {
        if (outcome === 'published' && Object.keys(refusals).length === 0) continue;
        held += 1;
        console.error(`${vendorCount} vendors, seed ${seed}: ${path.basename(name)} ${outcome}: ${reason}`);
      }
    }
    console.log(`${vendorCount} vendors, ${seeds} seeds: ${files} files read`);
  }
  console.log(`${held} files held back or with rows refused`);
  return held === 0;
}

async function publishDemo(vendorCount: number, seed: number) {
  const today = values['as-of'];
  const directory = mkdtempSync(path.join(tmpdir(), 'demo-files-'));
  const database = await openTestSqlite();
  const now = () => new Date(`${today}T12:00:00Z`);
  try {
    const paths = await writeDemoFiles({ directory, today, vendorCount, seed });
    const config = loadConfig({ AS_OF: today, DATA_DIR: directory });
    return await withFilesAt(
      paths,
      { config, database, now },
      async (files) => (await publish(database, { files, asOf: today, now })).files,
    );
  } finally {
    await database.close();
    rmSync(directory, { recursive: true });
  }
}
