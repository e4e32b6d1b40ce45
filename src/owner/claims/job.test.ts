import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import {
  CART,
  CLAIM_TIME,
  CODE,
  openClaimService,
  PDF,
  publishLicenses,
  publishVisit,
  publishVisitOf,
  TRUCK,
  UNLISTED,
} from '../../../test/support/claimed-licenses.ts';
import { countStatements } from '../../../test/support/count-statements.ts';
import type { TestDatabase } from '../../../test/support/engines.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { releaseChangedOwners } from './job.ts';
import type { ClaimService } from './service.ts';

const NEW_HOLDER = 'NEW HOLDER INC';

describeEngines('claims after an import', (open) => {
  let database: TestDatabase;
  let claims: ClaimService;
  let lola: string;

  beforeEach(async () => {
    database = await open();
    claims = openClaimService(database);
    lola = await insertAccount(database.db, 'lola@events.example');
    await publishLicenses(database, '2026-03-01');
  });
  afterEach(() => database.close());

  const verified = async (number = TRUCK): Promise<string> => {
    const made = await claims.claim(lola, number, 'post');
    assert.ok(made.ok);
    await claims.printLetter('cli', made.value.id);
    assert.deepEqual(await claims.enterCode(lola, made.value.id, CODE), { status: 'verified' });
    return made.value.id;
  };
  const run = () => releaseChangedOwners(database, database.published, CLAIM_TIME, 'https://vendors.example');
  const stateOf = async (id: string) => (await claims.getOwn(lola, id)).state;

  test('a new licensee releases the verified claim and triggers an email to its account; other claims are not affected', async () => {
    const truck = await verified();
    const cart = await verified(CART);
    assert.equal(await run(), 0);
    await publishLicenses(database, '2026-03-02', [
      { licenseeName: NEW_HOLDER },
      { licenseNumber: CART, rank: 'HTDG', licenseeName: 'Heron, Ann', businessName: 'HERON & SONS' },
    ]);
    assert.equal(await run(), 1);
    assert.deepEqual([await stateOf(truck), await stateOf(cart)], ['released', 'verified']);
    const mails = await database.db.selectFrom('mails').select(['recipient', 'subject', 'body']).execute();
    assert.deepEqual(
      mails.map(({ recipient, subject }) => [recipient, subject]),
      [['lola@events.example', 'License MFD4758801 has a new holder']],
    );
    assert.ok(!JSON.stringify(mails).includes(NEW_HOLDER), 'who it is now is not told');
    assert.equal(await run(), 0);
  });

  test('a claim made while no file listed a holder ends when a file lists one, and an email explains this; a renewal by the same licensee does not', async () => {
    await publishVisitOf(database, UNLISTED, '2026-03-01');
    await publishLicenses(database, '2026-03-02', [{ primaryStatus: '45', secondaryStatus: '20' }]);
    const claimed = async (number: string) => {
      const made = await claims.claim(lola, number, 'document', { name: 'a.pdf', content: PDF });
      assert.ok(made.ok, JSON.stringify(made));
      assert.equal(await claims.verify('cli', made.value.id, ''), undefined);
      return made.value.id;
    };
    const truck = await claimed(TRUCK);
    const unlisted = await claimed(UNLISTED);
    assert.equal(await run(), 0);
    await publishLicenses(database, '2026-03-03', [
      {},
      { licenseNumber: UNLISTED, licenseeName: NEW_HOLDER },
    ]);
    assert.equal(await run(), 1);
    assert.deepEqual([await stateOf(truck), await stateOf(unlisted)], ['verified', 'released']);
    const mails = await database.db.selectFrom('mails').select(['subject', 'body']).execute();
    const told = mails.find(({ subject }) => subject.includes('now has a holder on file'));
    assert.match(told?.body ?? '', /They didn’t name one when you claimed it/);
  });

  test('a claim of a delinquent license ends when the newest file lists the license under another licensee', async () => {
    await publishLicenses(database, '2026-03-02', [{ primaryStatus: '45', secondaryStatus: '20' }]);
    const made = await claims.claim(lola, TRUCK, 'document', { name: 'a.pdf', content: PDF });
    assert.ok(made.ok, JSON.stringify(made));
    assert.equal(await claims.verify('cli', made.value.id, ''), undefined);
    assert.equal(await run(), 0);
    await publishLicenses(database, '2026-03-03', [
      { primaryStatus: '45', secondaryStatus: '45', licenseeName: NEW_HOLDER },
    ]);
    assert.equal(await run(), 0, 'a former holder’s row');
    await publishLicenses(database, '2026-03-04', [
      { primaryStatus: '45', secondaryStatus: '20', licenseeName: NEW_HOLDER },
    ]);
    assert.equal(await run(), 1);
    assert.equal(await stateOf(made.value.id), 'released');
    const mails = await database.db.selectFrom('mails').select(['subject', 'body']).execute();
    assert.ok(mails.some(({ subject }) => subject === 'License MFD4758801 has a new holder'));
    assert.ok(!JSON.stringify(mails).includes(NEW_HOLDER));
  });

  test('neither the previous holder’s superseded row nor a license that disappeared releases a claim', async () => {
    const truck = await verified();
    await publishLicenses(database, '2026-03-02', [
      { licenseeName: NEW_HOLDER, primaryStatus: '45', secondaryStatus: '45' },
      {},
    ]);
    assert.equal(await run(), 0);
    await publishLicenses(database, '2026-03-03', [{ primaryStatus: '45' }]);
    assert.equal(await run(), 0);
    await publishLicenses(database, '2026-03-04', [{ licenseNumber: CART, rank: 'HTDG' }]);
    assert.equal(await run(), 0);
    assert.equal(await stateOf(truck), 'verified');
  });

  test('a changed License ID at the newest visit releases the claim; the first known ID does not', async () => {
    const unknown = await verified();
    await publishVisit(database, '2026-03-03', '8800900');
    assert.equal(await run(), 0);
    await claims.release(lola, unknown);
    const known = await verified();
    await publishVisit(database, '2026-03-04', '8800900');
    assert.equal(await run(), 0);
    await publishVisit(database, '2026-03-05', '8800901');
    assert.equal(await run(), 1);
    assert.equal(await stateOf(known), 'released');
  });

  test('a letter printed for the new holder verifies that holder; an older code does not', async () => {
    const made = await claims.claim(lola, TRUCK, 'post');
    assert.ok(made.ok);
    const { id } = made.value;
    await claims.printLetter('cli', id);
    await publishLicenses(database, '2026-03-02', [{ licenseeName: NEW_HOLDER }]);
    assert.equal(await run(), 0, 'it is not verified');
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'holder_changed' });
    assert.equal((await claims.getForOperator(id)).holder_changed, true);
    assert.match((await claims.verify('cli', id, '')) ?? '', /another holder/);
    const letter = await claims.printLetter('cli', id);
    assert.ok(letter.ok && letter.value.owner_name === NEW_HOLDER);
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'verified' });
    assert.equal(await run(), 0);
  });

  test('comparing any number of claims runs the same number of statements', async () => {
    const rows = Array.from({ length: 12 }, (_, last) => ({
      licenseNumber: `MFD47590${String(last).padStart(2, '0')}`,
    }));
    await publishLicenses(database, '2026-03-02', rows);
    const count = async () => {
      const ledger = countStatements(database.db);
      const published = countStatements(database.published.db);
      const registry = { ...database.published, db: published.db };
      await releaseChangedOwners({ ...database, db: ledger.db }, registry, CLAIM_TIME, '');
      return ledger.count() + published.count();
    };
    await verified(rows[0]?.licenseNumber);
    const one = await count();
    for (const { licenseNumber } of rows.slice(1)) await verified(licenseNumber);
    assert.equal(await count(), one);
  });
});
