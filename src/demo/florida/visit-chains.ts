/**
 * Models how a case proceeds after each disposition: the next disposition, the days until it, and the share
 * of the first visit's violations (high, intermediate, basic) that are cited again. Derived from the
 * regulator's District 6 inspections, 2015-07 to 2018-07. Uses mobile vendors and caterers where there are
 * enough cases. For emergency orders and complaints, uses all food-service types (27,495 visits).
 */
export const COMPLETED = 'Inspection Completed - No Further Action';
export const WARNING = 'Warning Issued';
export const COMPLAINT = 'Administrative complaint recommended';
export const EMERGENCY = 'Emergency order recommended';
export const DETERMINATION = 'Administrative determination recommended';
export const ASSIGNED = 'Assigned to Inspector';
export const COMPLIED = 'Call Back - Complied';
const EXTENSION = 'Call Back - Extension given, pending';
const ESCALATED = 'Call Back - Admin. complaint recommended';
export const COMPLAINT_COMPLIED = 'Admin. Complaint Callback Complied';
const COMPLAINT_NOT_COMPLIED = 'Admin. Complaint Callback Not Complied';
const COMPLAINT_EXTENSION = 'Administrative Complaint Time Extension';
export const EMERGENCY_COMPLIED = 'Emergency Order Callback Complied';
export const EMERGENCY_NOT_COMPLIED = 'Emergency Order Callback Not Complied';
const EMERGENCY_EXTENSION = 'Emergency Order Callback Time Extension';

/** The next disposition when the case ends. */
const END = undefined;

export interface ChainStep {
  /** The possible next dispositions, with their shares. */
  readonly next: readonly (readonly [string | undefined, number])[];
  /**
   * The number of days until the next visit: the minimum, the quartiles or finer quantiles, and the maximum.
   */
  readonly gapDays: readonly number[];
}

export const CHAIN: ReadonlyMap<string, ChainStep> = new Map<string, ChainStep>([
  [
    WARNING,
    {
      next: [
        [COMPLIED, 0.56],
        [EXTENSION, 0.31],
        [ESCALATED, 0.035],
        [END, 0.095],
      ],
      gapDays: [0, 1, 2, 10, 33, 55, 63, 79, 150],
    },
  ],
  [
    EXTENSION,
    {
      next: [
        [COMPLIED, 0.48],
        [EXTENSION, 0.355],
        [ESCALATED, 0.08],
        [END, 0.085],
      ],
      gapDays: [1, 11, 18, 26, 34, 48, 63, 80, 110],
    },
  ],
  [
    ESCALATED,
    {
      next: [
        [COMPLIED, 0.32],
        [END, 0.3],
        [COMPLAINT_COMPLIED, 0.14],
        [EXTENSION, 0.11],
        [ESCALATED, 0.07],
        [COMPLAINT_NOT_COMPLIED, 0.05],
        [COMPLAINT_EXTENSION, 0.01],
      ],
      gapDays: [2, 20, 46, 64, 70, 80, 91],
    },
  ],
  [
    COMPLAINT,
    {
      next: [
        [COMPLIED, 0.39],
        [END, 0.3],
        [EXTENSION, 0.12],
        [ESCALATED, 0.1],
        [COMPLAINT_COMPLIED, 0.04],
        [COMPLAINT_EXTENSION, 0.04],
        [COMPLAINT_NOT_COMPLIED, 0.01],
      ],
      gapDays: [1, 13, 60, 106, 251],
    },
  ],
  [
    COMPLAINT_EXTENSION,
    {
      next: [
        [COMPLAINT_COMPLIED, 0.35],
        [ESCALATED, 0.2],
        [EXTENSION, 0.15],
        [COMPLAINT_EXTENSION, 0.1],
        [END, 0.2],
      ],
      gapDays: [0, 3, 14, 28],
    },
  ],
  [
    EMERGENCY,
    {
      next: [
        [EMERGENCY_COMPLIED, 0.42],
        [EMERGENCY_NOT_COMPLIED, 0.31],
        [EMERGENCY_EXTENSION, 0.19],
        [COMPLIED, 0.04],
        [EXTENSION, 0.04],
      ],
      gapDays: [0, 1, 1, 1, 2, 3, 9],
    },
  ],
  [
    EMERGENCY_NOT_COMPLIED,
    {
      next: [
        [EMERGENCY_COMPLIED, 0.43],
        [EMERGENCY_NOT_COMPLIED, 0.4],
        [EMERGENCY_EXTENSION, 0.12],
        [COMPLIED, 0.04],
        [END, 0.01],
      ],
      gapDays: [0, 0, 1, 1, 3],
    },
  ],
  [
    EMERGENCY_EXTENSION,
    {
      next: [
        [COMPLIED, 0.42],
        [EXTENSION, 0.26],
        [EMERGENCY_EXTENSION, 0.14],
        [EMERGENCY_COMPLIED, 0.08],
        [COMPLAINT_COMPLIED, 0.06],
        [END, 0.04],
      ],
      gapDays: [1, 20, 61, 70, 118],
    },
  ],
  [
    EMERGENCY_COMPLIED,
    {
      next: [
        [COMPLAINT_COMPLIED, 0.64],
        [END, 0.22],
        [COMPLIED, 0.11],
        [COMPLAINT_NOT_COMPLIED, 0.03],
      ],
      gapDays: [60, 67, 76, 90, 112],
    },
  ],
]);

/** The shares of high, intermediate, and basic violations that a callback report still lists. */
export const KEPT_ITEMS: ReadonlyMap<string, readonly [number, number, number]> = new Map<
  string,
  readonly [number, number, number]
>([
  [COMPLIED, [0.04, 0.08, 0.2]],
  [EXTENSION, [0.2, 0.56, 0.32]],
  [ESCALATED, [0.25, 0.42, 0.28]],
  [COMPLAINT_COMPLIED, [0, 0, 0.01]],
  [COMPLAINT_NOT_COMPLIED, [0.08, 0.18, 0.06]],
  [COMPLAINT_EXTENSION, [0.3, 0.35, 0.38]],
  [EMERGENCY_COMPLIED, [0.1, 0.2, 0.3]],
  [EMERGENCY_NOT_COMPLIED, [0.45, 0.42, 0.44]],
  [EMERGENCY_EXTENSION, [0.24, 0.48, 0.38]],
]);

/** Callbacks that leave a violation to be corrected, which the report lists in 9 of 10 cases. */
export const STILL_OPEN: ReadonlySet<string> = new Set([
  EXTENSION,
  ESCALATED,
  COMPLAINT_EXTENSION,
  EMERGENCY_NOT_COMPLIED,
  EMERGENCY_EXTENSION,
]);
