import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testUpgrade } from '../../../../test/support/upgrades.ts';
import type { OpenLedger } from '../database.ts';
import { up as receipts } from './ledger-0001-receipts.ts';
import { up as accounts } from './ledger-0002-accounts.ts';
import { up as vendorsSide } from './ledger-0003-vendors-side.ts';
import { up as applicationContacts } from './ledger-0004-application-contacts.ts';
import { up as hardenedAccounts } from './ledger-0005-hardened-accounts.ts';
import { up } from './ledger-0006-reliability.ts';

const CLAIM = (id: string, account: string, digits: string, state: string, at: string) =>
  `insert into claims values ('${id}', '${account}', '2014', '${digits}', '${state}', 'post', 'X', null, null, null, 0, null, null,
   '', '${at}', '${at}')`;
const APPLICATION = (id: string, digits: string, email: string, outcome: string) =>
  `insert into applications values ('${id}', 'e', 'confirmed', 't1', 't1', '${digits}', '${digits}', '2014', 'B', 'C', '${email}',
   '1', '[]', 'due', '${outcome}', 't5', '${id}')`;
const CONFIRMED = (id: string, by: string, at: string) =>
  `insert into application_history values ('${id}', 1, '${at}', '${by}', 'confirmed', '')`;
const BEFORE = [
  ...['owner', 'organizer'].map(
    (id) => `insert into accounts values ('${id}', 'N', '${id}@x.example', 1, null, 't', 't')`,
  ),
  `insert into events values ('e', 'organizer', 'N', '', 'festival', 'Published', 't4', 't4', 'z', '', '', '', '', '', null, null,
   null, null, '[]', 0, 0, 't', 't')`,
  CLAIM('c1', 'owner', '1', 'verified', 't2'),
  CLAIM('c2', 'owner', '2', 'released', 't2'),
  // In this order, the applications were confirmed by the owner, by the account of a released claim, from
  // another address, by the organizer, and before the license was verified.
  APPLICATION('a1', '1', 'owner@x.example', 'attended'),
  CONFIRMED('a1', 'applicant', 't3'),
  APPLICATION('a2', '2', 'owner@x.example', 'no_show'),
  CONFIRMED('a2', 'applicant', 't3'),
  APPLICATION('a3', '1', 'other@x.example', 'no_show'),
  CONFIRMED('a3', 'applicant', 't3'),
  APPLICATION('a4', '3', 'owner@x.example', 'no_show'),
  CONFIRMED('a4', 'organizer', 't3'),
  CLAIM('c3', 'owner', '3', 'verified', 't2'),
  APPLICATION('a5', '4', 'owner@x.example', 'no_show'),
  CONFIRMED('a5', 'applicant', 't1'),
  CLAIM('c4', 'owner', '4', 'verified', 't2'),
];

async function checkUpgrade({ db, engine }: OpenLedger): Promise<void> {
  await receipts(db);
  await accounts(db);
  await vendorsSide(db, engine);
  await applicationContacts(db);
  await hardenedAccounts(db);
  for (const statement of BEFORE) await sql.raw(statement).execute(db);
  const rows = async () =>
    (await sql.raw<Record<string, unknown>>('select * from applications order by id').execute(db)).rows;
  const before = await rows();
  await up(db);
  const after = await rows();
  const kept = after.map(({ holder_account_id, outcome_told_at, outcome_changes, ...row }) => {
    assert.deepEqual([outcome_told_at, outcome_changes], [null, 0], 'no earlier outcome counts by itself');
    return row;
  });
  assert.deepEqual(kept.map(toEntries), before.map(toEntries), 'nothing recorded is lost');
  assert.deepEqual(
    after.map(({ id, holder_account_id }) => [id, holder_account_id]),
    [
      ['a1', 'owner'],
      ['a2', null],
      ['a3', null],
      ['a4', null],
      ['a5', null],
    ],
  );
}

function toEntries(row: object) {
  return Object.entries(row).sort();
}

testUpgrade('an upgrade keeps every application and outcome, and finds the license holders', checkUpgrade);
