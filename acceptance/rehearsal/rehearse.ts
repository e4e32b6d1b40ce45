import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openTestSqlite } from '../../test/support/engines.ts';
import { AlertRecording } from './alerts.ts';
import type { Certificates } from './certificates.ts';
import { follow } from './follow.ts';
import { follow as followRecords } from './records/follow.ts';
import { addDay, describeTally, startTally } from './records/report.ts';
import { describeDay, Tally } from './report.ts';
import { makeScript } from './script.ts';
import { openSite } from './site.ts';

/** The part of `run.ts` that runs in a process that trusts its certificates. */
const USAGE = `npm run acceptance -- rehearsal [options]

  --seed <n>      other scripts, 1 unless told; repeatable
  --days <n>      90 unless told, and no fewer
  --only <part>   says: what the service says of each day; records: what it publishes
  --verbose       a line for each day`;
/**
 * A slow or silent response is aborted after this time. All other responses over loopback are faster, even on
 * a busy machine.
 */
const PATIENCE = { timeoutMs: 8_000, idleTimeoutMs: 3_000 };
const START = '2026-01-12';
/** The records are followed past the end of a fiscal year, because a new one begins on July 1. */
const RECORDS_START = '2026-05-04';
const RECORDS_VENDORS = 600;
/** A shorter period does not have enough days for every fault. */
const DAYS_MIN = 90;
/**
 * The period must end before the licenses expire on June 1 and the fiscal year of the files ends on June 30.
 */
const DAYS_MAX = 135;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', multiple: true, default: ['1'] },
    days: { type: 'string', default: String(DAYS_MIN) },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(USAGE);
else process.exitCode = await main();

async function main(): Promise<number> {
  const seeds = values.seed.map(Number);
  const days = Number(values.days);
  const isSound =
    seeds.every(Number.isInteger) && Number.isInteger(days) && days >= DAYS_MIN && days <= DAYS_MAX;
  const only = values.only ?? 'says and records';
  if (!isSound || !['says', 'records', 'says and records'].includes(only)) {
    console.error(USAGE);
    return 2;
  }
  let wrong = 0;
  for (const seed of seeds) {
    if (only.includes('records')) wrong += await rehearseRecords(seed, days);
    if (only.includes('says')) wrong += await rehearse(seed, days);
  }
  return wrong === 0 ? 0 : 1;
}

/**
 * Returns the number of days with a published error that a careful reader of the files could have noticed.
 */
async function rehearseRecords(seed: number, days: number): Promise<number> {
  const tally = startTally();
  await followRecords({
    seed,
    days,
    start: RECORDS_START,
    vendors: RECORDS_VENDORS,
    onDay(report) {
      const line = addDay(tally, seed, report);
      if (line !== undefined) console.log(line);
    },
  });
  console.log(describeTally(tally));
  return tally.noticeable;
}

/** Returns the number of facts and alerts that differ from the expected ones. */
async function rehearse(seed: number, days: number): Promise<number> {
  const began = performance.now();
  const certificates = await readCertificates();
  const script = makeScript(seed, START, days);
  const site = await openSite(certificates.good);
  const database = await openTestSqlite();
  const recording = new AlertRecording(START, days);
  const tally = new Tally(script);
  try {
    const onMetrics = recording.take.bind(recording);
    for await (const day of follow({
      script,
      database,
      site,
      patience: PATIENCE,
      badCertificates: certificates.bad,
      onMetrics,
    })) {
      tally.add(day);
      recording.expect(day.state);
      const text = describeDay(seed, day, values.verbose);
      if (text !== '') console.log(text);
    }
  } finally {
    await site.close();
    await database.close();
  }
  const alerts = await recording.judge();
  for (const line of alerts.differences) console.log(`seed ${seed}: ${line}`);
  console.log(tally.describe(alerts, Math.round((performance.now() - began) / 1000)));
  return tally.differences + alerts.differences.length;
}

async function readCertificates(): Promise<Certificates> {
  const file = process.env.REHEARSAL_CERTIFICATES;
  if (file === undefined) throw new Error('Start it with npm run acceptance -- rehearsal.');
  return JSON.parse(await readFile(file, 'utf8')) as Certificates;
}
