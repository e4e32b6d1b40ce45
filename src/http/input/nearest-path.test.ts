import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNearestPath } from './nearest-path.ts';

const KNOWN = new Set([
  '/api/v1/decision',
  '/api/v1/decisions',
  '/api/v1/decision/verify',
  '/api/v1/stats/florida',
  '/mcp',
  '/api/vendors',
  '/api/vendors/:id',
  '/api/vendors/:id/scorecard',
  '/api/v1/vendors',
  '/healthz',
]);

test('finds the nearest known address for a mistyped one, and nothing for other unknown addresses', () => {
  for (const [given, meant] of [
    ['/api/v1/descision', '/api/v1/decision'],
    ['/api/v1/decision/', '/api/v1/decision'],
    ['/v1/decision', '/api/v1/decision'],
    ['/api/decision', '/api/v1/decision'],
    ['/decisions', '/api/v1/decisions'],
    ['/API/V1/Decision', '/api/v1/decision'],
    ['/api/v2/decision', '/api/v1/decision'],
    ['/api/v1/vendors/x-1/scorecard', '/api/vendors/x-1/scorecard'],
    ['/api/vendor', '/api/vendors'],
    ['/api/v1/stats/florda/', '/api/v1/stats/florida'],
    ['/api', undefined],
    ['/api/v1/nothing-like-it', undefined],
    ['/wp-login.php', undefined],
    [`/api/vendors/${'x'.repeat(300)}/scorecards`, undefined],
  ] as const)
    assert.equal(findNearestPath(given, KNOWN), meant, given);
});
