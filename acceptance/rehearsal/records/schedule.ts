import { createRandom, drawInt, drawWeighted, type Random } from '../../../src/lib/random.ts';
import { addDays, type IsoDate } from '../../../src/lib/time/dates.ts';

/**
 * The schedule of a simulated regulator's site: the days on which it renews each file, and the faults in the
 * files. The same seed gives the same site.
 */

export const TROUBLES = [
  ...(['not_found', 'web_page', 'server_error', 'cut', 'timeout'] as const),
  ...(['damaged', 'older', 'wrong_date'] as const),
] as const;
type TroubleKind = (typeof TROUBLES)[number];

interface Trouble {
  readonly kind: TroubleKind;
  /** The key for the file's own stream of random numbers. */
  readonly key: number;
}

/** The file that the site serves under one name on one day. */
export interface Served {
  /** The day on which the good file was made, which is also the newest day that it can contain. */
  readonly madeOn: IsoDate;
  /** The day on which the previous file was made. Equal to `madeOn` on the first day. */
  readonly beforeThat: IsoDate;
  readonly hasTitles: boolean;
  readonly trouble: Trouble | undefined;
}

export interface SiteDay {
  readonly day: IsoDate;
  readonly files: ReadonlyMap<string, Served>;
}

const WEIGHTS: readonly (readonly [TroubleKind, number])[] = [
  ['not_found', 1],
  ['web_page', 1],
  ['server_error', 0.5],
  ['cut', 1],
  ['timeout', 0.3],
  ['damaged', 4],
  ['older', 1],
  ['wrong_date', 1],
];
/** The chance per file and day, which gives about one trouble a day on the whole site. */
const TROUBLE_CHANCE = 0.04;
const TROUBLE_DAYS_MAX = 4;
/** The number of days at the beginning on which all files are good, so that there is data to fall back on. */
const QUIET_DAYS = 3;
const LATE_CHANCE = 0.12;
const LATE_DAYS_MAX = 5;
const TWICE_CHANCE = 0.1;
const OTHER_TITLES_CHANCE = 0.1;

export function makeSchedule(site: {
  readonly seed: number;
  readonly start: IsoDate;
  readonly days: number;
  readonly names: readonly string[];
}): SiteDay[] {
  const byFile = site.names.map((name, index) => ({ name, served: serve(site, name, index) }));
  return Array.from({ length: site.days }, (_, index) => ({
    day: addDays(site.start, index),
    files: new Map(byFile.flatMap(({ name, served }) => (served[index] ? [[name, served[index]]] : []))),
  }));
}

/** Returns what the site serves for one file on each day. */
function serve(
  { seed, start, days }: { readonly seed: number; readonly start: IsoDate; readonly days: number },
  name: string,
  index: number,
): Served[] {
  const random = createRandom(seed, index);
  const renewals = drawRenewals(random, start, days, weekdayOf(name));
  const troubles = drawTroubles(random, days, index);
  let madeOn = addDays(start, -1);
  let beforeThat = addDays(start, -1);
  let hasTitles = true;
  return Array.from({ length: days }, (_, day) => {
    if (renewals.has(day)) {
      [beforeThat, madeOn] = [madeOn, addDays(start, day - 1)];
      if (isInspections(name) && random() < OTHER_TITLES_CHANCE) hasTitles = !hasTitles;
    }
    return { madeOn, beforeThat, hasTitles, trouble: troubles.get(day) };
  });
}

/** Returns true for inspection files, the only files that may lack a header row. */
function isInspections(name: string): boolean {
  return /fdinspi/.test(name);
}

/**
 * Returns the weekday on which a file is renewed, Monday to Friday. A district's inspections and licenses
 * have different weekdays.
 */
export function weekdayOf(name: string): number {
  const district = Number(/\d/.exec(name)?.[0] ?? 0);
  return 1 + ((district + (isInspections(name) ? 2 : 0)) % 5);
}

/** Returns the days on which a file is renewed: every week, sometimes late or twice. */
function drawRenewals(random: Random, start: IsoDate, days: number, weekday: number): ReadonlySet<number> {
  const renewals = new Set<number>();
  for (let day = 1; day < days; day++) {
    if (new Date(`${addDays(start, day)}T00:00:00Z`).getUTCDay() !== weekday) continue;
    renewals.add(day + (random() < LATE_CHANCE ? 1 + drawInt(random, LATE_DAYS_MAX) : 0));
    if (random() < TWICE_CHANCE) renewals.add(day + 1);
  }
  return renewals;
}

/** Draws troubles. Each lasts for several days, during which the bytes stay the same. */
function drawTroubles(random: Random, days: number, index: number): ReadonlyMap<number, Trouble> {
  const troubles = new Map<number, Trouble>();
  for (let day = QUIET_DAYS; day < days; day++) {
    if (random() >= TROUBLE_CHANCE) continue;
    const trouble = { kind: drawWeighted(random, WEIGHTS), key: index * 10_000 + day };
    const lasts = 1 + drawInt(random, TROUBLE_DAYS_MAX);
    for (let more = 0; more < lasts && day < days; more++, day++) troubles.set(day, trouble);
  }
  return troubles;
}
