import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertAccount } from '../../test/support/account-rows.ts';
import { describeEngines } from '../../test/support/engines.ts';
import { licenses, truck } from '../../test/support/publication-runs.ts';
import { createOperatorService } from '../operators/access/service.ts';
import { publish } from '../records/publication/service.ts';
import { emailOperators } from './email-operators.ts';

const FLEET = Array.from({ length: 100 }, (_, index) => truck(index + 1));
const READ_AT = new Date('2026-01-02T17:00:00Z');

describeEngines('the daily email to operators', (open) => {
  test('lists the previous day’s rejected or doubtful files once', async () => {
    const database = await open();
    const operators = createOperatorService({ ledgerDb: database.db, now: () => READ_AT });
    await insertAccount(database.db, 'ola@events.example');
    await insertAccount(database.db, 'max@events.example');
    await operators.grant('ola@events.example');
    const odd = FLEET.map((row, index) => (index < 5 ? { ...row, zip: '' } : row));
    for (const file of [
      await licenses('odd.csv', '2025-12-30', odd),
      await licenses('cut.csv', '2025-12-31', odd.slice(0, 50)),
    ])
      await publish(database, { files: [file], asOf: '2026-01-02', now: () => READ_AT });
    const send = (at: string) =>
      emailOperators({
        ledger: database,
        now: () => new Date(at),
        baseUrl: 'https://vendors.example',
      });
    assert.equal(await send('2026-01-02T23:00:00Z'), 0, 'the day is not over');
    assert.equal(await send('2026-01-03T06:00:00Z'), 1);
    assert.equal(await send('2026-01-03T07:00:00Z'), 0, 'once a day');
    assert.equal(await send('2026-01-04T06:00:00Z'), 0, 'nothing was read that day');
    const [mail] = await database.db.selectFrom('mails').select(['recipient', 'subject', 'body']).execute();
    assert.deepEqual(
      [mail?.recipient, mail?.subject],
      ['ola@events.example', 'DBPR files: 1 refused, 1 with a doubt'],
    );
    assert.match(mail?.body ?? '', /- cut\.csv: far_fewer_rows: the file has 50 rows/);
    assert.match(mail?.body ?? '', /- odd\.csv: 5 of 100 rows have no ZIP code/);
    assert.match(mail?.body ?? '', /https:\/\/vendors\.example\/operator\/daily/);
    await database.close();
  });
});
