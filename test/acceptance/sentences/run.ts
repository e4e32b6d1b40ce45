import { parseArgs } from 'node:util';
import { readRawFiles } from '../truth/raw-files.ts';
import { toRawWorld } from '../truth/raw-world.ts';
import { truthsOf } from '../truth/truth.ts';
import { contradictionsOf } from './contradictions.ts';
import { parseFiles, readPublished } from './published.ts';
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
const EXAMPLES_MAX = 3;

let bad = 0;
for (const seed of [0, 1, 2])
  await check(await openDemoWorld(Number(values.seed) + seed, Number(values.vendors)));
for (const world of values.records ? await listRealWorlds(values.records) : []) await check(world);
process.exitCode = bad === 0 ? 0 : 1;

async function check(world: World): Promise<void> {
  const parsed = await parseFiles(world.paths, world.readOn);
  const raw = toRawWorld(await readRawFiles(world.paths));
  for (const day of world.days) await checkDay(world, parsed, raw, day);
  await world.remove();
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
    if (known.examples.length < EXAMPLES_MAX) known.examples.push(example);
    found.set(kind, known);
  };
  const total = { records: 0, texts: 0, sentences: 0 };
  await readPublished(parsed, day, (published) => {
    total.records += 1;
    const vendor = `${published.type} ${published.digits}`;
    const truth = truths.get(vendor);
    if (!truth) return note('record without raw rows', vendor);
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
  });
  const faults = [...found.values()].reduce((sum, { count }) => sum + count, 0);
  bad += faults;
  const { records, texts, sentences } = total;
  console.log(
    `${world.name}, as of ${day}: ${records} records, ${texts} texts, ${sentences} sentences, ${faults} false, unknown or contradicting`,
  );
  for (const [kind, { count, examples }] of found)
    console.log(`  ${count} × ${kind}\n${examples.map((example) => `      ${example}`).join('\n')}`);
}
