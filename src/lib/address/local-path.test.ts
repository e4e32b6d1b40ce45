import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HOSTILE_PATHS } from '../../../test/support/hostile-paths.ts';
import { localPath } from './local-path.ts';

const GOOD = [
  '/',
  '/claim?license=MFD5812345',
  '/api/vendor-pro/checkout?license=MFD5812345&paid=no',
  '/settings/licenses',
  '/organizer/events/1?status=approved#x',
  '/check?next=https://elsewhere.example//x',
];

test('a path on this site is accepted unchanged', () => {
  for (const path of GOOD) assert.equal(localPath(path), path);
});

test('a path that leads to another site, breaks a header or is not a path is rejected', () => {
  for (const text of [...HOSTILE_PATHS, null, undefined])
    assert.equal(localPath(text), undefined, JSON.stringify(text));
});

test('a browser parses every accepted path unchanged and stays on this site', () => {
  const base = 'https://vendors.example';
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '?',
    '#',
    '@',
    ':',
    '%',
    '\t',
    '\n',
    ' ',
    'x',
    'a.example',
    'é',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = localPath(`/${pieces.join('')}`);
      if (path === undefined) return;
      const read = new URL(path, base);
      assert.equal(read.origin, base);
      assert.ok(!read.pathname.startsWith('//'), path);
      assert.equal(new URL(`${base}${path}`).href, read.href);
    }),
    { numRuns: 2_000 },
  );
});
