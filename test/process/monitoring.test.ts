import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import PostalMime from 'postal-mime';
import { openLedger } from '../../src/platform/db/database.ts';
import { migrateToLatest } from '../../src/platform/db/migrate.ts';
import { insertAccount } from '../support/account-rows.ts';
import { type ArrivedMail, type FakeMailServer, startFakeMailServer } from '../support/mail-server.ts';
import { startService } from '../support/process.ts';
import { licenseCsv, licenseRow } from '../support/regulator-files.ts';
import { datingRow, insertSubscription, insertVerifiedClaim, PELICAN } from '../support/watch-rows.ts';

describe('the watch, by the service itself', () => {
  let folder: string;
  let server: FakeMailServer;
  let arrival: PromiseWithResolvers<ArrivedMail>;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'monitoring-'));
    arrival = Promise.withResolvers();
    server = await startFakeMailServer({
      onMessage: (mail) => {
        arrival.resolve(mail);
        return undefined;
      },
    });
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  test('a change in the regulator’s next file goes to whoever pays for the watch, over SMTP', {
    timeout: 90_000,
  }, async () => {
    const [files, dataDir] = [path.join(folder, 'files'), path.join(folder, 'data')];
    await mkdir(files);
    const settings = { DATA_DIR: dataDir, REGULATOR_SOURCE: files, SMTP_URL: server.url };
    const writeFiles = (day: string, expiresOn: string) =>
      writeFile(path.join(files, 'licenses.csv'), licenseCsv([datingRow(day), licenseRow({ expiresOn })]));

    const ledger = openLedger({ databaseUrl: undefined, dataDir });
    await migrateToLatest(ledger, 'ledger');
    const account = await insertAccount(ledger.db, 'truck@vendor.example');
    await insertVerifiedClaim(ledger.db, account, PELICAN);
    await insertSubscription(ledger.db, account, PELICAN, { id: 'sub_1', provider: 'stripe' });
    await ledger.close();

    await writeFiles('2026-03-16', '2026-06-01');
    const first = await startService({ ...settings, AS_OF: '2026-03-16' });
    await first.logged('followed up on the records');
    assert.equal(await first.stop(), 0);
    assert.equal(server.arrived.length, 0);

    await writeFiles('2026-03-17', '2027-06-01');
    const second = await startService({ ...settings, AS_OF: '2026-03-17' });
    const { to, source } = await arrival.promise;
    assert.equal(await second.stop(), 0);
    assert.deepEqual(to, ['truck@vendor.example']);
    const mail = await PostalMime.parse(source);
    assert.equal(mail.subject, 'MFD4758801: license expires changed');
    assert.match(mail.text ?? '', /License expires\n {2}from: June 1, 2026\n {2}to: {3}June 1, 2027/);
  });
});
