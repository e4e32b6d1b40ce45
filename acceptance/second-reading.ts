import { parseArgs } from 'node:util';
import { parseFiles, readPublished } from './sentences/published.ts';
import { listRealWorlds, openDemoWorld, type World } from './sentences/worlds.ts';
import { toReadByHand } from './truth/by-hand.ts';
import { readRawFiles } from './truth/raw-files.ts';
import { toRawWorld } from './truth/raw-world.ts';
import { compareReadings, type Difference } from './truth/second-reading.ts';
import { truthsOf } from './truth/truth.ts';

/**
 * Compares everything that the service publishes about each vendor with an independent reading of the raw
 * rows.
 */
const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    vendors: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    /** Selects worlds by part of their names. */
    only: { type: 'string', default: '' },
    /** License numbers whose raw rows are printed next to the published record, for a person to read. */
    show: { type: 'string', default: '' },
  },
});
const EXAMPLES_MAX = 5;

let differences = 0;
const shown = new Set(values.show.split(',').map((number) => number.trim().slice(-7)));
for (const seed of [0, 1, 2])
  if (`demo, seed ${Number(values.seed) + seed}`.includes(values.only))
    await check(await openDemoWorld(Number(values.seed) + seed, Number(values.vendors)));
for (const world of values.records ? await listRealWorlds(values.records) : [])
  if (world.name.includes(values.only)) await check(world);
process.exitCode = differences === 0 ? 0 : 1;

async function check(world: World): Promise<void> {
  const parsed = await parseFiles(world.paths, world.readOn);
  const raw = toRawWorld(await readRawFiles(world.paths));
  const byKey = new Map(raw.vendors.map((vendor) => [`${vendor.type} ${vendor.digits}`, vendor]));
  for (const day of world.days) {
    const truths = truthsOf(raw, day);
    const found: Difference[] = [];
    let records = 0;
    let visits = 0;
    await readPublished(parsed, day, (published) => {
      const key = `${published.type} ${published.digits}`;
      found.push(...compareReadings(published, truths.get(key)));
      truths.delete(key);
      const vendor = byKey.get(key);
      if (vendor && shown.has(published.digits)) console.log(toReadByHand(published, vendor));
      records += 1;
      visits += published.card.inspections.length;
    });
    for (const vendor of truths.keys())
      found.push({ vendor, what: 'vendor', published: 'not on record', read: 'in raw rows' });
    report(`${world.name}, as of ${day}: ${records} vendors, ${visits} visits`, found);
    differences += found.length;
  }
  await world.remove();
}

function report(title: string, found: readonly Difference[]): void {
  console.log(`${title}: ${found.length} differences`);
  for (const [what, each] of Map.groupBy(found, ({ what }) => what.replace(/\d+/, 'n'))) {
    console.log(`  ${what}: ${each.length}`);
    for (const { vendor, published, read } of each.slice(0, EXAMPLES_MAX))
      console.log(`    ${vendor}\n      published ${published}\n      read      ${read}`);
  }
}
