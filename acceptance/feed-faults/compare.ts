import type { Card, Cards } from './card.ts';

/** A difference between the published data and the undamaged files. */
export interface Difference {
  /** The license, visit, closure or application that differs, such as `L:2014:1350196` or `V:6621911`. */
  readonly subject: string;
  readonly vendor: string;
  /**
   * wrong: the published value is not in any undamaged file. lost: the value is shown as unknown. missing:
   * the value is not shown at all. older: the value is in yesterday's file, but no longer in today's.
   */
  readonly kind: 'wrong' | 'lost' | 'missing' | 'older';
  readonly what: string;
  /** The values, if they are codes, dates or numbers. */
  readonly values?: string;
}

/**
 * The states that may be published: the state from today's undamaged file, then yesterday's, then the states
 * from any files whose rows were mixed in.
 */
export type Allowed = readonly [truth: Cards, base: Cards, ...more: Cards[]];

/** Returns every difference between the published and the allowed data. */
export function compare(published: Cards, allowed: Allowed): Difference[] {
  const tables = compareTables(published, allowed);
  const affected = new Set(tables.map(({ vendor }) => vendor.slice(-7)));
  const vendors = new Set([...published.state.vendors.keys(), ...allowed[0].state.vendors.keys()]);
  const records = [...vendors].flatMap((vendor) => {
    const text = published.state.vendors.get(vendor)?.scorecard;
    if (text === allowed[0].state.vendors.get(vendor)?.scorecard) return [];
    return compareVendor(vendor, published.find(vendor), allowed, affected.has(vendor.slice(-7)));
  });
  return [...tables, ...records];
}

/**
 * Compares the data that is used for letters, holds and owners but is not shown in any record. Only rows for
 * licenses with a record matter.
 */
function compareTables(published: Cards, allowed: Allowed): Difference[] {
  const digits = new Set(
    [published, allowed[0]].flatMap(({ state }) =>
      [...state.vendors.keys()].map((vendor) => vendor.slice(5)),
    ),
  );
  return [
    ...compareContacts(published, allowed),
    ...compareRows('closures', 'C', published, allowed).filter(({ vendor }) => digits.has(vendor)),
    ...compareRows('applications', 'A', published, allowed).filter(({ vendor }) =>
      digits.has(vendor.slice(5)),
    ),
  ];
}

function compareRows(
  table: 'closures' | 'applications',
  letter: string,
  published: Cards,
  allowed: Allowed,
): Difference[] {
  const differences: Difference[] = [];
  const add = (key: string, kind: Difference['kind'], what: string) => {
    const vendor = key.split('|')[0] ?? '';
    differences.push({ subject: `${letter}:${vendor}`, vendor, kind, what: `${table}: ${what}` });
  };
  const truth = allowed[0].state[table];
  for (const [key, value] of published.state[table]) {
    if (value === truth.get(key)) continue;
    if (allowed.every(({ state }) => state[table].get(key) !== value)) {
      const good = allowed.flatMap(({ state }) => state[table].get(key) ?? []);
      const isLess = table === 'closures' && good.some((text) => isPartOfClosure(value, text));
      add(key, isLess ? 'lost' : 'wrong', isLess ? 'no name or reason' : 'a row of no good file');
    } else if (truth.has(key)) add(key, 'older', 'as yesterday');
  }
  for (const key of truth.keys()) if (!published.state[table].has(key)) add(key, 'missing', 'not there');
  return differences;
}

/**
 * Returns true if every value is either right or blank. A blank name or reason means unknown. A closure
 * without a reopening date is still in force, which is just as strict.
 */
function isPartOfClosure(part: string, whole: string): boolean {
  const values = parseTexts(part);
  const good = parseTexts(whole);
  return values.every((value, index) => value === good[index] || value === '');
}

const CONTACT = ['licensee', 'mailing address', 'phone'];

function compareContacts(published: Cards, allowed: Allowed): Difference[] {
  const differences: Difference[] = [];
  for (const [vendor, text] of published.state.contacts) {
    const good = allowed.flatMap(({ state }) => state.contacts.get(vendor) ?? []);
    if (good.length === 0 || good.includes(text)) continue;
    const values = parseTexts(text);
    const goodValues = good.map(parseTexts);
    for (const [index, what] of CONTACT.entries()) {
      if (goodValues.some((each) => each[index] === values[index])) continue;
      const kind = values[index] === '' ? 'lost' : 'wrong';
      differences.push({ subject: `L:${vendor}`, vendor, kind, what });
    }
  }
  return differences;
}

function parseTexts(text: string): string[] {
  return JSON.parse(text) as string[];
}

/**
 * Inspections without a name cannot be attributed to a business with certainty. The record says so and gives
 * the reason, and the import warns about it.
 */
const NAME_LOST = { kind: 'lost', what: 'the owner of inspections without a name' } as const;
const OTHERWISE = { kind: 'wrong', what: 'grade, hold or owner, from the same facts' } as const;

function compareVendor(
  vendor: string,
  card: Card | undefined,
  allowed: Allowed,
  isAffected: boolean,
): Difference[] {
  const good = allowed.flatMap((cards) => cards.find(vendor) ?? []);
  const [truth] = good;
  const subject = `L:${vendor}`;
  if (!truth) return [{ subject, vendor, kind: 'wrong', what: 'a vendor of no good file' }];
  if (!card) return [{ subject, vendor, kind: 'missing', what: 'the record' }];
  const differences = [
    ...compareLicense(card, good).map((each) => ({ ...each, subject, vendor })),
    ...compareVisits(card, good, allowed[0].find(vendor)).map((each) => ({ ...each, vendor })),
  ];
  const isIncomplete = differences.some(({ kind }) => kind === 'missing');
  if (!isIncomplete)
    differences.push(
      ...compareIdentity(card, good, licenseesOf(vendor, allowed)).map((each) => ({
        ...each,
        subject,
        vendor,
      })),
    );
  // A business from a mixed-in file may be present with only some of its rows.
  const isOwn = allowed.slice(0, 2).some((cards) => cards.find(vendor));
  if (
    isOwn &&
    differences.length === 0 &&
    !isAffected &&
    good.every(({ derived }) => derived !== card.derived)
  )
    differences.push({ subject, vendor, ...(card.isNameLost ? NAME_LOST : OTHERWISE) });
  return differences;
}

type Part = Pick<Difference, 'kind' | 'what' | 'values'>;

function licenseesOf(vendor: string, allowed: Allowed): readonly (string | undefined)[] {
  return allowed.flatMap(({ state }) => state.contacts.get(vendor) ?? []).map((text) => parseTexts(text)[0]);
}

function compareLicense({ license }: Card, good: readonly Card[]): Part[] {
  if (license.status === 'not_on_file' && good.every((each) => each.license.status !== 'not_on_file'))
    return [{ kind: 'missing', what: 'license not on file' }];
  return (['status', 'expires_on', 'number', 'type'] as const).flatMap((field): Part[] => {
    const value = license[field];
    const [truth] = good.map((each) => each.license[field]);
    if (value === truth) return [];
    // The value may have been unknown yesterday, too. In that case, everything about the license must be
    // unchanged.
    const isUnknown = value === null || value === 'unknown';
    if (
      good.some(
        (each) => each.license[field] === value && (!isUnknown || isSameLicense(each.license, license)),
      )
    )
      return [{ kind: 'older', what: field }];
    return [{ kind: isUnknown ? 'lost' : 'wrong', what: field, values: `${truth} → ${value}` }];
  });
}

function isSameLicense(one: Card['license'], other: Card['license']): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Compares the names and location. If the license does not have a business name, the licensee's name replaces
 * it, and the name on a visit counts as the former name.
 */
function compareIdentity(
  { identity }: Card,
  good: readonly Card[],
  licensees: readonly (string | undefined)[],
): Part[] {
  const isNameless = licensees.some((licensee) => licensee === identity.name);
  return Object.entries(identity).flatMap(([field, value]): Part[] => {
    if (value === good[0]?.identity[field]) return [];
    if (good.some((each) => each.identity[field] === value)) return [{ kind: 'older', what: field }];
    // Today's name is shown as the former name, next to yesterday's name. Both names are in good files.
    if (!isNameless && field === 'aka' && good.some((each) => each.identity.name === value))
      return [{ kind: 'older', what: field }];
    if (isNameless && field === 'name') return [{ kind: 'lost', what: field }];
    if (isNameless && field === 'aka' && good.some((each) => each.identity.name === value)) return [];
    return [{ kind: value === null ? 'lost' : 'wrong', what: field }];
  });
}

function compareVisits(card: Card, good: readonly Card[], truth: Card | undefined) {
  const differences: (Part & { subject: string })[] = [];
  for (const [id, visit] of card.visits) {
    const goodVisits = good.flatMap(({ visits }) => visits.get(id) ?? []);
    const subject = `V:${id}`;
    if (goodVisits.length === 0)
      differences.push({ subject, kind: 'wrong', what: 'a visit of no good file' });
    else differences.push(...compareVisit(visit, goodVisits).map((each) => ({ ...each, subject })));
  }
  for (const id of truth?.visits.keys() ?? [])
    if (!card.visits.has(id)) differences.push({ subject: `V:${id}`, kind: 'missing', what: 'a visit' });
  return differences;
}

type Visit = Card['visits'] extends ReadonlyMap<number, infer Each> ? Each : never;
const FIELDS = ['case_id', 'visit_number', 'date', 'type', 'disposition', 'counts', 'violations'] as const;

function compareVisit(visit: Visit, good: readonly Visit[]): Part[] {
  return FIELDS.flatMap((field): Part[] => {
    const text = JSON.stringify(visit[field]);
    const [truth, ...others] = good.map((each) => JSON.stringify(each[field]));
    if (text === truth) return [];
    if (others.includes(text)) return [{ kind: 'older', what: `visit ${field}` }];
    if (field === 'violations') return compareViolations(visit, good);
    const isUnknown =
      field === 'disposition'
        ? visit.result === 'unknown'
        : ['null', '""', '{}'].includes(text ?? '') || (field === 'counts' && hasUnknownCounts(visit));
    const values = field === 'type' || field === 'disposition' ? {} : { values: `${truth} → ${text}` };
    return [{ kind: isUnknown ? 'lost' : 'wrong', what: `visit ${field}`, ...values }];
  });
}

/**
 * If an inspector's text is missing, only the count for its category remains. That is less information, but
 * it is not wrong.
 */
function compareViolations(visit: Visit, good: readonly Visit[]): Part[] {
  // A visit's texts are in file order, which does not matter.
  const parts = (each: Visit) =>
    JSON.stringify(each.violations.map((part) => JSON.stringify({ ...part, text: textOf(part) })).sort());
  if (good.some((each) => parts(each) === parts(visit))) return [];
  const goodTexts = new Set(good.flatMap(({ violations }) => violations.map(textOf)));
  const sums = (each: Visit) => JSON.stringify([...sumsOf(each)].sort());
  if (visit.violations.some((each) => each.text !== undefined && !goodTexts.has(textOf(each))))
    return [{ kind: 'wrong', what: 'visit violations: a text of no good file' }];
  if (good.some((each) => sums(each) === sums(visit))) return [{ kind: 'missing', what: 'visit texts' }];
  const isPart = good.some((each) => isPartOf(sumsOf(visit), sumsOf(each)));
  const isLost = visit.violations.length === 0 || (hasUnknownCounts(visit) && isPart);
  return [{ kind: isLost ? 'lost' : 'wrong', what: 'visit violations' }];
}

function hasUnknownCounts({ counts }: Visit): boolean {
  return Object.values(counts).every((count) => count === null);
}

/**
 * Returns true if every category has the right count. A category with a blank cell is left out, but the
 * remaining counts are still right.
 */
function isPartOf(part: ReadonlyMap<number, number>, whole: ReadonlyMap<number, number>): boolean {
  return [...part].every(([category, count]) => whole.get(category) === count);
}

/**
 * Ignores spaces and line breaks. Inspectors' texts have them in arbitrary places, so an extra one inside a
 * word does not change the text.
 */
function textOf({ category, code, tier, text }: Visit['violations'][number]): string {
  return JSON.stringify([category, code, tier, text?.replace(/\s+/g, '')]);
}

function sumsOf({ violations }: Visit): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { category, count } of violations) sums.set(category, (sums.get(category) ?? 0) + count);
  return sums;
}
