import { createHash } from 'node:crypto';
import { daysBetween, type IsoDate } from '../../../lib/dates.ts';
import type { FileFacts, FileProfile, Usual } from '../../sources/file-profile.ts';
import { saysTheSame } from '../same-rows.ts';
import { countOf, type Finding, inDigits, type Refusal } from './finding.ts';

/**
 * Compares an edition with what is on file. A change that the regulator's editions do not usually make stays out until a second
 * edition agrees: it costs that row, never the file. Pure.
 */

/** The rows that an edition is compared with. */
export interface OnFileBefore<Row> {
  /** By key: what the edition before it says, or, of kinds without editions, what is on file. */
  readonly known: ReadonlyMap<string, Row>;
  /** The rows of the edition before it; undefined if there is none. */
  readonly predecessor: readonly Row[] | undefined;
  readonly predecessorDate: IsoDate | null;
  /** The names on file for the license of a row. */
  readonly namesOf?: (row: Row) => readonly string[];
}

/** A change that waits for a second edition to agree. */
export interface HeldChange {
  readonly key: string;
  /** What the edition says, as a hash; "gone" if it lacks the row. */
  readonly fact: string;
}

/** Whether an earlier edition said the same, long enough ago. */
export type IsConfirmed = (change: HeldChange) => boolean;

export interface ComparedEdition<Row> {
  /** The rows to store: those of the edition, with what is on file in place of a held change. */
  readonly rows: readonly Row[];
  readonly held: readonly HeldChange[];
  readonly refusals: readonly Refusal[];
  readonly doubts: readonly Finding[];
}

/** Days by which the dates of two editions may both be behind: an inspection reaches a file within a week or two. */
const DAYS_SLACK = 7;
/** Fewer rows say little about most of them. */
const MAJORITY_OF_MIN = 20;
/** If so many rows on file change unusually, the new rows of the edition are not to be trusted, either. */
const CHANGED_SHARE_MAX = 0.05;
const CHANGED_ALWAYS = 5;
const WAITS = 'until a second download or the next edition agrees';

export function compareEdition<Row extends object>(
  rows: readonly Row[],
  before: OnFileBefore<Row>,
  file: FileFacts,
  profile: FileProfile<Row>,
  isConfirmed: IsConfirmed,
): ComparedEdition<Row> {
  const apart =
    before.predecessorDate === null ? 0 : Math.abs(daysBetween(before.predecessorDate, file.fileDate));
  const days = apart + DAYS_SLACK;
  if (apart > profile.daysMax) return { rows, held: [], refusals: [], doubts: [] };
  const changed = holdChanges(rows, before.known, { file, profile, days, isConfirmed });
  const kept = keepGone(changed.rows, before.predecessor, { profile, days, isConfirmed });
  const fresh = holdContradictions(kept.rows, before, { profile, isConfirmed });
  return {
    rows: fresh.rows,
    held: [...changed.held, ...kept.held, ...fresh.held],
    refusals: [...changed.refusals, ...kept.refusals],
    doubts: [...changed.doubts, ...kept.doubts, ...fresh.doubts],
  };
}

interface Comparison<Row> {
  readonly profile: FileProfile<Row>;
  readonly days: number;
  readonly isConfirmed: IsConfirmed;
}

/** Leaves rows as they are on file where more of them change than editions usually change. */
function holdChanges<Row extends object>(
  rows: readonly Row[],
  known: ReadonlyMap<string, Row>,
  { file, profile, days, isConfirmed }: Comparison<Row> & { readonly file: FileFacts },
): ComparedEdition<Row> {
  const { keyOf, noun } = profile;
  const pairs = rows.flatMap((row): [Row, Row][] => {
    const other = known.get(keyOf(row));
    return other === undefined ? [] : [[row, other]];
  });
  const differing = pairs.filter(([after, other]) => !saysTheSame(after, other));
  const held = new Map<string, HeldChange>();
  const refusals: Refusal[] = [];
  const doubts: Finding[] = [];
  for (const { code, says, is, ofOthers, usual, refusedBeyond = CHANGED_SHARE_MAX } of profile.changes) {
    const others = ofOthers && new Set([...known.values()].map(ofOthers));
    const found = differing.filter(
      ([after, other]) => is(after, other, file) && (!ofOthers || others?.has(ofOthers(after))),
    );
    if (found.length <= usualOf(usual, pairs.length, days)) continue;
    const changes = found
      .map(([row]): HeldChange => ({ key: keyOf(row), fact: hashOf(row) }))
      .filter((change) => !isConfirmed(change));
    if (changes.length === 0) continue;
    for (const change of changes) held.set(change.key, change);
    const text = `${countOf(changes.length, pairs.length, noun)} ${says}`;
    doubts.push({ code, text: `${text}; they stay as they were ${WAITS}` });
    if (changes.length > Math.max(CHANGED_ALWAYS, pairs.length * refusedBeyond))
      refusals.push({ code, text, kind: 'suspicious' });
  }
  if (held.size === 0) return { rows, held: [], refusals, doubts };
  return {
    rows: rows.map((row) => (held.has(keyOf(row)) ? (known.get(keyOf(row)) ?? row) : row)),
    held: [...held.values()],
    refusals,
    doubts,
  };
}

/** Keeps rows that the edition lacks, if rows of this kind do not usually leave; otherwise says that they are missing. */
function keepGone<Row extends object>(
  rows: readonly Row[],
  predecessor: readonly Row[] | undefined,
  { profile, days, isConfirmed }: Comparison<Row>,
): ComparedEdition<Row> {
  const { keyOf, gone, noun } = profile;
  const nothing = { rows, held: [], refusals: [], doubts: [] };
  if (!gone || !predecessor) return nothing;
  const keys = new Set(rows.map(keyOf));
  const missing = predecessor.filter((row) => !keys.has(keyOf(row)));
  const most = usualOf(gone.usual, predecessor.length, days);
  const isUnusual = missing.length > most;
  const text = `${countOf(missing.length, predecessor.length, noun)} of the edition before are missing`;
  if (!gone.stays) {
    const refusals: Refusal[] = isUnusual
      ? [
          {
            code: `${noun}s_missing`,
            text: `${text}; at most ${inDigits(most)} usually are`,
            kind: 'suspicious',
          },
        ]
      : [];
    return {
      ...nothing,
      refusals,
      doubts: missing.length * 2 > most ? [{ code: `${noun}s_missing`, text }] : [],
    };
  }
  const staying = isUnusual ? missing : missing.filter(gone.stays);
  const held = staying.filter((row) => !isConfirmed({ key: keyOf(row), fact: GONE }));
  if (held.length === 0) return nothing;
  return {
    ...nothing,
    rows: [...rows, ...held],
    held: held.map((row) => ({ key: keyOf(row), fact: GONE })),
    doubts: [
      {
        code: `${noun}s_missing`,
        text: `${countOf(held.length, predecessor.length, noun)} of the edition before are missing; they stay on file ${WAITS}`,
      },
    ],
  };
}

const GONE = 'gone';

/** Leaves out new rows that contradict what is on file. */
function holdContradictions<Row extends object>(
  rows: readonly Row[],
  { known, namesOf = () => [] }: OnFileBefore<Row>,
  { profile, isConfirmed }: Pick<Comparison<Row>, 'profile' | 'isConfirmed'>,
): ComparedEdition<Row> {
  const { contradicts, keyOf, noun, sharedBy } = profile;
  const nothing = { rows, held: [], refusals: [], doubts: [] };
  if (!contradicts) return nothing;
  const shared = sharedBy ? Map.groupBy([...rows, ...known.values()], sharedBy) : undefined;
  const sharing = (row: Row) => (sharedBy && shared?.get(sharedBy(row))) ?? [];
  const onFile = { sharing, names: namesOf };
  const held = new Map<Row, HeldChange>();
  for (const row of rows) {
    const key = keyOf(row);
    if (known.has(key) || !contradicts(row, onFile)) continue;
    const change = { key, fact: hashOf(row) };
    if (!isConfirmed(change)) held.set(row, change);
  }
  if (held.size === 0) return nothing;
  const text = `${countOf(held.size, rows.length, noun)} contradict what is on file about a license; they are left out ${WAITS}`;
  return {
    ...nothing,
    rows: rows.filter((row) => !held.has(row)),
    held: [...held.values()],
    doubts: [{ code: `${noun}s_contradict`, text }],
  };
}

/** Of a small file even a few rows are most of it: then half of the rows are usual, and one always is. */
function usualOf({ rows, share = 0, sharePerDay = 0 }: Usual, of: number, days: number): number {
  const few = Math.min(rows, Math.max(1, Math.floor(of / 2)));
  return Math.max(few, Math.floor(of * (share + sharePerDay * days)));
}

/** Whether a count is more than half of the rows, and the rows are enough to say so. */
export function isMost(count: number, rows: number): boolean {
  return rows >= MAJORITY_OF_MIN && count * 2 > rows;
}

function hashOf(row: object): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22);
}
