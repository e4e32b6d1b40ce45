import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createLogger } from '../../platform/log/log.ts';
import { ANSWER_WITHIN_MS, createReadiness, type PublishedFacts } from './health.ts';

const FACTS: PublishedFacts = {
  version: 3,
  as_of: '2026-03-16',
  data_as_of: '2026-03-16',
  records_reach_to: '2026-03-16',
  fictional: 1,
  loading: null,
};

interface Options {
  readonly ledger?: () => Promise<unknown>;
  readonly freshMs?: number;
  readonly findState?: () => PublishedFacts | undefined;
}

function setUp(options: Options = {}) {
  const lines: string[] = [];
  let asked = 0;
  const look = createReadiness({
    findState: async () => {
      asked += 1;
      return options.findState ? options.findState() : FACTS;
    },
    prove: { registry: async () => {}, ledger: options.ledger ?? (async () => {}) },
    log: createLogger('info', { write: (line) => lines.push(JSON.parse(line).msg) }),
    freshMs: options.freshMs ?? 0,
  });
  return { look, lines, asked: () => asked };
}

test('requests that arrive at the same time or within a second share one check of the databases', async () => {
  const { look, asked } = setUp({ freshMs: 1_000 });
  const answers = await Promise.all(Array.from({ length: 50 }, look));
  assert.deepEqual(answers[49], { state: FACTS, failing: [] });
  await look();
  assert.equal(asked(), 1);
});

test('the databases are checked every tenth of a second until the first publication, then every second', async () => {
  const clock = mock.method(performance, 'now', () => now);
  let now = 0;
  try {
    let state: PublishedFacts | undefined;
    const { look, asked } = setUp({ freshMs: 1_000, findState: () => state });
    assert.deepEqual(await look(), { state: undefined, failing: [] });
    now = 99;
    await look();
    assert.equal(asked(), 1);
    state = FACTS;
    now = 100;
    assert.deepEqual(await look(), { state: FACTS, failing: [] });
    now = 1_099;
    await look();
    assert.equal(asked(), 2);
  } finally {
    clock.mock.restore();
  }
});

test('a database that does not respond in time is reported as failing, and not queried again until it responds', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let proofs = 0;
    let answer = Promise.withResolvers<void>();
    const { look, lines } = setUp({
      ledger: () => {
        proofs += 1;
        return answer.promise;
      },
    });
    const first = look();
    // Lets the registry respond before the time limit.
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(ANSWER_WITHIN_MS);
    assert.deepEqual(await first, { state: FACTS, failing: ['ledger'] });
    assert.deepEqual(await look(), { state: FACTS, failing: ['ledger'] });
    assert.equal(proofs, 1);
    answer.resolve();
    await answer.promise;
    answer = Promise.withResolvers<void>();
    answer.resolve();
    assert.deepEqual(await look(), { state: FACTS, failing: [] });
    assert.equal(proofs, 2);
    assert.deepEqual(lines, [
      'not ready: a database cannot be read or written',
      'ready again: the database can be read and written',
    ]);
  } finally {
    mock.timers.reset();
  }
});

test('a database that keeps failing is reported by name and logged only once', async () => {
  const { look, lines } = setUp({ ledger: () => Promise.reject(new Error('full')) });
  for (let times = 0; times < 3; times += 1) assert.deepEqual((await look()).failing, ['ledger']);
  assert.equal(lines.length, 1);
});
