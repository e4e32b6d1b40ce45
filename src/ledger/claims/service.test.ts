import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import {
  CART,
  CLAIM_TIME,
  CODE,
  openClaimService,
  PDF,
  publishLicenses,
  TRUCK,
  TRUCK_REF,
} from '../../../test/support/claimed-licenses.ts';
import type { TestDatabase } from '../../../test/support/engines.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { AppError } from '../../http/errors.ts';
import type { LedgerSchema } from '../../platform/db/schema-ledger.ts';
import { upsertRows } from '../../platform/db/upsert.ts';
import { createOperatorService } from '../operators/service.ts';
import type { ClaimState } from './claim.ts';
import { deleteOldDocuments } from './job.ts';
import type { ClaimService } from './service.ts';
import {
  CLAIMS_MAX,
  findVerifiedOwner,
  hasVerifiedClaim,
  listVerifiedClaims,
  PENDING_MAX,
} from './service.ts';
import { CLAIM_STATES } from './states.ts';

const DAY_MS = 86_400_000;
const OPERATOR = 'an-operator';

describeEngines('claims', (open) => {
  let database: TestDatabase;
  let claims: ClaimService;
  let lola: string;
  let max: string;
  let clock: Date;
  let code: string;

  beforeEach(async () => {
    database = await open();
    [clock, code] = [CLAIM_TIME, CODE];
    claims = openClaimService(database, { now: () => clock, randomCode: () => code });
    [lola, max] = [
      await insertAccount(database.db, 'lola@events.example'),
      await insertAccount(database.db, 'max@events.example'),
    ];
    await publishLicenses(database, '2026-03-01');
  });
  afterEach(() => database.close());

  const claimBy = async (account: string, proof = 'post', number = TRUCK): Promise<string> => {
    const file = proof === 'document' ? { name: 'license.pdf', content: PDF } : undefined;
    const made = await claims.claim(account, number, proof, file);
    assert.ok(made.ok, JSON.stringify(made));
    return made.value.id;
  };
  const printed = async (account: string, proof = 'post'): Promise<string> => {
    const id = await claimBy(account, proof);
    assert.ok((await claims.printLetter(OPERATOR, id)).ok);
    return id;
  };
  const stateOf = async (id: string) => (await claims.getForOperator(id)).state;
  const logged = async () =>
    (
      await createOperatorService({ ledgerDb: database.db, now: () => clock }).listLog({
        offset: 0,
        rowsMax: 50,
      })
    ).map(({ action }) => action);
  const mails = async () =>
    database.db.selectFrom('mails').select(['recipient', 'subject', 'body']).orderBy('id').execute();

  test('accepts any spelling of a license number, once per account', async () => {
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

  test('refuses a license that cannot be claimed with the reason beside its field, and writes nothing', async () => {
    await publishLicenses(database, '2026-03-02', [
      {},
      { licenseNumber: CART, rank: 'HTDG', primaryStatus: '46' },
    ]);
    const cases = [
      [{ number: 'no digits' }, 'license', /Type the license number/],
      [{ number: '4700000' }, 'license', /No license file/],
      [{ number: CART }, 'license', /nobody as the current holder/],
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

  test('limits an account to 20 pending claims, even when several are made at once', async () => {
    const number = (last: number) => `MFD47590${String(last).padStart(2, '0')}`;
    const rows = Array.from({ length: PENDING_MAX + 9 }, (_, last) => ({ licenseNumber: number(last) }));
    await publishLicenses(database, '2026-03-02', rows);
    for (let last = 0; last < PENDING_MAX - 1; last++) await claimBy(lola, 'post', number(last));
    const rest = rows.slice(PENDING_MAX - 1);
    // Opens the connections, so that all start at the same time.
    await Promise.all(rest.map(({ licenseNumber }) => claims.findClaimable(lola, licenseNumber)));
    const made = await Promise.all(
      rest.map(({ licenseNumber }) => claims.claim(lola, licenseNumber, 'post')),
    );
    assert.equal(made.filter(({ ok }) => ok).length, 1);
    for (const each of made) assert.ok(each.ok || /20 pending/.test(each.errors.license ?? ''));
    await claimBy(max, 'post', number(PENDING_MAX));
  });

  test('limits an account to a thousand claims in all, whatever their state', async () => {
    const row = {
      ...{ account_id: lola, ...TRUCK_REF, state: 'released', proof: 'post', owner_name: '', note: '' },
      ...{ owner_license_id: null, code_hash: null, code_expires_at: null, code_attempts: 0 },
      ...{
        code_entered_at: null,
        letter_printed_at: null,
        created_at: '2026-01-01',
        updated_at: '2026-01-01',
      },
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

  test('verifies the code of the letter once, and makes the account the owner', async () => {
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

  test('stores neither a code nor anything that makes guessing it quick', async () => {
    await printed(lola);
    const rows = JSON.stringify([
      await database.db.selectFrom('claims').selectAll().execute(),
      await database.db.selectFrom('operator_log').selectAll().execute(),
      await mails(),
    ]);
    assert.ok(!rows.includes(CODE) && !rows.includes('ACDE-3467'));
    assert.match(rows, /"code_hash":"[\da-f]{64}"/);
  });

  test('ends a code at the fifth wrong try, ignores malformed codes, and starts over with a new letter', async () => {
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
    code = 'EEEE7777';
    await claims.printLetter(OPERATOR, id);
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'wrong', attemptsLeft: 4 });
    assert.deepEqual(await claims.enterCode(lola, id, code), { status: 'verified' });
  });

  test('checks no more than five of many codes entered at once', async () => {
    const id = await printed(lola);
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => claims.enterCode(lola, id, 'AAAAAAAA')),
    );
    const count = (status: string) => outcomes.filter((each) => each.status === status).length;
    assert.deepEqual([count('wrong'), count('used_up')], [5, 7]);
  });

  test('accepts a code for 60 days', async () => {
    const id = await printed(lola);
    clock = new Date(CLAIM_TIME.getTime() + 60 * DAY_MS);
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'expired' });
    assert.equal((await claims.getOwn(lola, id)).may_ask_again, true);
    clock = new Date(clock.getTime() - 1);
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'verified' });
  });

  test('accepts a code only for its own claim and account, and only from the newest letter', async () => {
    const id = await printed(lola);
    await assert.rejects(claims.enterCode(max, id, CODE), { code: 'not_found' });
    code = 'EEEE7777';
    await claims.printLetter(OPERATOR, id);
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'wrong', attemptsLeft: 4 });
    const other = await claimBy(lola, 'post', CART);
    code = 'FFFF7777';
    await claims.printLetter(OPERATOR, other);
    assert.deepEqual(await claims.enterCode(lola, other, 'EEEE7777'), { status: 'wrong', attemptsLeft: 4 });
  });

  test('makes one letter of a form that is sent twice', async () => {
    const id = await claimBy(lola);
    assert.ok((await claims.printLetter(OPERATOR, id, '')).ok);
    code = 'EEEE7777';
    const again = await claims.printLetter(OPERATOR, id, '');
    assert.ok(!again.ok && /shown once/.test(again.errors.claim ?? ''));
    assert.deepEqual(await claims.enterCode(lola, id, CODE), { status: 'verified' });
  });

  test('sends a letter only for a claim by post or phone that is pending and has an address or number on file', async () => {
    const refusals = async (id: string) => {
      const letter = await claims.printLetter(OPERATOR, id);
      return letter.ok ? 'printed' : letter.errors.claim;
    };
    assert.match(String(await refusals(await claimBy(lola, 'document'))), /by its document/);
    const [post, phone] = [await claimBy(max, 'post', CART), await claimBy(lola, 'phone', CART)];
    const bare = { mailingStreet: '', mailingLine2: '', primaryPhone: '', secondaryPhone: '' };
    const cart = { licenseNumber: CART, rank: 'HTDG', licenseeName: 'ANN HERON', ...bare };
    await publishLicenses(database, '2026-03-02', [{}, cart]);
    assert.match(String(await refusals(post)), /no mailing address/);
    assert.match(String(await refusals(phone)), /no phone number/);
    await publishLicenses(database, '2026-03-03', [{}, { ...cart, primaryStatus: '45' }]);
    assert.match(String(await refusals(phone)), /nobody as the current holder/);
    await claims.reject(OPERATOR, post, 'No address.');
    assert.match(String(await refusals(post)), /decided/);
  });

  test('holds a second claim on a verified license until the operator releases the first', async () => {
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

  test('lets one of two concurrent verifications win, by operator and by code', async () => {
    const [a, b] = [await printed(lola), await printed(max)];
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

  test('allows exactly the changes of state that the table lists', async () => {
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

  test('mails each decision to the claimant and logs it; a rejection needs a reason', async () => {
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
      'License MFD4758801 is yours here',
      'Your claim of license MFD4758801 was ended',
      'Your claim of license MFD4758801 was rejected',
    ]);
    assert.ok(sent.some(({ body }) => body.includes('\n> Sold.\n> See you\n')));
    assert.deepEqual((await logged()).sort(), ['claim.reject', 'claim.release', 'claim.verify']);
  });

  test('lets an owner give up a pending or verified claim, and nobody else’s', async () => {
    const [pending, verified] = [await claimBy(lola, 'document', CART), await printed(lola)];
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

  test('answers a foreign, a made-up and a malformed id with one error', async () => {
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

  test('deletes a document when its claim is released, and 30 days after the decision', async () => {
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

  test('leaves no claim or document of a deleted account', async () => {
    const id = await claimBy(lola, 'document');
    await database.db.deleteFrom('accounts').where('id', '=', lola).execute();
    await assert.rejects(claims.getForOperator(id), { code: 'not_found' });
    const left = await database.db.selectFrom('claim_documents').select('claim_id').execute();
    assert.deepEqual(left, []);
  });
});
