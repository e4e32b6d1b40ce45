import { isDeepStrictEqual } from 'node:util';

/**
 * Computes the changes that the feed must report between two published states. It uses the stored scorecards
 * and not the service's own comparison. Pure.
 */

/** The published records in a version, by vendor id: the parsed scorecard and the verdict. */
export type State = ReadonlyMap<string, { readonly scorecard: Card; readonly verdict: string }>;

interface Visit extends Readonly<Record<string, unknown>> {
  readonly visit_id: number;
  readonly violations: readonly Readonly<Record<string, unknown>>[];
}

interface Card extends Readonly<Record<string, unknown>> {
  readonly inspections: readonly Visit[];
}

/** A change reported in the feed. `marks` are from the publication that contains it. */
export interface Told {
  readonly cursor: string;
  readonly vendor_id: string;
  readonly changes: readonly {
    readonly kind: string;
    readonly before: Readonly<Record<string, unknown>> | null;
    readonly after: Readonly<Record<string, unknown>> | null;
  }[];
}

/** The path of each reported value in a scorecard, by kind of change. */
const PLACES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: { status: 'license.status', expires_on: 'license.expires_on', confirmed: 'license.confirmed' },
  grade: { grade: 'grade', grade_status: 'grade_status' },
  hold: { hold: 'hold' },
  identity: {
    name: 'name',
    aka: 'aka',
    license_number: 'license.number',
    license_type: 'license.type',

    city: 'location.city',
    county: 'location.county',
    zip: 'location.zip',
    district: 'location.district',
  },
  gravest_event: { gravest_event: 'gravest_event' },
  uncertain_record: { uncertain_record: 'uncertain_record.code' },
  final_orders: { final_orders: 'final_orders' },
};

/** Returns the changes by vendor id. Each kind of change is one string with the values before and after. */
function expectedChanges(before: State, after: State): Map<string, string[]> {
  const expected = new Map<string, string[]>();
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const was = before.get(id);
    const is = after.get(id);
    const told = !was ? ['appeared'] : !is ? ['disappeared'] : compare(was, is);
    if (told.length > 0) expected.set(id, told.sort());
  }
  return expected;
}

type Published = { readonly scorecard: Card; readonly verdict: string };

function compare(was: Published, is: Published): string[] {
  const told = Object.entries(PLACES).flatMap(([kind, places]) => {
    const values = (card: Card) =>
      Object.fromEntries(
        Object.entries(places).map(([name, place]) => [name, withoutUntold(at(card, place))]),
      );
    const from = values(was.scorecard);
    const to = values(is.scorecard);
    return isDeepStrictEqual(from, to) ? [] : [tell(kind, from, to)];
  });
  if (was.verdict !== is.verdict)
    told.push(tell('verdict', { verdict: was.verdict }, { verdict: is.verdict }));
  return [...told, ...compareVisits(was.scorecard.inspections, is.scorecard.inspections)];
}

function compareVisits(was: readonly Visit[], is: readonly Visit[]): string[] {
  const without = (list: readonly Visit[], other: readonly Visit[]) =>
    list.filter((visit) => !other.some((each) => isDeepStrictEqual(facts(each), facts(visit))));
  const gone = without(was, is);
  const come = without(is, was);
  if (gone.length + come.length === 0) return [];
  return [tell('visits', { visits: gone.map(inShort) }, { visits: come.map(inShort) })];
}

/**
 * Returns an inspection as stored, without our own wording for the regulator's terms and without disputes.
 * The order of citations does not matter.
 */
function facts({
  result: _result,
  prior_owner: _owner,
  dispute: _dispute,
  violations,
  ...visit
}: Visit): unknown {
  const cited = violations.map(({ title: _title, ...each }) =>
    JSON.stringify(each, Object.keys(each).sort()),
  );
  return { ...visit, cited: cited.sort() };
}

function inShort({
  violations: _violations,
  prior_owner: _owner,
  dispute: _dispute,
  ...visit
}: Visit): unknown {
  return visit;
}

/** Returns the changes in the feed, in the same format as the expected ones. */
function toldChanges({ changes }: Told): string[] {
  return changes
    .map(({ kind, before, after }) => {
      if (kind === 'appeared' || kind === 'disappeared') return kind;
      const { score_version: _was, ...from } = before ?? {};
      const { score_version: _is, ...to } = after ?? {};
      return tell(kind, withoutUntoldOnes(from), withoutUntoldOnes(to));
    })
    .sort();
}

/**
 * Removes values that the feed does not report. An order's currency never changes, and the date of its file
 * changes only because the month is published again.
 */
function withoutUntold(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((each: object) => ({ ...each, file_date: undefined, currency: undefined }));
}

function withoutUntoldOnes(values: object): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withoutUntold(value)]));
}

function tell(kind: string, from: unknown, to: unknown): string {
  return `${kind} ${sorted(from)} > ${sorted(to)}`;
}

/** Returns JSON in which the order of fields does not matter. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

function at(card: unknown, place: string): unknown {
  const value = place
    .split('.')
    .reduce<unknown>((each, name) => (each === null ? null : Reflect.get(Object(each), name)), card);
  return value ?? null;
}

/**
 * Lists the errors in the changes that a reader of all vendors received, given the states of all versions in
 * order.
 */
export function judgeFeed(told: readonly Told[], states: readonly State[]): string[] {
  const problems: string[] = [];
  const numbers = told.map(({ cursor }) => Number.parseInt(cursor, 36));
  for (const [index, number] of numbers.entries())
    if (number !== index + 1) {
      problems.push(`the change at place ${index + 1} has the number ${number}`);
      break;
    }
  const groups = [...Map.groupBy(told, ({ cursor }) => cursor.split('-')[1] ?? '').values()];
  const expected = states
    .map((state, index) => expectedChanges(states[index - 1] ?? new Map(), state))
    .filter((changes) => changes.size > 0);
  if (groups.length !== expected.length)
    problems.push(`${expected.length} publications changed records, and the feed tells of ${groups.length}`);
  for (const [index, changes] of expected.entries()) {
    const group = groups[index] ?? [];
    const place = `publication ${index + 1}`;
    if (group.length !== changes.size)
      problems.push(`${place}: ${changes.size} vendors changed, ${group.length} are told`);
    for (const each of group)
      if (!isDeepStrictEqual(toldChanges(each), changes.get(each.vendor_id) ?? []))
        problems.push(
          `${place}, ${each.vendor_id}: told ${toldChanges(each).join('; ').slice(0, 300)}, not ${changes.get(each.vendor_id)?.join('; ').slice(0, 300)}`,
        );
  }
  return problems;
}
