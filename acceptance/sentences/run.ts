import { parseArgs } from 'node:util';
import { readRawFiles } from '../truth/raw-files.ts';
import { toRawWorld } from '../truth/raw-world.ts';
import { atClock, type Truth, truthsOf } from '../truth/truth.ts';
import { type AppliedVendor, readApplications } from './applications.ts';
import { checkBookedMails } from './booked-mails.ts';
import { CLOCKS } from './clocks.ts';
import { contradictionsOf } from './contradictions.ts';
import { factorFaultsOf } from './factors.ts';
import { checkMail } from './mails.ts';
import { type Published, parseFiles, readPublished } from './published.ts';
import { checkText, spokenOf } from './spoken.ts';
import { listRealWorlds, openDemoWorld, type World } from './worlds.ts';

/** Reads every sentence that the service publishes about any record, and checks it against the raw rows. */
const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    vendors: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    /** Selects worlds by part of their names. */
    only: { type: 'string', default: '' },
  },
});
const EXAMPLES_MAX = 12;

let bad = 0;
/** The statements that were published about each vendor earlier, on an earlier day or from older files. */
const earlier = new Map<string, { readonly published: Published; readonly truth: Truth }>();
for (const seed of [0, 1, 2])
  if (`demo, seed ${Number(values.seed) + seed}`.includes(values.only))
    await check(await openDemoWorld(Number(values.seed) + seed, Number(values.vendors)));
for (const world of values.records ? await listRealWorlds(values.records) : [])
  if (world.name.includes(values.only)) await check(world);
process.exitCode = bad === 0 ? 0 : 1;

async function check(world: World): Promise<void> {
  const parsed = await parseFiles(world.paths, world.readOn);
  const raw = toRawWorld(await readRawFiles(world.paths));
  for (const day of world.days) await checkDay(world.name, { parsed, raw }, day);
  for (const day of world.days.slice(-1)) await checkApplications(world.name, { parsed, raw }, day);
  await world.remove();
  // In a different fictional state, the same numbers belong to other businesses.
  if (world.name.startsWith('demo')) earlier.clear();
}

type ReadWorld = { parsed: Awaited<ReturnType<typeof parseFiles>>; raw: ReturnType<typeof toRawWorld> };

async function checkDay(name: string, { parsed, raw }: ReadWorld, day: string): Promise<void> {
  const truths = truthsOf(raw, day);
  const findings = createFindings();
  const total = { records: 0, texts: 0, sentences: 0, changes: 0 };
  await readPublished(
    parsed,
    day,
    (published) => {
      const vendor = `${published.type} ${published.digits}`;
      const onDay = truths.get(vendor);
      if (!onDay) return findings.note('record without raw rows', vendor);
      const { clock } = published;
      const truth = atClock(onDay, clock);
      for (const spoken of spokenOf(published)) {
        const { faults, sentences } = checkText(spoken, truth);
        total.texts += 1;
        total.sentences += sentences;
        for (const { kind, place, template, text } of faults) {
          const what = kind === 'unknown' ? 'unknown sentence' : `${kind}: ${template}`;
          findings.note(`${what}, ${place}`, `${vendor}: ${text}`);
        }
      }
      for (const text of contradictionsOf(published)) findings.note(`contradiction: ${text}`, vendor);
      for (const text of factorFaultsOf(published, truth)) findings.note(`false: ${text}`, vendor);
      if (clock.today !== day || clock.event) return;
      total.records += 1;
      const mail = checkMailSince(vendor, published, truth);
      total.changes += mail.told;
      for (const fault of mail.faults) findings.note(`mail: ${fault.split(' | ')[0]}`, `${vendor}: ${fault}`);
    },
    CLOCKS,
  );
  const { records, texts, sentences, changes } = total;
  bad += findings.count();
  console.log(
    `${name}, as of ${day}: ${records} records, ${texts} texts, ${sentences} sentences, ${changes} changes mailed, ${findings.count()} false, unknown or contradicting`,
  );
  findings.print();
}

/** Checks the statements on application pages, only for the last day. Every vendor applies. */
async function checkApplications(name: string, { parsed, raw }: ReadWorld, day: string): Promise<void> {
  const truths = truthsOf(raw, day);
  const findings = createFindings();
  const total = { applications: 0, texts: 0, sentences: 0 };
  const take = ({ type, digits, clock, spoken, contradictions }: AppliedVendor) => {
    const vendor = `${type} ${digits}`;
    const onDay = truths.get(vendor);
    if (!onDay) return findings.note('application without raw rows', vendor);
    const truth = atClock(onDay, clock);
    total.applications += 1;
    for (const each of spoken) {
      const { faults, sentences } = checkText(each, truth);
      total.texts += 1;
      total.sentences += sentences;
      for (const { kind, template, text } of faults)
        findings.note(kind === 'unknown' ? 'unknown sentence' : `${kind}: ${template}`, `${vendor}: ${text}`);
    }
    for (const text of contradictions)
      findings.note(`application: ${text.split(': ')[0]}`, `${vendor}: ${text}`);
  };
  await readApplications(parsed, day, { take });
  const { applications, texts, sentences } = total;
  bad += findings.count();
  console.log(
    `${name}, as of ${day}: ${applications} readings of applications, ${texts} texts, ${sentences} sentences, ${findings.count()} false, unknown or contradicting`,
  );
  findings.print();
}

/** Checks the email that monitoring would have sent about the vendor since the earlier publication. */
function checkMailSince(vendor: string, published: Published, truth: Truth): ReturnType<typeof checkMail> {
  const before = earlier.get(vendor);
  earlier.set(vendor, { published, truth });
  if (!before) return { faults: [], told: 0 };
  const truths = [before.truth, truth] as const;
  const { faults, told } = checkMail([before.published.card, published.card], truths);
  return { told, faults: [...faults, ...checkBookedMails([before.published, published], truths)] };
}

/** Collects findings by kind, each with a few different examples. */
function createFindings() {
  const found = new Map<string, { count: number; examples: string[] }>();
  const textOf = (example: string) => example.split(': ')[1];
  return {
    note(kind: string, example: string): void {
      const known = found.get(kind) ?? { count: 0, examples: [] };
      known.count += 1;
      const isNew = !known.examples.some((each) => textOf(each) === textOf(example));
      if (isNew && known.examples.length < EXAMPLES_MAX) known.examples.push(example);
      found.set(kind, known);
    },
    count: () => [...found.values()].reduce((sum, { count }) => sum + count, 0),
    print(): void {
      for (const [kind, { count, examples }] of found)
        console.log(`  ${count} × ${kind}\n${examples.map((example) => `      ${example}`).join('\n')}`);
    },
  };
}
