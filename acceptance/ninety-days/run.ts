import { parseArgs } from 'node:util';
import { parseIsoDate } from '../../src/lib/dates.ts';
import { follow } from './follow.ts';
import { addDay, describeTally, startTally } from './report.ts';

/**
 * The service follows a simulated regulator's site for ninety days, and what it publishes each day is compared with what
 * a registry publishes that only saw the good files. Exits 1 when
 * something wrong was published that a careful reader of the file could have noticed.
 */
const USAGE = `npm run acceptance -- ninety-days [options]

  --seed <n>      another regulator, 1 unless told; repeatable
  --days <n>      90 unless told
  --start <day>   the first day, 2026-05-04 unless told: a fiscal year turns on July 1
  --vendors <n>   600 unless told`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', multiple: true, default: ['1'] },
    days: { type: 'string', default: '90' },
    start: { type: 'string', default: '2026-05-04' },
    vendors: { type: 'string', default: '600' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(USAGE);
else process.exitCode = await main();

async function main(): Promise<number> {
  const [seeds, days, vendors] = [values.seed.map(Number), Number(values.days), Number(values.vendors)];
  const start = parseIsoDate(values.start);
  if (![...seeds, days, vendors].every(Number.isInteger) || days < 1 || start === undefined) {
    console.error(USAGE);
    return 2;
  }
  const began = performance.now();
  const tally = startTally();
  for (const seed of seeds)
    await follow({
      ...{ seed, days, start, vendors },
      onDay(report) {
        const line = addDay(tally, seed, report);
        if (line !== undefined) console.log(line);
      },
    });
  console.log(describeTally(tally));
  console.log(`${Math.round((performance.now() - began) / 1000)} seconds`);
  return tally.noticeable === 0 ? 0 : 1;
}
