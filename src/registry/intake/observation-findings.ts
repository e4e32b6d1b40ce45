import type { FileFacts, ObservedVisit } from '../sources/likeness.ts';
import type { ObservationRow, VisitRow } from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';
import { findUntiedBeside } from './beside-rows.ts';
import type { FileProblem } from './bounds.ts';
import { closestRows } from './closest-rows.ts';
import { compareRows, type RowsBefore } from './compare-rows.ts';

/** What is on file of the visits that texts may be of. */
export interface TextsBefore {
  /** Of visits on file. */
  readonly texts: readonly ObservationRow[];
  /** Those that newer files have replaced: each list is a visit's in one file. */
  readonly replacedTexts: readonly (readonly ObservationRow[])[];
  /** Of any visit, with letters that an encoding may lose. */
  readonly accented: readonly ObservationRow[];
  readonly visits: readonly VisitRow[];
}

/**
 * What the inspectors' texts of a file show to be wrong with it: each text by itself, the visits that they are said to be
 * of, and those of our visits that are on file, with their counts and the texts that they had. Pure.
 */
export function findDamagedTexts(
  rows: readonly ObservationRow[],
  before: TextsBefore,
  file: FileFacts,
): FileProblem[] {
  const { observations, observedVisits, observedOnFile } = REGULATOR.likenesses;
  const visits = new Map(before.visits.map((visit) => [visit.visitId, visit]));
  const known = byVisit(before.texts, visits);
  const told = byVisit(rows, visits);
  const accented = byVisit(before.accented, visits);
  const onFile = told.filter(({ visit }) => visit !== undefined);
  const ids = new Set(told.map(({ visitId }) => visitId));
  const others = known.filter(({ visitId }) => !ids.has(visitId));
  const stored = toBefore(known);
  const replaced = before.replacedTexts.flatMap((texts) => byVisit(texts, visits));
  const closest = closestRows(told, stored.known, replaced, observedOnFile, file);
  return [
    ...compareRows(rows, NOTHING_BEFORE, file, observations),
    ...compareRows(told, toBefore(accented), file, { ...observedVisits, ties: [] }),
    ...findUntiedBeside(told, others, file, observedVisits),
    ...compareRows(onFile, NOTHING_BEFORE, file, { ...observedOnFile, changes: [] }),
    ...compareRows(
      told,
      { ...stored, known: closest, predecessor: findPredecessor(onFile, known, rows) },
      file,
      {
        ...observedOnFile,
        flaws: [],
      },
    ),
  ];
}

const NOTHING_BEFORE = { known: new Map(), predecessor: undefined, predecessorDate: null };

function toBefore(known: readonly ObservedVisit[]): RowsBefore<ObservedVisit> {
  const byKey = new Map(known.map((visit) => [String(visit.visitId), visit]));
  return { known: byKey, predecessor: undefined, predecessorDate: null };
}

/**
 * A file has no predecessor in its slot. If at least half of our visits in it have texts on file, it is taken for a newer
 * edition of these: then it must speak of them, from its first visit on.
 */
function findPredecessor(
  onFile: readonly ObservedVisit[],
  known: readonly ObservedVisit[],
  rows: readonly ObservationRow[],
): ObservedVisit[] | undefined {
  const ids = new Set(known.map(({ visitId }) => visitId));
  const again = onFile.filter(({ visitId }) => ids.has(visitId));
  if (again.length === 0 || again.length * 2 < onFile.length) return undefined;
  const first = rows.reduce((least, { visitId }) => Math.min(least, visitId), Number.POSITIVE_INFINITY);
  return known.filter(({ visitId }) => visitId >= first);
}

function byVisit(rows: readonly ObservationRow[], visits: ReadonlyMap<number, VisitRow>): ObservedVisit[] {
  return [...Map.groupBy(rows, ({ visitId }) => visitId)].map(([visitId, texts]) => ({
    ...{ visitId, texts, visit: visits.get(visitId) },
  }));
}
