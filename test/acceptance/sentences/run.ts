import { parseArgs } from 'node:util';
import { readRawFiles } from '../truth/raw-files.ts';
import { toRawWorld } from '../truth/raw-world.ts';
import { atClock, type Truth, truthsOf } from '../truth/truth.ts';
import { CLOCKS } from './clocks.ts';
import { contradictionsOf } from './contradictions.ts';
import { checkMail } from './mails.ts';
import { type Published, parseFiles, readPublished } from './published.ts';
import { checkText, spokenOf } from './spoken.ts';
import { listRealWorlds, openDemoWorld, type World } from './worlds.ts';

/** Every sentence that the service says of every record, read back and held against the raw rows. */
const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    vendors: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
const EXAMPLES_MAX = 12;

let bad = 0;
/** What was published of each vendor before: on an earlier day, or from older files. */
const earlier = new Map<string, { readonly card: Published['card']; readonly truth: Truth }>();
for (const seed of [0, 1, 2])
  await check(await openDemoWorld(Number(values.seed) + seed, Number(values.vendors)));
for (const world of values.records ? await listRealWorlds(values.records) : []) await check(world);
process.exitCode = bad === 0 ? 0 : 1;

async function check(world: World): Promise<void> {
  const parsed = await parseFiles(world.paths, world.readOn);
  const raw = toRawWorld(await readRawFiles(world.paths));
  for (const day of world.days) await checkDay(world, parsed, raw, day);
  await world.remove();
  // Another fictional state has other businesses under the same numbers.
  if (world.name.startsWith('demo')) earlier.clear();
}

async function checkDay(
  world: World,
  parsed: Awaited<ReturnType<typeof parseFiles>>,
  raw: ReturnType<typeof toRawWorld>,
  day: string,
): Promise<void> {
  const truths = truthsOf(raw, day);
  const found = new Map<string, { count: number; examples: string[] }>();
  const note = (kind: string, example: string) => {
    const known = found.get(kind) ?? { count: 0, examples: [] };
    known.count += 1;
    const isNew = !known.examples.some((each) => each.split(': ')[1] === example.split(': ')[1]);
    if (isNew && known.examples.length < EXAMPLES_MAX) known.examples.push(example);
    found.set(kind, known);
  };
  const total = { records: 0, texts: 0, sentences: 0, changes: 0 };
  await readPublished(
    parsed,
    day,
    (published) => {
      const vendor = `${published.type} ${published.digits}`;
      const onDay = truths.get(vendor);
      if (!onDay) return note('record without raw rows', vendor);
      const truth = atClock(onDay, published.clock);
      if (published.clock.today === day && !published.clock.event) {
        total.records += 1;
        const before = earlier.get(vendor);
        const { card } = published;
        const mail = before && checkMail([before.card, card], [before.truth, truth]);
        total.changes += mail?.told ?? 0;
        for (const fault of mail?.faults ?? []) note(`mail: ${fault.split(' | ')[0]}`, `${vendor}: ${fault}`);
        earlier.set(vendor, { card, truth });
      }
      for (const spoken of spokenOf(published)) {
        const { faults, sentences } = checkText(spoken, truth);
        total.texts += 1;
        total.sentences += sentences;
        for (const { kind, place, template, text } of faults)
          note(
            kind === 'unknown' ? `unknown sentence, ${place}` : `${kind}, ${place}: ${template}`,
            `${vendor}: ${text}`,
          );
      }
      for (const text of contradictionsOf(published)) note(`contradiction: ${text}`, vendor);
    },
    CLOCKS,
  );
  const faults = [...found.values()].reduce((sum, { count }) => sum + count, 0);
  bad += faults;
  const { records, texts, sentences, changes } = total;
  console.log(
    `${world.name}, as of ${day}: ${records} records, ${texts} texts, ${sentences} sentences, ${changes} changes mailed, ${faults} false, unknown or contradicting`,
  );
  for (const [kind, { count, examples }] of found)
    console.log(`  ${count} × ${kind}\n${examples.map((example) => `      ${example}`).join('\n')}`);
}
