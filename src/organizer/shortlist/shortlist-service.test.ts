import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { sampleDecision } from '../../../test/support/application-samples.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { insertEvent } from '../../../test/support/ledger-rows.ts';
import type { DecisionResult } from '../../decisions/decide/schemas.ts';
import { AppError } from '../../http/errors/errors.ts';
import type { CheckedList } from '../lists/checked-list.ts';
import type { DecideVendors } from '../lists/service.ts';
import { createShortlistService, type ShortlistService } from './shortlist-service.ts';

const SHORTLISTED_MAX = 500;
const READ_ONLY = { code: 'forbidden', message: /^You can read this event, but not change it\./ };

describeBothEngines('an event’s shortlist', (open) => {
  let database: TestDatabase;
  let accountId: string;
  let eventId: string;
  beforeEach(async () => {
    database = await open();
    accountId = await insertAccount(database.db);
    eventId = await insertEvent(database.db, accountId);
  });

  /** Creates a service that makes decisions with `decide`. */
  const serviceOf = (decide: DecideVendors = async () => []): ShortlistService =>
    createShortlistService({
      randomToken: () => randomUUID(),
      ledgerDb: database.db,
      registry: database.published,
      baseUrl: 'https://vendors.example',
      decide,
      now: () => new Date('2026-03-16T15:00:00Z'),
    });
  const save = (list: CheckedList, by = accountId) =>
    serviceOf().save({ accountId: by, name: 'Ana' }, eventId, list);
  const rows = () =>
    database.db
      .selectFrom('shortlisted_vendors')
      .select(['id', 'vendor_id', 'verdict', 'decided_at'])
      .where('event_id', '=', eventId)
      .orderBy('name')
      .execute();
  const removeFirst = async (by = accountId) => {
    const [first] = await rows();
    await serviceOf().remove(by, eventId, first?.id ?? '');
  };

  test('does not restore a vendor that was removed during a full recheck, and updates the others', async () => {
    const vendors = makeVendors(3);
    assert.equal(await save(listOf(vendors)), undefined);
    const asked: (readonly string[])[] = [];
    const service = serviceOf(async (ids) => {
      asked.push(ids);
      await removeFirst();
      return ids.map((id) => decisionOf(id, vendors.indexOf(id), NEWER));
    });
    assert.equal(await service.recheck(accountId, eventId), undefined);
    assert.deepEqual(asked, [vendors]);
    const kept = await rows();
    assert.deepEqual(
      kept.map(({ vendor_id, verdict, decided_at }) => [vendor_id, verdict, decided_at]),
      vendors.slice(1).map((id) => [id, NEWER.verdict, NEWER.decided_at]),
    );
  });

  test('keeps the decision about a vendor that was added during a full recheck', async () => {
    const [first = '', second = ''] = makeVendors(2);
    await save(listOf([first]));
    const service = serviceOf(async (ids) => {
      await save(listOf([second]));
      return ids.map((id) => decisionOf(id, 0, NEWER));
    });
    assert.equal(await service.recheck(accountId, eventId), undefined);
    assert.deepEqual(
      new Map((await rows()).map(({ vendor_id, verdict }) => [vendor_id, verdict])),
      new Map([
        [first, 'DECLINE'],
        [second, 'CLEAR'],
      ]),
    );
  });

  test('keeps the decision about a vendor that is no longer on record, reports the vendor’s name, and updates the others', async () => {
    const vendors = makeVendors(3);
    await save(listOf(vendors));
    const gone = new AppError('vendor_not_found', 'No vendor has this id.');
    const recheck = (isGone: (index: number) => boolean) =>
      serviceOf(async (ids) =>
        ids.map((id, index) => (isGone(index) ? gone : decisionOf(id, index, NEWER))),
      ).recheck(accountId, eventId);
    assert.equal(await recheck(() => true), 'None of these vendors is on record now.');
    assert.deepEqual(
      (await rows()).map(({ verdict }) => verdict),
      ['CLEAR', 'CLEAR', 'CLEAR'],
    );
    assert.equal(
      await recheck((index) => index === 1),
      'No longer on record, so the earlier decision is still shown: Truck 001. The others were checked.',
    );
    assert.deepEqual(
      (await rows()).map(({ verdict }) => verdict),
      ['DECLINE', 'CLEAR', 'DECLINE'],
    );
  });

  test('has at most 500 vendors, saves nothing if a list exceeds that, and allows saving listed vendors again', async () => {
    const vendors = makeVendors(SHORTLISTED_MAX + 1);
    const full = vendors.slice(0, SHORTLISTED_MAX);
    const sentence = 'An event keeps at most 500 vendors. Remove some, then save this list again.';
    assert.equal(await save(listOf(vendors)), sentence);
    assert.deepEqual(await rows(), []);
    assert.equal(await save(listOf(full)), undefined);
    assert.equal((await rows()).length, SHORTLISTED_MAX);
    assert.equal(await save(listOf(vendors.slice(-1))), sentence);
    assert.equal(await save(listOf(full, NEWER)), undefined);
    const kept = await rows();
    assert.equal(kept.length, SHORTLISTED_MAX);
    assert.ok(kept.every(({ verdict }) => verdict === NEWER.verdict));
    const latest = { verdict: 'REVIEW', decided_at: '2026-03-17T15:00:00.000Z' } as const;
    const service = serviceOf(async (ids) => ids.map((id, index) => decisionOf(id, index, latest)));
    assert.equal(await service.recheck(accountId, eventId), undefined);
    assert.ok((await rows()).every(({ verdict }) => verdict === 'REVIEW'));
    await removeFirst();
    assert.equal(await save(listOf(vendors.slice(-1))), undefined);
    assert.equal((await rows()).length, SHORTLISTED_MAX);
  });

  test('stays within the limit of 500 if two lists are saved at the same time', async () => {
    const vendors = makeVendors(SHORTLISTED_MAX + 100);
    const answers = await Promise.all([
      save(listOf(vendors.slice(0, 300))),
      save(listOf(vendors.slice(300))),
    ]);
    assert.deepEqual(answers.map((each) => each === undefined).toSorted(), [false, true]);
    assert.equal((await rows()).length, 300);
  });

  test('can be viewed but not changed by a team viewer, and can be changed by a manager', async () => {
    const vendors = makeVendors(2);
    await save(listOf(vendors.slice(0, 1)));
    const before = await rows();
    const join = async (role: 'manager' | 'viewer') => {
      const member_id = await insertAccount(database.db);
      const row = { id: member_id, account_id: accountId, member_id, role, joined_at: '2026-01-01' };
      await database.db.insertInto('team_members').values(row).execute();
      return member_id;
    };
    const viewer = await join('viewer');
    const checked = serviceOf(async (ids) => ids.map((id, index) => decisionOf(id, index, NEWER)));
    assert.equal((await serviceOf().list(viewer, eventId)).vendors.length, 1);
    await assert.rejects(save(listOf(vendors), viewer), READ_ONLY);
    await assert.rejects(checked.recheck(viewer, eventId), READ_ONLY);
    await assert.rejects(removeFirst(viewer), READ_ONLY);
    assert.deepEqual(await rows(), before);
    const manager = await join('manager');
    assert.equal(await save(listOf(vendors), manager), undefined);
    assert.equal(await checked.recheck(manager, eventId), undefined);
    await removeFirst(manager);
    assert.deepEqual(
      (await rows()).map(({ vendor_id, verdict }) => [vendor_id, verdict]),
      [[vendors[1], 'DECLINE']],
    );
  });
});

const NEWER = { verdict: 'DECLINE', decided_at: '2026-03-16T15:00:00.000Z' } as const;

function makeVendors(count: number): string[] {
  return Array.from({ length: count }, () => randomUUID());
}

function decisionOf(id: string, index: number, changes: Partial<DecisionResult> = {}): DecisionResult {
  const decision = sampleDecision(changes);
  const name = `Truck ${String(index).padStart(3, '0')}`;
  return { ...decision, vendor: { ...decision.vendor, id, name } };
}

function listOf(vendorIds: readonly string[], changes: Partial<DecisionResult> = {}): CheckedList {
  const decided = vendorIds.map((id, index) => ({
    line: { line: index + 1, name: 'as typed', licenseNumber: '', city: '', notes: [] },
    decision: decisionOf(id, index, changes),
  }));
  return {
    eventType: 'festival',
    eventDate: '2026-04-10',
    checkedAt: '2026-03-15T15:00:00.000Z',
    decided,
    open: [],
    spoilt: [],
  };
}
