import { createRandom, drawFrom, drawInt, type Random } from '../../src/lib/random.ts';
import { addDays, type IsoDate } from '../../src/lib/time/dates.ts';
import { donorOf, FILE_FAULTS } from './faults.ts';
import { SITE_FAULTS } from './site-faults.ts';
import { FILES } from './world.ts';

/** The days on which the site has each fault. The same seed gives the same script. Pure. */

interface Spell {
  readonly fault: string;
  /** Empty if the fault affects the whole site. */
  readonly files: readonly string[];
  /** The first day of the fault, counted from the first day of the script. */
  readonly from: number;
  readonly days: number;
}

export interface Script {
  readonly seed: number;
  readonly start: IsoDate;
  readonly days: number;
  readonly spells: readonly Spell[];
}

/**
 * The number of days at the beginning and end on which every file is good. At the beginning, they provide
 * good data to fall back on. At the end, they allow a complete recovery.
 */
export const QUIET_DAYS = 3;
const SPELL_DAYS_MAX = 4;
const FILES_MAX = 3;
const TRIES = 500;
/**
 * Faults that last so long that alerts with long waits fire, records are reported as old, or a file is late.
 */
const LONG: readonly (readonly [fault: string, days: number, kind: string])[] = [
  ['not_found', 16, 'licenses'],
  ['silence', 9, 'inspections'],
  ['stale', 12, 'inspections'],
  ['frozen', 11, 'licenses'],
  ['frozen', 10, 'new_licenses'],
  ['soft_404', 10, 'ownership_changes'],
  ['column_renamed', 9, 'licenses'],
];
/** Faults in one file that follow each other without a good day in between. */
const CHAIN = ['cut', 'soft_404', 'stale_by_two', 'column_renamed', 'frozen'] as const;
const SITE_DAYS: Readonly<Record<string, number>> = { site_new_titles: 3, no_jobs: 3 };

export function makeScript(seed: number, start: IsoDate, days: number): Script {
  const random = createRandom(seed, 0);
  const site = siteSpells(random, days);
  const taken = new Taken(days, site);
  const long = LONG.map(([fault, length, kind]) =>
    taken.place(
      random,
      [{ fault, days: length }],
      FILES.filter((file) => file.kind === kind).map(({ name }) => name),
      1,
    ),
  );
  const chain = taken.place(
    random,
    CHAIN.map((fault) => ({ fault, days: 1 + drawInt(random, 2) })),
    fitting('column_renamed'),
    1,
  );
  const others = Object.keys(FILE_FAULTS).map((fault) =>
    taken.place(
      random,
      [{ fault, days: 1 + drawInt(random, SPELL_DAYS_MAX) }],
      fitting(fault),
      1 + drawInt(random, FILES_MAX),
    ),
  );
  return { seed, start, days, spells: [site, ...long, chain, ...others].flat() };
}

function fitting(fault: string): string[] {
  const { fits = () => true } = FILE_FAULTS[fault] ?? {};
  return FILES.filter(fits).map(({ name }) => name);
}

/** Returns each fault of the whole site once. The seed determines their order and the intervals. */
function siteSpells(random: Random, days: number): Spell[] {
  const names = Object.keys(SITE_FAULTS);
  const apart = Math.floor((days - 2 * QUIET_DAYS) / names.length);
  const order: string[] = [];
  while (order.length < names.length)
    order.push(
      drawFrom(
        random,
        names.filter((name) => !order.includes(name)),
      ),
    );
  return order.map((fault, index) => {
    const length = SITE_DAYS[fault] ?? 1 + drawInt(random, 2);
    const room = Math.max(0, apart - length - 1);
    const from = QUIET_DAYS + index * apart + (room === 0 ? 0 : drawInt(random, room));
    return { fault, files: [], from, days: length };
  });
}

/** Records the days on which each file already has a fault. */
class Taken {
  readonly #days: number;
  /** Days with a fault of the whole site, which hides faults in single files. */
  readonly #hidden: ReadonlySet<number>;
  readonly #busy = new Map<string, Set<number>>();

  constructor(days: number, site: readonly Spell[]) {
    this.#days = days;
    this.#hidden = new Set(site.flatMap(({ from, days: length }) => daysFrom(from, length)));
  }

  /**
   * Gives some of the files a chain of faults, one after another, with a good day before and after the chain.
   */
  place(
    random: Random,
    chain: readonly { readonly fault: string; readonly days: number }[],
    names: readonly string[],
    count: number,
  ): Spell[] {
    const length = chain.reduce((sum, { days }) => sum + days, 0);
    const room = this.#days - 2 * QUIET_DAYS - length;
    if (room < 1) throw new Error(`${length} days do not fit into ${this.#days}`);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const from = QUIET_DAYS + drawInt(random, room);
      const isFree = (name: string) => this.#isFree(name, from - 1, from + length + 1);
      const free = names.filter((name) => isFree(name) && this.#hasDonor(chain, name, isFree));
      if (free.length === 0 || !this.#isSeen(chain, from)) continue;
      const files = drawSome(random, free, count);
      return this.#take(chain, files, from);
    }
    throw new Error(`there is no room for ${chain.map(({ fault }) => fault).join(', ')}`);
  }

  /** Returns true if the file that is served in place of this one is itself good. */
  #hasDonor(
    chain: readonly { readonly fault: string }[],
    name: string,
    isFree: (name: string) => boolean,
  ): boolean {
    const file = FILES.find((each) => each.name === name);
    return (
      !chain.some(({ fault }) => fault === 'other_district') || (file !== undefined && isFree(donorOf(file)))
    );
  }

  #take(
    chain: readonly { readonly fault: string; readonly days: number }[],
    files: readonly string[],
    from: number,
  ): Spell[] {
    let at = from;
    return chain.map(({ fault, days }) => {
      const spell = { fault, files, from: at, days };
      const kept = files.flatMap((name) => {
        const file = FILES.find((each) => each.name === name);
        return fault === 'other_district' && file ? [name, donorOf(file)] : [name];
      });
      for (const name of kept) {
        const busy = this.#busy.get(name) ?? new Set();
        for (const day of daysFrom(at, days)) busy.add(day);
        this.#busy.set(name, busy);
      }
      at += days;
      return spell;
    });
  }

  #isFree(name: string, from: number, to: number): boolean {
    const busy = this.#busy.get(name);
    return !daysFrom(from, to - from).some((day) => busy?.has(day));
  }

  /** Returns true if each fault in the chain has at least one day on which it is not hidden. */
  #isSeen(chain: readonly { readonly days: number }[], from: number): boolean {
    let at = from;
    return chain.every(({ days }) => {
      at += days;
      return daysFrom(at - days, days).some((day) => !this.#hidden.has(day));
    });
  }
}

function daysFrom(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

function drawSome(random: Random, all: readonly string[], count: number): string[] {
  const drawn: string[] = [];
  while (drawn.length < Math.min(count, all.length))
    drawn.push(
      drawFrom(
        random,
        all.filter((each) => !drawn.includes(each)),
      ),
    );
  return drawn;
}

/** The faults on a day, of the whole site or of single files, each with its first day. */
export interface FaultsOfDay {
  readonly site: string | undefined;
  readonly files: ReadonlyMap<string, { readonly fault: string; readonly from: IsoDate }>;
}

export function faultsOn({ spells, start }: Script, index: number): FaultsOfDay {
  const now = spells.filter(({ from, days }) => index >= from && index < from + days);
  const files = now.flatMap(({ fault, files: names, from }) =>
    names.map((name) => [name, { fault, from: addDays(start, from) }] as const),
  );
  return { site: now.find(({ files: names }) => names.length === 0)?.fault, files: new Map(files) };
}
