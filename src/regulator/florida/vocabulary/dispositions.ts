import { memoize } from '../../../lib/cache/memoize.ts';
import type { Disposition } from '../../source/source.ts';

/** The disposition if an inspector requests the immediate closure of the business. */
export const EMERGENCY_ORDER = 'Emergency order recommended';

/** The disposition if a business met inspection standards. */
export const NOTHING_TO_DO = 'Inspection Completed - No Further Action';

/**
 * The meaning of any text outside the regulator's closed vocabulary. Such a text is stored verbatim, has the
 * result "unknown", and never counts as clean.
 */
const UNKNOWN: Disposition = { result: 'unknown', measure: 'none', effect: 'none', severity: 1 };

/** The regulator's dispositions and what they mean. */
export const VOCABULARY: Readonly<Record<string, Disposition>> = {
  [NOTHING_TO_DO]: met('none'),
  'Call Back - Complied': met('none'),
  'Admin. Complaint Callback Complied': met('complaint'),
  'Emergency Order Callback Complied': met('emergency'),
  // The regulator issues a warning only to a business that remains open, so a new warning after a closure
  // shows that the business has reopened.
  'Warning Issued': { result: 'follow_up', measure: 'warning', effect: 'reopens', severity: 2 },
  'Insp. Completed - Warning Given, Pending': {
    result: 'follow_up',
    measure: 'warning',
    effect: 'reopens',
    severity: 2,
  },
  'Call Back - Extension given, pending': followUp('none', 2),
  'Administrative Complaint Time Extension': followUp('complaint', 3),
  'Emergency Order Callback Time Extension': {
    result: 'follow_up',
    measure: 'emergency',
    effect: 'reopens',
    severity: 3,
  },
  'Administrative complaint recommended': followUp('complaint', 4),
  'Call Back - Admin. complaint recommended': followUp('complaint', 4),
  'Admin. Complaint Callback Not Complied': followUp('complaint', 5),
  [EMERGENCY_ORDER]: closed('emergency'),
  'Emergency Order Callback Not Complied': closed('emergency'),
  'Administrative determination recommended': closed('determination'),
  'Assigned to Inspector': UNKNOWN,
  'Not available electronically': UNKNOWN,
  'Seasonal (Active/Inactive)': UNKNOWN,
};

/** Our name for what each row in the regulator's weekly workbook records. */
export const EMERGENCY_CLOSURE = 'Emergency closure';

const BY_KEY = new Map(Object.entries(VOCABULARY).map(([text, disposition]) => [key(text), disposition]));

/**
 * Returns the meaning of a disposition. Compares the whole text, because "complied" is also part of "Not
 * Complied".
 */
export const dispositionOf = memoize((text): Disposition => BY_KEY.get(key(text)) ?? UNKNOWN, 1_000);

/** Returns true if the text is in the vocabulary. Some entries still have the result "unknown". */
export const isKnownDisposition = memoize((text): boolean => BY_KEY.has(key(text)), 1_000);

/**
 * Returns the text normalized for comparison. For example, the web pages have "Callback – Complied" where the
 * files have "Call Back - Complied".
 */
export function key(text: string): string {
  return text
    .toLowerCase()
    .replace(/[–—-]/g, ' ')
    .replace(/call back/g, 'callback')
    .replace(/[^a-z]+/g, ' ')
    .trim();
}

function met(measure: Disposition['measure']): Disposition {
  return { result: 'met', measure, effect: 'reopens', severity: 0 };
}

function followUp(measure: Disposition['measure'], severity: number): Disposition {
  return { result: 'follow_up', measure, effect: 'none', severity };
}

function closed(measure: Disposition['measure']): Disposition {
  return { result: 'closed', measure, effect: 'closes', severity: 6 };
}
