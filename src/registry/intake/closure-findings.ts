import type { FileFacts, ReportedClosure } from '../sources/likeness.ts';
import type { ClosureRow, LicenseRow, VisitRow } from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';
import { findUntiedBeside } from './beside-rows.ts';
import type { FileProblem } from './bounds.ts';
import { closestRows } from './closest-rows.ts';
import { compareRows } from './compare-rows.ts';

interface BeforeClosures {
  readonly known: readonly ClosureRow[];
  /** Those that newer files have replaced. */
  readonly replacedClosures?: readonly ClosureRow[];
  /** Of food trucks alone: the digits of other licenses may belong to a restaurant. */
  readonly visits?: readonly VisitRow[];
  readonly licenses?: readonly LicenseRow[];
}

/**
 * What closures show to be wrong with their file: by themselves and beside the closures on file, and those of food trucks
 * beside their licenses and visits. Pure.
 */
export function findDamagedClosures(
  rows: readonly ClosureRow[],
  { known, replacedClosures = [], visits = [], licenses = [] }: BeforeClosures,
  file: FileFacts,
): FileProblem[] {
  const { closures, closuresOnFile } = REGULATOR.likenesses;
  const visitsOf = Map.groupBy(visits, ({ digits }) => digits);
  const licensesOf = Map.groupBy(licenses, ({ digits }) => digits);
  const daysOf = Map.groupBy([...known, ...replacedClosures], ({ digits }) => digits);
  const toReported = (row: ClosureRow): ReportedClosure => {
    const days = (daysOf.get(row.digits) ?? []).map(({ closedOn }) => closedOn);
    const [own, license] = [visitsOf.get(row.digits) ?? [], licensesOf.get(row.digits) ?? []];
    const names = [
      ...own.map(({ businessName }) => businessName),
      ...license.flatMap(({ businessName, licenseeName }) => [businessName, licenseeName]),
    ];
    return {
      ...row,
      vendor: names.length > 0 ? { names, visits: own } : undefined,
      otherDays: days.includes(row.closedOn) ? [] : days,
    };
  };
  const reported = rows.map(toReported);
  const byKey = new Map(known.map((row) => [closures.keyOf(toReported(row)), toReported(row)]));
  const closest = closestRows(reported, byKey, replacedClosures.map(toReported), closures, file);
  const keys = new Set(reported.map(closures.keyOf));
  const others = [...byKey].flatMap(([key, row]) => (keys.has(key) ? [] : [row]));
  const nothing = { known: new Map(), predecessor: undefined, predecessorDate: null };
  return [
    ...compareRows(reported, { ...nothing, known: closest }, file, { ...closures, ties: [] }),
    ...findUntiedBeside(reported, others, file, closures),
    ...compareRows(
      reported.filter(({ vendor }) => vendor !== undefined),
      nothing,
      file,
      closuresOnFile,
    ),
  ];
}
