import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import {
  CART,
  CODE,
  publishLicenses,
  publishVisitOf,
  TRUCK,
  TRUCK_REF,
  UNLISTED,
} from '../../../test/support/claimed-licenses.ts';
import { type ClaimsBench, OPERATOR, openClaimsBench } from '../../../test/support/claims-bench.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { AppError } from '../../http/errors/errors.ts';
import type { LedgerSchema } from '../../platform/db/schema/schema-ledger.ts';
import { upsertRows } from '../../platform/db/upsert.ts';
import { CLAIMS_MAX, findVerifiedOwner, PENDING_MAX } from './service.ts';

describeBothEngines('claims by accounts', (open) => {
  let bench: ClaimsBench;

  beforeEach(async () => {
    bench = await openClaimsBench(await open());
  });
  afterEach(() => bench.database.close());

  test('a license can be claimed by any spelling of its number, once per account', async () => {
    const { claims, lola, max, claimBy } = bench;
    const made = await claims.claim(lola, ' mfd-47 58801', 'post');
    assert.ok(made.ok);
    const { id, created_at, ...rest } = made.value;
    assert.deepEqual(rest, {
      account_id: lola,
      ...TRUCK_REF,
      state: 'pending',
      proof: 'post',
      owner_name: 'PELICAN MOBILE FOODS LLC',
      note: '',
      updated_at: created_at,
    });
    const again = await claims.claim(lola, TRUCK, 'phone');
    assert.ok(!again.ok && /already/.test(again.errors.license ?? ''));
    const found = await claims.findClaimable(lola, TRUCK);
    assert.ok(found.ok && found.value.own?.id === id && found.value.name === 'PELICAN TACO WAGON');
    assert.notEqual(await claimBy(max), id);
  });

  test('a rejected claim returns the reason for the field at fault, and nothing is stored', async () => {
    const { database, claims, lola } = bench;
    await publishLicenses(database, '2026-03-02', [
      {},
      { licenseNumber: CART, rank: 'HTDG', primaryStatus: '46' },
    ]);
    const cases = [
      [{ number: 'no digits' }, 'license', /Type only the license number/],
      [{ number: '4700000' }, 'license', /can’t find a food truck or caterer/],
      [{ number: CART }, 'proof', /don’t name a current holder .* Prove it with a document/],
      [{ proof: '' }, 'proof', /Choose how/],
      [{ proof: 'promise' }, 'proof', /Choose how/],
      [{ proof: 'document' }, 'document', /Choose the file/],
    ] as const;
    for (const [change, field, text] of cases) {
      const { number = TRUCK, proof = 'post' }: { number?: string; proof?: string } = change;
      const made = await claims.claim(lola, number, proof);
      assert.ok(!made.ok && text.test(made.errors[field] ?? ''), JSON.stringify([change, made]));
    }
    const bad = await claims.claim(lola, TRUCK, 'document', {
      name: 'a.pdf',
      content: Buffer.from('<html>'),
    });
    assert.ok(!bad.ok && bad.errors.document);
    assert.deepEqual(await claims.listOwn(lola), []);
  });

  test('a license without a current holder on file is claimed with a document that an operator reviews', async () => {
    const { database, claims, lola, max, claimBy } = bench;
    await publishLicenses(database, '2026-03-02', [
      { primaryStatus: '45', secondaryStatus: '20' },
      { licenseNumber: CART, rank: 'HTDG', primaryStatus: '46' },
    ]);
    await publishVisitOf(database, UNLISTED, '2026-03-01');
    for (const number of [TRUCK, CART, UNLISTED]) {
      const found = await claims.findClaimable(lola, number);
      assert.ok(found.ok && found.value.needs_document && found.value.name !== '', number);
      const id = await claimBy(lola, 'document', number);
      assert.equal(await claims.verify(OPERATOR, id, ''), undefined);
      assert.deepEqual((await claims.getOwn(lola, id)).state, 'verified');
      // The same rules apply as for any other claim: one verified owner at a time.
      const second = await claimBy(max, 'document', number);
      assert.match(
        String(await claims.verify(OPERATOR, second, '')),
        /Another account is the verified owner/,
      );
      assert.equal(await claims.release(lola, id), undefined);
      assert.equal(await claims.verify(OPERATOR, second, ''), undefined);
    }
  });

  test('an account has at most 20 pending claims, even if several are made at the same time', async () => {
    const { database, claims, lola, max, claimBy } = bench;
    const number = (last: number) => `MFD47590${String(last).padStart(2, '0')}`;
    const rows = Array.from({ length: PENDING_MAX + 9 }, (_, last) => ({ licenseNumber: number(last) }));
    await publishLicenses(database, '2026-03-02', rows);
    for (let last = 0; last < PENDING_MAX - 1; last++) await claimBy(lola, 'post', number(last));
    const rest = rows.slice(PENDING_MAX - 1);
    // Open the connections first, so that all requests start at the same time.
    await Promise.all(rest.map(({ licenseNumber }) => claims.findClaimable(lola, licenseNumber)));
    const made = await Promise.all(
      rest.map(({ licenseNumber }) => claims.claim(lola, licenseNumber, 'post')),
    );
    assert.equal(made.filter(({ ok }) => ok).length, 1);
    for (const each of made) assert.ok(each.ok || /20 pending/.test(each.errors.license ?? ''));
    await claimBy(max, 'post', number(PENDING_MAX));
  });

  test('an account can make at most a thousand claims, in any state', async () => {
    const { database, claims, lola, claimBy } = bench;
    const row = {
      account_id: lola,
      ...TRUCK_REF,
      state: 'released',
      proof: 'post',
      owner_name: '',
      note: '',
      owner_license_id: null,
      code_hash: null,
      code_expires_at: null,
      code_attempts: 0,

      code_entered_at: null,
      letter_printed_at: null,
      created_at: '2026-01-01',
      updated_at: '2026-01-01',
    };
    const rows = Array.from({ length: CLAIMS_MAX - 1 }, () => ({ ...row, id: randomUUID() }));
    await upsertRows<LedgerSchema, 'claims'>(database.db, 'claims', ['id'], rows);
    const last = await claimBy(lola);
    assert.equal(await claims.countOwn(lola), CLAIMS_MAX);
    assert.equal(await claims.release(lola, last), undefined);
    const refused = await claims.claim(lola, TRUCK, 'post');
    assert.match(refused.ok ? '' : (refused.errors.license ?? ''), /has made 1,000 claims/);
    assert.equal((await claims.listOwn(lola, { offset: CLAIMS_MAX - 1, rowsMax: 50 })).length, 1);
  });

  test('an owner can give up a pending or verified claim, but never another account’s', async () => {
    const { database, claims, lola, max, claimBy, printed, stateOf } = bench;
    const pending = await claimBy(lola, 'document', CART);
    const verified = await printed(lola);
    await claims.enterCode(lola, verified, CODE);
    for (const id of [pending, verified]) {
      await assert.rejects(claims.release(max, id), { code: 'not_found' });
      assert.equal(await claims.release(lola, id), undefined);
      assert.ok((await claims.release(lola, id)) !== undefined);
      assert.equal(await stateOf(id), 'released');
    }
    assert.equal(await findVerifiedOwner(database.db, TRUCK_REF), undefined);
    await assert.rejects(claims.getDocument(OPERATOR, pending), { code: 'not_found' });
    await claimBy(lola);
  });

  test('another account’s id, an unknown id and a malformed id all get the same error', async () => {
    const { claims, lola, max, claimBy } = bench;
    const id = await claimBy(max);
    const messages = new Set<string>();
    for (const each of [id, randomUUID(), 'nonsense', '', 'a\0b'])
      for (const ask of [
        () => claims.getOwn(lola, each),
        () => claims.enterCode(lola, each, CODE),
        () => claims.askAgain(lola, each),
        () => claims.release(lola, each),
        ...(each === id ? [] : [() => claims.getForOperator(each), () => claims.verify(OPERATOR, each, '')]),
      ]) {
        const error = await ask().then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        assert.ok(error instanceof AppError && error.code === 'not_found');
        messages.add(error.message);
      }
    assert.equal(messages.size, 1);
  });

  test('deleting an account deletes its claims and documents', async () => {
    const { database, claims, lola, claimBy } = bench;
    const id = await claimBy(lola, 'document');
    await database.db.deleteFrom('accounts').where('id', '=', lola).execute();
    await assert.rejects(claims.getForOperator(id), { code: 'not_found' });
    const left = await database.db.selectFrom('claim_documents').select('claim_id').execute();
    assert.deepEqual(left, []);
  });
});
