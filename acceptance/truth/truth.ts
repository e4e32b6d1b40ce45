import {
  type ClosedDay,
  closuresSince,
  countedClosures,
  gravestOf,
  type Measure,
  withReports,
} from './closures.ts';
import { isYearWhole, reachOf } from './covers.ts';
import { daysApart, monthsEarlier, plusDays } from './days.ts';
import { type Meaning, meaningOf, ORDER } from './dispositions.ts';
import { districtOfNumber } from './districts.ts';
import { letterOf, scoreOf } from './letter.ts';
import { type Order, ordersOf } from './orders.ts';
import { attribute, type Doubt } from './owners.ts';
import type { RawClosure, RawInspection, RawText } from './raw-files.ts';
import type { RawVendor, RawWorld } from './raw-world.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** The facts about one license number as of a date, derived from the raw rows by independent rules. */
export interface Truth {
  readonly type: string;
  readonly digits: string;
  readonly number: string;
  readonly name: string;
  readonly asOf: string;
  /** The name in the license file. The district's newest file may or may not contain it. */
  readonly listedAs: string;
  readonly isListed: boolean;
  readonly status: Status;
  readonly expiresOn: string | null;
  readonly isConfirmed: boolean;
  readonly visits: readonly Visit[];
  /** The cases under the current owner, in the order in which they began. */
  readonly current: readonly Case[];
  readonly prior: readonly Case[];
  readonly uncertain: readonly Case[];
  readonly doubt: Doubt | null;
  readonly hold: readonly HoldReason[];
  /** Visits under the current owner, oldest first. */
  readonly own: readonly Visit[];
  readonly last: Visit | undefined;
  readonly gravest: Measure | undefined;
  /** Weekly reports of closures under this owner, up to the as-of date. */
  readonly closures: readonly RawClosure[];
  /** Orders up to the as-of date, newest first. */
  readonly orders: readonly Order[];
  readonly unresolved: readonly Visit[];
  /** The date of the newest closure within the last 90 days. */
  readonly closedOn: string | undefined;

  /**
   * The closures within the last twelve months, newest first. A closure that is proved only by a callback
   * does not have an exact date.
   */
  readonly closedDays: readonly ClosedDay[];
  /** The last day for which the record is complete. `reachOfDistricts` has that day for every district. */
  readonly reachTo: string;
  /** The first day in the district's inspection files. */
  readonly inspectionsFrom: string | undefined;
  readonly reachOfDistricts: ReadonlyMap<string, string>;
  readonly year: Year;
  readonly score: number | null;
  readonly letter: string | null;
  readonly gradeStatus: 'graded' | 'withheld' | 'insufficient_record' | 'hold';
  /** The clock's date. It determines which event a statement is about, and the age of old records. */
  readonly today: string;
  readonly event: EventDays;
  readonly oldDays: number | null;
  readonly verdict: Verdict;
  /** The verdict for an event that takes place today. */
  readonly verdictToday: Verdict;
}

interface EventDays {
  readonly first: string;
  readonly last: string;
}

/** The time of a statement: the clock's date, and the dates of the event if it is not today. */
export interface Clock {
  readonly today: string;
  readonly event?: EventDays;
}

export type Status =
  | 'current'
  | 'delinquent'
  | 'relinquished'
  | 'transfer_pending'
  | 'not_on_file'
  | 'no_file'
  | 'unknown';

interface Counts {
  readonly total: number;
  readonly high: number;
  readonly intermediate: number;
  readonly basic: number;
}

export interface Visit extends Omit<RawInspection, 'counts' | 'categories'>, Meaning {
  /** Undefined if a count is blank or if the counts contradict each other. */
  readonly counts: Counts | undefined;
  readonly categories: ReadonlyMap<number, number>;
  /** The inspector's texts that are on file. */
  readonly texts: readonly RawText[];
}

export interface Case {
  readonly id: number;
  readonly licenseId: number;
  readonly first: Visit;
  /** The visit with the highest number. */
  readonly lastVisit: Visit;
  readonly worst: Visit;
  readonly visits: readonly Visit[];
}

export interface HoldReason {
  readonly code:
    | 'emergency_order'
    | 'emergency_closure'
    | 'emergency_callback'
    | 'administrative_determination';
  readonly text: string;
  readonly since: string;
}

/**
 * Totals for the cases in the twelve months up to the as-of date. A total is null if the counts of some case
 * are unknown.
 */
interface Year extends Record<'violations' | 'high' | 'intermediate' | 'basic', number | null> {
  readonly inspections: number;
  readonly orders: number;
  readonly complaints: number;
  readonly warnings: number;
  /** True if the files cover the year completely. */
  readonly isWhole: boolean;
}

const GRACE_DAYS = 30;
const CLOSURE_DAYS = 90;

/** The month and day on which licenses expire, by the district that issued the number. */
const LAST_DAYS: Readonly<Record<string, string>> = {
  1: '10-01',
  2: '12-01',
  3: '02-01',
  4: '04-01',
  5: '06-01',
  6: '06-01',
  7: '12-01',
};

/**
 * Returns the expiration date that counts. A date that differs from the district's counts only up to the
 * district's next date after the license file's last day.
 */
function countedExpiry(digits: string, expiresOn: string, licensesTo: string): string {
  const lastDay = LAST_DAYS[districtOfNumber(digits)];
  if (lastDay === undefined || expiresOn.endsWith(lastDay)) return expiresOn;
  const thisYear = `${licensesTo.slice(0, 4)}-${lastDay}`;
  const next = thisYear > licensesTo ? thisYear : `${Number(licensesTo.slice(0, 4)) + 1}-${lastDay}`;
  return next < expiresOn ? next : expiresOn;
}

/** Returns every vendor that is known on the as-of date, by type and digits. */
export function truthsOf(world: RawWorld, asOf: string): Map<string, Truth> {
  return new Map(
    world.vendors.flatMap((vendor) => {
      const truth = truthOf(vendor, world, asOf);
      return truth ? [[`${vendor.type} ${vendor.digits}`, truth] as const] : [];
    }),
  );
}

function truthOf(
  vendor: RawVendor,
  { licenseDistricts, covers, texts }: Omit<RawWorld, 'vendors'>,
  asOf: string,
): Truth | undefined {
  const { license } = vendor;
  const visits = vendor.visits
    .filter(({ day }) => day <= asOf)
    .map((row) => toVisit(row, texts.get(row.visitId) ?? []))
    .sort(inTime);
  if (!license && visits.length === 0) return undefined;
  const cases = toCases(visits);
  const owners = attribute(vendor, visits, asOf);
  const of = (which: ReadonlySet<number>) => cases.filter(({ licenseId }) => which.has(licenseId));
  const current = of(owners.current);
  const prior = of(owners.prior);
  const uncertain = of(owners.uncertain);
  const own = visits.filter(({ licenseId }) => owners.current.has(licenseId));
  const status = statusOf(vendor, visits.at(-1), licenseDistricts);
  const expiresOn = license?.expiresOn ?? null;
  const licensesTo = covers.get(license?.fileDistrict || districtOfNumber(vendor.digits))?.licensesTo ?? asOf;
  const isConfirmed =
    status === 'current' &&
    expiresOn !== null &&
    plusDays(countedExpiry(vendor.digits, expiresOn, licensesTo), GRACE_DAYS) >= asOf;
  const held = visits.filter(({ licenseId }) =>
    current.length + uncertain.length > 0 ? !owners.prior.has(licenseId) : true,
  );
  const fromLicense = license?.name || license?.licensee || '';
  const name = (license?.isListed ? fromLicense : '') || visits.at(-1)?.name || fromLicense || vendor.digits;
  const closures = countedClosures(vendor, { name, visits, prior: owners.prior }, asOf);
  const hold = withReports(holdOf(held), held, closures, asOf);
  const closedDays = closuresSince(current, closures, monthsEarlier(asOf, 12));
  const closedOn = closedDays.find(({ day }) => day > plusDays(asOf, -CLOSURE_DAYS))?.day;
  const score = scoreOf(current, asOf);
  const gradeStatus: Truth['gradeStatus'] =
    hold.length > 0 ? 'hold' : !isConfirmed ? 'withheld' : score === null ? 'insufficient_record' : 'graded';
  const letter = gradeStatus === 'graded' && score !== null ? letterOf(score) : null;
  const unresolved = unresolvedOf(own, current);
  const isDoubtful = owners.doubt !== null;
  const orders = ordersOf({ vendor, visits, prior: owners.prior, current: owners.current, isDoubtful }, asOf);
  const district = license?.fileDistrict || visits.at(-1)?.district || districtOfNumber(vendor.digits);
  const cover = covers.get(district);
  const reachTo = cover ? reachOf(cover, asOf) : asOf;
  const truth = {
    type: vendor.type,
    digits: vendor.digits,
    number: `${lettersOf(license?.rank)}${vendor.digits}`,
    name,
    closures,
    orders,
    listedAs: fromLicense,
    isListed: license?.isListed === true,
    asOf,
    status,
    expiresOn,
    isConfirmed,
    visits,
    current,
    prior,
    uncertain,
    doubt: owners.doubt,
    hold,
    own,
    last: own.at(-1),
    gravest: gravestOf(current, closures),
    unresolved,
    closedOn,
    closedDays,
    reachTo,
    score,
    letter,
    gradeStatus,
    year: yearOf(current, asOf, cover !== undefined && isYearWhole(cover, asOf)),
    inspectionsFrom: cover?.spans.map(({ from }) => from).sort()[0],
    reachOfDistricts: new Map([...covers].map(([each, its]) => [each, reachOf(its, asOf)])),
  };
  return atClock(truth, { today: asOf });
}

const OLD_AFTER_DAYS = 14;

/** Returns the same record as described at a different time. */
export function atClock(
  truth: Omit<Truth, 'today' | 'event' | 'oldDays' | 'verdict' | 'verdictToday'>,
  { today, event = { first: today, last: today } }: Clock,
): Truth {
  const days = daysApart(truth.reachTo, today);
  const oldDays = days > OLD_AFTER_DAYS ? days : null;
  return {
    ...truth,
    today,
    event,
    oldDays,
    verdict: verdictOf(truth, oldDays),
    verdictToday: verdictOf(truth, oldDays),
  };
}

function lettersOf(rank: string | undefined): string {
  return { MFDV: 'MFD', HTDG: 'HTD', CATR: 'CAT' }[rank ?? ''] ?? '';
}

function toVisit(row: RawInspection, texts: readonly RawText[]): Visit {
  const cells = row.categories.map((cell) => (cell === '' ? Number.NaN : Number(cell)));
  const [total = Number.NaN, high = Number.NaN, intermediate = Number.NaN, basic = Number.NaN] =
    row.counts.map((cell) => (cell === '' ? Number.NaN : Number(cell)));
  const cited = cells.reduce((sum, count, index) => sum + (index >= 44 && index <= 48 ? 0 : count), 0);
  const agrees = total === high + intermediate + basic && total === cited && cells.every(Number.isInteger);
  const categories = cells.flatMap((count, index) => (count > 0 ? [[index + 1, count] as const] : []));
  return {
    ...row,
    ...meaningOf(row.disposition),
    counts: agrees ? { total, high, intermediate, basic } : undefined,
    categories: new Map(categories),
    texts,
  };
}

function inTime(a: Visit, b: Visit): number {
  return a.day === b.day ? a.visitId - b.visitId : a.day < b.day ? -1 : 1;
}

function toCases(visits: readonly Visit[]): Case[] {
  const groups = [...Map.groupBy(visits, ({ caseId }) => caseId).values()];
  const cases = groups.flatMap((group) => {
    const ordered = group.toSorted((a, b) => a.visitNumber - b.visitNumber || inTime(a, b));
    const first = ordered[0];
    const lastVisit = ordered.at(-1);
    if (!first || !lastVisit) return [];
    const worst = ordered.reduce((found, visit) => (visit.gravity > found.gravity ? visit : found), first);
    return { id: first.caseId, licenseId: first.licenseId, first, lastVisit, worst, visits: ordered };
  });
  return cases.sort((a, b) =>
    a.first.day === b.first.day ? a.id - b.id : a.first.day < b.first.day ? -1 : 1,
  );
}

function statusOf(
  { license, digits }: RawVendor,
  newest: Visit | undefined,
  licenseDistricts: ReadonlySet<string>,
): Status {
  if (!license) {
    const district = newest?.district || districtOfNumber(digits);
    return licenseDistricts.has(district) ? 'not_on_file' : 'no_file';
  }
  if (!license.isListed) return 'not_on_file';
  const { primary, secondary } = license;
  if (primary === '46') return 'relinquished';
  if (primary !== '20' && primary !== '45') return 'unknown';
  if (secondary === '18') return 'transfer_pending';
  if (secondary === '20') return primary === '20' ? 'current' : 'delinquent';
  return secondary === '' && primary === '45' ? 'delinquent' : 'unknown';
}

/** Returns the closures since the last visit that shows the business open. */
function holdOf(visits: readonly Visit[]): HoldReason[] {
  const from = visits.findLastIndex(({ reopens }) => reopens) + 1;
  return visits.slice(from).flatMap((visit): HoldReason[] => {
    if (visit.result !== 'closed') return [];
    const closing = visit.disposition === ORDER ? 'emergency_order' : 'emergency_callback';
    const code = visit.isUnlicensed ? 'administrative_determination' : closing;
    return [{ code, text: visit.disposition, since: visit.day }];
  });
}

/**
 * Returns each case's first complaint or closure that was not followed by a visit that met standards, oldest
 * first.
 */
function unresolvedOf(own: readonly Visit[], cases: readonly Case[]): Visit[] {
  const since = own.slice(own.findLastIndex(({ result }) => result === 'met') + 1);
  return cases
    .flatMap(
      ({ visits }) =>
        visits.find((visit) => since.includes(visit) && (visit.isComplaint || visit.result === 'closed')) ??
        [],
    )
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

function yearOf(current: readonly Case[], asOf: string, isWhole: boolean): Year {
  const cases = current.filter(({ first }) => first.day > monthsEarlier(asOf, 12));
  const sum = (field: keyof Counts) =>
    cases.every(({ first }) => first.counts)
      ? cases.reduce((total, { first }) => total + (first.counts?.[field] ?? 0), 0)
      : null;
  const having = (test: (visit: Visit) => boolean) => cases.filter(({ visits }) => visits.some(test)).length;
  return {
    isWhole,
    inspections: cases.length,
    violations: sum('total'),
    high: sum('high'),
    intermediate: sum('intermediate'),
    basic: sum('basic'),
    orders: having(({ isEmergency }) => isEmergency),
    complaints: having(({ isComplaint }) => isComplaint),
    warnings: having(({ isWarning }) => isWarning),
  };
}
