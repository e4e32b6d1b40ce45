import { requiredDocuments } from '../../../src/decisions/decide/documents/required-documents.ts';
import type { DecisionResult } from '../../../src/decisions/decide/schemas.ts';
import type { Claims, VerificationOutcome } from '../../../src/decisions/receipts/schemas.ts';

export const RECEIPT = 'eyJwYXlsb2FkIjoi-_x';

/** A decision about a vendor on hold, with two reasons. */
export function decision(changes: Partial<DecisionResult> = {}): DecisionResult {
  return {
    vendor: {
      id: '0f8b5a2e-4c1c-4a6e-9c58-0a8f4a4f1c11',
      name: 'Lola’s Tacos',
      aka: null,
      city: 'Orlando',
      county: 'Orange',
      license: {
        number: 'MFD5890123',
        type: 'food_truck',
        status: 'current',
        expires_on: '2026-12-01',
        confirmed: true,
      },
    },
    event_type: 'festival',
    event_date: '2026-04-10',
    records_old: null,
    verdict: 'DECLINE',
    reasons: [
      { code: 'license_not_confirmed', text: 'Not confirmed.', severity: 'serious' },
      { code: 'regulator_hold', text: 'Closed by the state.', severity: 'blocking' },
    ],
    evidence: {
      grade: null,
      grade_status: 'hold',
      gravest_event: { text: 'Emergency order recommended', date: '2026-01-20' },
      rollup_12m: {
        inspections: 2,
        violations: 9,
        high_priority: 1,
        intermediate: 3,
        basic: 5,
        emergency_orders: 1,
        admin_complaints: 0,
        warnings: 1,
        last_inspected_on: '2026-01-20',
        whole_year: true,
      },
      last_disposition: { text: 'Emergency order recommended', date: '2026-01-20', result: 'closed' },
      hold: {
        active: true,
        reasons: [{ code: 'emergency_order', text: 'Emergency order recommended', since: '2026-01-20' }],
      },
    },
    required_documents: [...requiredDocuments('festival')],
    checklist_url: 'https://vendors.example/checklists/festival',
    receipt: RECEIPT,
    receipt_number: '27JS-9X41-JP61-1RRP',
    receipt_url: 'https://vendors.example/v/27JS-9X41-JP61-1RRP',
    verify_url: `https://vendors.example/verify?receipt=${RECEIPT}`,
    decided_at: '2026-03-16T15:00:00.000Z',
    as_of: '2026-03-16',
    data_as_of: '2026-03-15',
    policy_version: 'p2',
    fictional: true,
    ...changes,
  };
}

export const CLAIMS: Claims = {
  typ: 'vendor-decision-receipt',
  iss: 'https://vendors.example',
  jti: '0f8b5a2e-4c1c-4a6e-9c58-0a8f4a4f1c11',
  iat: 1_773_673_200,
  vendor_id: '0f8b5a2e-4c1c-4a6e-9c58-0a8f4a4f1c11',
  license_type: '2014',
  license_digits: '5890123',
  name: 'Lola’s Tacos',
  event_type: 'festival',
  verdict: 'CLEAR',
  reason_codes: ['record_in_order'],
  grade: 'A',
  grade_status: 'graded',
  policy_version: 'p1',
  score_version: 'v1',
  as_of: '2026-03-16',
  data_as_of: '2026-03-15',
  record_sha256: 'ab'.repeat(32),
  fictional: false,
};

/** The verification outcome for a genuine receipt whose verdict has not changed since. */
export function outcome(changes: Partial<VerificationOutcome> = {}): VerificationOutcome {
  return {
    valid: true,
    reason: null,
    receipt: CLAIMS,
    issued: true,
    checked_at: '2026-03-20T10:00:00.000Z',
    log: null,
    current: { verdict: 'CLEAR', grade: 'A', grade_status: 'graded', changed: false },
    ...changes,
  };
}
