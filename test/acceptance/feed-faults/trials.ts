import { createRandom, drawWeighted } from '../../../src/lib/random.ts';
import { Cards } from './card.ts';
import { KINDS, type Kind } from './columns.ts';
import { type Damaged, type Fault, sizeOf, type Target } from './fault.ts';
import { FAULTS } from './faults.ts';
import { type Expected, type Judgement, judge } from './oracle.ts';
import { openTrialRegistry, parse, type TrialRegistry } from './registry.ts';
import { cellAt, type Row, type Table, toBytes, toWorkbook } from './table.ts';
import { kindsOf, type World } from './world.ts';

/** One damage and what became of it. */
export interface Result extends Judgement {
  readonly fault: string;
  readonly mutation: number;
  readonly kind: Kind;
  readonly note: string;
  /** Whether a careful reader of the file could have noticed; meant for wrong outcomes. */
  readonly noticeable: boolean;
  readonly reason: string;
}

/** A registry with yesterday's good files, in which damaged files of today are tried. */
interface Bench {
  /** Undefined when there is nothing to damage in this way. */
  readonly run: (fault: Fault, seed: number, mutation: number) => Promise<Result | undefined>;
  readonly close: () => Promise<void>;
}

/** Which file a damage strikes, if it could strike several. */
const WEIGHTS: Readonly<Record<Kind, number>> = {
  ...{
    licenses: 4,
    inspections: 4,
    closures: 0.6,
    new_licenses: 0.5,
    ownership_changes: 0.8,
    observations: 1,
  },
};
const DRAWS = 6;

interface Draw {
  readonly kind: Kind;
  readonly damaged: Damaged;
  readonly bytes: Uint8Array;
}

/** `kinds` alone are tried, so that the damages of the others cost nothing. */
export async function openBench(world: World, kinds: readonly Kind[] = KINDS): Promise<Bench> {
  const registry = await openTrialRegistry(world.asOf);
  const good = await Promise.all([
    ...world.others.map(async ({ name, table, readOn }) =>
      parse({ name, bytes: await toBytes(table) }, readOn, false),
    ),
    ...world.targets.map(async ({ name, yesterday, readOn }) =>
      parse({ name, bytes: await toBytes(yesterday) }, readOn, false),
    ),
  ]);
  await registry.keep(good);
  const expected = new Map<Kind, Expected>();
  for (const target of world.targets) expected.set(target.kind, await expect(registry, target));
  const targets = new Map(world.targets.map((target) => [target.kind, target]));
  return {
    async run(fault, seed, mutation) {
      const draw = await drawDamage(fault, world, seed, mutation);
      if (!draw || !kinds.includes(draw.kind)) return undefined;
      const { kind, damaged } = draw;
      const [target, right] = [targets.get(kind), expected.get(damaged.goodOf ?? kind)];
      if (!target || !right) return undefined;
      const judged = await attempt(registry, target, draw, right);
      const noticeable = fault.noticeable.when(sizeOf(target, damaged));
      return { fault: fault.name, mutation, kind, note: damaged.note, noticeable, ...judged };
    },
    close: () => registry.close(),
  };
}

/** The damage of a number: the same seed, fault and number make the same bytes. */
export async function drawDamage(
  fault: Fault,
  world: World,
  seed: number,
  mutation: number,
): Promise<Draw | undefined> {
  const kinds = fault.kinds.filter((kind) => kindsOf(world).has(kind));
  if (kinds.length === 0) return undefined;
  const random = createRandom(seed + FAULTS.indexOf(fault) * 7_919, mutation);
  const weighted = kinds.map((kind) => [kind, WEIGHTS[kind]] as const);
  for (let draw = 0; draw < DRAWS; draw++) {
    const kind = drawWeighted(random, weighted);
    const target = world.targets.find((each) => each.kind === kind);
    const damaged = target && fault.damage(target, random);
    if (!damaged) continue;
    const bytes = await bytesOf(damaged);
    if (Buffer.compare(bytes, await goodBytes(target.today)) !== 0) return { kind, damaged, bytes };
  }
  return undefined;
}

const goodFiles = new WeakMap<Table, Promise<Uint8Array>>();

/** Damage that leaves the file as it was is none. */
async function goodBytes(table: Table): Promise<Uint8Array> {
  const known = goodFiles.get(table) ?? toBytes(table);
  goodFiles.set(table, known);
  return known;
}

async function bytesOf({ file, asWorkbook }: Damaged): Promise<Uint8Array> {
  if (typeof file === 'string') return Buffer.from(file);
  if (file instanceof Uint8Array) return file;
  return asWorkbook ? toWorkbook(file) : toBytes(file);
}

async function attempt(
  registry: TrialRegistry,
  target: World['targets'][number],
  { damaged, bytes }: Draw,
  right: Expected,
): Promise<Judgement & { reason: string }> {
  const file = { name: target.name, bytes };
  try {
    const trial = await registry.attempt([await parse(file, target.readOn, true)]);
    const known = { isTouched: touchedBy(target, damaged), rowsPerRefused: damaged.rowsPerLine ?? 1 };
    return { ...judge(trial, right, known), reason: trial.report.reason };
  } catch (error) {
    // A file must never make a run fail.
    const text = error instanceof Error ? error.message : String(error);
    const effects = { newlyClear: 0, noLongerClear: 0, newlyDecline: 0, noLongerDecline: 0, vanished: 0 };
    return {
      outcome: 'wrong',
      differences: [],
      example: '',
      unsaid: `the run failed: ${text}`,
      effects,
      reason: '',
    };
  }
}

/** The states that are right with this file, and what the import says of it undamaged. */
async function expect(registry: TrialRegistry, target: World['targets'][number]): Promise<Expected> {
  const { name, readOn } = target;
  const read = async (table: Table, isToday: boolean) =>
    parse({ name, bytes: await toBytes(table) }, readOn, isToday);
  const yesterday = await read(target.yesterday, false);
  const today = await read(target.today, true);
  const base = await registry.attempt([yesterday]);
  const truth = await registry.attempt([today]);
  if (truth.report.outcome === 'held_back')
    throw new Error(`today's ${target.kind} are held back: ${truth.report.reason}`);
  const donors = target.otherDistrict ? [today, await read(target.otherDistrict, true)] : [];
  const others = donors.length > 0 ? [new Cards((await registry.attempt(donors)).state)] : [];
  return {
    allowed: [new Cards(truth.state), new Cards(base.state), ...others],
    truthReport: truth.report,
    baseDate: yesterday.fileDate,
  };
}

function touchedBy({ today }: Target, { touched }: Damaged): (subject: string) => boolean {
  if (touched === 'all') return () => true;
  const subjects = new Set(
    [...touched].flatMap((index) => {
      const row = today.rows[index];
      return row ? subjectOf(today, row) : [];
    }),
  );
  for (const subject of lostWith(today, touched)) subjects.add(subject);
  return (subject) => subjects.has(subject);
}

/** A business whose every inspection is damaged may lack a record: it is named by its license then. */
function lostWith(today: Table, touched: ReadonlySet<number>): string[] {
  if (today.kind !== 'inspections') return [];
  const ofVendors = Map.groupBy([...today.rows.entries()], ([, row]) =>
    ['L', cellAt(today, row, 'type'), cellAt(today, row, 'number')].join(':'),
  );
  return [...ofVendors].flatMap(([vendor, rows]) =>
    rows.every(([index]) => touched.has(index)) ? vendor : [],
  );
}

/** As differences name it. */
function subjectOf(table: Table, row: Row): string {
  if (table.kind === 'inspections' || table.kind === 'observations')
    return `V:${cellAt(table, row, 'visitId')}`;
  const digits = cellAt(table, row, 'number').slice(-7);
  if (table.kind === 'closures') return `C:${digits}`;
  return `${table.kind === 'licenses' ? 'L' : 'A'}:${cellAt(table, row, 'type')}:${digits}`;
}
