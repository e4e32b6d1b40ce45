import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { countInMemory } from '../../src/http/limits/rate-limits.ts';
import { Envelope } from '../../src/http/schemas.ts';
import { buildServer } from '../../src/http/server.ts';
import { describeMethod, Methodology } from '../../src/judgment/methodology/describe-methodology.ts';
import { methodologyRoutes } from '../../src/judgment/methodology/routes.ts';
import { POLICY_VERSION } from '../../src/judgment/policy/policy.ts';
import { toCases } from '../../src/judgment/score/cases.ts';
import { SCORE_RULES } from '../../src/judgment/score/rules.ts';
import { casePoints, gradeOf } from '../../src/judgment/score/score.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { isKnownDisposition } from '../../src/regulator/florida/vocabulary/dispositions.ts';
import { assertMatches } from '../support/check.ts';
import { visit } from '../support/visits.ts';

const BASE_URL = 'https://vendors.example';
const method = describeMethod(BASE_URL);

/** Contract 2.9: the published methodology. */
describe('the published method', () => {
  let app: FastifyInstance;
  before(async () => {
    app = await buildServer({
      logger: createLogger('silent'),
      trustProxy: [],
      makeCounter: countInMemory,
      routes: (server) => {
        server.register(methodologyRoutes, { baseUrl: BASE_URL, limits: { STATS: 0 } });
      },
    });
  });
  after(() => app.close());

  test('is returned by GET /api/v1/methodology in the documented envelope, and can be cached', async () => {
    const answer = await app.inject('/api/v1/methodology');
    assert.equal(answer.statusCode, 200);
    assertMatches(Envelope(Methodology), answer.json());
    assert.deepEqual(answer.json().data, JSON.parse(JSON.stringify(method)));
    const etag = String(answer.headers.etag);
    const again = await app.inject({ url: '/api/v1/methodology', headers: { 'if-none-match': etag } });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
  });

  test('lists only enforcement actions that the regulator uses, each with what a case with it costs', () => {
    for (const { examples, points } of method.weights.points_per_measure)
      for (const disposition of examples) {
        assert.ok(isKnownDisposition(disposition), disposition);
        const [single] = toCases([visit({ visitId: 1, disposition })]);
        assert.equal(single && casePoints(single), points, disposition);
      }
    const named = new Set(method.weights.points_per_measure.map(({ points }) => points));
    assert.deepEqual(named, new Set(SCORE_RULES.pointsPerSeverity));
  });

  test('includes a back-test of the current rules and policy', () => {
    const { score_version, verdicts } = method.backtest;
    assert.deepEqual([score_version, verdicts.policy_version], [SCORE_RULES.version, POLICY_VERSION]);
  });

  test('has exact cutoffs: each letter starts at its published number', () => {
    assert.deepEqual(
      method.cut_offs.map(({ grade }) => grade),
      SCORE_RULES.cutOffs.map(({ grade }) => grade),
    );
    for (const [index, { grade, least }] of method.cut_offs.entries()) {
      assert.equal(gradeOf(least), grade);
      const below = method.cut_offs[index + 1];
      if (below) assert.equal(gradeOf(least - 0.1), below.grade);
    }
  });

  test('has an example that matches the rules and docs/scoring.md', () => {
    const { example } = method;
    const weights = example.cases.reduce((sum, { weight }) => sum + weight, 0);
    const mean = example.cases.reduce((sum, { weight, points }) => sum + weight * points, 0) / weights;
    const n = example.cases.length;
    const shrunk = (n * mean + SCORE_RULES.meanCases * SCORE_RULES.meanPoints) / (n + SCORE_RULES.meanCases);
    assert.equal(example.score, Math.round((100 - SCORE_RULES.scorePerPoint * shrunk) * 10) / 10);
    assert.equal(example.grade, gradeOf(example.score));
    const docs = readFileSync(new URL('../../docs/scoring.md', import.meta.url), 'utf8');
    assert.ok(docs.includes(`**${example.score}**, a ${example.grade}`));
    assert.ok(docs.includes(example.mean.toFixed(2)) && docs.includes(example.with_average_cases.toFixed(2)));
  });

  test('lists as unused only methods that have no effect on the score', () => {
    const said = method.data_not_used.join(' ');
    for (const word of ['Name', 'cuisine', 'Reviews', 'Who asks', 'inspector’s comments', 'prior owner'])
      assert.ok(said.includes(word), word);
    const observations = [
      { code: '35A-03-4', category: 35, tier: 'high_priority' as const, text: 'x', flags: [] },
    ];
    const points = [
      visit({ visitId: 1, basic: 1 }),
      { ...visit({ visitId: 1, basic: 1 }), observations },
    ].map((each) => toCases([each]).map((single) => casePoints(single)));
    assert.deepEqual(points[0], points[1]);
  });
});
