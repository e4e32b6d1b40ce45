import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CARD, changed, PATHS } from '../../../test/support/record-fields.ts';
import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { compareRecords, isReportedTheSame, type PublishedRecord } from './compare-records.ts';
import { TOLD } from './reported-fields.ts';

const VERDICTS = {
  book: 'CLEAR',
  book_after_review: 'CONDITIONAL',
  review: 'REVIEW',
  do_not_book: 'DECLINE',
};
const published = (scorecard: Scorecard): PublishedRecord => ({
  scorecard,
  verdict: VERDICTS[scorecard.recommendation.code] as PublishedRecord['verdict'],
});
const ONE_FORMAT = { isOneFormat: true, isOneProgram: true, isSameFiles: false };
const told = (card: Scorecard) => compareRecords(published(CARD), published(card), ONE_FORMAT);
/** This field never changes on its own, because it follows from the reasons for the hold. */
const BESIDE = 'hold.active';

describe('the difference between two records', () => {
  for (const path of PATHS.filter((each) => each !== BESIDE))
    test(`${path}: ${TOLD.includes(path) ? 'a change is reported in the feed' : 'a change is ignored, as it is by the watch'}`, () => {
      const card = changed(path);
      assert.equal(told(card).length > 0, TOLD.includes(path), JSON.stringify(told(card)));
      if (!TOLD.includes(path) || path === 'recommendation.code') return;
      assert.ok(
        !isReportedTheSame(JSON.stringify(CARD), JSON.stringify(card)),
        'the texts are compared as a whole',
      );
    });

  test('is empty if the texts differ only in sums, dates and prose, which need not be parsed', () => {
    const later = {
      ...CARD,
      as_of: '2026-03-17',
      data_as_of: '2026-03-17',
      records_reach_to: '2026-03-17',
      narrative: 'y',
      rollup_12m: { ...CARD.rollup_12m, inspections: 0 },
    };
    assert.ok(isReportedTheSame(JSON.stringify(CARD), JSON.stringify(later)));
    assert.deepEqual(told(later), []);
    assert.ok(!isReportedTheSame('{}', '{}'), 'a text with a different shape is parsed');
  });

  test('lists the values before and after each kind of change, in a fixed order', () => {
    const card = structuredClone(changed('license.status'));
    const after = { ...card, name: 'HERON, 2', hold: { active: false, reasons: [] }, grade: 'B' as const };
    assert.deepEqual(told(after), [
      {
        kind: 'hold',
        fields: ['hold'],
        cause: 'records',
        before: { hold: CARD.hold },
        after: { hold: after.hold },
      },
      {
        kind: 'status',
        fields: ['status'],
        cause: 'records',
        before: { status: 'current', expires_on: '2026-06-01', confirmed: true },
        after: { status: 'delinquent', expires_on: '2026-06-01', confirmed: true },
      },
      {
        kind: 'grade',
        fields: ['grade'],
        cause: 'records',
        before: { grade: 'A', grade_status: 'graded', score_version: 'v1' },
        after: { grade: 'B', grade_status: 'graded', score_version: 'v1' },
      },
      {
        kind: 'identity',
        fields: ['name'],
        cause: 'records',
        before: { ...IDENTITY, name: 'PELICAN' },
        after: { ...IDENTITY, name: 'HERON, 2' },
      },
    ]);
  });

  test('lists the inspections that are new, missing or changed, and no others', () => {
    const [first] = CARD.inspections;
    assert.ok(first);
    const visits = (...each: Scorecard['inspections']) => ({ ...CARD, inspections: each });
    const [two, three] = [2, 3].map((visit_id) => ({ ...first, visit_id }));
    assert.ok(two && three);
    const other = { ...two, disposition: 'y', counts: { ...two.counts, basic: 4 } };
    const [change, ...more] = compareRecords(
      published(visits(two, first)),
      published(visits(three, other)),
      ONE_FORMAT,
    );
    const inShort = ({ violations: _, prior_owner: __, dispute: ___, ...each }: typeof first) => each;
    assert.deepEqual(more, []);
    assert.deepEqual(change, {
      kind: 'visits',
      fields: ['disposition', 'basic'],
      cause: 'records',
      before: { visits: [inShort(two), inShort(first)] },
      after: { visits: [inShort(three), inShort(other)] },
    });
    assert.deepEqual(
      compareRecords(published(visits(two, first)), published(visits(two, first)), ONE_FORMAT),
      [],
    );
  });

  test('does not include a field missing from an earlier record format, but includes a field missing within one format', () => {
    const { gravest_event: _, uncertain_record: __, ...rest } = CARD;
    const old: unknown = {
      ...rest,
      inspections: CARD.inspections.map(({ owner: _owner, ...visit }) => ({
        ...visit,
        violations: visit.violations.map(({ tier: _tier, ...each }) => each),
      })),
    };
    const before = { scorecard: old as Scorecard, verdict: undefined };
    assert.deepEqual(compareRecords(before, published(CARD), { ...ONE_FORMAT, isOneFormat: false }), []);
    assert.deepEqual(
      compareRecords(before, published(CARD), ONE_FORMAT).map(({ kind }) => kind),
      ['verdict', 'gravest_event', 'uncertain_record', 'visits'],
    );
    const moved = { ...CARD, name: 'HERON' };
    assert.deepEqual(
      compareRecords(before, published(moved), { ...ONE_FORMAT, isOneFormat: false }).map(({ kind }) => kind),
      ['identity'],
    );
  });

  test('is one change if a vendor appears or disappears, with all of its values except the inspections', () => {
    const [appeared, ...others] = compareRecords(undefined, published(CARD), ONE_FORMAT);
    assert.deepEqual(others, []);
    assert.deepEqual(appeared, {
      kind: 'appeared',
      fields: [],
      cause: 'records',
      before: null,
      after: {
        ...IDENTITY,
        status: 'current',
        expires_on: '2026-06-01',
        confirmed: true,
        verdict: 'CLEAR',
        grade: 'A',

        grade_status: 'graded',
        score_version: 'v1',
        hold: CARD.hold,
        gravest_event: CARD.gravest_event,
        uncertain_record: 'other_name',
        final_orders: CARD.final_orders,
      },
    });
    const gone = compareRecords(published(CARD), undefined, ONE_FORMAT);
    assert.deepEqual(gone, [
      { kind: 'disappeared', fields: [], cause: 'records', before: appeared?.after, after: null },
    ]);
  });

  test('is attributed to our rules if only our own assessments changed between two program versions', () => {
    const causes = (card: Scorecard, isOneProgram = false) =>
      compareRecords(published(CARD), published(card), { ...ONE_FORMAT, isOneProgram }).map(
        ({ kind, cause }) => `${kind} ${cause}`,
      );
    const regraded = { ...CARD, grade: 'B' as const, gravest_event: null };
    assert.deepEqual(causes(regraded), ['grade rules', 'gravest_event rules']);
    assert.deepEqual(causes(regraded, true), ['grade records', 'gravest_event records']);
    assert.deepEqual(causes({ ...regraded, name: 'HERON' }), [
      'grade records',
      'identity records',
      'gravest_event records',
    ]);
    const [first] = CARD.inspections;
    assert.ok(first);
    const ofOther = { ...CARD, inspections: [{ ...first, owner: 'prior' as const }] };
    assert.deepEqual(causes(ofOther), ['visits rules']);
    assert.deepEqual(causes({ ...CARD, inspections: [] }), ['visits records']);
    const replaced = { ...CARD, inspections: [{ ...first, visit_id: first.visit_id + 1 }] };
    assert.deepEqual(causes(replaced), ['visits records']);
  });

  test('everything that another program version finds in the same files is attributed to our rules', () => {
    const causes = (before: Scorecard | undefined, after: Scorecard | undefined, isOneProgram: boolean) =>
      compareRecords(before && published(before), after && published(after), {
        ...ONE_FORMAT,
        isOneProgram,
        isSameFiles: true,
      }).map(({ kind, cause }) => `${kind} ${cause}`);
    const read = { ...CARD, name: 'HERON', inspections: [] };
    assert.deepEqual(causes(CARD, read, false), ['identity rules', 'visits rules']);
    assert.deepEqual(causes(CARD, undefined, false), ['disappeared rules']);
    assert.deepEqual(causes(undefined, CARD, false), ['appeared rules']);
    assert.deepEqual(causes(CARD, read, true), ['identity records', 'visits records']);
  });
});

const IDENTITY = {
  name: 'PELICAN',
  aka: 'HERON',
  license_number: CARD.license.number,
  license_type: 'food_truck',
  city: 'ORLANDO',
  county: 'Orange',
  zip: '32801',
  district: 4,
};
