import { drawWeighted, type Random } from '../../lib/random.ts';
import type { DemoInspectionType } from './demo-vendor.ts';

/**
 * The violation categories (1–58) cited at first visits, in citations per thousand for each kind of vendor
 * and inspection. Derived from the regulator's District 6 inspections, 2015-07 to 2018-07.
 */
type Weights = readonly (readonly [number, number])[];

const MOBILE_ROUTINE: Weights = [
  [53, 118],
  [50, 89],
  [31, 74],
  [14, 65],
  [3, 62],
  [36, 61],
  [8, 60],
  [23, 54],
  [22, 47],
  [16, 40],
  [35, 39],
  [27, 35],
  [51, 32],
  [2, 24],
  [5, 23],
  [29, 23],
  [25, 23],
  [12, 19],
  [41, 17],
  [10, 17],
  [1, 13],
  [38, 13],
  [21, 12],
  [13, 8],
  [33, 7],
  [24, 7],
  [28, 4],
  [9, 2],
  [40, 2],
  [6, 2],
  [42, 2],
  [11, 1],
];
const CATERER_ROUTINE: Weights = [
  [22, 121],
  [36, 99],
  [8, 70],
  [14, 66],
  [2, 61],
  [31, 59],
  [23, 53],
  [53, 48],
  [16, 40],
  [41, 40],
  [12, 35],
  [10, 33],
  [3, 31],
  [29, 29],
  [35, 29],
  [1, 22],
  [24, 22],
  [38, 18],
  [25, 15],
  [50, 15],
  [21, 13],
  [27, 13],
  [32, 13],
  [40, 11],
  [5, 9],
  [33, 9],
  [6, 7],
  [51, 7],
  [9, 4],
  [13, 4],
  [42, 4],
];
const MOBILE_LICENSING: Weights = [
  [31, 267],
  [51, 191],
  [16, 147],
  [5, 88],
  [14, 37],
  [23, 32],
  [36, 29],
  [53, 29],
  [8, 27],
  [29, 20],
  [38, 20],
  [27, 17],
  [25, 15],
  [22, 12],
  [35, 12],
  [2, 10],
  [3, 7],
  [41, 7],
  [50, 7],
  [11, 5],
];
const CATERER_LICENSING: Weights = [
  [31, 130],
  [22, 91],
  [25, 78],
  [36, 65],
  [5, 52],
  [8, 52],
  [16, 52],
  [32, 52],
  [35, 52],
  [41, 52],
  [51, 52],
  [14, 39],
  [23, 39],
  [1, 26],
  [2, 26],
  [3, 26],
  [24, 26],
  [38, 26],
];
const COMPLAINT: Weights = [
  [8, 80],
  [35, 75],
  [36, 75],
  [53, 75],
  [50, 70],
  [31, 65],
  [23, 55],
  [51, 50],
  [14, 45],
  [3, 40],
  [12, 40],
  [22, 35],
  [27, 30],
  [28, 30],
  [13, 25],
  [16, 25],
  [29, 25],
  [2, 20],
  [10, 20],
  [1, 15],
  [25, 15],
  [41, 15],
];

/** A category that is reported but not counted in a visit's total: fire extinguishers. */
export const REPORTING_ONLY_CATEGORY = 45;

/**
 * Categories whose violations all have the same severity. Each severity also has one replacement category,
 * for when there are too many citations.
 */
const ALL_BASIC: ReadonlySet<number> = new Set([6, 21, 23, 24, 25, 33, 36, 38, 40, 42]);
const ALL_INTERMEDIATE: ReadonlySet<number> = new Set([53]);
const ANY_SEVERITY = 22;

/** Draws the categories of `total` citations, with limits for intermediate and basic ones. */
export function drawCategories(
  random: Random,
  kind: 'mobile' | 'caterer',
  type: DemoInspectionType,
  total: number,
  { intermediate, basic } = { intermediate: total, basic: total },
): number[] {
  const weights = weightsFor(kind, type);
  const left = { intermediate, basic };
  return Array.from({ length: total }, () => {
    const category = drawWeighted(random, weights);
    const isLeft =
      (!ALL_BASIC.has(category) || --left.basic >= 0) &&
      (!ALL_INTERMEDIATE.has(category) || --left.intermediate >= 0);
    return isLeft ? category : ANY_SEVERITY;
  });
}

function weightsFor(kind: 'mobile' | 'caterer', type: DemoInspectionType): Weights {
  switch (type) {
    case 'Complaint Full':
      return COMPLAINT;
    case 'Food-Licensing Inspection':
      return kind === 'mobile' ? MOBILE_LICENSING : CATERER_LICENSING;
    case 'Routine - Food':
      return kind === 'mobile' ? MOBILE_ROUTINE : CATERER_ROUTINE;
  }
}
