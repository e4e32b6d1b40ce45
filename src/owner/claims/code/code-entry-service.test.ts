import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { CART, CLAIM_TIME, CODE, TRUCK_REF } from '../../../../test/support/claimed-licenses.ts';
import { type ClaimsBench, OPERATOR, openClaimsBench } from '../../../../test/support/claims-bench.ts';
import { describeEngines } from '../../../../test/support/engines.ts';
import { findVerifiedOwner, hasVerifiedClaim, listVerifiedClaims } from '../service.ts';

const DAY_MS = 86_400_000;

describeEngines('claim codes', (open) => {
  let bench: ClaimsBench;

  beforeEach(async () => {
    bench = await openClaimsBench(await open());
  });
  afterEach(() => bench.database.close());

  test('the letter’s code makes the account the verified owner', async () => {
    const { database, claims, lola, max, claimBy } = bench;
    const id = await claimBy(lola);
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'no_code' });
    const letter = await claims.printLetter(OPERATOR, id);
    assert.ok(letter.ok);
    assert.deepEqual(
      [letter.value.code, letter.value.owner_name, letter.value.expires_at],
      ['ACDE-3467', 'PELICAN MOBILE FOODS LLC', '2026-05-15T15:00:00.000Z'],
    );
    assert.deepEqual(await claims.enterCode(lola, id, 'acde-3467'), { status: 'verified' });
    assert.deepEqual(await findVerifiedOwner(database.db, TRUCK_REF), { accountId: lola, claimId: id });
    assert.deepEqual(
      [
        await hasVerifiedClaim(database.db, lola, TRUCK_REF),
        await hasVerifiedClaim(database.db, max, TRUCK_REF),
        await hasVerifiedClaim(database.db, lola, { ...TRUCK_REF, license_type: '2013' }),
      ],
      [true, false, false],
    );
    assert.deepEqual(
      (await listVerifiedClaims(database.db, lola)).map((each) => [each.id, each.state]),
      [[id, 'verified']],
    );
  });

  test('a code is stored neither as text nor as a hash that is fast to guess', async () => {
    const { database, lola, printed, mails } = bench;
    await printed(lola);
    const rows = JSON.stringify([
      await database.db.selectFrom('claims').selectAll().execute(),
      await database.db.selectFrom('operator_log').selectAll().execute(),
      await mails(),
    ]);
    assert.ok(!rows.includes(CODE) && !rows.includes('ACDE-3467'));
    assert.match(rows, /"code_hash":"[\da-f]{64}"/);
  });

  test('no code is accepted after five wrong codes; malformed text does not count, and a new letter resets the count', async () => {
    const { claims, lola, printed } = bench;
    const id = await printed(lola);
    for (const attemptsLeft of [4, 3, 2, 1, 0]) {
      assert.deepEqual(await claims.enterCode(lola, id, 'nonsense'), { status: 'malformed' });
      assert.deepEqual(await claims.enterCode(lola, id, 'AAAA-AAAA'), { status: 'wrong', attemptsLeft });
    }
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'used_up' });
    const [own] = await claims.listOwn(lola);
    assert.deepEqual([own?.code, own?.attempts_left, own?.may_ask_again], ['used_up', 0, true]);
    assert.equal(await claims.askAgain(lola, id), undefined);
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'no_code' });
    assert.ok((await claims.askAgain(lola, id)) !== undefined);
    bench.code = 'EEEE7777';
    await claims.printLetter(OPERATOR, id);
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'wrong', attemptsLeft: 4 });
    assert.deepEqual(await claims.enterCode(lola, id, bench.code), { status: 'verified' });
  });

  test('at most five of many codes entered at the same time are checked', async () => {
    const { claims, lola, printed } = bench;
    const id = await printed(lola);
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => claims.enterCode(lola, id, 'AAAAAAAA')),
    );
    const count = (status: string) => outcomes.filter((each) => each.status === status).length;
    assert.deepEqual([count('wrong'), count('used_up')], [5, 7]);
  });

  test('a code is valid for 60 days', async () => {
    const { claims, lola, printed } = bench;
    const id = await printed(lola);
    bench.clock = new Date(CLAIM_TIME.getTime() + 60 * DAY_MS);
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'expired' });
    assert.equal((await claims.getOwn(lola, id)).may_ask_again, true);
    bench.clock = new Date(bench.clock.getTime() - 1);
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'verified' });
  });

  test('a code works only for its own claim and account, and only if it is from the newest letter', async () => {
    const { claims, lola, max, claimBy, printed } = bench;
    const id = await printed(lola);
    await assert.rejects(claims.enterCode(max, id, CODE), { code: 'not_found' });
    bench.code = 'EEEE7777';
    await claims.printLetter(OPERATOR, id);
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'wrong', attemptsLeft: 4 });
    const other = await claimBy(lola, 'post', CART);
    bench.code = 'FFFF7777';
    await claims.printLetter(OPERATOR, other);
    assert.deepEqual(await claims.enterCode(lola, other, 'EEEE7777'), { status: 'wrong', attemptsLeft: 4 });
  });

  test('a second claim of a verified license remains pending until the operator releases the first', async () => {
    const { database, claims, lola, max, printed, mails } = bench;
    const first = await printed(lola);
    await claims.enterCode(lola, first, CODE);
    const second = await printed(max);
    assert.deepEqual(await claims.enterCode(max, second, CODE), { status: 'waits' });
    assert.deepEqual(await claims.enterCode(max, second, CODE), { status: 'waits' });
    const [queued] = await claims.listQueue();
    assert.deepEqual(
      [queued?.id, queued?.code, queued?.has_other_owner, queued?.email],
      [second, 'entered', true, 'max@events.example'],
    );
    assert.match((await claims.verify(OPERATOR, second, '')) ?? '', /must be released first/);
    assert.deepEqual(await mails(), []);
    assert.equal(await claims.releaseByOperator(OPERATOR, first, 'Sold.'), undefined);
    assert.equal(await claims.verify(OPERATOR, second, ''), undefined);
    assert.deepEqual(await findVerifiedOwner(database.db, TRUCK_REF), { accountId: max, claimId: second });
  });
});
