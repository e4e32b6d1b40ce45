import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBothEngines } from '../../test/support/engines.ts';
import { keepLease, takeLease } from './leases.ts';

const MINUTE_MS = 60_000;
const LEASE_MS = 30 * 60_000;

describeBothEngines('a lease', (open) => {
  test('is exclusive while its holder works, and expires after the work has ended', async (t) => {
    const { db, close } = await open();
    t.after(close);
    t.mock.timers.enable({ apis: ['setInterval'] });
    let clock = Date.parse('2026-03-01T12:00:00Z');
    const now = () => new Date(clock);
    const lease = { name: 'refresh', holder: 'first', durationMs: LEASE_MS };
    assert.ok(await takeLease(db, lease.name, lease.holder, now(), LEASE_MS));
    const end = keepLease(db, lease, { now, onFailure: (error) => assert.fail(String(error)) });
    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        clock += MINUTE_MS;
        t.mock.timers.tick(MINUTE_MS);
        // The statement that renews the lease may still be running; this statement runs after it.
        await db.selectFrom('leases').select('name').execute();
      }
    };
    await pass(100);
    assert.equal(await takeLease(db, lease.name, 'second', now(), LEASE_MS), false);
    await end();
    await pass(31);
    assert.ok(await takeLease(db, lease.name, 'second', now(), LEASE_MS));
  });
});
