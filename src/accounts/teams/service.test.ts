import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { useAccounts } from '../../../test/support/account-service.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { eventFields } from '../../../test/support/event-samples.ts';
import { insertEvent } from '../../../test/support/ledger-rows.ts';
import { AppError } from '../../http/errors/errors.ts';
import { createEventService } from '../../organizer/events/service.ts';
import type { SignedIn } from '../account/account.ts';
import { createTeamService, notifyOfDeletion } from './service.ts';
import { INVITATIONS_MAX, MEMBERS_MAX, TEAMS_MAX } from './team.ts';

describeBothEngines('teams', (open) => {
  const bench = useAccounts(open);
  const now = () => new Date(Date.now() + bench.ahead);
  const teams = () =>
    createTeamService({
      ledgerDb: bench.db,
      baseUrl: 'https://vendors.example',
      now,
      randomToken: () => randomBytes(24).toString('base64url'),
    });
  const events = () => createEventService({ ledgerDb: bench.db, now });
  let [olive, mia, vic]: SignedIn[] = [];
  beforeEach(async () => {
    olive = (await bench.join('olive@team.example')).session;
    mia = (await bench.join('mia@team.example')).session;
    vic = (await bench.join('vic@team.example')).session;
  });
  const people = () => {
    assert.ok(olive && mia && vic);
    return { olive, mia, vic };
  };
  /** Sends an invitation and returns the token from the email. */
  const invite = async (from: SignedIn, email: string, role = 'manager') => {
    assert.deepEqual(await teams().invite(from, { email, role }), { ok: true, value: undefined });
    const mail = (await bench.mails()).find(
      ({ recipient, subject }) =>
        recipient === email.trim().toLowerCase() && /invited to a team/.test(subject),
    );
    const token = /\/settings\/team\/join\/([\w-]+)\n/.exec(mail?.body ?? '')?.[1];
    assert.ok(mail && token);
    return { token, mail };
  };
  const joinTeam = async (of: SignedIn, who: SignedIn, role = 'manager') => {
    const { token } = await invite(of, who.email, role);
    assert.equal(await teams().answer(who, token, true), undefined);
    await bench.mails();
  };
  const refused = async (work: Promise<unknown>) => {
    const outcome = await work.then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
    );
    return outcome;
  };

  test('an invitation names its sender and the role and says how to answer; only the hash of its link is stored', async () => {
    const { olive, mia } = people();
    const { token, mail } = await invite(olive, 'MIA@team.example ', 'viewer');
    assert.equal(mail.subject, 'You’re invited to a team at Vendor Compliance');
    assert.match(
      mail.body,
      /“Ada” \(olive@team\.example\) has invited you .* As a viewer, you’ll be able to view these events/,
    );
    assert.ok(
      !JSON.stringify(await bench.db.selectFrom('team_invitations').selectAll().execute()).includes(token),
    );
    assert.deepEqual(
      (await teams().describe(olive)).invitations.map(({ email, role }) => [email, role]),
      [[mia.email, 'viewer']],
    );
  });

  test('an invitation can be answered once, and only by the account with its address', async () => {
    const { olive, mia, vic } = people();
    const { token } = await invite(olive, mia.email);
    assert.equal(await teams().findInvitation(vic, token), undefined);
    assert.equal(await refused(teams().answer(vic, token, true)), 'not_found');
    assert.equal(await refused(teams().answer(olive, token, true)), 'not_found');
    assert.equal((await teams().findInvitation(mia, token))?.role, 'manager');
    assert.equal(await teams().answer(mia, token, true), undefined);
    assert.deepEqual(
      (await bench.mails()).map(({ recipient, subject }) => [recipient, subject]),
      [[olive.email, 'Your team has a new member']],
    );
    assert.equal(await refused(teams().answer(mia, token, true)), 'not_found');
    const { members, log } = await teams().describe(olive);
    assert.deepEqual(
      members.map(({ email, role }) => [email, role]),
      [[mia.email, 'manager']],
    );
    assert.deepEqual(new Set(log.map(({ action }) => action)), new Set(['joined', 'invited']));
    assert.deepEqual(
      (await teams().describe(mia)).memberships.map(({ owner_id }) => owner_id),
      [olive.accountId],
    );
  });

  test('a declined, withdrawn, replaced or expired invitation stops working', async () => {
    const { olive, mia } = people();
    const first = await invite(olive, mia.email);
    assert.equal(await teams().answer(mia, first.token, false), undefined);
    assert.deepEqual(await bench.mails(), []);
    const second = await invite(olive, mia.email);
    const third = await invite(olive, mia.email, 'viewer');
    assert.equal(await refused(teams().answer(mia, second.token, true)), 'not_found');
    const [open] = (await teams().describe(olive)).invitations;
    await teams().withdraw(olive, open?.id ?? '');
    assert.equal(await refused(teams().answer(mia, third.token, true)), 'not_found');
    bench.ahead = 2 * 3_600_000;
    const fourth = await invite(olive, mia.email);
    bench.ahead += 7 * 86_400_000;
    assert.equal(await teams().findInvitation(mia, fourth.token), undefined);
    assert.equal(await refused(teams().answer(mia, fourth.token, true)), 'not_found');
    assert.deepEqual((await teams().describe(olive)).members, []);
  });

  test('an invitation stops working when the account’s email address changes', async () => {
    const { olive, mia } = people();
    const { token } = await invite(olive, mia.email);
    const changed = bench.db.updateTable('accounts').set({ email: 'new@team.example' });
    await changed.where('id', '=', mia.accountId).execute();
    assert.equal(await refused(teams().answer(mia, token, true)), 'not_found');
  });

  test('a person who has signed out can neither join nor invite', async () => {
    const { olive, mia } = people();
    const { token } = await invite(olive, mia.email);
    await bench.accounts.signOutEverywhere(mia, 'all');
    assert.match(String(await teams().answer(mia, token, true)), /^You were signed out/);
    assert.deepEqual((await teams().describe(olive)).members, []);
    await bench.accounts.signOutEverywhere(olive, 'all');
    const invited = await teams().invite(olive, { email: 'x@team.example', role: 'viewer' });
    assert.ok(!invited.ok && /^You were signed out/.test(invited.errors.email ?? ''));
  });

  test('accepting one invitation many times at once adds a single member', async () => {
    const { olive, mia } = people();
    const { token } = await invite(olive, mia.email);
    const all = await Promise.all(Array.from({ length: 6 }, () => refused(teams().answer(mia, token, true))));
    assert.deepEqual(all.toSorted(), ['done', ...Array(5).fill('not_found')]);
    assert.equal((await teams().describe(olive)).members.length, 1);
  });

  test('when two people accept the last place at the same time, one joins and the other gets the reason: the team is full', async () => {
    const { olive, mia, vic } = people();
    await fillTeam(olive, MEMBERS_MAX - 1);
    const tokens = [await invite(olive, mia.email), await invite(olive, vic.email)].map(({ token }) => token);
    const answers = await Promise.all([
      teams().answer(mia, tokens[0] ?? '', true),
      teams().answer(vic, tokens[1] ?? '', true),
    ]);
    assert.deepEqual(answers.map((each) => each?.slice(0, 9)).toSorted(), ['This team', undefined]);
    assert.equal((await teams().describe(olive)).members.length, MEMBERS_MAX);
  });

  test('two people who accept each other’s invitation at the same time both join, without a deadlock', async () => {
    const { olive, mia } = people();
    for (let round = 0; round < 5; round++) {
      const toMia = await invite(olive, mia.email);
      const toOlive = await invite(mia, olive.email);
      await Promise.all([teams().answer(mia, toMia.token, true), teams().answer(olive, toOlive.token, true)]);
      assert.equal((await teams().describe(olive)).members.length, 1);
      assert.equal((await teams().describe(mia)).members.length, 1);
      for (const each of ['team_members', 'kept_counts'] as const) await bench.db.deleteFrom(each).execute();
    }
  });

  test('an invitation is rejected if it is to oneself or a member, has an unknown role or invalid address, or exceeds a limit', async () => {
    const { olive, mia } = people();
    await joinTeam(olive, mia);
    const errorsOf = async (email: string, role = 'viewer') => {
      const invited = await teams().invite(olive, { email, role });
      return invited.ok ? {} : invited.errors;
    };
    assert.deepEqual(Object.keys(await errorsOf('nobody', 'owner')), ['email', 'role']);
    assert.match(String((await errorsOf(olive.email)).email), /your own address/);
    assert.match(String((await errorsOf(mia.email)).email), /in your team already/);
    await insertInvitations(olive, INVITATIONS_MAX);
    assert.match(String((await errorsOf('one@more.example')).email), /^At most 20 invitations/);
    await bench.db.deleteFrom('team_invitations').execute();
    await fillTeam(olive, MEMBERS_MAX);
    assert.match(String((await errorsOf('one@more.example')).email), /^A team has at most 20/);
  });

  test('one address gets at most three invitations an hour, and one account can send at most twenty an hour', async () => {
    const { olive, mia } = people();
    await bench.db.updateTable('accounts').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute();
    for (let count = 0; count < 3; count++) await invite(olive, 'often@team.example');
    const again = await teams().invite(mia, { email: 'often@team.example', role: 'viewer' });
    assert.ok(!again.ok && /^Too many invitations/.test(again.errors.email ?? ''));
    for (let count = 0; count < 17; count++) await invite(olive, `a${count}@team.example`);
    const more = await teams().invite(olive, { email: 'last@team.example', role: 'viewer' });
    assert.ok(!more.ok && /^Too many invitations/.test(more.errors.email ?? ''));
  });

  test('an account created in the last week can send at most three invitations an hour and five a day', async () => {
    const { olive } = people();
    const inviteNext = async (count: number) => {
      const invited = await teams().invite(olive, { email: `b${count}@team.example`, role: 'viewer' });
      return invited.ok ? 'sent' : String(invited.errors.email);
    };
    for (let count = 0; count < 3; count++) assert.equal(await inviteNext(count), 'sent');
    assert.match(await inviteNext(3), /^A new account can send 3 invitations in an hour and 5 in a day/);
    bench.ahead = 2 * 3_600_000;
    assert.deepEqual([await inviteNext(4), await inviteNext(5)], ['sent', 'sent']);
    assert.match(await inviteNext(6), /^A new account/);
    bench.ahead = 8 * 86_400_000;
    for (let count = 10; count < 16; count++) assert.equal(await inviteNext(count), 'sent');
  });

  test('emails about a team never contain a name in the subject or a link in a name', async () => {
    const { olive, mia } = people();
    const name = 'URGENT: your account is locked, go to https://evil.example';
    const bad = await bench.db
      .selectFrom('accounts')
      .select('id')
      .where('email', 'in', [olive.email, mia.email])
      .execute();
    for (const { id } of bad)
      await bench.db.updateTable('accounts').set({ name }).where('id', '=', id).execute();
    const owner = { ...olive, name };
    const member = { ...mia, name };
    assert.deepEqual(await teams().invite(owner, { email: mia.email, role: 'viewer' }), {
      ok: true,
      value: undefined,
    });
    const [invitation] = await bench.mails();
    const token = /\/settings\/team\/join\/([\w-]+)\n/.exec(invitation?.body ?? '')?.[1] ?? '';
    assert.equal(await teams().answer(member, token, true), undefined);
    const id = (await teams().describe(owner)).members[0]?.id ?? '';
    await teams().changeRole(owner, id, 'manager');
    await teams().remove(owner, id);
    const mails = [...(invitation ? [invitation] : []), ...(await bench.mails())];
    assert.equal(mails.length, 4);
    for (const { subject, body } of mails) {
      assert.doesNotMatch(subject, /URGENT|evil/);
      assert.doesNotMatch(body, /https:\/\/evil|evil\.example/);
      assert.match(body, /“URGENT: your account is locked, go to evil example”/);
    }
  });

  test('no one can be in more than twenty teams', async () => {
    const { olive, mia } = people();
    for (let count = 0; count < TEAMS_MAX; count++) {
      const owner = await addAccount(`owner${count}@team.example`);
      await addMember(owner, mia.accountId);
    }
    const { token } = await invite(olive, mia.email);
    assert.match(String(await teams().answer(mia, token, true)), /^You’re on 20 teams/);
  });

  test('a role change, a removal and a departure take effect immediately, are emailed, and are logged', async () => {
    const { olive, mia } = people();
    await joinTeam(olive, mia, 'viewer');
    const eventId = await insertEvent(bench.db, olive.accountId, {
      status: 'Draft',
      starts_at: '2030-01-01',
    });
    assert.equal((await events().get(mia.accountId, eventId)).event.access, 'viewer');
    assert.equal(await refused(events().publish(mia.accountId, eventId)), 'forbidden');
    const idOf = async () => (await teams().describe(olive)).members[0]?.id ?? '';
    await teams().changeRole(olive, await idOf(), 'manager');
    assert.equal(await refused(events().publish(mia.accountId, eventId)), 'done');
    await teams().remove(olive, await idOf());
    assert.equal(await refused(events().get(mia.accountId, eventId)), 'not_found');
    const subjects = (await bench.mails()).map(({ recipient, subject }) => `${recipient}: ${subject}`);
    assert.deepEqual(subjects, [
      'mia@team.example: You’re now a manager in a team',
      'mia@team.example: You’re no longer in a team',
    ]);
    await joinTeam(olive, mia);
    await teams().leave(mia, (await teams().describe(mia)).memberships[0]?.id ?? '');
    assert.equal(await refused(events().get(mia.accountId, eventId)), 'not_found');
    assert.equal((await bench.mails())[0]?.subject, 'A member left your team');
    const actions = (await teams().describe(olive)).log.map(({ action }) => action);
    assert.deepEqual(actions.toSorted(), [
      'changed_role',
      'invited',
      'invited',
      'joined',
      'joined',
      'left',
      'published',
      'removed',
    ]);
  });

  test('a member cannot invite or remove anyone or change anyone’s role', async () => {
    const { olive, mia, vic } = people();
    await joinTeam(olive, mia);
    await joinTeam(olive, vic, 'viewer');
    const ids = (await teams().describe(olive)).members.map(({ id }) => id);
    for (const id of ids) {
      assert.equal(await refused(teams().remove(mia, id)), 'not_found');
      assert.equal(await refused(teams().changeRole(mia, id, 'viewer')), 'not_found');
    }
    const other = (await teams().describe(vic)).memberships[0]?.id ?? '';
    assert.equal(await refused(teams().leave(mia, other)), 'not_found');
    // `mia` can invite people only to her own team.
    await invite(mia, 'x@team.example');
    assert.deepEqual((await teams().describe(olive)).invitations, []);
  });

  test('a manager can create events for the team; a viewer and a stranger cannot', async () => {
    const { olive, mia, vic } = people();
    await joinTeam(olive, mia);
    await joinTeam(olive, vic, 'viewer');

    const later = eventFields({ starts_at: '2031-03-21T17:00', ends_at: '2031-03-21T21:00' });
    const make = (who: SignedIn) => events().create(who.accountId, later, olive.accountId);
    const made = await make(mia);
    assert.ok(made.ok);
    assert.equal(made.value.account_id, olive.accountId);
    assert.equal(await refused(make(vic)), 'not_found');
    const stranger = (await bench.join('stranger@team.example')).session;
    assert.equal(await refused(make(stranger)), 'not_found');
    const page = { offset: 0, rowsMax: 10 };
    const seen = await events().listPage(vic.accountId, undefined, page);
    assert.deepEqual(
      seen.events.map(({ id, access, owner_name }) => ({ id, access, owner_name })),
      [{ id: made.value.id, access: 'viewer', owner_name: 'Ada' }],
    );
    assert.equal(seen.total, 1);
    assert.equal((await events().listPage(stranger.accountId, undefined, page)).total, 0);
    assert.deepEqual(await events().list(mia.accountId), [], 'a key sees its own account’s events alone');
  });

  test('deleting an account removes its team and notifies the members; deleting a member’s account removes the member from every team', async () => {
    const { olive, mia, vic } = people();
    await joinTeam(olive, mia);
    await joinTeam(mia, vic);
    const deleting = bench.serviceWith({
      beforeDelete: (tx, id) => notifyOfDeletion(tx, id, { now: now(), baseUrl: 'https://vendors.example' }),
    });
    assert.equal((await deleting.deleteAccount(olive, { password: 'three words together' })).kind, 'done');
    const subjects = (await bench.mails()).map(({ recipient, subject }) => `${recipient}: ${subject}`);
    assert.ok(subjects.includes('mia@team.example: A team you were in was deleted'), subjects.join());
    assert.deepEqual((await teams().describe(mia)).memberships, []);
    assert.equal((await deleting.deleteAccount(vic, { password: 'three words together' })).kind, 'done');
    const { members, log } = await teams().describe(mia);
    assert.deepEqual(members, []);
    assert.deepEqual(log.find(({ action }) => action === 'joined')?.actor_name, null);
  });

  test('the log retains its newest 500 entries', async () => {
    const { olive, mia } = people();
    const rows = Array.from({ length: 505 }, (_, index) => ({
      id: `log-${index}`,
      account_id: olive.accountId,
      actor_id: olive.accountId,
      role: '',
      at: new Date(1_700_000_000_000 + index).toISOString(),
      action: 'removed',
      subject: 'x',
    }));
    await bench.db.insertInto('team_log').values(rows).execute();
    await invite(olive, mia.email);
    const left = await bench.db.selectFrom('team_log').select('id').execute();
    assert.equal(left.length, 500);
    assert.ok(!left.some(({ id }) => id === 'log-5') && left.some(({ id }) => id === 'log-6'));
  });

  async function addAccount(email: string): Promise<string> {
    return bench.accounts.createVerifiedAccount({ name: 'Ada', email, password: 'three words together' });
  }

  async function addMember(account_id: string, member_id: string): Promise<void> {
    const row = { id: `${account_id} ${member_id}`, account_id, member_id, role: 'viewer' };
    await bench.db
      .insertInto('team_members')
      .values({ ...row, joined_at: '2026-01-01' })
      .execute();
  }

  async function fillTeam({ accountId }: SignedIn, count: number): Promise<void> {
    const before = (await bench.db.selectFrom('team_members').select('id').execute()).length;
    for (let index = before; index < count; index++)
      await addMember(accountId, await addAccount(`member${index}@team.example`));
  }

  async function insertInvitations({ accountId }: SignedIn, count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, index) => ({
      id: `i${index}`,
      account_id: accountId,
      email: `i${index}@team.example`,
      role: 'viewer',
      token_sha256: `t${index}`,
      created_at: '2026-01-01',
      expires_at: '2099-01-01',
    }));
    await bench.db.insertInto('team_invitations').values(rows).execute();
  }
});
