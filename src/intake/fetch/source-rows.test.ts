import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileOutcome } from '../check/judge-file.ts';
import type { FetchedFile } from './fetch-service.ts';
import { rowsOfFetched } from './source-rows.ts';

const FETCH = { planned: [], before: new Map(), now: '2026-01-05T12:00:00.000Z' };
const ZIP: FetchedFile = {
  name: '2025-EOS.zip',
  url: 'https://regulator.example/2025-EOS.zip',
  kind: 'licenses',
  outcome: 'downloaded',
  path: '/regulator/2025-EOS.zip',
  bytes: 9,
  sha256: 'a'.repeat(64),
  etag: '"1"',
  lastModified: undefined,
  publishedAt: undefined,
};

function outcome(name: string, what: FileOutcome['outcome'], reason: string | null = null): FileOutcome {
  return {
    id: null,
    name,
    sha256: '',
    kind: 'closures',
    slot: '',
    outcome: what,
    reason,
    accepted: null,
    canBeAccepted: false,
    fileDate: null,
    rowsRead: 1,
    rowsKept: 1,
    rowsOther: 0,
    refusals: {},
    warnings: {},
    findings: [],
  };
}

test('holds back a zip if one of its files is held, and requests the full zip again', () => {
  const week = '2025-EOS.zip/EOS_2025-01-05.xlsx';
  const outcomes = [
    outcome(week, 'published'),
    outcome('2025-EOS.zip/2.xlsx', 'held_back', 'binary: no text'),
  ];
  const [held] = rowsOfFetched([ZIP], outcomes, FETCH);
  assert.deepEqual([held?.outcome, held?.reason, held?.etag], ['held_back', 'binary: no text', null]);
  const [taken] = rowsOfFetched([ZIP], outcomes.slice(0, 1), FETCH);
  assert.deepEqual([taken?.outcome, taken?.reason, taken?.etag], ['downloaded', null, '"1"']);
  const [other] = rowsOfFetched([ZIP], [outcome('2025-EOS.zipped/x', 'held_back', 'x')], FETCH);
  assert.equal(other?.outcome, 'downloaded');
});
