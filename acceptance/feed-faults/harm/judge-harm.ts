import type { Card, Cards } from '../card.ts';
import { type Allowed, compare, type Difference } from '../compare.ts';
import type { Table } from '../table.ts';
import {
  fold,
  type Owners,
  type Ownership,
  ownershipOf,
  ownershipOfText,
  ownershipOfVisit,
  readOwners,
  textsOf,
} from './owners.ts';
import { findPersonalData, type PersonalData, readPersonalData } from './personal.ts';
import { compareStanding, type Standing, standingOf } from './standing.ts';

/** The effect of a damaged file on people who rely on a record. */
export interface Harm {
  /**
   * The kinds of harm and the number of vendors harmed, most frequent first. Empty unless the file is
   * harmful.
   */
  readonly harms: readonly (readonly [what: string, vendors: number])[];
  /** The first vendor that was harmed, and the kind of harm. */
  readonly example: string;
  /** The number of vendors that look worse than in both today's undamaged file and yesterday's state. */
  readonly worse: number;
  /**
   * The number of vendors with an unknown value that is known in both today's undamaged file and yesterday's
   * state.
   */
  readonly lost: number;
  /** The number of vendors with a value that is not in any good file, but does not look better or worse. */
  readonly shifted: number;
}

export const NO_HARM: Harm = { harms: [], example: '', worse: 0, lost: 0, shifted: 0 };

/** The content of the good files, which is read once for all damaged files. */
export interface GoodFiles {
  readonly owners: Owners;
  readonly personal: PersonalData;
}

export function readGoodFiles(tables: readonly Table[]): GoodFiles {
  return { owners: readOwners(tables), personal: readPersonalData(tables) };
}

/**
 * Judges the harm in the published data: a vendor looks better than it is, a record is attributed to another
 * business, or personal data is shown. Yesterday's state never counts as harm.
 */
export function judgeHarm(published: Cards, allowed: Allowed, files: GoodFiles): Harm {
  const harms = new Map<string, Set<string>>();
  const worse = new Set<string>();
  const lost = new Set<string>();
  let example = '';
  const add = (vendor: string, what: string) => {
    example ||= `${vendor} ${what}`;
    harms.set(what, (harms.get(what) ?? new Set()).add(vendor));
  };
  for (const vendor of published.state.vendors.keys()) {
    const found = judgeVendor(vendor, published, allowed, files);
    for (const what of found.harms) add(vendor, what);
    if (found.isWorse) worse.add(vendor);
    if (found.isLetterLost) lost.add(vendor);
  }
  for (const [vendor, what] of judgeTables(published, allowed, files)) add(vendor, what);
  const differences = differencesFromBoth(published, allowed);
  for (const { vendor, kind } of differences) if (kind !== 'wrong') lost.add(vendor);
  const harmed = new Set([...harms.values()].flatMap((vendors) => [...vendors]));
  const others = differences.filter(
    ({ kind, vendor }) => kind === 'wrong' && !harmed.has(vendor) && !worse.has(vendor),
  );
  return {
    harms: [...harms].map(([what, vendors]) => [what, vendors.size] as const).sort((a, b) => b[1] - a[1]),
    example,
    worse: worse.size,
    lost: lost.size,
    shifted: new Set(others.map(({ vendor }) => vendor)).size,
  };
}

/** Returns everything that is wrong, unknown or missing compared with both today's and yesterday's files. */
function differencesFromBoth(published: Cards, allowed: Allowed): Difference[] {
  const [truth, base, ...others] = allowed;
  const differences = compare(published, allowed).filter(({ kind }) => kind !== 'older');
  if (differences.length === 0) return [];
  const keyOf = ({ vendor, subject, what }: Difference) => [vendor, subject, what].join(' ');
  const fromBase = new Set(compare(published, [base, truth, ...others]).map(keyOf));
  return differences.filter((each) => fromBase.has(keyOf(each)));
}

interface Found {
  readonly harms: readonly string[];
  readonly isWorse: boolean;
  readonly isLetterLost: boolean;
}

function judgeVendor(vendor: string, published: Cards, allowed: Allowed, files: GoodFiles): Found {
  const text = published.state.vendors.get(vendor);
  const good = allowed.flatMap(({ state }) => state.vendors.get(vendor) ?? []);
  const isSame = (each: typeof text) => each?.scorecard === text?.scorecard && each?.facts === text?.facts;
  if (!text || good.some(isSame)) return { harms: [], isWorse: false, isLetterLost: false };
  const card = published.find(vendor);
  const goodCards = allowed.flatMap((cards) => cards.find(vendor) ?? []);
  const standing = judgeStanding(vendor, standingOf(text), allowed);
  return {
    ...standing,
    harms: [
      ...standing.harms,
      ...(good.length === 0 ? ['a business of no good file'] : []),
      ...(card
        ? [...closuresGone(card, vendor, allowed), ...judgeOwners(vendor, card, goodCards, files.owners)]
        : []),
      ...(card
        ? findPersonalData(card.texts, union(goodCards.map(({ texts }) => texts)), files.personal)
        : []),
    ],
  };
}

/**
 * Judges if a vendor looks better or worse. Rows mixed in from another district are incomplete, so a vendor's
 * standing is compared only with today's and yesterday's undamaged states.
 */
function judgeStanding(vendor: string, published: Standing, [truth, yesterday]: Allowed): Found {
  const find = ({ state }: Cards) => {
    const text = state.vendors.get(vendor);
    return text && standingOf(text);
  };
  const { better, worse, isLetterLost } = compareStanding(published, find(truth), find(yesterday));
  const verdict = published.isLicenseUnknown
    ? 'a better verdict, as the license is unknown'
    : 'a better verdict';
  const names = { verdict, letter: 'a better letter', hold: 'a hold is gone' };
  const harms = better.map((aspect) => names[aspect]);
  return { harms, isWorse: worse.length > 0, isLetterLost };
}

/** Lists closures that are gone. A closure that is shown with an unknown result counts as lost instead. */
function closuresGone(card: Card, vendor: string, allowed: Allowed): string[] {
  const good = allowed.slice(0, 2).flatMap((cards) => cards.find(vendor) ?? []);
  const closed = (each: Card) => [...each.visits.values()].filter(({ result }) => result === 'closed');
  const wereClosed = new Set(good.flatMap(closed).map(({ visit_id }) => visit_id));
  const shown = [...card.visits.values()].filter(
    ({ result, visit_id }) => result === 'closed' || (result === 'unknown' && wereClosed.has(visit_id)),
  );
  const isGone = good.length > 0 && good.every((each) => closed(each).length > shown.length);
  return isGone ? ['a closure is gone'] : [];
}

function judgeOwners(vendor: string, card: Card, good: readonly Card[], owners: Owners): string[] {
  const isVisitOther = [...card.visits.values()].some(
    ({ visit_id, case_id }) => ownershipOfVisit(vendor, visit_id, case_id, owners) === 'other',
  );
  const goodTexts = union(good.map(textsOf));
  const isTextOther = [...card.visits.values()].some(({ violations }) =>
    violations.some(
      ({ text }) => text && !goodTexts.has(fold(text)) && ownershipOfText(vendor, text, owners) === 'other',
    ),
  );
  const goodNames = new Set(good.flatMap(namesOf));
  const isNameOther = namesOf(card).some(
    (name) => !goodNames.has(name) && ownershipOf(vendor, owners.names.get(name)) === 'other',
  );
  return [
    ...(isVisitOther ? ['a visit of another business'] : []),
    ...(isTextOther ? ['a text about another business'] : []),
    ...(isNameOther ? ['the name of another business'] : []),
  ];
}

function namesOf({ identity: { name, aka } }: Card): string[] {
  return [name, aka].flatMap((each) => (typeof each === 'string' ? [fold(each)] : []));
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((each) => [...each]));
}

/**
 * Returns closures and applications that are attributed to the wrong business, and reported closures that are
 * gone, for vendors with a record.
 */
function judgeTables(
  published: Cards,
  allowed: Allowed,
  { owners }: GoodFiles,
): [vendor: string, what: string][] {
  const { closures, applications, vendors } = published.state;
  const digits = new Set([...vendors.keys()].map((vendor) => vendor.slice(5)));
  const isUnknown = (table: 'closures' | 'applications', key: string) =>
    allowed.every(({ state }) => !state[table].has(key));
  const found: [string, string][] = [];
  for (const [key, value] of closures) {
    const [number = '', day = ''] = key.split('|');
    if (!digits.has(number) || !isUnknown('closures', key)) continue;
    const ownership = ownershipOfClosure(number, day, value, owners);
    if (ownership === 'other') found.push([`:${number}`, 'a closure of another business']);
  }
  for (const key of applications.keys()) {
    const [vendor = '', , application = ''] = key.split('|');
    if (!vendors.has(vendor) || !isUnknown('applications', key)) continue;
    if (ownershipOf(vendor, owners.applications.get(application)) === 'other')
      found.push([vendor, 'an application of another business']);
  }
  const truth = countClosures(allowed[0]);
  const base = countClosures(allowed[1]);
  const now = countClosures(published);
  for (const [number, count] of truth) {
    const shown = now.get(number) ?? 0;
    if (digits.has(number) && shown < count && shown < (base.get(number) ?? 0))
      found.push([`:${number}`, 'a reported closure is gone']);
  }
  return found;
}

function ownershipOfClosure(number: string, day: string, value: string, owners: Owners): Ownership {
  const name = fold(parseTexts(value)[0] ?? '');
  return name === '' ? 'unknown' : ownershipOf(`....:${number}`, owners.closures.get(`${day} ${name}`));
}

function countClosures({ state }: Cards): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of state.closures.keys()) {
    const number = key.split('|')[0] ?? '';
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts;
}

/** Parses a list of texts. The type is known, because `readState` wrote it. */
function parseTexts(text: string): string[] {
  return JSON.parse(text) as string[];
}
