import assert from 'node:assert/strict';
import { requiredDocuments } from '../../src/decisions/decide/documents/required-documents.ts';
import type { DecisionResult } from '../../src/decisions/decide/schemas.ts';
import type {
  ApplicantView,
  ApplicationDetail,
  InboxRow,
} from '../../src/organizer/applications/application.ts';
import type { ApplicationService } from '../../src/organizer/applications/service.ts';
import type { TeamEvent } from '../../src/organizer/events/stored-event.ts';

/** Fake applications for page tests, and the checks that every page must pass. */

/**
 * Closes an attribute and opens a script element, so that the script would run if the text were not escaped.
 */
export const HOSTILE = `<script>alert("1")</script>'"&"onload="x`;
export const EVENT_ID = '5c1c8b9e-7d64-4b0e-8a51-0d6d5f9f2a01';
export const APPLICATION_ID = '5c1c8b9e-7d64-4b0e-8a51-0d6d5f9f2b01';
export const RECEIPT = 'eyJwYXlsb2FkIjoi-_x';

const QUESTION_LABEL = 'What do you cook?';

export function sampleEvent(changes: Partial<TeamEvent> = {}): TeamEvent {
  const question = { required: false, options: [] };
  return {
    id: EVENT_ID,
    account_id: 'organizer-1',
    access: 'owner',
    owner_name: 'Olive Organizer',
    name: 'Dusk Market',
    description: 'Trucks by the lake.',
    event_type: 'festival',
    status: 'Published',
    starts_at: '2026-05-02T21:00:00.000Z',
    ends_at: '2026-05-03T02:00:00.000Z',
    timezone: 'America/New_York',
    venue_name: 'Lake Park',
    address: '1 Lake Way',
    city: 'Orlando',
    county: 'Orange',
    applications_open_at: null,
    applications_close_at: null,
    capacity: 10,
    spots_left: 9,
    spots_taken: 1,
    applications_received: 3,
    deposit_cents: 15_000,
    currency: 'USD',
    questions: [
      { ...question, id: 'q1', label: QUESTION_LABEL, type: 'text', required: true },
      { ...question, id: 'q2', label: 'Tell us more', type: 'long_text' },
      { ...question, id: 'q3', label: 'Feet of space', type: 'number' },
      { ...question, id: 'q4', label: 'Generator?', type: 'yes_no' },
      { ...question, id: 'q5', label: 'Insured until', type: 'date' },
      { ...question, id: 'q6', label: 'Power', type: 'choice', options: ['20 A', '50 A'] },
      { ...question, id: 'q7', label: 'Days', type: 'several_choices', options: ['Friday', 'Saturday'] },
    ],
    created_at: '2026-03-01T12:00:00.000Z',
    updated_at: '2026-03-01T12:00:00.000Z',
    organizer_name: '',
    organizer_email: '',
    notice: 'daily',
    waitlist_moves: false,
    deposit_how: '',
    deposit_link: '',
    ...changes,
  };
}

export function sampleRow(changes: Partial<InboxRow> = {}): InboxRow {
  return {
    id: APPLICATION_ID,
    event_id: EVENT_ID,
    event_name: 'Dusk Market',
    status: 'submitted',
    submitted_at: '2026-03-14T15:00:00.000Z',
    vendor: {
      id: '0f8b5a2e-4c1c-4a6e-9c58-0a8f4a4f1c11',
      name: 'LOLAS TACOS LLC',
      aka: null,
      license: {
        number: 'MFD5890123',
        type: 'food_truck',
        status: 'current',
        expires_on: '2026-12-01',
        confirmed: true,
      },
      cuisine: null,
      location: { city: 'Orlando', county: 'Orange', zip: '32801', district: 4 },
      records_old: null,
      page_url: 'https://vendors.example/vendors/x',
    },
    license_number: '5890123',
    business_name: 'Lola’s Tacos',
    contact_name: 'Lola Perez',
    contact_email: 'lola@tacos.example',
    contact_phone: '+1 407 555 0100',
    service_score: 92.5,
    risk_tier: 'low',
    outcome: null,
    outcome_recorded_at: null,
    deposit_status: 'due',
    custom_responses: [{ question_id: 'q1', label: QUESTION_LABEL, type: 'text', answer: 'Tacos' }],
    standing: {
      verdict: 'CLEAR',
      reasons: [{ code: 'record_in_order', text: 'The record is in order.', severity: 'info' }],
      grade: 'A',
      grade_status: 'graded',
      as_of: '2026-03-16',
      data_as_of: '2026-03-15',
      records_reach_to: '2026-03-14',
      today: '2026-03-16',
      event: { first: '2026-04-10', last: '2026-04-10' },
    },
    sharing: 1,
    license_file_read: true,
    same_license: 0,
    food: { kind: 'tacos', text: 'Birria tacos' },
    license_kind: null,
    documents: [],
    reason: null,
    name_differs: null,
    ...changes,
  };
}

/** The result for a license number that matches either no vendor on record or more than one. */
export const NO_VENDOR = {
  sharing: 0,
  vendor: null,
  standing: null,
  service_score: null,
  risk_tier: null,
} as const;
/** An inbox row with hostile text in every field that a user can fill in. */
export const HOSTILE_ROW: InboxRow = sampleRow({
  business_name: HOSTILE,
  license_number: HOSTILE,
  contact_name: HOSTILE,
  contact_email: HOSTILE,
  contact_phone: HOSTILE,
  event_name: HOSTILE,
  custom_responses: [{ question_id: 'q1', label: HOSTILE, type: 'text', answer: HOSTILE }],
  standing: {
    verdict: 'CLEAR',
    reasons: [{ code: HOSTILE, text: HOSTILE, severity: 'info' }],
    grade: 'A',
    grade_status: 'graded',
    as_of: '2026-03-16',
    data_as_of: '2026-03-15',
    records_reach_to: '2026-03-14',
    today: '2026-03-16',
    event: { first: '2026-04-10', last: '2026-04-10' },
  },
});

export function sampleDecision(changes: Partial<DecisionResult> = {}): DecisionResult {
  const { vendor } = sampleRow();
  assert.ok(vendor);
  return {
    vendor: {
      id: vendor.id,
      name: vendor.name,
      aka: null,
      city: 'Orlando',
      county: 'Orange',
      license: vendor.license,
    },
    event_type: 'festival',
    event_date: '2026-04-10',
    records_old: null,
    verdict: 'CLEAR',
    reasons: [{ code: 'record_in_order', text: 'The record was in order.', severity: 'info' }],
    evidence: {
      grade: 'A',
      grade_status: 'graded',
      gravest_event: null,
      rollup_12m: {
        inspections: 2,
        violations: 3,
        high_priority: 0,
        intermediate: 1,
        basic: 2,
        emergency_orders: 0,
        admin_complaints: 0,
        warnings: 0,
        last_inspected_on: '2026-01-20',
        whole_year: true,
      },
      last_disposition: {
        text: 'Inspection Completed - No Further Action',
        date: '2026-01-20',
        result: 'met',
      },
      hold: { active: false, reasons: [] },
    },
    required_documents: [...requiredDocuments('festival')],
    checklist_url: 'https://vendors.example/checklists/festival',
    receipt: RECEIPT,
    receipt_number: '27JS-9X41-JP61-1RRP',
    receipt_url: 'https://vendors.example/v/27JS-9X41-JP61-1RRP',
    verify_url: `https://vendors.example/verify?receipt=${RECEIPT}`,
    decided_at: '2026-03-15T15:00:00.000Z',
    as_of: '2026-03-15',
    data_as_of: '2026-03-14',
    policy_version: 'p2',
    fictional: false,
    ...changes,
  };
}

export function sampleDetail(changes: Partial<ApplicationDetail> = {}): ApplicationDetail {
  return {
    ...sampleRow(),
    history: [
      {
        changed_at: '2026-03-14T15:00:00.000Z',
        changed_by: 'applicant',
        kind: 'status',
        status: 'submitted',
        message: '',
        against: null,
        note: '',
        actor_name: null,
        by_reader: false,
      },
    ],
    decisions: [sampleDecision()],
    has_older_decisions: false,
    next_statuses: ['under_review', 'waitlisted', 'approved', 'declined'],
    outcome_refusal: null,
    ...changes,
  };
}

export function sampleView(changes: Partial<ApplicantView['application']> = {}): ApplicantView {
  return {
    application: {
      status: 'approved',
      submitted_at: '2026-03-14T15:00:00.000Z',
      license_number: '5890123',
      business_name: 'Lola’s Tacos',
      contact_email: 'lola@tacos.example',
      deposit_status: 'due',
      outcome: null,
      custom_responses: sampleRow().custom_responses,
      ...changes,
    },
    documents: [],
    event: sampleEvent(),
    is_over: false,
    history: [
      {
        changed_at: '2026-03-15T15:00:00.000Z',
        changed_by: 'organizer',
        kind: 'status',
        status: 'approved',
        message: 'Welcome.\nPark by the gate.',
      },
    ],
    may_withdraw: true,
    may_confirm: true,
  };
}

/** Returns a service with only the given methods; a call to any other method fails. */
export function sampleService(parts: Partial<ApplicationService>): ApplicationService {
  const absent = async (): Promise<never> => {
    throw new Error('not part of this test');
  };
  return {
    submit: absent,
    findByLink: absent,
    withdraw: absent,
    confirm: absent,
    listInbox: absent,
    getDetail: absent,
    decide: absent,
    setDeposit: absent,
    recordOutcome: absent,
    getComplianceFile: absent,
    fileDecisions: absent,
    cancelEvent: absent,
    fileDecision: absent,
    openApplicationList: absent,
    exportApplications: absent,
    previewBulk: absent,
    applyBulk: absent,
    getBulk: absent,
    undoBulk: absent,
    addNote: absent,
    listMessages: async () => [],
    findBulk: async () => undefined,
    countFoods: async () => new Map(),
    getDayList: absent,
    noteDay: absent,
    getVendorBook: absent,
    countTodos: absent,
    countWaiting: absent,
    sendDocumentNotices: absent,
    sendNotices: absent,
    sendRosterReminders: absent,
    getRoster: absent,
    moveWaitlists: absent,
    findNeighbors: async () => undefined,
    ...parts,
  };
}

/**
 * Asserts that a page has no inline script or style, a label for each field, no duplicate ids and one main
 * heading.
 */
export function assertSoundPage(page: string): void {
  assert.match(page, /^<!doctype html>/);
  for (const [tag] of page.matchAll(/<script[^>]*>/g))
    assert.match(tag, /^<script type="module" src="\/assets\/(?:apply|copy|documents)\.js">$/);
  assert.doesNotMatch(page, /<style|<[^>]*\s(?:style|on[a-z]+)=|javascript:/i);
  for (const [control] of page.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)) {
    if (/type="hidden"| readonly hidden>/.test(control)) continue;
    const id = /\sid="([^"]+)"/.exec(control)?.[1];
    assert.ok(page.includes(`<label for="${id}">`), control);
  }
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
  for (const [, named = ''] of page.matchAll(/aria-(?:describedby|labelledby)="([^"]+)"/g))
    for (const id of named.split(' ')) assert.ok(ids.includes(id), id);
  assert.equal(page.match(/<h1>/g)?.length, 1);
}

/**
 * Asserts that the page contains no unescaped hostile text, and contains it in escaped form at least
 * `timesMin` times.
 */
export function assertEscaped(page: string, timesMin: number): void {
  assert.doesNotMatch(page, /<script>|alert\("|"onload/);
  const times = page.split('&#60;script&#62;alert(&#34;1&#34;)').length - 1;
  assert.ok(times >= timesMin, `${times} times, at least ${timesMin} expected`);
}
