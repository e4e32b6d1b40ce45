import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DistrictCover } from '../../published-state/covers.ts';
import { isLicenseFileRead } from './named-vendor.ts';

const cover = (district: number, licenses_to: string | null): DistrictCover => ({
  district,
  vendors: 1,
  licenses_to,
  inspections_from: null,
  inspections_to: null,
  whole_year: false,
  reach_to: '2026-01-01',
});

test('a number’s license file counts as read only if the file for the number’s district was read', () => {
  const covers = [cover(4, '2026-01-01'), cover(6, null)];
  assert.equal(isLicenseFileRead('5890001', covers), true);
  assert.equal(isLicenseFileRead('4758801', covers), false);
  assert.equal(isLicenseFileRead('1350001', covers), false);
  assert.equal(isLicenseFileRead('9999999', covers), true, 'no county has these digits');
  assert.equal(isLicenseFileRead('9999999', [cover(6, null)]), false);
});
