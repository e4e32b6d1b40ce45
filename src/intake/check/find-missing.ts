import { type Comparison, type HeldChange, usualOf, WAITS } from './comparison.ts';
import { countOf, type Finding, inDigits, type Refusal } from './finding.ts';

const GONE = 'gone';

interface Missing<Row> {
  readonly rows: readonly Row[];
  /** The missing rows that remain on file. */
  readonly kept: readonly Row[];
  readonly held: readonly HeldChange[];
  readonly refusals: readonly Refusal[];
  readonly doubts: readonly Finding[];
  readonly isInDoubt: boolean;
}

/**
 * Finds the rows of the previous edition that are missing from this one. The missing rows remain on file if
 * rows of this kind are not removed immediately.
 */
export function findMissing<Row>(
  rows: readonly Row[],
  predecessor: readonly Row[] | undefined,
  { profile, days, isConfirmed }: Comparison<Row>,
): Missing<Row> {
  const { keyOf, gone, noun } = profile;
  if (!gone || !predecessor)
    return { rows: [], kept: [], held: [], refusals: [], doubts: [], isInDoubt: false };
  const keys = new Set(rows.map(keyOf));
  const missing = predecessor.filter((row) => !keys.has(keyOf(row)));
  const most = usualOf(gone.usual, predecessor.length, days);
  const toChange = (row: Row) => ({ key: keyOf(row), fact: GONE });
  const staying = gone.stays ? missing : missing.filter(isIn(rows, profile));
  const kept = staying.filter((row) => !isConfirmed(toChange(row)));
  const code = `${noun}s_missing`;
  const text = `${countOf(missing.length, predecessor.length, noun)} of the previous edition are missing`;
  const found = { rows: missing, kept, held: kept.map(toChange) };
  if (gone.stays) {
    const isInDoubt = missing.length > most && kept.length > 0;
    const doubts = kept.length > 0 ? [{ code, text: `${text}; they stay on file ${WAITS}` }] : [];
    return { ...found, refusals: [], doubts, isInDoubt };
  }
  const refusal = {
    code,
    text: `${text}; at most ${inDigits(most)} usually are`,
    kind: 'suspicious',
  } as const;
  return {
    ...found,
    refusals: missing.length > most ? [refusal] : [],
    doubts: missing.length * 2 > most ? [{ code, text }] : [],
    isInDoubt: false,
  };
}

/**
 * Returns a function that checks whether a missing row most likely appears in the edition under a different
 * key.
 */
function isIn<Row>(rows: readonly Row[], { identityOf }: Comparison<Row>['profile']): (row: Row) => boolean {
  if (!identityOf) return () => false;
  const identities = new Set(rows.map(identityOf));
  return (row) => {
    const identity = identityOf(row);
    return identity !== undefined && identities.has(identity);
  };
}
