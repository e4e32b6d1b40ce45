import { createCalendar, type DemoCalendar } from '../../../src/demo/florida/demo-calendar.ts';
import { drawStanding, standingOf } from '../../../src/demo/florida/demo-standing.ts';
import { citiesOf, planCounties } from '../../../src/demo/florida/names/demo-places.ts';
import { inventBusinessName, inventLicenseeName } from '../../../src/demo/florida/names/invent-names.ts';
import { STREETS } from '../../../src/demo/florida/names/name-words.ts';
import { memoize } from '../../../src/lib/cache/memoize.ts';
import { createRandom, drawExponential, drawFrom, drawInt, drawWeighted } from '../../../src/lib/random.ts';
import { addDays, daysBetween, type IsoDate } from '../../../src/lib/time/dates.ts';
import { COUNTIES } from '../../../src/regulator/florida/vocabulary/counties.ts';
import type { County } from '../../../src/regulator/source/source.ts';

/**
 * A statewide register of invented businesses, with numbers that the service treats as real. It exists only
 * in temporary folders. The same seed, number of rows and dates give the same licenses.
 */

type Rank = 'SEAT' | 'NOST' | 'MFDV' | 'HTDG' | 'CATR' | 'VEND' | 'PARK' | 'TEMP';

interface RankFacts {
  readonly type: string;
  readonly letters: string;
  /** The number of rows with this rank among 52,651 real rows in June 2025 (six districts). */
  readonly rows: number;
  /**
   * How many years a license is held on average. Six years after 2019, 26 % of the mobile licenses were left.
   */
  readonly years: number;
  /** Ranks that share a number series in each county. */
  readonly series: string;
}

export const RANKS: Readonly<Record<Rank, RankFacts>> = {
  SEAT: { type: '2010', letters: 'SEA', rows: 36_943, years: 14, series: 'restaurants' },
  NOST: { type: '2010', letters: 'NOS', rows: 4_923, years: 10, series: 'restaurants' },
  MFDV: { type: '2014', letters: 'MFD', rows: 8_407, years: 4.5, series: 'trucks' },
  HTDG: { type: '2014', letters: 'HTD', rows: 419, years: 4.5, series: 'trucks' },
  CATR: { type: '2013', letters: 'CAT', rows: 1_245, years: 7, series: 'caterers' },
  VEND: { type: '2015', letters: 'VEN', rows: 355, years: 8, series: 'machines' },
  PARK: { type: '2012', letters: 'PAR', rows: 5, years: 20, series: 'carts' },
  TEMP: { type: '2016', letters: '', rows: 354, years: 0.1, series: 'events' },
};
const RANK_NAMES: readonly Rank[] = ['SEAT', 'NOST', 'MFDV', 'HTDG', 'CATR', 'VEND', 'PARK', 'TEMP'];

/** The largest district has three times as many rows as the smallest. */
const DISTRICT_SHARES: readonly (readonly [number, number])[] = [
  [1, 0.163],
  [2, 0.2],
  [3, 0.192],
  [4, 0.165],
  [5, 0.1],
  [6, 0.067],
  [7, 0.113],
];
export const DISTRICTS = DISTRICT_SHARES.map(([district]) => district);

export interface License {
  /** The seed for everything about this license. */
  readonly key: number;
  readonly rank: Rank;
  /** Seven digits. */
  readonly digits: string;
  readonly county: County;
  readonly issuedOn: IsoDate;
  /**
   * The date on which the current holder received the license: the date of issue, or a later date if it
   * changed hands.
   */
  readonly enteredOn: IsoDate;
  /** The first day on which the register no longer lists the license. */
  readonly leftOn: IsoDate;
}

/** The number of years that it took to fill the register. Its oldest rows are sorted by county. */
const YEARS = 26;
const OLDEST_BLOCK_YEARS = 17;
const TRUCK_SERIES = 50_000;
const MOVED_SHARE = 0.025;
const SOLD_SHARE = 0.3;
const OUT_OF_PLACE_SHARE = 0.06;
const DAYS_OF_YEAR = 365.25;

export interface Register {
  readonly seed: number;
  /** A number greater than every license's key. */
  readonly keys: number;
  /**
   * The licenses by district, in the register's order, without licenses that left the register before
   * `since`.
   */
  readonly districts: ReadonlyMap<number, readonly License[]>;
}

interface RegisterOptions {
  readonly seed: number;
  /** The number of licenses listed on `day`, in all districts. */
  readonly rows: number;
  readonly day: IsoDate;
  readonly since: IsoDate;
  /** Licenses are issued up to this day. */
  readonly until: IsoDate;
}

/** Invents the register. For 70,000 rows, this takes a few seconds and about 40 MB. */
export function inventRegister(options: RegisterOptions): Register {
  const districts = new Map<number, readonly License[]>();
  let keys = 0;
  for (const [district, rows] of splitRows(options.rows)) {
    const licenses = inventDistrict({ ...options, rows }, district, keys);
    districts.set(district, licenses);
    keys = licenses.reduce((most, { key }) => Math.max(most, key + 1), keys);
  }
  return { seed: options.seed, keys, districts };
}

/** Returns the number of rows in each district. The numbers add up to `rows`. */
export function splitRows(rows: number): ReadonlyMap<number, number> {
  const sizes = new Map(DISTRICT_SHARES.map(([district, share]) => [district, Math.round(rows * share)]));
  const others = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return sizes.set(4, (sizes.get(4) ?? 0) + rows - others);
}

/** Returns true if the register lists the license on a day. */
export function isListed({ issuedOn, leftOn }: License, day: IsoDate): boolean {
  return issuedOn <= day && leftOn > day;
}

function inventDistrict(
  { seed, rows, day, since, until }: RegisterOptions,
  district: number,
  firstKey: number,
): License[] {
  const random = createRandom(seed, district);
  const firstDay = addDays(day, -Math.round(YEARS * DAYS_OF_YEAR));
  const paces = Array.from({ length: YEARS + 1 }, () => 0.5 + random());
  const counties = planCounties(
    100_000,
    COUNTIES.filter((county) => county.district === district),
  ).map(({ county, vendors }) => ({ county, vendors, growth: 2 * random() - 1 }));
  // Each rank is issued often enough per year to maintain its share of the active rows.
  const ranks = RANK_NAMES.map((rank) => [rank, RANKS[rank].rows / RANKS[rank].years] as const);
  const next = new Map<string, number>();
  const days = daysBetween(firstDay, until);
  const licenses: License[] = [];
  const issues = Math.ceil(rows * issuesOfRow(ranks));
  const countiesAt = Array.from({ length: YEARS + 1 }, (_, year) =>
    // Some counties grew early, and others recently.
    counties.map(
      ({ county, vendors, growth }) => [county, vendors * (1 + growth * (year / YEARS - 0.5))] as const,
    ),
  );
  for (const issuedAt of spreadDays(days, issues, paces, random)) {
    const rank = drawWeighted(random, ranks);
    const own = countiesAt[Math.floor(issuedAt / DAYS_OF_YEAR)] ?? [];
    const county = drawWeighted(random, own);
    const { series, years } = RANKS[rank];
    const place = `${series}:${county.code}`;
    const serial = (next.get(place) ?? 0) + 1;
    next.set(place, serial);
    const issuedOn = addDays(firstDay, issuedAt);
    const leftOn = addDays(issuedOn, 1 + Math.ceil(drawExponential(random, years * DAYS_OF_YEAR)));
    if (leftOn < since) continue;
    const key = firstKey + licenses.length;
    const number = series === 'trucks' ? TRUCK_SERIES + serial : serial;
    const span = daysBetween(issuedOn, leftOn < day ? leftOn : day);
    const isSold = rank !== 'TEMP' && span > 1 && random() < SOLD_SHARE;
    licenses.push({
      key,
      rank,
      issuedOn,
      leftOn,
      enteredOn: isSold ? addDays(issuedOn, 1 + drawInt(random, span - 1)) : issuedOn,
      digits: `${county.code}${String(number).padStart(5, '0')}`,
      county: rank === 'MFDV' && random() < MOVED_SHARE ? drawWeighted(random, own) : county,
    });
  }
  return listExactly(orderAsListed(licenses, firstDay, random), rows, day);
}

/** Returns the number of licenses ever issued for each row that is left. */
function issuesOfRow(ranks: readonly (readonly [Rank, number])[]): number {
  const perYear = ranks.reduce((sum, [, issued]) => sum + issued, 0);
  const left = ranks.reduce(
    (sum, [rank, issued]) => sum + issued * RANKS[rank].years * (1 - Math.exp(-YEARS / RANKS[rank].years)),
    0,
  );
  // This is slightly more than needed, and the surplus is removed later.
  return (1.1 * perYear * YEARS) / left;
}

/**
 * Returns the dates on which licenses are issued, in order. Some years have three times as many licenses as
 * others.
 */
function spreadDays(
  days: number,
  count: number,
  paces: readonly number[],
  random: () => number,
): readonly number[] {
  const all = paces.reduce((sum, pace) => sum + pace, 0);
  const drawn = paces.flatMap((pace, year) => {
    const from = (year * days) / paces.length;
    const own = Math.round((count * pace) / all);
    return Array.from({ length: own }, () => Math.floor(from + (random() * days) / paces.length));
  });
  return drawn.sort((a, b) => a - b);
}

/**
 * Lists the oldest licenses county by county, with a few out of order, and the rest in order of issue. A
 * license that changed hands keeps its number, but its row is at the position where the new holder's license
 * was entered.
 */
function orderAsListed(licenses: readonly License[], firstDay: IsoDate, random: () => number): License[] {
  const end = addDays(firstDay, Math.round(OLDEST_BLOCK_YEARS * DAYS_OF_YEAR));
  const keyed = licenses.map((license) => {
    const place = random() < OUT_OF_PLACE_SHARE ? 11 + drawInt(random, 67) : Number(license.county.code);
    return { license, place: license.enteredOn < end ? place : 100, order: random() };
  });
  keyed.sort((a, b) => {
    if (a.place !== b.place) return a.place - b.place;
    if (a.place < 100) return a.order - b.order;
    return a.license.enteredOn < b.license.enteredOn ? -1 : 1;
  });
  return keyed.map(({ license }) => license);
}

/** Removes licenses until exactly this many are listed on the day. */
function listExactly(licenses: readonly License[], rows: number, day: IsoDate): License[] {
  const listed = licenses.filter((license) => isListed(license, day)).length;
  const every = listed > rows ? listed / (listed - rows) : Number.POSITIVE_INFINITY;
  let seen = 0;
  let taken = 0;
  return licenses.filter((license) => {
    if (!isListed(license, day)) return true;
    seen += 1;
    if (seen < (taken + 1) * every || taken >= listed - rows) return true;
    taken += 1;
    return false;
  });
}

/** The facts about a license other than its number. */
interface LicenseFacts {
  readonly businessName: string;
  readonly licenseeName: string;
  readonly city: string;
  readonly zip: string;
  readonly street: string;
  readonly riskLevel: string;
  readonly seats: string;
  /** The internal ids of its first and current ownership. */
  readonly licenseIds: readonly [number, number];
}

const FIRST_LICENSE_ID = 6_000_000;
/** Abbreviations that people type in the files: "VERO BCH", "ST PETE". */
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/ BEACH$/, ' BCH'],
  [/^FORT /, 'FT '],
  [/^SAINT |^ST\. /, 'ST '],
  [/ SPRINGS$/, ' SPGS'],
];

/** Invents a license's names, place and ids. Pure. */
export function factsOf({ seed }: Pick<Register, 'seed'>, license: License): LicenseFacts {
  const random = createRandom(seed + 1, license.key);
  const named = license.rank === 'MFDV' || license.rank === 'HTDG' || license.rank === 'CATR';
  const name = inventBusinessName(random, named ? (license.rank as 'MFDV' | 'HTDG' | 'CATR') : 'SEAT');
  const cities = citiesOf(license.county);
  const cityIndex = drawInt(random, cities.length);
  const luck = random();
  const id = FIRST_LICENSE_ID + 2 * license.key;
  return {
    licenseeName: inventLicenseeName(random, name),
    businessName: spellName(name, luck),
    city: spellCity(cities[cityIndex] ?? 'TAMPA', random()),
    zip: `3${license.county.code}0${cityIndex + 1}`,
    street: `${100 + drawInt(random, 9_000)} ${drawFrom(random, STREETS)}`,
    riskLevel: random() < 0.64 ? 'Risk Level 1' : 'Risk Level 2',
    seats: license.rank === 'SEAT' ? String(20 + drawInt(random, 180)) : '0',
    licenseIds: license.enteredOn === license.issuedOn ? [id, id] : [id, id + 1],
  };
}

/** Replaces the apostrophe in some names with "¿", and adds a trailing space to others. */
function spellName(name: string, luck: number): string {
  if (luck < 0.02) return name.replaceAll("'", '¿');
  return luck > 0.995 ? `${name} ` : name;
}

function spellCity(city: string, luck: number): string {
  if (luck < 0.03) return ABBREVIATIONS.reduce((text, [long, short]) => text.replace(long, short), city);
  return luck > 0.995 ? `${city} FL` : city;
}

/** Returns the demo calendar and its fiscal years, which count back from `today`. */
export const calendarOf: (today: IsoDate) => DemoCalendar = memoize((today) => createCalendar(today), 200);

/**
 * Returns a license's status codes and expiration date on a day. For a given license, the result is
 * consistent over time: its owner always renews equally late.
 */
export function standingOn(
  { seed }: Pick<Register, 'seed'>,
  license: License,
  day: IsoDate,
): { readonly primaryStatus: string; readonly secondaryStatus: string; readonly expiryDate: IsoDate } {
  const calendar = calendarOf(day);
  const { district } = COUNTIES.find(({ code }) => code === license.digits.slice(0, 2)) ?? license.county;
  if (license.rank === 'TEMP')
    return { primaryStatus: '20', secondaryStatus: '', expiryDate: addDays(license.issuedOn, 30) };
  const random = createRandom(seed + 2, license.key);
  const opened = daysBetween(license.issuedOn, day);
  return standingOf(drawStanding(random, district, opened, calendar), district, calendar);
}
