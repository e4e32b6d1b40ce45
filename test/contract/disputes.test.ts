import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { Scorecard } from '../../src/judgment/scorecard/schemas.ts';
import { assertMatches, field, rows } from '../support/check.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import {
  openStatementPages,
  openStatements,
  type StatementBench,
  vendorOfTruck,
  visitOf,
} from '../support/vendor-statements.ts';

const REGISTRY = ['vendors', 'records', 'visits', 'published_state'] as const;

/**
 * Contract 2.9 "Public scorecard": a dispute adds a mark next to an inspection and never changes the
 * published data.
 */
describeEngines('the scorecard of a vendor with disputes', (open) => {
  let database: TestDatabase;
  let bench: StatementBench;
  let app: FastifyInstance;
  before(async () => {
    database = await open();
    bench = await openStatements(database);
    app = await openStatementPages(bench);
  });
  after(async () => {
    await app.close();
    await database.close();
  });

  const ask = (truck: number, headers: Record<string, string> = {}) =>
    app.inject({ url: `/api/vendors/${vendorOfTruck(truck)}/scorecard`, headers });
  const dispute = (index: number) =>
    bench.disputes.open(bench.owner, bench.claim, {
      visit_id: String(visitOf(1, index)),
      category: '8',
      text: 'The visit was of another truck.',
      told_regulator: 'Called DBPR.',
    });
  const dump = () =>
    Promise.all(REGISTRY.map((table) => database.published.db.selectFrom(table).selectAll().execute()));
  const marksOf = (body: unknown) =>
    rows(field(body, 'inspections')).flatMap((each) => {
      const mark = field(each, 'dispute');
      return mark === undefined ? [] : [[field(each, 'visit_id'), mark]];
    });

  test('“present when disputed”: shows the status, opening date, and due date only next to that visit, with its own ETag', async () => {
    const before = await ask(1);
    assert.deepEqual(marksOf(before.json()), []);
    await dispute(1);
    const marked = await ask(1);
    assertMatches(Scorecard, marked.json());
    assert.deepEqual(marksOf(marked.json()), [
      [
        visitOf(1),
        {
          state: 'pending_review',
          since: '2026-01-02',
          due_on: '2026-02-01',
          category: 8,
          note: null,
        },
      ],
    ]);
    assert.notEqual(marked.headers.etag, before.headers.etag);
    const stale = await ask(1, { 'if-none-match': String(before.headers.etag) });
    assert.equal(stale.statusCode, 200);
    const fresh = await ask(1, { 'if-none-match': String(marked.headers.etag) });
    assert.equal(fresh.statusCode, 304);
  });

  test('has the same numbers, score, and grade for any status of the dispute, and no published data is written', async () => {
    const stored = await dump();
    const [published] = await database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select('scorecard')
      .where('id', '=', vendorOfTruck(1))
      .execute();
    const plain = (body: string) =>
      JSON.stringify(JSON.parse(body), (key, value) => (key === 'dispute' ? undefined : value));
    await dispute(2);
    await dispute(3);
    for (const decision of ['upheld', 'dismissed'] as const) {
      const [next] = await bench.disputes.listQueue(bench.operator);
      await bench.disputes.decide(bench.operator, next?.id ?? '', { decision, note: '"},"grade":"A"' });
      const answer = await ask(1);
      assert.equal(plain(answer.body), published?.scorecard);
      assertMatches(Scorecard, answer.json());
    }
    assert.deepEqual(await dump(), stored);
  });

  test('leaves other vendors’ scorecards byte for byte as published', async () => {
    const [stored] = await database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select(['scorecard', 'sha256'])
      .where('id', '=', vendorOfTruck(2))
      .execute();
    const answer = await ask(2);
    assert.deepEqual([answer.body, answer.headers.etag], [stored?.scorecard, `"${stored?.sha256}"`]);
  });

  test('omits the vendor’s text and identity, and includes the note for an upheld dispute', async () => {
    const { body } = await ask(1);
    assert.doesNotMatch(body, /another truck|Called DBPR|trucks\.example/);
    const notes = marksOf(JSON.parse(body)).flatMap(([, mark]) => field(mark, 'note') ?? []);
    assert.deepEqual(notes, ['"},"grade":"A"']);
  });

  test('has exactly its earlier body and ETag after a dispute is withdrawn', async () => {
    const { disputes } = await bench.disputes.getOwn(bench.owner, bench.claim);
    for (const { id, state } of disputes)
      if (state === 'pending_review') await bench.disputes.withdraw(bench.owner, bench.claim, id);
    await database.db
      .updateTable('disputes')
      .set({ state: 'corrected' })
      .where('state', '=', 'upheld')
      .execute();
    const [stored] = await database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select(['scorecard', 'sha256'])
      .where('id', '=', vendorOfTruck(1))
      .execute();
    const answer = await ask(1);
    assert.deepEqual([answer.body, answer.headers.etag], [stored?.scorecard, `"${stored?.sha256}"`]);
  });
});
