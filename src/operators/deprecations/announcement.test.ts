import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkAnnouncement } from './service.ts';

const TODAY = '2026-03-16';
const check = (sunsetOn: string, announced?: { sunsetOn: string; unreached: number }, version = 'v1') =>
  checkAnnouncement({ version, sunsetOn, today: TODAY }, announced);

describe('announcing the end of a version', () => {
  test('rejects an end date 89 days away and accepts one 90 days away', () => {
    const refused = check('2026-06-13');
    assert.equal(refused.ok, false);
    assert.match(
      refused.why,
      /^2026-06-13 is less than 90 days away; the earliest day possible today is 2026-06-14\.$/,
    );
    assert.deepEqual(check('2026-06-14'), { ok: true, kind: 'announce' });
  });

  test('rejects a version that is not served and lists the served versions', () => {
    const refused = check('2027-01-01', undefined, 'v7');
    assert.deepEqual(refused, { ok: false, why: 'There is no version "v7". Served: v1.' });
  });

  test('allows the end date to be moved later, but never earlier', () => {
    const announced = { sunsetOn: '2026-09-30', unreached: 0 };
    assert.deepEqual(check('2026-10-01', announced), { ok: true, kind: 'announce' });
    assert.equal(check('2026-09-29', announced).ok, false);
  });

  test('with an unchanged date, continues while at least 90 days are left or if only accounts with newer keys are left', () => {
    assert.deepEqual(check('2026-06-14', { sunsetOn: '2026-06-14', unreached: 3 }), {
      ok: true,
      kind: 'continue',
    });
    assert.deepEqual(check('2026-06-13', { sunsetOn: '2026-06-13', unreached: 0 }), {
      ok: true,
      kind: 'continue',
    });
    const late = check('2026-06-13', { sunsetOn: '2026-06-13', unreached: 3 });
    assert.match(late.ok ? '' : late.why, /: 3 accounts with a key\. .* 2026-06-14 at the earliest/);
    const over = check('2026-03-15', { sunsetOn: '2026-03-15', unreached: 0 });
    assert.equal(over.ok, false);
  });
});
