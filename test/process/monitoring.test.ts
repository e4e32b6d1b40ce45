import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import PostalMime from 'postal-mime';
import { insertAccount } from '../support/account-rows.ts';
import { type ArrivedMail, type FakeMailServer, startFakeMailServer } from '../support/mail-server.ts';
import { describePlaces } from '../support/place.ts';
import { startService } from '../support/process.ts';
import { licenseCsv, licenseRow } from '../support/regulator-files.ts';
import {
  datingRow,
  insertSubscription,
  insertVerifiedClaim,
  listMails,
  PELICAN,
} from '../support/watch-rows.ts';

describePlaces('monitoring by the running service', (place) => {
  let server: FakeMailServer;
  let arrival: PromiseWithResolvers<ArrivedMail>;
  let files: string;
  let settings: Record<string, string>;

  before(async () => {
    arrival = Promise.withResolvers();
    server = await startFakeMailServer({
      onMessage: (mail) => {
        arrival.resolve(mail);
        return undefined;
      },
    });
    files = path.join(place().folder, 'files');
    await mkdir(files);
    settings = { ...place().settings, REGULATOR_SOURCE: files, SMTP_URL: server.url };
  });
  after(() => server.close());

  const writeFiles = (day: string, expiresOn: string) =>
    writeFile(path.join(files, 'licenses.csv'), licenseCsv([datingRow(day), licenseRow({ expiresOn })]));
  test('emails over SMTP a change that came after monitoring began, even if the first check never ran', async (t) => {
    await writeFiles('2026-03-16', '2026-06-01');
    const first = await startService({ ...settings, AS_OF: '2026-03-16' });
    await first.logged('steps after the refresh are done');
    assert.equal(await first.stop(), 0);

    // A process that was killed right after it committed the start of monitoring leaves this state.
    const ledger = place().openLedger();
    t.after(() => ledger.close());
    const account = await insertAccount(ledger.db, 'truck@vendor.example');
    await insertVerifiedClaim(ledger.db, account, PELICAN);
    await insertSubscription(ledger.db, account, PELICAN, { id: 'sub_1', provider: 'stripe' });
    assert.equal(server.arrived.length, 0);

    await writeFiles('2026-03-17', '2027-06-01');
    const second = await startService({ ...settings, AS_OF: '2026-03-17' });
    t.after(() => second.stop());
    await second.logged('steps after the refresh are done');
    const subjects = (await listMails(ledger.db)).map(({ subject }) => subject);
    assert.deepEqual(subjects, ['MFD4758801: license expires changed']);
    const { to, source } = await arrival.promise;
    assert.deepEqual(to, ['truck@vendor.example']);
    const mail = await PostalMime.parse(source);
    assert.equal(mail.subject, subjects[0]);
    assert.match(mail.text ?? '', /License expires\n {2}from: June 1, 2026\n {2}to: {3}June 1, 2027/);
    assert.equal(await second.stop(), 0);
  });
});
