/**
 * The meaning of each of the regulator's dispositions, copied by hand from its own three groups. Dispositions
 * are compared as whole texts, in the files' spelling.
 */
export interface Meaning {
  readonly result: 'met' | 'follow_up' | 'closed' | 'unknown';
  readonly isWarning: boolean;
  readonly isComplaint: boolean;
  readonly isEmergency: boolean;
  /** True if an inspector found the business operating without a license. */
  readonly isUnlicensed: boolean;
  /** True if the disposition shows that the business is open again after a closure. */
  readonly reopens: boolean;
  /** The order of severity, from 0 (met) to 6 (closed), and the points in docs/scoring.md. */
  readonly gravity: number;
  readonly points: number;
}

const BASE: Meaning = {
  result: 'unknown',
  isWarning: false,
  isComplaint: false,
  isEmergency: false,
  isUnlicensed: false,
  reopens: false,
  gravity: 1,
  points: 0,
};
const MET: Meaning = { ...BASE, result: 'met', reopens: true, gravity: 0 };
const WARNING: Meaning = {
  ...BASE,
  result: 'follow_up',
  isWarning: true,
  reopens: true,
  gravity: 2,
  points: 1,
};
const EXTENDED: Meaning = { ...BASE, result: 'follow_up', gravity: 3, points: 1 };
const COMPLAINT: Meaning = { ...BASE, result: 'follow_up', isComplaint: true, gravity: 4, points: 4 };
const CLOSED: Meaning = { ...BASE, result: 'closed', isEmergency: true, gravity: 6, points: 8 };

export const ORDER = 'Emergency order recommended';

const TABLE: Readonly<Record<string, Meaning>> = {
  'Inspection Completed - No Further Action': MET,
  'Call Back - Complied': MET,
  'Admin. Complaint Callback Complied': { ...MET, isComplaint: true },
  'Emergency Order Callback Complied': { ...MET, isEmergency: true },
  'Warning Issued': WARNING,
  'Insp. Completed - Warning Given, Pending': WARNING,
  'Call Back - Extension given, pending': { ...EXTENDED, gravity: 2 },
  'Administrative Complaint Time Extension': { ...EXTENDED, isComplaint: true },
  'Emergency Order Callback Time Extension': { ...EXTENDED, isEmergency: true, reopens: true },
  'Administrative complaint recommended': COMPLAINT,
  'Call Back - Admin. complaint recommended': COMPLAINT,
  'Admin. Complaint Callback Not Complied': { ...COMPLAINT, gravity: 5 },
  [ORDER]: CLOSED,
  'Emergency Order Callback Not Complied': CLOSED,
  'Administrative determination recommended': { ...CLOSED, isEmergency: false, isUnlicensed: true },
};

export function meaningOf(disposition: string): Meaning {
  return TABLE[disposition] ?? BASE;
}
