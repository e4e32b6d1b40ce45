import { createHash } from 'node:crypto';
import { daysBetween } from '../../lib/time/dates.ts';
import type { FileFacts, FileProfile } from '../../regulator/source/file-profile.ts';
import {
  type ComparedEdition,
  type ComparedPart,
  type Comparison,
  type HeldChange,
  type IsConfirmed,
  type OnFileBefore,
  usualOf,
  WAITS,
} from './comparison.ts';
import { findMissing } from './find-missing.ts';
import { countOf, type Finding, type Refusal } from './finding.ts';

/**
 * The number of days by which either edition's dates may lag, because an inspection appears in a file within
 * a week or two.
 */
const DAYS_SLACK = 7;

/** The file is refused if more than this share of the rows on file change unusually. */
const CHANGED_SHARE_MAX = 0.05;
const CHANGED_ALWAYS = 5;
/**
 * If at least this share of the rows change unusually, the edition's other new rows are in doubt, too. Below
 * this share, a row does not affect other rows.
 */
const IN_DOUBT_SHARE = 0.01;

/** The reason for leaving out a new row: the code of a doubt, and the rest of the sentence "3 licenses …". */
type Reason = readonly [code: string, says: string];

interface HowToHold<Row> extends Comparison<Row> {
  /** Rows of the previous edition that are missing from this one. */
  readonly missing: readonly Row[];
  readonly isInDoubt: boolean;
}

/**
 * Compares an edition with the data on file. A change that is unusual between editions, or that could favor a
 * vendor, is held until a second edition agrees. Only that row is affected, never the whole file.
 */
export function compareEdition<Row extends object>(
  rows: readonly Row[],
  before: OnFileBefore<Row>,
  file: FileFacts,
  profile: FileProfile<Row>,
  isConfirmed: IsConfirmed,
): ComparedEdition<Row> {
  const apart =
    before.predecessorDate === null ? 0 : Math.abs(daysBetween(before.predecessorDate, file.fileDate));
  if (apart > profile.daysMax) return { rows, held: [], refusals: [], doubts: [] };
  const how = { file, profile, days: apart + DAYS_SLACK, isConfirmed };
  const missing = findMissing(rows, before.predecessor, how);
  const changed = holdChanges(rows, before.known, { ...how, isInDoubt: missing.isInDoubt });
  const fresh = holdNew(changed.rows, before, {
    ...how,
    missing: missing.rows,
    isInDoubt: changed.isInDoubt,
  });
  return {
    rows: missing.kept.length === 0 ? fresh.rows : [...fresh.rows, ...missing.kept],
    held: [...changed.held, ...missing.held, ...fresh.held],
    refusals: [...changed.refusals, ...missing.refusals],
    doubts: [...changed.doubts, ...missing.doubts, ...fresh.doubts],
  };
}

/**
 * Keeps the rows on file in place of rows whose changes should be held. If a hundredth of the rows change
 * unusually, the edition is in doubt, and all of its changes are held.
 */
function holdChanges<Row extends object>(
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
 * Returns true if the row on file has every value of the new row. It may also have other columns. Two lists
 * are never considered equal.
 */
function saysTheSame<Row extends object>(row: Row, onFile: Row): boolean {
  for (const column in row) if (row[column] !== onFile[column]) return false;
  return true;
}

/**
 * Leaves out new rows that cannot be true, that contradict the data on file, or whose edition is in doubt. In
 * such an edition, the damage to other rows may also affect new rows, and nothing on file would show it.
 */
function holdNew<Row extends object>(
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
    // A damaged file may have several rows with the same key.
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

/** Returns a short hash of a row's content. */
function hashOf(row: object): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22);
}
