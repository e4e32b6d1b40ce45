import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { whatStays } from './what-stays.ts';

describe('what erasing a person leaves', () => {
  const told = (rows: Readonly<Record<string, number>>) => whatStays(rows).map(({ what }) => what);

  test('names payments only for somebody who paid', () => {
    const paid = told({ accounts: 1, subscriptions: 2 });
    const never = told({ accounts: 1 });
    assert.deepEqual(
      paid.filter((what) => !never.includes(what)),
      ['subscriptions and notices of payments', 'what the payment provider has'],
    );
    assert.ok(never.every((what) => !/pay/.test(what)));
  });

  test('names mails that tell of it, as docs/data-retention.md does', () => {
    assert.ok(told({}).some((what) => what.startsWith('for 30 days, mails that tell of the deletion')));
  });
});
