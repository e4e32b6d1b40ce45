import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listRemaining } from './what-stays.ts';

describe('the list of data that remains after erasing a person', () => {
  const told = (rows: Readonly<Record<string, number>>) => listRemaining(rows).map(({ what }) => what);

  test('mentions payments only for a person who has paid', () => {
    const paid = told({ accounts: 1, subscriptions: 2 });
    const never = told({ accounts: 1 });
    assert.deepEqual(
      paid.filter((what) => !never.includes(what)),
      ['subscriptions and notices of payments', 'data at the payment provider'],
    );
    assert.ok(never.every((what) => !/pay/.test(what)));
  });

  test('mentions the emails about the erasure, as in docs/data-retention.md', () => {
    assert.ok(told({}).some((what) => what.startsWith('for 30 days, emails about the deletion')));
  });
});
