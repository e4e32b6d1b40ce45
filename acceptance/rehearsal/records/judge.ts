import { Cards } from '../../feed-faults/card.ts';
import { compare, type Difference } from '../../feed-faults/compare.ts';
import type { PublishedState } from '../../feed-faults/published-state.ts';

/**
 * The verdict on a day's publication: `equal` to the right records, `older` and reported as older, or
 * `wrong`.
 */
type Verdict = 'equal' | 'older' | 'wrong';

interface DayStates {
  readonly service: PublishedState;
  /** The state of a registry that received every good file. */
  readonly truth: PublishedState;
  /**
   * The state of a registry that received every good file except those that the service reports as missing.
   */
  readonly expected: PublishedState;
  /** True if coverage reports rejected rows or odd values that the good files do not have. */
  readonly hasOddities: boolean;
}

export interface Judged {
  readonly verdict: Verdict;
  /** The errors, one for each subject and field. Empty unless the day is wrong. */
  readonly wrong: ReadonlyMap<string, string>;
}

export function judgeDay({ service, truth, expected, hasOddities }: DayStates): Judged {
  const none = new Map<string, string>();
  if (isSame(service, truth)) return { verdict: 'equal', wrong: none };
  if (isSame(service, expected)) return { verdict: 'older', wrong: none };
  const good = new Cards(truth);
  const older = new Cards(expected);
  const excused = new Set(compare(older, [good, older]).map((each) => describe(each)[0]));
  const isUnexcused = (difference: Difference) => {
    if (difference.kind === 'wrong') return true;
    // The notice about the missing file also covers data from the older files.
    if (difference.kind === 'older' || excused.has(describe(difference)[0])) return false;
    return !hasOddities;
  };
  const unexcused = compare(new Cards(service), [good, older]).filter(isUnexcused);
  return { verdict: unexcused.length > 0 ? 'wrong' : 'older', wrong: new Map(unexcused.map(describe)) };
}

function isSame(a: PublishedState, b: PublishedState): boolean {
  const vendors = [...a.vendors].every(
    ([vendor, text]) => b.vendors.get(vendor)?.scorecard === text.scorecard,
  );
  return (
    a.vendors.size === b.vendors.size &&
    vendors &&
    isSameMap(a.contacts, b.contacts) &&
    isSameMap(a.closures, b.closures) &&
    isSameMap(a.applications, b.applications)
  );
}

function isSameMap(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

function describe({ subject, what, kind, values }: Difference): [string, string] {
  return [`${subject} ${what}`, `${subject} ${kind}: ${what}${values === undefined ? '' : ` ${values}`}`];
}
