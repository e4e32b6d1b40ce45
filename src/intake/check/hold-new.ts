import {
  type ComparedEdition,
  type Comparison,
  type HeldChange,
  type OnFileBefore,
  WAITS,
} from './comparison.ts';
import { countOf, type Finding } from './finding.ts';
import { hashOf } from './hash-row.ts';

/** The reason why a new row is left out: the code of a doubt, and the rest of "3 licenses …". */
type Reason = readonly [code: string, says: string];

interface HowToHold<Row> extends Comparison<Row> {
  /** Rows of the previous edition that this one lacks. */
  readonly missing: readonly Row[];
  readonly isInDoubt: boolean;
}

/**
 * Leaves out new rows that cannot be true, that contradict the data on file, or that come in an edition whose
 * other rows are in doubt. The damage to those rows may also have affected the new ones, without a trace on
 * file.
 */
export function holdNew<Row extends object>(
  rows: readonly Row[],
  before: OnFileBefore<Row>,
  how: HowToHold<Row>,
): Pick<ComparedEdition<Row>, 'rows' | 'held' | 'doubts'> {
  const { keyOf, noun } = how.profile;
  const reasonOf = reasonsAgainst(rows, before, how);
  const held = new Map<Row, HeldChange>();
  const reasons = new Map<string, { says: string; count: number }>();
  for (const row of rows) {
    const key = keyOf(row);
    const reason = before.known.has(key) ? undefined : reasonOf(row);
    if (!reason) continue;
    const change = { key, fact: hashOf(row) };
    if (how.isConfirmed(change)) continue;
    held.set(row, change);
    const [code, says] = reason;
    reasons.set(code, { says, count: (reasons.get(code)?.count ?? 0) + 1 });
  }
  const doubts = [...reasons].map(([code, { says, count }]): Finding => {
    const text = `${countOf(count, rows.length, noun)} ${says}; they are left out ${WAITS}`;
    return { code, text };
  });
  return {
    rows: held.size === 0 ? rows : rows.filter((row) => !held.has(row)),
    // A damaged file may have several rows of one key.
    held: [...new Map([...held.values()].map((change) => [change.key, change])).values()],
    doubts,
  };
}

function reasonsAgainst<Row extends object>(
  rows: readonly Row[],
  { known, namesOf = () => [] }: OnFileBefore<Row>,
  { profile, file, missing, isInDoubt }: HowToHold<Row>,
): (row: Row) => Reason | undefined {
  const { contradicts, flaws, identityOf, noun, sharedBy } = profile;
  const impossible = flaws.filter(({ leavesOut }) => leavesOut);
  const shared = sharedBy && Map.groupBy([...rows, ...known.values()], sharedBy);
  const onFile = { sharing: (row: Row) => (sharedBy && shared?.get(sharedBy(row))) ?? [], names: namesOf };
  const identities = new Set(identityOf ? missing.map(identityOf) : []);
  return (row) => {
    const flaw = impossible.find(({ is }) => is(row, file, rows));
    if (flaw) return [flaw.code, flaw.says];
    if (contradicts?.(row, onFile))
      return [`${noun}s_contradict`, 'contradict what is on file about a license'];
    const identity = identityOf?.(row);
    if (identity !== undefined && identities.has(identity))
      return [`${noun}s_renumbered`, `are new, with the content of a missing ${noun}`];
    if (isInDoubt && known.size > 0)
      return [`new_${noun}s_wait`, 'are new in an edition that changes more than usual'];
    return undefined;
  };
}
