import { type ComparedPart, type Comparison, type HeldChange, usualOf, WAITS } from './comparison.ts';
import { countOf, type Finding, type Refusal } from './finding.ts';
import { hashOf } from './hash-row.ts';

/** The file is refused if this share of the rows on file changes unusually. */
const CHANGED_SHARE_MAX = 0.05;
const CHANGED_ALWAYS = 5;
/**
 * From this share on, other new rows in the edition are in doubt, too. Below it, a row affects no other row.
 */
const IN_DOUBT_SHARE = 0.01;

/**
 * Keeps rows as they are on file if their change should wait. If a hundredth of the rows change unusually,
 * the edition is in doubt, and all of its changes wait.
 */
export function holdChanges<Row extends object>(
  rows: readonly Row[],
  known: ReadonlyMap<string, Row>,
  { file, profile, days, isConfirmed, isInDoubt }: Comparison<Row> & { readonly isInDoubt: boolean },
): ComparedPart<Row> {
  const { keyOf, noun } = profile;
  const pairs = rows.flatMap((row): [Row, Row][] => {
    const other = known.get(keyOf(row));
    return other === undefined ? [] : [[row, other]];
  });
  const differing = pairs.filter(([after, other]) => !saysTheSame(after, other));
  const held = new Map<string, HeldChange>();
  const hold = (found: readonly (readonly [after: Row, other: Row])[]) => {
    const waiting = found
      .map(([row]): HeldChange => ({ key: keyOf(row), fact: hashOf(row) }))
      .filter((each) => !isConfirmed(each));
    for (const each of waiting) held.set(each.key, each);
    return waiting.length;
  };
  const refusals: Refusal[] = [];
  const doubts: Finding[] = [];
  let unusual = 0;
  for (const change of profile.changes) {
    const { code, says, is, ofOthers, usual, isTakenAtOnce, refusedBeyond = CHANGED_SHARE_MAX } = change;
    const others = ofOthers && new Set([...known.values()].map(ofOthers));
    const found = differing.filter(
      ([after, other]) => is(after, other, file) && (!ofOthers || others?.has(ofOthers(after))),
    );
    const isUsual = found.length <= usualOf(usual, pairs.length, days);
    if (isUsual && isTakenAtOnce) continue;
    const waiting = hold(found);
    if (isUsual || waiting === 0) continue;
    unusual += waiting;
    const text = `${countOf(waiting, pairs.length, noun)} ${says}`;
    doubts.push({ code, text: `${text}; they stay as they were ${WAITS}` });
    if (waiting > Math.max(CHANGED_ALWAYS, pairs.length * refusedBeyond))
      refusals.push({ code, text, kind: 'suspicious' });
  }
  const named = held.size;
  const isDoubted = isInDoubt || unusual > Math.max(1, pairs.length * IN_DOUBT_SHARE);
  if (isDoubted) hold(differing);
  if (held.size > named) {
    const text = `${countOf(held.size - named, pairs.length, noun)} changed in other ways; in an edition like this they stay as they were ${WAITS}`;
    doubts.push({ code: `changed_${noun}s_wait`, text });
  }
  const stored = rows.map((row) => (held.has(keyOf(row)) ? (known.get(keyOf(row)) ?? row) : row));
  return {
    rows: held.size === 0 ? rows : stored,
    held: [...held.values()],
    refusals,
    doubts,
    isInDoubt: isDoubted,
  };
}

/**
 * Returns true if a row on file has every value of the file's row; it may have more. Lists are never equal.
 */
function saysTheSame<Row extends object>(row: Row, onFile: Row): boolean {
  for (const column in row) if (row[column] !== onFile[column]) return false;
  return true;
}
