import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComparedLicense, LICENSE_CHANGES_MAX, LicenseChangeCount } from './license-changes.ts';

const LICENSE: ComparedLicense = {
  digits: '5812345',
  licenseType: '2014',
  district: 4,
  rank: 'MFDV',
  onFile: 1,
  primaryStatus: '20',
  secondaryStatus: '20',
  expiresOn: '2026-04-01',
  licenseeName: 'A LLC',
};

function changesOf(before: ComparedLicense | undefined, after: ComparedLicense | undefined): string[] {
  const count = new LicenseChangeCount();
  count.add(before, after);
  return count.first.map((change) => `${change.kind}: ${change.before} → ${change.after}`);
}

test('the district’s newest file determines whether a license is new, gone or returned', () => {
  const gone = { ...LICENSE, onFile: 0 };
  assert.deepEqual(changesOf(undefined, LICENSE), ['new:  → 20/20']);
  assert.deepEqual(changesOf(undefined, gone), []);
  assert.deepEqual(changesOf(LICENSE, gone), ['gone: 20/20 → not on file']);
  assert.deepEqual(changesOf(LICENSE, undefined), ['gone: 20/20 → not on file']);
  assert.deepEqual(changesOf(gone, LICENSE), ['returned: not on file → 20/20']);
  assert.deepEqual(changesOf(gone, undefined), []);
  assert.deepEqual(changesOf(LICENSE, LICENSE), []);
});

test('a license may change in several ways at the same time, even if it is not on file', () => {
  const after = { ...LICENSE, secondaryStatus: '21', expiresOn: '2027-04-01', licenseeName: 'B LLC' };
  const changes = ['status: 20/20 → 20/21', 'renewed: 2026-04-01 → 2027-04-01', 'holder: A LLC → B LLC'];
  assert.deepEqual(changesOf(LICENSE, after), changes);
  assert.deepEqual(changesOf({ ...LICENSE, onFile: 0 }, { ...after, onFile: 0 }), changes);
  assert.deepEqual(changesOf(LICENSE, { ...LICENSE, expiresOn: null }), ['expiry: 2026-04-01 → none']);
});

test('all changes are counted, but only a limited number are stored individually', () => {
  const count = new LicenseChangeCount();
  for (let index = 0; index <= LICENSE_CHANGES_MAX; index++) count.add(undefined, LICENSE);
  assert.deepEqual(count.kinds, { new: LICENSE_CHANGES_MAX + 1 });
  assert.equal(count.first.length, LICENSE_CHANGES_MAX);
});
