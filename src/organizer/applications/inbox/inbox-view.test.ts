import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PLAIN_VIEW } from '../../../../test/support/plain-view.ts';
import { type InboxEntry, orderIds, rankEntries, SORTS, toQuery } from './inbox-view.ts';

describe('the order of an inbox', () => {
  const entry = (id: string): InboxEntry => ({
    application: {
      id,
      status: 'submitted' as const,
      submitted_at: '2026-03-14T15:00:00.000Z',
      license_number: '771',
      business_name: 'Same Name',
      contact_name: 'A',
      contact_email: 'a@x.example',
      contact_phone: '1',
    },
    todos: ['decide'],
    vendor: undefined,
  });

  for (const sort of SORTS)
    test(`by ${sort} is the same for any input order of equal applications, so no application appears on two pages`, () => {
      const ids = (order: readonly string[]) => orderIds(rankEntries(order.map(entry), PLAIN_VIEW), { sort });
      assert.deepEqual(ids(['b', 'c', 'a']), ids(['a', 'b', 'c']));
      assert.equal(new Set(ids(['b', 'c', 'a'])).size, 3);
    });

  test('shows vendors that changed since the decision by worst verdict first, and other vendors only by date', () => {
    const standing = (id: string, verdict: 'CLEAR' | 'CONDITIONAL' | 'DECLINE', day: number): InboxEntry => ({
      application: { ...entry(id).application, submitted_at: `2026-03-${day}T15:00:00.000Z` },
      todos: ['changed'],
      vendor: {
        service_score: null,
        identity: () => ({ name: 'N', aka: null, license: { number: '1' } }),
        standing: () => ({ verdict, grade: null }),
      },
    });
    const entries = [
      standing('warned', 'CONDITIONAL', 16),
      standing('closed', 'DECLINE', 14),
      standing('better', 'CLEAR', 17),
      { ...standing('gone', 'CLEAR', 15), vendor: undefined },
    ];
    const ids = (all: readonly InboxEntry[]) =>
      orderIds(rankEntries(all, { ...PLAIN_VIEW, sort: 'todo' }), { sort: 'todo' });
    assert.deepEqual(ids(entries), ['closed', 'gone', 'warned', 'better']);
    assert.deepEqual(ids(entries.map((each) => ({ ...each, todos: ['decide'] }))), [
      'better',
      'warned',
      'gone',
      'closed',
    ]);
  });

  test('is stored in the URL with only the selected filters', () => {
    assert.equal(toQuery({ ...PLAIN_VIEW, sort: 'todo' }, 1).toString(), '');
    assert.equal(
      toQuery({ ...PLAIN_VIEW, status: 'approved', grade: 'A', text: 'a&b' }, 3).toString(),
      'status=approved&grade=A&q=a%26b&sort=oldest&page=3',
    );
  });
});
