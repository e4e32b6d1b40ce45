import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { changeSnapshot } from '../../../../test/support/change-snapshot.ts';
import { assertMatches } from '../../../../test/support/check.ts';
import { countAllStatements } from '../../../../test/support/count-statements.ts';
import { NOW, reservedNumber } from '../../../../test/support/demo-app.ts';
import { openDemoApplications } from '../../../../test/support/demo-applications.ts';
import type { TestDatabase } from '../../../../test/support/engines.ts';
import { describeBothEngines } from '../../../../test/support/engines.ts';
import {
  applicationRow,
  insertApplication,
  insertApplications,
  insertEvent,
  openApplicationService,
} from '../../../../test/support/ledger-rows.ts';
import { PLAIN_VIEW } from '../../../../test/support/plain-view.ts';
import { readParts } from '../../../../test/support/read-parts.ts';
import { ApplicationRecord } from '../schemas.ts';
import type { ApplicationService } from '../service.ts';
import { INBOX_PAGE_SIZE, type InboxView, type Tab } from './inbox-view.ts';
import { noTodos } from './todo.ts';

describeBothEngines('the inbox', (open) => {
  let database: TestDatabase;
  let service: ApplicationService;

  before(async () => {
    database = await open();
    ({ service } = await openDemoApplications(database));
  });
  after(() => database.close());

  const inboxOf = async (numbers: readonly string[]) => {
    const accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId);
    for (const [index, license_number] of numbers.entries()) {
      const submitted_at = new Date(NOW().getTime() + index).toISOString();
      await insertApplication(database.db, eventId, { license_number, submitted_at });
    }
    return { accountId, eventId, rows: (await service.listInbox(accountId, eventId, PLAIN_VIEW)).rows };
  };

  test('shows each vendor’s current verdict without issuing a receipt', async () => {
    const states = ['grade-a', 'grade-c', 'grade-f', 'emergency-hold', 'delinquent', 'insufficient-record'];
    const { rows } = await inboxOf(states.map(reservedNumber));
    assert.deepEqual(
      rows.map(({ standing }) => [standing?.verdict, standing?.grade, standing?.grade_status]),
      [
        ['CLEAR', 'A', 'graded'],
        ['CONDITIONAL', 'C', 'graded'],
        ['DECLINE', 'F', 'graded'],
        ['DECLINE', null, 'hold'],
        ['REVIEW', null, 'withheld'],
        ['REVIEW', null, 'insufficient_record'],
      ],
    );
    for (const { standing } of rows) assert.ok(standing && standing.reasons.length > 0);
    assert.deepEqual(await database.db.selectFrom('receipts').select('jti').execute(), []);
  });

  test('shows an unknown or ambiguous number as unknown, never as clean', async () => {
    const digits = reservedNumber('ambiguous').replace(/\D/g, '');
    const { rows } = await inboxOf(['0000000001', digits]);
    for (const row of rows)
      assert.deepEqual([row.standing, row.vendor, row.service_score], [null, null, null]);
  });

  test('counts other open applications with the same digits, but not closed ones', async () => {
    const accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId);
    const apply = (license_number: string, status: string) =>
      insertApplication(database.db, eventId, { license_number, status });
    const same = [
      await apply('MFD-77 1', 'submitted'),
      await apply('771', 'approved'),
      await apply('7-7-1', 'declined'),
    ];
    const alone = await apply('772', 'submitted');
    const { rows } = await service.listInbox(accountId, eventId, PLAIN_VIEW);
    const counts = new Map(rows.map(({ id, same_license }) => [id, same_license]));
    assert.deepEqual(
      [...same, alone].map((id) => counts.get(id)),
      [1, 1, 2, 0],
    );
    for (const [id, count] of counts)
      assert.equal((await service.getDetail(accountId, eventId, id)).application.same_license, count);
  });

  test('has the same values in every field as the list for API keys', async () => {
    const { accountId, eventId } = await inboxOf([
      ...['grade-a', 'emergency-hold', 'insufficient-record', 'caterer'].map(reservedNumber),
      '0000000001',
      'MFD"\\ 2',
    ]);
    const answers = [{ question_id: 'a', label: '"Q"\u2028', type: 'several_choices', answer: ['x', 'y'] }];
    await insertApplication(database.db, eventId, {
      custom_responses: JSON.stringify(answers),
      business_name: '</script>"\\',
      outcome: 'late',
      outcome_recorded_at: NOW().toISOString(),
    });
    const { rows: lines } = await service.listInbox(accountId, eventId, PLAIN_VIEW);
    const records = lines.map(
      ({
        standing: _,
        sharing: _s,
        license_file_read: _l,
        same_license: _c,
        reason: _r,
        name_differs: _n,
        food: _f,
        license_kind: _k,
        documents,
        ...record
      }) => ({
        ...record,
        documents: documents.map(({ code, state, expires_on }) => ({ code, state, expires_on })),
      }),
    );
    assert.equal(records.length, 7);
    for (const event of [undefined, eventId]) {
      const texts = (
        await readParts(await (await service.openApplicationList(accountId, event)).read())
      ).flat();
      assert.deepEqual(
        texts.map((text): unknown => JSON.parse(text)),
        records,
      );
      for (const record of records) assertMatches(ApplicationRecord, record);
    }
  });

  test('runs as many statements for 1 application as for 500', async () => {
    const { database: watched, count } = countAllStatements(database);
    const counted = openApplicationService(watched);
    const statementsFor = async (applications: number) => {
      const accountId = await insertAccount(database.db);
      const eventId = await insertEvent(database.db, accountId);
      const numbers = ['grade-a', 'grade-b', 'caterer'].map(reservedNumber);
      const rows = Array.from({ length: applications }, (_, index) =>
        applicationRow(eventId, { license_number: numbers[index % 5] ?? `00${index}` }),
      );
      await insertApplications(database.db, rows);
      const [first] = rows;
      const reads: (() => Promise<unknown>)[] = [
        () => counted.listInbox(accountId, eventId, PLAIN_VIEW),
        () => counted.listInbox(accountId, eventId, { ...PLAIN_VIEW, sort: 'verdict', status: 'submitted' }),
        () => counted.getComplianceFile(accountId, eventId, 1),
        () => counted.getDetail(accountId, eventId, first?.id ?? ''),
        () => counted.findNeighbors(accountId, eventId, first?.id ?? '', PLAIN_VIEW),
      ];
      const statements: number[] = [];
      for (const read of reads) {
        const before = count();
        await read();
        statements.push(count() - before);
      }
      return statements;
    };
    const few = await statementsFor(1);
    assert.deepEqual(few, [12, 12, 12, 10, 5]);
    assert.deepEqual(await statementsFor(500), few);
  });

  test('shows each application on exactly one page, in every sort order and with every filter', async () => {
    const accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId);
    const numbers = ['grade-a', 'grade-c', 'grade-f', 'emergency-hold', 'delinquent'].map(reservedNumber);
    const rows = Array.from({ length: 2 * INBOX_PAGE_SIZE + 1 }, (_, index) =>
      applicationRow(eventId, {
        license_number: numbers[index % 6] ?? '0000000001',
        business_name: `Truck ${index % 7}`,
        // Many applications have the same timestamp, but their order must still be unambiguous.
        submitted_at: new Date(NOW().getTime() + (index % 3)).toISOString(),
        status: index % 4 === 0 ? 'waitlisted' : 'submitted',
      }),
    );
    await insertApplications(database.db, rows);
    const views: readonly Partial<InboxView>[] = [
      ...(['todo', 'newest', 'oldest', 'name', 'score', 'verdict'] as const).map((sort) => ({ sort })),
      { status: 'submitted' as const },
      { verdict: 'DECLINE' as const },
      { grade: 'none' as const },

      { text: 'truck 3' },
      { todo: 'decide' as const },
      { status: 'waitlisted' as const, sort: 'score' as const },
    ];
    for (const view of views) {
      const seen: string[] = [];
      let matching = 0;
      for (let page = 1; page === 1 || seen.length < matching; page++) {
        const list = await service.listInbox(accountId, eventId, { ...PLAIN_VIEW, ...view, page });
        assert.ok(list.rows.length > 0 && list.rows.length <= INBOX_PAGE_SIZE, JSON.stringify(view));
        assert.equal(list.total, rows.length);
        seen.push(...list.rows.map(({ id }) => id));
        matching = list.matching;
      }
      const status = view.status;
      const all = rows.filter((row) => status === undefined || row.status === status).length;
      const open = rows.filter((row) => row.status === 'submitted').length;
      if (view.todo !== undefined) assert.equal(matching, open);
      else if (view.verdict === undefined && view.grade === undefined && view.text === undefined)
        assert.equal(matching, all);
      assert.ok(matching > 0);
      assert.deepEqual([seen.length, new Set(seen).size], [matching, matching], JSON.stringify(view));
    }
    const beyond = await service.listInbox(accountId, eventId, { ...PLAIN_VIEW, page: 4 });
    assert.deepEqual([beyond.rows, beyond.matching], [[], rows.length]);
  });

  test('counts tasks, lists applications with tasks first, and finds each application’s neighbors', async () => {
    const accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId);
    const license_number = reservedNumber('grade-a');
    const at = (minute: number) => new Date(NOW().getTime() + minute * 60_000).toISOString();
    const of = (status: string, minute: number, columns = {}) =>
      applicationRow(eventId, { status, submitted_at: at(minute), ...columns });
    const rows = {
      confirmed: of('confirmed', 6),
      declined: of('declined', 5),
      waitlisted: of('waitlisted', 4),
      approved: of('approved', 3),
      review: of('under_review', 2, { license_number }),
      submitted: of('submitted', 1, { license_number: reservedNumber('emergency-hold') }),
    };
    await insertApplications(database.db, Object.values(rows));
    const ids = [
      rows.review,
      rows.submitted,
      rows.approved,
      rows.waitlisted,
      rows.confirmed,
      rows.declined,
    ].map(({ id }) => id);
    const view: InboxView = { ...PLAIN_VIEW, sort: 'todo' };
    const list = await service.listInbox(accountId, eventId, view);
    assert.deepEqual(
      list.rows.map(({ id }) => id),
      ids,
    );
    assert.deepEqual(
      [...(await service.countWaiting([eventId, await insertEvent(database.db, accountId)]))],
      [[eventId, { decide: 2, documents: 0 }]],
    );
    assert.deepEqual(list.counts, {
      tabs: { decide: 2, waitlist: 1, approved: 2, closed: 1 },
      verdicts: { CLEAR: 1, CONDITIONAL: 0, REVIEW: 0, DECLINE: 1, unknown: 4 },
      todos: { ...noTodos(), decide: 2, confirm: 1 },
    });
    for (const [tab, tabIds] of Object.entries({
      decide: [rows.review.id, rows.submitted.id],
      waitlist: [rows.waitlisted.id],
      approved: [rows.approved.id, rows.confirmed.id],
      closed: [rows.declined.id],
    })) {
      const part = await service.listInbox(accountId, eventId, { ...view, tab: tab as Tab });
      assert.deepEqual(
        part.rows.map(({ id }) => id),
        tabIds,
      );
    }
    const neighbors = (id: string, of: InboxView = view) => service.findNeighbors(accountId, eventId, id, of);
    assert.deepEqual(await neighbors(rows.submitted.id), {
      previous: rows.review.id,
      next: rows.approved.id,
      position: 2,
      matching: 6,
    });
    const deciding: InboxView = { ...view, todo: 'decide' };
    assert.equal((await neighbors(rows.submitted.id, deciding))?.next, undefined);
    assert.equal(await neighbors(rows.approved.id, deciding), undefined);
    const later = openApplicationService(database, { now: () => new Date('2026-04-12T00:00:00Z') });
    const after = await later.listInbox(accountId, eventId, view);
    assert.deepEqual(after.counts.todos, { ...noTodos(), outcome: 2 });
    assert.deepEqual(
      after.rows.slice(0, 2).map(({ id }) => id),
      [rows.confirmed.id, rows.approved.id],
    );
  });

  test('exports every application of a long list in order of submission, both as a spreadsheet and for API keys', async () => {
    const accountId = await insertAccount(database.db);
    const asked = JSON.stringify([{ id: 'a', label: 'Now?', type: 'text', required: false, options: [] }]);
    const eventId = await insertEvent(database.db, accountId, { questions: asked });
    const gone = JSON.stringify([{ question_id: 'z', label: 'Asked once', type: 'text', answer: 'x' }]);
    const rows = Array.from({ length: 401 }, (_, index) =>
      applicationRow(eventId, {
        submitted_at: new Date(NOW().getTime() + index).toISOString(),
        custom_responses: index === 400 ? gone : '[]',
        license_number: index < 2 ? '771' : `00${index}`,
      }),
    );
    await insertApplications(database.db, rows);
    const ids = rows.map(({ id }) => id);
    const { questions, parts } = await service.exportApplications(accountId, eventId);
    const read = await readParts(parts);
    assert.deepEqual(
      read.map((part) => part.length),
      [200, 200, 1],
    );
    assert.deepEqual(
      read.flat().map(({ id }) => id),
      ids,
    );
    assert.deepEqual(
      read
        .flat()
        .slice(0, 3)
        .map(({ same_license }) => same_license),
      [1, 1, 0],
    );
    assert.deepEqual(questions, [
      { id: 'a', label: 'Now?' },
      { id: 'z', label: 'Asked once' },
    ]);
    const texts = (
      await readParts(await (await service.openApplicationList(accountId, undefined)).read())
    ).flat();
    assert.deepEqual(
      texts.map((text): unknown => JSON.parse(text).id),
      ids,
    );
  });

  test('lists each application in exactly one part of the compliance file, with spots first and closed applications last', async () => {
    const accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId);
    const statuses = ['declined', 'submitted', 'approved', 'withdrawn', 'confirmed', 'waitlisted'];
    const rows = Array.from({ length: 102 }, (_, index) =>
      applicationRow(eventId, { status: statuses[index % 6] ?? '' }),
    );
    await insertApplications(database.db, rows);
    const first = await service.getComplianceFile(accountId, eventId, 1);
    const second = await service.getComplianceFile(accountId, eventId, 2);
    assert.deepEqual(
      [
        first.entries.length,
        second.entries.length,
        first.total,
        first.open,
        first.unfiled + first.unfileable,
      ],
      [100, 2, 102, 68, 68],
    );
    const entries = [...first.entries, ...second.entries].map(({ application }) => application);
    assert.equal(new Set(entries.map(({ id }) => id)).size, rows.length);
    const rank = (status: string) =>
      status === 'approved' || status === 'confirmed'
        ? 0
        : status === 'declined' || status === 'withdrawn'
          ? 2
          : 1;
    const ranks = entries.map(({ status }) => rank(status));
    assert.deepEqual(ranks, ranks.toSorted());
  });

  test('counts decisions that can still be filed separately from those that cannot', async () => {
    const accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId);
    const known = reservedNumber('grade-a');
    const other = reservedNumber('grade-b');
    await insertApplications(database.db, [
      ...[known, other, known, '0000000001', '5890023'].map((license_number) =>
        applicationRow(eventId, { license_number }),
      ),
      applicationRow(eventId, { license_number: known, status: 'declined' }),
    ]);
    const counts = async () => {
      const { unfiled, unfileable, open } = await service.getComplianceFile(accountId, eventId, 1);
      return [unfiled, unfileable, open];
    };
    assert.deepEqual(await counts(), [3, 2, 5]);
    assert.equal(await service.fileDecisions(accountId, eventId), 3);
    assert.deepEqual(await counts(), [0, 2, 5]);
  });

  test('compares the business name with the license holder’s name, but never shows the holder’s name', async () => {
    const accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId);
    const license_number = reservedNumber('grade-a');
    const digits = license_number.replace(/\D/g, '');
    const holder = 'QUENTIN-ODDNAME, JOSEPHINE';
    await changeSnapshot(database, (snapshot) =>
      snapshot.prepare('update licenses set licensee_name = ? where digits = ?').run(holder, digits),
    );
    for (const business_name of ['Josephine Quentin Oddname', 'Josephine’s Tortas'])
      await insertApplication(database.db, eventId, {
        license_number,
        license_digits: digits,
        business_name,
      });
    const page = await service.listInbox(accountId, eventId, PLAIN_VIEW);
    const differs = page.rows.map(({ business_name, name_differs }) => [
      business_name,
      name_differs !== null,
    ]);
    assert.deepEqual(
      new Map(differs as [string, boolean][]),
      new Map([
        ['Josephine Quentin Oddname', false],
        ['Josephine’s Tortas', true],
      ]),
    );
    const { parts } = await service.exportApplications(accountId, eventId);
    const file = await service.getComplianceFile(accountId, eventId, 1);
    for (const all of [page, file, await readParts(parts)])
      assert.doesNotMatch(JSON.stringify(all), /ODDNAME/);
  });
});
