import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { englishLines } from '../../../test/support/english-left.ts';
import { compareStates } from './compare-states.ts';
import { changesMail } from './mail-texts.ts';
import type { WatchedState, WatchedVisit } from './watched-state.ts';

const VISIT: WatchedVisit = {
  id: 1,
  date: '2026-01-10',
  type: 'Routine - Food',
  disposition: 'Inspection Completed - No Further Action',
  high_priority: 0,
  total: 0,
  prior_owner: false,
};
const STATE: WatchedState = {
  name: 'PELICAN TACO WAGON',
  aka: null,
  holder: 'PELICAN MOBILE FOODS LLC',
  status: 'current',
  expires_on: '2026-06-01',
  grade: 'A',
  grade_status: 'graded',
  hold: [],
  visits: [VISIT],
};

/** Returns the changes, each formatted as `kind: from > to`. */
function changes(change: Partial<WatchedState>, before: WatchedState = STATE): string[] {
  return compareStates(before, { ...before, ...change }).map(
    ({ kind, from, to }) => `${kind}: ${from} > ${to}`,
  );
}

const ORDER = {
  case_number: '2026000001',
  final_order_on: '2026-02-03',
  violation_on: '2025-11-20',
  violations: 2,
  fine_cents: 50_000,
  of_current_holder: true,
};

describe('the changes that a watch reports', () => {
  test('include a final order that is new, gone, or another holder’s, unless the stored state predates orders', () => {
    const before = { ...STATE, orders: [] };
    const sentence =
      'DBPR ordered a fine of $500 on February 3, 2026 (case 2026000001, 2 violations). Date of the violation: November 20, 2025.';
    const own = `${sentence} It concerns the current holder.`;
    assert.deepEqual(changes({ orders: [ORDER] }, before), [`order: none > ${own}`]);
    assert.deepEqual(changes({ orders: [] }, { ...STATE, orders: [ORDER] }), [`order: ${own} > none`]);
    const former = [{ ...ORDER, of_current_holder: false }];
    assert.deepEqual(changes({ orders: former }, { ...STATE, orders: [ORDER] }), [
      `order: ${own} > ${sentence} It concerns a former holder.`,
    ]);
    assert.deepEqual(changes({ orders: [ORDER] }), []);
    const [spanish] = compareStates(before, { ...before, orders: [ORDER] }, 'es');
    assert.deepEqual(
      [spanish?.label, spanish?.to],
      [
        'Orden final',
        'El DBPR impuso una multa de $500 el 3 de febrero de 2026 (caso 2026000001, 2 infracciones). Día de la infracción: 20 de noviembre de 2025. Se refiere al titular actual.',
      ],
    );
  });

  test('include the old and the new value for each kind', () => {
    const hold = [{ code: 'emergency_closure' as const, text: 'No potable water', since: '2026-03-01' }];
    const cases: readonly (readonly [Partial<WatchedState>, string])[] = [
      [{ status: 'not_on_file' }, 'status: current > not in the latest license file'],
      [{ expires_on: '2027-06-01' }, 'expiry: June 1, 2026 > June 1, 2027'],
      [{ expires_on: null }, 'expiry: June 1, 2026 > no day on file'],
      [{ holder: 'HERON LLC' }, 'owner: the holder on file when we last emailed you > a different holder'],
      [{ holder: null }, 'owner: the holder on file when we last emailed you > none on file'],
      [{ visits: [{ ...VISIT, prior_owner: true }] }, 'owner: the current owner’s > not the current owner’s'],
      [{ name: 'HERON TACOS', aka: 'PELICAN TACO WAGON' }, 'name: PELICAN TACO WAGON > HERON TACOS'],
      [{ aka: 'HERON TACOS' }, 'name: none > HERON TACOS'],
      [{ grade: 'C' }, 'ours: A > C'],
      [{ grade: null, grade_status: 'withheld' }, 'ours: A > none, because the license isn’t confirmed'],
      [
        { hold },
        'hold: none on file > The regulator reports the business under this license as closed: “No potable water” (March 1, 2026). Nothing on file shows that it reopened.',
      ],
      [
        { visits: [{ ...VISIT, disposition: 'Warning Issued' }] },
        'inspection_changed: result: "Inspection Completed - No Further Action" > result: "Warning Issued"',
      ],
    ];
    for (const [change, expected] of cases) assert.deepEqual(changes(change), [expected]);
    assert.deepEqual(changes({ hold: [] }, { ...STATE, hold }), [
      'hold: The regulator reports the business under this license as closed: “No potable water” (March 1, 2026). Nothing on file shows that it reopened. > none on file',
    ]);
  });

  test('are reported in Spanish for every kind', () => {
    const hold = [{ code: 'emergency_closure' as const, text: 'No potable water', since: '2026-03-01' }];
    const location = { city: 'MIAMI', county: 'Dade', zip: '33101', district: 1 };
    const full: WatchedState = {
      ...STATE,
      number: 'MFD1',
      type: 'food_truck',
      confirmed: true,
      location,
      service_score: 90,
      recommendation: 'book',
      gravest_event: null,
      uncertain: null,
      score_version: 'v1',
      visits: [{ ...VISIT, case_id: 1, visit_number: 1, intermediate: 0, basic: null, violations: [] }],
    };
    const visit = { ...VISIT, id: 7, date: '2026-03-10', prior_owner: false };
    const cited = { category: 8, count: 2, reporting_only: true, text: 'Wet' };
    const known: WatchedState['visits'][number] = {
      ...VISIT,
      date: '2026-01-11',
      type: 'Other',
      disposition: 'Warning Issued',
      total: null,
      high_priority: null,
      prior_owner: true,
      case_id: 2,
      visit_number: 2,
      intermediate: 1,
      basic: 1,
      violations: [cited],
    };
    const other: Partial<WatchedState> = {
      hold,
      status: 'delinquent',
      expires_on: null,
      holder: null,
      aka: 'HERON',
      grade: null,
      grade_status: 'hold',
      number: 'MFD2',
      type: 'caterer',
      confirmed: false,
      service_score: null,
      location: { city: null, county: null, zip: null, district: null },
      recommendation: 'review',
      uncertain: 'other_name',
      visits: [visit, known],
      gravest_event: { text: 'Emergency order recommended', date: '2026-03-01' },
    } as Partial<WatchedState>;
    const after = { ...full, ...other };
    for (const [from, to] of [
      [full, after],
      [after, full],
      [full, { ...full, grade: 'B' as const, score_version: 'v2' }],
    ] as const) {
      const changes = compareStates(from, to, 'es');
      const same = compareStates(from, to);
      assert.deepEqual(
        changes.map(({ kind }) => kind),
        same.map(({ kind }) => kind),
      );
      const { text, subject } = changesMail({
        recipient: { to: 'owner@vendors.example', language: 'es' },
        vendor: { id: 'x', name: 'PELICAN', licenseNumber: 'MFD1' },
        changes,
        dataAsOf: '2026-03-02',
        fictional: true,
        isOurReadingNew: true,
        baseUrl: 'https://vendors.example',
      });
      const own = `${subject}\n${text}`.replace(/"[^"]*"|“[^”]*”|Routine - Food/g, ' ');
      assert.deepEqual(englishLines(own), []);
    }
  });

  test('attribute a grade that our rules changed to us, with both versions and a link to the explanation', () => {
    const { score_version: _, ...kept } = { ...STATE, score_version: 'v1', grade: 'B' as const };
    for (const before of [kept, { ...kept, score_version: 'v1' }]) {
      assert.deepEqual(changes({ grade: 'A', score_version: 'v2' }, before), [
        'rules: B (rules v1) > A (rules v2)',
      ]);
      assert.deepEqual(changes({ score_version: 'v2' }, before), []);
    }
    const mail = (grade: WatchedState['grade'], more: Partial<WatchedState> = {}) =>
      changesMail({
        recipient: { to: 'owner@vendors.example', language: 'en' },
        vendor: { id: 'x', name: 'PELICAN', licenseNumber: 'MFD1' },
        changes: compareStates(kept, { ...kept, grade, score_version: 'v2', ...more }),
        dataAsOf: '2026-03-02',
        fictional: false,
        isOurReadingNew: false,
        baseUrl: 'https://vendors.example',
      }).text;
    assert.match(mail('A'), /^We changed our rules.*Nothing on the regulator’s record/);
    assert.match(mail('A'), /https:\/\/vendors\.example\/methodology/);
    assert.match(
      mail('A', { status: 'delinquent' }),
      /^The regulator’s record of “PELICAN”, license MFD1, has changed/,
    );
  });

  test('list each new inspection together with the previous one, oldest first', () => {
    const second = { ...VISIT, id: 2, date: '2026-02-10', total: 1 };
    const third = { ...VISIT, id: 3, date: '2026-03-10', total: 4, high_priority: 2 };
    const text = (day: string, counts: string) =>
      `${day}, Routine - Food: "Inspection Completed - No Further Action" (${counts})`;
    const texts = [
      text('January 10, 2026', '0 violations, 0 high priority'),
      text('February 10, 2026', '1 violation, 0 high priority'),
      text('March 10, 2026', '4 violations, 2 high priority'),
    ] as const;
    assert.deepEqual(changes({ visits: [third, second, VISIT] }), [
      `inspection: ${texts[0]} > ${texts[1]}`,
      `inspection: ${texts[1]} > ${texts[2]}`,
    ]);
    assert.deepEqual(changes({}, STATE), []);
    assert.deepEqual(changes({ visits: [VISIT] }, { ...STATE, visits: [] }), [
      `inspection: none on record > ${texts[0]}`,
    ]);
  });

  test('leave out different spellings of the same number or holder', () => {
    const before = { ...STATE, name: "JOSE'S CAFÉ", holder: 'Pelican Foods, L.L.C.' };
    assert.deepEqual(changes({ name: 'JOSES CAFE', holder: 'PELICAN FOODS LLC' }, before), []);
  });

  test('are limited to 200 in an email, which states how many more there are and marks demo data', () => {
    const visits = Array.from({ length: 240 }, (_, index) => ({ ...VISIT, id: 1_000 - index }));
    const found = compareStates({ ...STATE, visits: [] }, { ...STATE, visits });
    const mail = changesMail({
      recipient: { to: 'a@b.example', language: 'en' },
      vendor: { id: 'x', name: 'PELICAN', licenseNumber: 'MFD4758801' },
      changes: found,
      dataAsOf: '2026-03-16',
      fictional: true,
      isOurReadingNew: false,
      baseUrl: 'https://vendors.example',
    });
    assert.equal(mail.text.match(/New inspection/g)?.length, 200);
    assert.match(mail.text, /And 40 more/);
    assert.match(mail.text, /Demo data: this business is fictional\./);
    assert.equal(mail.subject, 'MFD4758801: new inspection and 239 more changes on record');
  });
});
