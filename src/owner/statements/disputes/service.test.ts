import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { countStatements } from '../../../../test/support/count-statements.ts';
import type { TestDatabase } from '../../../../test/support/engines.ts';
import { describeBothEngines } from '../../../../test/support/engines.ts';
import type { inspectionRow } from '../../../../test/support/regulator-files.ts';
import {
  insertClaim,
  openStatements,
  publishFiles,
  releaseClaim,
  STATEMENTS_NOW,
  type StatementBench,
  statementFiles,
  vendorOfTruck,
  visitOf,
} from '../../../../test/support/vendor-statements.ts';
import { AppError } from '../../../http/errors/errors.ts';
import type { LedgerSchema } from '../../../platform/db/schema/schema-ledger.ts';
import { upsertRows } from '../../../platform/db/upsert.ts';
import { withdrawReleased } from '../service.ts';
import { DISPUTE, DISPUTE_STATES, type DisputeState, STATEMENTS_MAX } from '../statement-kinds.ts';
import { createScorecardMarks, listShownDisputes } from './marks-service.ts';
import { closeCorrected } from './service.ts';

const FORM = { category: '', text: 'The visit was of another truck.', told_regulator: 'Called DBPR.' };
const CLOSING = { now: STATEMENTS_NOW(), baseUrl: 'https://vendors.example' };
const NOT_FOUND = (error: unknown) => error instanceof AppError && error.code === 'not_found';

describeBothEngines('disputes', (open) => {
  let database: TestDatabase;
  let bench: StatementBench;
  const statesOf = async () => (await bench.disputes.getOwn(bench.owner, bench.claim)).disputes;
  const mails = () =>
    database.db.selectFrom('mails').select(['recipient', 'subject', 'body']).orderBy('id').execute();
  const dispute = async (index: number, form: Partial<typeof FORM> = {}) => {
    const visit_id = String(visitOf(1, index));
    const opened = await bench.disputes.open(bench.owner, bench.claim, { ...FORM, ...form, visit_id });
    assert.deepEqual(opened, { ok: true, value: undefined });
    const [found] = (await statesOf()).filter(
      (each) => each.visit_id === visitOf(1, index) && each.state === 'pending_review',
    );
    assert.ok(found);
    return found;
  };
  const setState = (id: string, state: DisputeState) =>
    database.db.updateTable('disputes').set({ state, open_place: null }).where('id', '=', id).execute();

  before(async () => {
    database = await open();
    bench = await openStatements(database);
  });
  after(() => database.close());
  const clear = async () => {
    await database.db.deleteFrom('disputes').execute();
    await database.db.deleteFrom('mails').execute();
    await database.db.deleteFrom('operator_log').execute();
  };

  test('a dispute is due 30 days after the day it was opened, in Florida time', async () => {
    await clear();
    const opened = await dispute(1, { category: '35' });
    assert.deepEqual(
      [opened.state, opened.due_on, opened.category, opened.note, opened.told_regulator],
      ['pending_review', '2026-02-01', 35, '', 'Called DBPR.'],
    );
  });

  test('an account can open at most 200 disputes about one license, including withdrawn ones', async () => {
    await clear();
    const { id } = await dispute(1);
    await bench.disputes.withdraw(bench.owner, bench.claim, id);
    const [row] = await database.db.selectFrom('disputes').selectAll().where('id', '=', id).execute();
    assert.ok(row);
    const copies = Array.from({ length: STATEMENTS_MAX - 2 }, () => ({ ...row, id: randomUUID() }));
    await upsertRows<LedgerSchema, 'disputes'>(database.db, 'disputes', ['id'], copies);
    const open = (visit: number) =>
      bench.disputes.open(bench.owner, bench.claim, { ...FORM, visit_id: String(visitOf(1, visit)) });
    const opened = await Promise.all([open(1), open(2)]);
    assert.equal(opened.filter(({ ok }) => ok).length, 1);
    const refused = opened.flatMap((each) => (each.ok ? [] : [each.errors.text]));
    assert.match(refused[0] ?? '', /opened 200 disputes/);
  });

  test('an invalid dispute is rejected with an error at its field and is not stored', async () => {
    await clear();
    const bad = [
      [{ text: 'too short' }, 'text'],
      [{ text: 'x'.repeat(2_001) }, 'text'],
      [{ told_regulator: ' \u0000\n' }, 'told_regulator'],
      [{ told_regulator: 'x'.repeat(2_001) }, 'told_regulator'],
      [{ category: '9' }, 'category'],
      [{ category: '__proto__' }, 'category'],
    ] as const;
    for (const [change, field] of bad) {
      const visit_id = String(visitOf(1));
      const opened = await bench.disputes.open(bench.owner, bench.claim, { ...FORM, ...change, visit_id });
      assert.deepEqual(opened.ok ? [] : Object.keys(opened.errors), [field]);
    }
    assert.deepEqual(await statesOf(), []);
  });

  test('only a verified owner can dispute; another account’s claim, a pending or released claim and an unknown id get not_found', async () => {
    await clear();
    const mine = await dispute(1);
    const pending = await insertClaim(database.db, bench.owner, 3, 'pending');
    const released = await insertClaim(database.db, bench.owner, 4, 'released');
    const form = { ...FORM, visit_id: String(visitOf(1, 2)) };
    for (const claim of [bench.otherClaim, pending, released, 'x', '\u0000']) {
      await assert.rejects(bench.disputes.getOwn(bench.owner, claim), NOT_FOUND);
      await assert.rejects(bench.disputes.open(bench.owner, claim, form), NOT_FOUND);
      await assert.rejects(bench.disputes.withdraw(bench.owner, claim, mine.id), NOT_FOUND);
    }
    await assert.rejects(bench.disputes.withdraw(bench.other, bench.otherClaim, mine.id), NOT_FOUND);
    await assert.rejects(bench.disputes.withdraw(bench.owner, bench.claim, '\u0000'), NOT_FOUND);
    // The first id belongs to another vendor's visit.
    for (const visit_id of [String(visitOf(2)), '0', '-1', '1e3', '\u0000', ''])
      await assert.rejects(bench.disputes.open(bench.owner, bench.claim, { ...FORM, visit_id }), NOT_FOUND);
    assert.deepEqual(
      (await statesOf()).map(({ id, state }) => [id, state]),
      [[mine.id, 'pending_review']],
    );
  });

  test('a visit has only one open dispute, even if several are sent at the same time', async () => {
    await clear();
    const form = { ...FORM, visit_id: String(visitOf(1)) };
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => bench.disputes.open(bench.owner, bench.claim, form)),
    );
    assert.equal(sent.filter(({ ok }) => ok).length, 1);
    assert.equal((await statesOf()).length, 1);
  });

  test('a license has at most twenty open disputes, even if more are sent at the same time', async () => {
    await clear();
    const sent = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        bench.disputes.open(bench.owner, bench.claim, { ...FORM, visit_id: String(visitOf(1, index + 1)) }),
      ),
    );
    assert.equal(sent.filter(({ ok }) => ok).length, 20);
    const [first] = await statesOf();
    await bench.disputes.withdraw(bench.owner, bench.claim, first?.id ?? '');
    const [refused] = sent.flatMap(({ ok }, index) => (ok ? [] : [index + 1]));
    await dispute(refused ?? 0);
  });

  test('an operator answers once, with a log entry and an email; the second of two concurrent answers is rejected', async () => {
    await clear();
    const opened = await dispute(1);
    const answers = await Promise.all([
      bench.disputes.decide(bench.operator, opened.id, { decision: 'upheld', note: 'Not <you>.' }),
      bench.disputes.decide(bench.operator2, opened.id, { decision: 'dismissed', note: 'It was you.' }),
    ]);
    assert.equal(answers.filter((each) => each === undefined).length, 1);
    const log = await database.db.selectFrom('operator_log').select(['action', 'subject']).execute();
    const sent = await mails();
    const [now] = await statesOf();
    assert.deepEqual(
      log.map(({ action, subject }) => [action, subject]),
      [[`dispute.${now?.state}`, opened.id]],
    );
    assert.deepEqual(
      sent.map(({ recipient, subject }) => [recipient, subject]),
      [['owner@trucks.example', `We ${now?.state === 'upheld' ? 'agree' : 'disagree'} with your dispute`]],
    );
    assert.match(sent[0]?.body ?? '', now?.state === 'upheld' ? /> Not <you>\./ : /> It was you\./);
  });

  test('only a pending dispute can be answered by an operator or withdrawn by a vendor', async () => {
    for (const from of DISPUTE_STATES)
      for (const to of ['upheld', 'dismissed', 'withdrawn'] as const) {
        await clear();
        const { id } = await dispute(1);
        await setState(id, from);
        const refusal =
          to === 'withdrawn'
            ? await bench.disputes.withdraw(bench.owner, bench.claim, id)
            : await bench.disputes.decide(bench.operator, id, { decision: to, note: 'Because.' });
        const by = to === 'withdrawn' ? 'vendor' : 'operator';
        const allowed = from === 'pending_review';
        assert.equal(refusal === undefined, allowed, `${by}: ${from} → ${to}`);
        assert.deepEqual(
          (await statesOf()).map(({ state }) => state),
          [allowed ? to : from],
        );
        assert.equal((await mails()).length, allowed && by === 'operator' ? 1 : 0);
      }
  });

  test('only an operator can see the queue or answer; an answer must be one of two decisions and needs a note', async () => {
    await clear();
    const { id } = await dispute(1);
    const answer = { decision: 'upheld', note: 'Because.' };
    await assert.rejects(bench.disputes.listQueue(bench.owner), NOT_FOUND);
    await assert.rejects(bench.disputes.decide(bench.owner, id, answer), NOT_FOUND);
    for (const made of ['x', '\u0000', '5c1c8b9e-7d64-4b0e-8a51-0d6d5f9f2aff'])
      await assert.rejects(bench.disputes.decide(bench.operator, made, answer), NOT_FOUND);
    for (const bad of [
      { decision: 'corrected', note: 'x' },
      { decision: 'upheld', note: ' ' },
      { decision: 'upheld', note: 'x'.repeat(2_001) },
    ])
      assert.equal(typeof (await bench.disputes.decide(bench.operator, id, bad)), 'string');
    assert.deepEqual(
      (await bench.disputes.listQueue(bench.operator)).map((each) => [each.id, each.vendor_name]),
      [[id, 'TRUCK 1']],
    );
  });

  test('an unchanged row cannot be disputed again after an answer, but another of its categories can', async () => {
    await clear();
    const { id } = await dispute(1, { category: '8' });
    await bench.disputes.decide(bench.operator, id, { decision: 'dismissed', note: 'No.' });
    const again = { ...FORM, category: '8', visit_id: String(visitOf(1)) };
    assert.equal((await bench.disputes.open(bench.owner, bench.claim, again)).ok, false);
    await dispute(1, { category: '35' });
  });

  test('an answer and its email succeed together: if the email cannot be queued, nothing changes', async () => {
    await clear();
    const { id } = await dispute(1);
    await database.db.schema.alterTable('mails').renameTo('mails_away').execute();
    await assert.rejects(bench.disputes.decide(bench.operator, id, { decision: 'upheld', note: 'Because.' }));
    await database.db.schema.alterTable('mails_away').renameTo('mails').execute();
    assert.equal((await statesOf())[0]?.state, 'pending_review');
    assert.deepEqual(await database.db.selectFrom('operator_log').select('id').execute(), []);
  });

  test('releasing a claim removes its marks and pending disputes, and the next owner can dispute the same row', async () => {
    await clear();
    await dispute(1);
    await releaseClaim(database.db, bench.claim);
    assert.deepEqual(await listShownDisputes(database.db, vendorOfTruck(1)), []);
    assert.deepEqual(await bench.disputes.listQueue(bench.operator), []);
    assert.equal(await withdrawReleased(database.db, DISPUTE, STATEMENTS_NOW()), 1);
    const next = await insertClaim(database.db, bench.other, 1);
    const form = { ...FORM, visit_id: String(visitOf(1)) };
    assert.equal((await bench.disputes.open(bench.other, next, form)).ok, true);
    await releaseClaim(database.db, next);
    bench = { ...bench, claim: await insertClaim(database.db, bench.owner, 1) };
  });

  test('marks are fetched only for marked vendors and reflect every change', async () => {
    await clear();
    const counted = countStatements(database.db);
    const marks = createScorecardMarks(counted.db, { recheckMs: 100, now: () => clock });
    let clock = 0;
    const body = JSON.stringify({ score: 1, inspections: [{ visit_id: visitOf(1) }] });
    assert.equal(marks.isUnmarked(vendorOfTruck(1)), false, 'nobody knows before the marks are read');
    assert.deepEqual(await marks.annotate(vendorOfTruck(1), body, 'h'), { body, hash: 'h', isMarked: false });
    const { id } = await dispute(1);
    for (let times = 0; times < 10; times++) {
      await marks.annotate(vendorOfTruck(2), 'no JSON', 'h');
      assert.equal(marks.isUnmarked(vendorOfTruck(2)), true);
    }
    assert.equal(counted.count(), 1);
    clock = 100;
    assert.equal(marks.isUnmarked(vendorOfTruck(2)), false, 'nobody knows while the marks are read anew');
    const marked = await marks.annotate(vendorOfTruck(1), body, 'h');
    assert.deepEqual(JSON.parse(marked.body), {
      score: 1,
      inspections: [
        {
          visit_id: visitOf(1),
          dispute: {
            state: 'pending_review',
            since: '2026-01-02',
            due_on: '2026-02-01',
            category: null,
            note: null,
          },
        },
      ],
    });
    await bench.disputes.decide(bench.operator, id, { decision: 'upheld', note: 'Wrong.' });
    const upheld = await marks.annotate(vendorOfTruck(1), body, 'h');
    assert.match(upheld.body, /"state":"upheld".*"note":"Wrong\."/);
    assert.equal(new Set(['h', marked.hash, upheld.hash]).size, 3);
    assert.deepEqual(
      [1, 2].map((truck) => marks.isUnmarked(vendorOfTruck(truck))),
      [false, true],
    );
  });

  test('a file that changes or drops a row closes its dispute or upheld mark and notifies the vendor; other disputes are not affected', async () => {
    await clear();
    // Visit 1 gets a different disposition, visit 2 different counts and visit 3 different categories; visit
    // 4 is removed, and visit 5 is unchanged. The dispute of visit 6 was upheld, and the dispute of
    // visit 7 was dismissed.
    const ids = [];
    for (const index of [1, 2, 3, 4, 5, 6, 7]) ids.push((await dispute(index)).id);
    for (const [index, decision] of [
      [5, 'upheld'],
      [6, 'dismissed'],
    ] as const)
      await bench.disputes.decide(bench.operator, ids[index] ?? '', { decision, note: 'Because.' });
    await database.db.deleteFrom('mails').execute();
    assert.equal(await closeCorrected(database, database.published, CLOSING), 0, 'before the next file');
    const changes = new Map<number, Parameters<typeof inspectionRow>[0] | null>([
      [visitOf(1, 1), { disposition: 'Warning Issued' }],
      [visitOf(1, 2), { total: 1, basic: 0, categories: { 8: 1 } }],
      [visitOf(1, 3), { categories: { 8: 1, 36: 1 } }],
      [visitOf(1, 4), null],
      [visitOf(1, 6), { disposition: 'Warning Issued' }],
      [visitOf(1, 7), { inspectionType: 'Complaint Full' }],
      // Makes the file newer than the first.
      [visitOf(4, 25), { visitedOn: '2025-12-20' }],
    ]);
    const corrected = await statementFiles('second', (visitId) => {
      const change = changes.get(visitId);
      return change === undefined ? {} : change;
    });
    const { outcome } = await publishFiles(database, corrected);
    assert.equal(outcome, 'published');
    const ledger = countStatements(database.db);
    const published = countStatements(database.published.db);
    const registry = { ...database.published, db: published.db };
    assert.equal(await closeCorrected({ ...database, db: ledger.db }, registry, CLOSING), 5);
    const statements = ledger.count() + published.count();
    assert.ok(statements <= 7, `${statements} statements for five`);
    const states = new Map((await statesOf()).map(({ visit_id, state }) => [visit_id, state]));
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 7].map((index) => states.get(visitOf(1, index))),
      ['corrected', 'corrected', 'corrected', 'corrected', 'pending_review', 'corrected', 'dismissed'],
    );
    const sent = await mails();
    assert.deepEqual(
      sent.map(({ recipient }) => recipient),
      Array(5).fill('owner@trucks.example'),
    );
    const gone = sent.filter(({ subject }) => !subject.includes('The regulator changed'));
    assert.match(
      gone.map(({ body }) => body).join(),
      /^The regulator’s files no longer list the visit you disputed/,
    );
    const differences = sent.flatMap(({ body }) => body.match(/from: .*\n {2}to: .*/g) ?? []);
    assert.deepEqual(
      differences.sort(),
      [
        ...Array(2).fill(
          'from: result: "Inspection Completed - No Further Action"\n  to:   result: "Warning Issued"',
        ),
        'from: violations: 2; basic: 1; cited categories: 8, 35\n  to:   violations: 1; basic: 0; cited categories: 8',
        'from: cited categories: 8, 35\n  to:   cited categories: 8, 36',
      ].sort(),
    );
    assert.equal(await closeCorrected(database, database.published, CLOSING), 0, 'once');
    // The corrected row counts as a different row and may be disputed again.
    await dispute(1);
  });
});

describeBothEngines('disputes before the first publication', (open) => {
  test('are not treated as corrected', async () => {
    const database = await open();
    const bench = await openStatements(database);
    await bench.disputes.open(bench.owner, bench.claim, { ...FORM, visit_id: String(visitOf(1)) });
    const empty = await open();
    assert.equal(await closeCorrected(database, empty.published, CLOSING), 0);
    await empty.close();
    await database.close();
  });
});
