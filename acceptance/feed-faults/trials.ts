import { createRandom, drawWeighted } from '../../src/lib/random.ts';
import { addDays } from '../../src/lib/time/dates.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import { Cards } from './card.ts';
import { KINDS, type Kind } from './columns.ts';
import type { Allowed } from './compare.ts';
import { type Damaged, type Fault, sizeOf, type Target } from './fault.ts';
import { placeOf } from './faults.ts';
import { type GoodFiles, type Harm, judgeHarm, NO_HARM, readGoodFiles } from './harm/judge-harm.ts';
import { isPlausible } from './harm/plausible.ts';
import { type Expected, type Judgement, judge } from './oracle.ts';
import { openTrialRegistry, parse, type Trial, type TrialRegistry } from './registry.ts';
import { cellAt, type Row, type Table, toBytes, toWorkbook } from './table.ts';
import { kindsOf, type World } from './world.ts';

/** A damaged file and the result. */
export interface Result extends Judgement {
  readonly fault: string;
  readonly mutation: number;
  readonly kind: Kind;
  readonly note: string;
  /**
   * True if a careful reader of the file could have noticed the damage. Only matters for wrong and harmful
   * outcomes.
   */
  readonly noticeable: boolean;
  /**
   * True if the damage is not noticeable and the file is as plausible as the undamaged file: {@link
   * isPlausible}.
   */
  readonly isPlausible: boolean;
  readonly reason: string;
  /** The number of doubts about the published file. */
  readonly doubts: number;
  /** Harm after the first day, and after each later day with the same bytes. */
  readonly harms: readonly Harm[];
}

/** A registry with yesterday's good files, in which today's damaged files are tried. */
interface Bench {
  /** Tries one mutation. Returns undefined if nothing can be damaged in this way. */
  readonly run: (fault: Fault, seed: number, mutation: number) => Promise<Result | undefined>;
  readonly close: () => Promise<void>;
}

/** The weight of each kind when choosing a file to damage from several. */
const WEIGHTS: Readonly<Record<Kind, number>> = {
  licenses: 4,
  inspections: 4,
  closures: 0.6,
  new_licenses: 0.5,
  ownership_changes: 0.8,
  observations: 1,
};
const DRAWS = 6;

interface Draw {
  readonly kind: Kind;
  readonly damaged: Damaged;
  readonly bytes: Uint8Array;
}

/**
 * Opens a bench that tries only `kinds`, so that no time is spent on other kinds. The same damaged file
 * arrives on `days` consecutive days, 24 hours apart.
 */
export async function openBench(
  world: World,
  { kinds = KINDS, days = 1 }: { readonly kinds?: readonly Kind[]; readonly days?: number } = {},
): Promise<Bench> {
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
  const files = readGoodFiles(tablesOf(world));
  const expected = new Map<Kind, readonly Expected[]>();
  for (const target of world.targets) expected.set(target.kind, await expect(registry, target, days));
  const targets = new Map(world.targets.map((target) => [target.kind, target]));
  return {
    async run(fault, seed, mutation) {
      const draw = await drawDamage(fault, world, seed, mutation);
      if (!draw || !kinds.includes(draw.kind)) return undefined;
      const { kind, damaged } = draw;
      const target = targets.get(kind);
      const right = expected.get(damaged.goodOf ?? kind);
      if (!target || !right) return undefined;
      const judged = await attempt(registry, target, draw, { right, files });
      const noticeable = fault.noticeable.when(sizeOf(target, damaged));
      const isHarmful = judged.harms.some(({ harms }) => harms.length > 0);
      return {
        fault: fault.name,
        mutation,
        kind,
        note: damaged.note,
        noticeable,
        isPlausible: isHarmful && !noticeable && isPlausible(target, damaged),
        ...judged,
      };
    },
    close: () => registry.close(),
  };
}

/** Draws the damage for a mutation number. The same seed, fault and number give the same bytes. */
export async function drawDamage(
  fault: Fault,
  world: World,
  seed: number,
  mutation: number,
): Promise<Draw | undefined> {
  const kinds = fault.kinds.filter((kind) => kindsOf(world).has(kind));
  if (kinds.length === 0) return undefined;
  const random = createRandom(seed + placeOf(fault) * 7_919, mutation);
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

/** Returns a table's undamaged bytes for comparison. Each table is serialized only once. */
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

interface Right {
  /** The right results for each day. */
  readonly right: readonly Expected[];
  readonly files: GoodFiles;
}

async function attempt(
  registry: TrialRegistry,
  target: World['targets'][number],
  { damaged, bytes }: Draw,
  { right, files }: Right,
): Promise<Judgement & Pick<Result, 'reason' | 'doubts' | 'harms'>> {
  const file = { name: target.name, bytes };
  const known = { isTouched: touchedBy(target, damaged), rowsPerRefused: damaged.rowsPerLine ?? 1 };
  try {
    const days = right.map((_, index) => parse(file, addDays(target.readOn, index), true));
    const trials = await registry.attempt((await Promise.all(days)).map((parsed) => [parsed]));
    const harms = right.map(({ allowed }, index) => {
      const trial = trials[index];
      return trial ? judgeHarm(new Cards(trial.state), allowed, files) : NO_HARM;
    });
    const trial = trials[0];
    const today = right[0];
    if (!trial || !today) throw new Error('a trial without a day');
    const { reason, doubts } = trial.report;
    return { ...judge(trial, today, known), reason, doubts, harms };
  } catch (error) {
    return runFailed(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the judgment "wrong" for an import that failed. A damaged file must never make an import fail. */
function runFailed(text: string): Judgement & Pick<Result, 'reason' | 'doubts' | 'harms'> {
  return {
    outcome: 'wrong',
    differences: [],
    example: '',
    unsaid: `the run failed: ${text}`,
    effects: { newlyClear: 0, noLongerClear: 0, newlyDecline: 0, noLongerDecline: 0, vanished: 0 },
    reason: '',
    doubts: 0,
    harms: [{ ...NO_HARM, harms: [['the run failed', 1]], example: text }],
  };
}

/**
 * Returns the states that count as right on each day if this file is damaged, and the import's report on the
 * undamaged file.
 */
async function expect(
  registry: TrialRegistry,
  target: World['targets'][number],
  days: number,
): Promise<Expected[]> {
  const { name, readOn } = target;
  const read = async (table: Table, isToday: boolean) => {
    const bytes = await toBytes(table);
    return Promise.all(
      Array.from({ length: days }, (_, index) => parse({ name, bytes }, addDays(readOn, index), isToday)),
    );
  };
  const toRuns = (...files: readonly (readonly ParsedFile[])[]) =>
    Array.from({ length: days }, (_, index) => files.flatMap((each) => each[index] ?? []));
  const yesterday = await read(target.yesterday, false);
  const today = await read(target.today, true);
  const base = await registry.attempt(toRuns(yesterday));
  const truth = await registry.attempt(toRuns(today));
  if (truth[0]?.report.outcome === 'held_back')
    throw new Error(`today's ${target.kind} are held back: ${truth[0].report.reason}`);
  const other = target.otherDistrict && (await read(target.otherDistrict, true));
  const others = other ? await registry.attempt(toRuns(today, other)) : [];
  const cards = ({ state }: Trial) => new Cards(state);
  const truthCards = truth.map(cards);
  const baseCards = base.map(cards);
  const otherCards = others.map(cards);
  return truth.flatMap(({ report }, day) => {
    const now = truthCards[day];
    const before = baseCards[day];
    if (!now || !before) return [];
    // If a file is held back on a later day, all records may still have an earlier as-of date.
    const earlier = [...truthCards.slice(0, day), ...baseCards.slice(0, day)];
    const allowed: Allowed = [now, before, ...otherCards.slice(day, day + 1), ...earlier];
    return { allowed, truthReport: report, baseDate: yesterday[day]?.fileDate ?? null };
  });
}

/** Returns every table whose rows are true for some business. */
function tablesOf({ others, targets }: World): Table[] {
  const ofTargets = targets.flatMap(({ today, yesterday, otherDistrict, otherYear }) => [
    today,
    yesterday,
    otherDistrict,
    otherYear,
  ]);
  return [...others.map(({ table }) => table), ...ofTargets].filter((table) => table !== undefined);
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

/**
 * Lists businesses that may have no record because all of their inspections are damaged. They are identified
 * by license.
 */
function lostWith(today: Table, touched: ReadonlySet<number>): string[] {
  if (today.kind !== 'inspections') return [];
  const ofVendors = Map.groupBy([...today.rows.entries()], ([, row]) =>
    ['L', cellAt(today, row, 'type'), cellAt(today, row, 'number')].join(':'),
  );
  return [...ofVendors].flatMap(([vendor, rows]) =>
    rows.every(([index]) => touched.has(index)) ? vendor : [],
  );
}

/** Returns the name by which differences refer to the row's subject. */
function subjectOf(table: Table, row: Row): string {
  if (table.kind === 'inspections' || table.kind === 'observations')
    return `V:${cellAt(table, row, 'visitId')}`;
  const digits = cellAt(table, row, 'number').slice(-7);
  if (table.kind === 'closures') return `C:${digits}`;
  return `${table.kind === 'licenses' ? 'L' : 'A'}:${cellAt(table, row, 'type')}:${digits}`;
}
