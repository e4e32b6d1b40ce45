import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { CART, CLAIM_TIME, CODE, PDF, publishLicenses } from '../../../test/support/claimed-licenses.ts';
import { type ClaimsBench, OPERATOR, openClaimsBench } from '../../../test/support/claims-bench.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import type { ClaimState } from './claim.ts';
import { deleteOldDocuments } from './job.ts';
import { CLAIM_STATES } from './states.ts';

const DAY_MS = 86_400_000;

describeEngines('an operator’s decisions about claims', (open) => {
  let bench: ClaimsBench;

  beforeEach(async () => {
    bench = await openClaimsBench(await open());
  });
  afterEach(() => bench.database.close());

  test('a letter form submitted twice creates one letter', async () => {
    const { claims, lola, claimBy } = bench;
    const id = await claimBy(lola);
    assert.ok((await claims.printLetter(OPERATOR, id, '')).ok);
    bench.code = 'EEEE7777';
    const again = await claims.printLetter(OPERATOR, id, '');
    assert.ok(!again.ok && /shown once/.test(again.errors.claim ?? ''));
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'verified' });
  });

  test('a letter requires a pending claim by post or phone, and an address or number on file', async () => {
    const { database, claims, lola, max, claimBy } = bench;
    const refusals = async (id: string) => {
      const letter = await claims.printLetter(OPERATOR, id);
      return letter.ok ? 'printed' : letter.errors.claim;
    };
    assert.match(String(await refusals(await claimBy(lola, 'document'))), /by its document/);
    const post = await claimBy(max, 'post', CART);
    const phone = await claimBy(lola, 'phone', CART);
    const bare = { mailingStreet: '', mailingLine2: '', primaryPhone: '', secondaryPhone: '' };
    const cart = { licenseNumber: CART, rank: 'HTDG', licenseeName: 'ANN HERON', ...bare };
    await publishLicenses(database, '2026-03-02', [{}, cart]);
    assert.match(String(await refusals(post)), /no mailing address/);
    assert.match(String(await refusals(phone)), /no phone number/);
    await publishLicenses(database, '2026-03-03', [{}, { ...cart, primaryStatus: '45' }]);
    assert.match(String(await refusals(phone)), /names no current holder/);
    await claims.reject(OPERATOR, post, 'No address.');
    assert.match(String(await refusals(post)), /decided/);
  });

  test('only one of two simultaneous verifications succeeds, whether by operators or by codes', async () => {
    const { claims, lola, max, printed, mails } = bench;
    const a = await printed(lola);
    const b = await printed(max);
    const refusals = await Promise.all([claims.verify(OPERATOR, a, ''), claims.verify(OPERATOR, b, '')]);
    assert.equal(refusals.filter((refusal) => refusal === undefined).length, 1);
    assert.match(refusals.find((refusal) => refusal !== undefined) ?? '', /must be released first/);
    assert.equal((await mails()).length, 1);
    for (const id of [a, b]) await claims.releaseByOperator(OPERATOR, id, '');
    const again = [await printed(lola), await printed(max)] as const;
    const outcomes = await Promise.all([
      claims.enterCode(lola, again[0], CODE),
      claims.enterCode(max, again[1], CODE),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['verified', 'waits']);
  });

  test('a claim changes state only as the rules allow', async () => {
    const { claims, lola, claimBy, stateOf, logged, mails } = bench;
    const allowed = ['pending>verified', 'pending>rejected', 'pending>released', 'verified>released'];
    const steps = {
      verified: claims.verify,
      rejected: claims.reject,
      released: claims.releaseByOperator,
    } as const;
    for (const from of CLAIM_STATES)
      for (const to of ['verified', 'rejected', 'released'] as const) {
        const id = await claimBy(lola, 'document');
        if (from !== 'pending') assert.equal(await steps[from](OPERATOR, id, 'So it is.'), undefined);
        const before = [await claims.getForOperator(id), (await mails()).length, (await logged()).length];
        const refusal = await steps[to](OPERATOR, id, 'So it is.');
        const isAllowed = allowed.includes(`${from}>${to}`);
        assert.equal(refusal === undefined, isAllowed, `${from}>${to}`);
        if (isAllowed) assert.equal(await stateOf(id), to);
        else
          assert.deepEqual(
            [await claims.getForOperator(id), (await mails()).length, (await logged()).length],
            before,
          );
        await claims.releaseByOperator(OPERATOR, id, '');
      }
  });

  test('each decision is emailed to the claimant and logged; a rejection needs a reason', async () => {
    const { claims, lola, claimBy, logged, mails } = bench;
    const id = await claimBy(lola, 'document');
    assert.match((await claims.reject(OPERATOR, id, ' \n ')) ?? '', /why/);
    await claims.verify(OPERATOR, id, '');
    await claims.releaseByOperator(OPERATOR, id, 'Sold.\r\nSee you\0');
    await claims.reject('cli', await claimBy(lola), 'Not yours.');
    const sent = await mails();
    assert.deepEqual(
      sent.map(({ recipient }) => recipient),
      Array(3).fill('lola@events.example'),
    );
    assert.deepEqual(sent.map(({ subject }) => subject).sort(), [
      'License MFD4758801 is verified',
      'We couldn’t verify license MFD4758801',
      'Your claim to license MFD4758801 has ended',
    ]);
    assert.ok(sent.some(({ body }) => body.includes('\n> Sold.\n> See you\n')));
    assert.deepEqual((await logged()).sort(), ['claim.reject', 'claim.release', 'claim.verify']);
  });

  test('a document is deleted when its claim is released, and 30 days after the claim was decided', async () => {
    const { database, claims, lola, max, claimBy, stateOf } = bench;
    const documents = async () =>
      (await database.db.selectFrom('claim_documents').select('claim_id').execute()).map(
        (row) => row.claim_id,
      );
    const states: ClaimState[] = ['verified', 'rejected', 'pending'];
    const accounts = [lola, max, await insertAccount(database.db)];
    const ids = await Promise.all(accounts.map((account) => claimBy(account, 'document')));
    const [verified = '', rejected = '', pending = ''] = ids;
    assert.equal((await claims.getForOperator(pending)).document?.bytes, PDF.length);
    assert.deepEqual(Buffer.from((await claims.getDocument(OPERATOR, pending)).content), PDF);
    await claims.verify(OPERATOR, verified, '');
    await claims.reject(OPERATOR, rejected, 'No.');
    assert.deepEqual(await Promise.all(ids.map(stateOf)), states);
    const later = (ms: number) => new Date(CLAIM_TIME.getTime() + ms);
    assert.equal(await deleteOldDocuments(database.db, later(30 * DAY_MS - 1)), 0);
    assert.equal(await deleteOldDocuments(database.db, later(30 * DAY_MS)), 2);
    assert.deepEqual(await documents(), [pending]);
    await claims.releaseByOperator(OPERATOR, pending, '');
    assert.deepEqual(await documents(), []);
  });
});
