import { randomUUID } from 'node:crypto';
import { AppError } from '../../http/errors.ts';
import type { Checked } from '../../lib/checked.ts';
import { addDays, jurisdictionDay } from '../../lib/dates.ts';
import type { ListWindow } from '../../lib/list-window.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../platform/db/refusal.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { listVisits } from '../../registry/intake/visits-service.ts';
import { findAccountEmail, lockAccount } from '../accounts/service.ts';
import type { Claim } from '../claims/claim.ts';
import { hasVerifiedClaim } from '../claims/service.ts';
import { logAction, requireOperator } from '../operators/service.ts';
import { readNote } from '../replies/reply-text.ts';
import {
  describeOwnLicense,
  getVerifiedClaim,
  listVendorNames,
  nameIn,
  vendorOf,
} from '../replies/service.ts';
import type { StatementContext } from '../replies/statement-context.ts';
import type { OwnDisputes, OwnVisit, QueuedDispute } from './dispute.ts';
import { type DisputeForm, readDisputeForm } from './dispute-form.ts';
import { rowText } from './disputed-row.ts';
import { answerMail } from './mail-texts.ts';
import { ANSWER_WITHIN_DAYS, mayBecome, OPEN_MAX } from './states.ts';
import {
  changeState,
  countOpenByLicense,
  countOwn,
  countQueue,
  findDispute,
  hasOpen,
  insertDispute,
  listAnswered,
  listOwn,
  listQueue,
  listTakenPlaces,
  type StoredDispute,
} from './store.ts';

export { withdrawReleasedDisputes } from './store.ts';

const NO_SUCH_VISIT = 'There is no such visit on your record.';
const NO_SUCH_DISPUTE = 'There is no such dispute.';
const OPEN_ALREADY = 'This visit has an open dispute. Wait for the answer, or withdraw it first.';
const ANSWERED =
  'We have answered a dispute of this row, and the row has not changed since. Ask the regulator to correct it.';
const FULL = `You have ${OPEN_MAX} open disputes. Wait for an answer, or withdraw one first.`;
const QUEUE: ListWindow = { offset: 0, rowsMax: 200 };
/** All disputes of one account about one license, including withdrawn and answered ones. */
export const DISPUTES_MAX = 200;
const TOO_MANY = `You have opened ${DISPUTES_MAX} disputes about this license, which is the most there can be. Ask the regulator to correct the row.`;
const CHANGED_MEANWHILE = 'This was changed just now. Look at it again, then decide.';

/** Disputes of rows: opened by whoever proved the license, answered by an operator. They change no number. */
export function createDisputeService(context: StatementContext) {
  const { ledgerDb, registry, isOperator, now } = context;
  return {
    /** How many of an account's disputes wait for an answer, by license. */
    countOpen: (accountId: string) => countOpenByLicense(ledgerDb, accountId),
    getOwn: (accountId: string, claimId: string): Promise<OwnDisputes> => getOwn(context, accountId, claimId),
    open: (
      accountId: string,
      claimId: string,
      form: DisputeForm & { readonly visit_id: string },
    ): Promise<Checked<undefined>> => open(context, accountId, claimId, form),
    /** Returns a sentence when it is not possible, undefined when done. */
    async withdraw(accountId: string, claimId: string, id: string): Promise<string | undefined> {
      const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
      const dispute = await findDispute(ledgerDb, id);
      if (!dispute || !belongsTo(dispute, accountId, claim)) throw new AppError('not_found', NO_SUCH_DISPUTE);
      const change = { from: dispute.state, to: 'withdrawn', note: '', now: now() } as const;
      if (!mayBecome('vendor', change.from, change.to)) return 'This dispute is closed.';
      return (await changeState(ledgerDb, id, change)) ? undefined : CHANGED_MEANWHILE;
    },
    /** How many disputes wait in total. */
    async countQueue(operatorId: string): Promise<number> {
      await requireOperator(isOperator, operatorId);
      return countQueue(ledgerDb);
    },
    /** Throws `not_found` for anyone who is not an operator. The earliest due day first. */
    async listQueue(operatorId: string, window: ListWindow = QUEUE): Promise<readonly QueuedDispute[]> {
      await requireOperator(isOperator, operatorId);
      const queue = await listQueue(ledgerDb, window);
      const names = await listVendorNames(registry, queue);
      return queue.map((dispute) => ({ ...dispute, vendor_name: nameIn(names, dispute) }));
    },
    decide: (
      operatorId: string,
      id: string,
      decided: { readonly outcome: string; readonly note: string },
    ): Promise<string | undefined> => decideDispute(context, operatorId, id, decided),
  };
}

export type DisputeService = ReturnType<typeof createDisputeService>;

async function getOwn(
  { ledgerDb, registry }: StatementContext,
  accountId: string,
  claimId: string,
): Promise<OwnDisputes> {
  const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
  return {
    license: await describeOwnLicense(registry, claim),
    visits: await listVisits(registry.db, claim),
    disputes: await listOwn(ledgerDb, accountId, claim),
  };
}

async function open(
  context: StatementContext,
  accountId: string,
  claimId: string,
  form: DisputeForm & { readonly visit_id: string },
): Promise<Checked<undefined>> {
  const { ledgerDb, registry } = context;
  const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
  const visits = await listVisits(registry.db, claim);
  const visit = visits.find(({ visit_id }) => String(visit_id) === form.visit_id);
  if (!visit) throw new AppError('not_found', NO_SUCH_VISIT);
  const read = readDisputeForm(form, visit);
  if (!read.ok) return read;
  const row = rowText(visit);
  const answered = await listAnswered(ledgerDb, visit.visit_id);
  const same = (each: (typeof answered)[number]) => each.category === read.value.category && each.row === row;
  if (answered.some(same)) return { ok: false, errors: { text: ANSWERED } };
  const refusal = await insertInFreePlace(context, accountId, claim, { visit, row, ...read.value });
  return refusal === undefined ? { ok: true, value: undefined } : { ok: false, errors: { text: refusal } };
}

/** Runs behind the account's lock, so that its total is counted and concurrent disputes take different places. */
async function insertInFreePlace(
  { ledgerDb, now }: StatementContext,
  accountId: string,
  claim: Claim,
  {
    visit,
    ...details
  }: { visit: OwnVisit; row: string } & Pick<StoredDispute, 'category' | 'text' | 'told_regulator'>,
): Promise<string | undefined> {
  const instant = now();
  const at = instant.toISOString();
  const { license_type, license_digits } = claim;
  return inTransaction(ledgerDb, async (tx) => {
    await lockAccount(tx, accountId);
    if ((await countOwn(tx, accountId, claim)) >= DISPUTES_MAX) return TOO_MANY;
    if (await hasOpen(tx, visit.visit_id)) return OPEN_ALREADY;
    const taken = await listTakenPlaces(tx, claim);
    const place = Array.from({ length: OPEN_MAX }, (_, index) => index + 1).find((each) => !taken.has(each));
    if (place === undefined) return FULL;
    const inserted = await insertDispute(tx, {
      ...{ id: randomUUID(), account_id: accountId, license_type, license_digits, ...details },
      ...{ vendor_id: vendorOf(claim), visit_id: visit.visit_id, state: 'pending_review', note: '' },
      ...{ open_place: place, due_on: addDays(jurisdictionDay(instant), ANSWER_WITHIN_DAYS) },
      ...{ created_at: at, updated_at: at },
    });
    return inserted ? undefined : CHANGED_MEANWHILE;
  });
}

async function decideDispute(
  context: StatementContext,
  operatorId: string,
  id: string,
  decided: { readonly outcome: string; readonly note: string },
): Promise<string | undefined> {
  const { ledgerDb, isOperator } = context;
  await requireOperator(isOperator, operatorId);
  const dispute = await findDispute(ledgerDb, id);
  if (!dispute) throw new AppError('not_found', NO_SUCH_DISPUTE);
  const outcome = (['upheld', 'dismissed'] as const).find((each) => each === decided.outcome);
  if (outcome === undefined) return 'Please choose an answer.';
  const { note, problem } = readNote(decided.note, true);
  if (problem !== undefined) return problem;
  if (!mayBecome('operator', dispute.state, outcome)) return 'This dispute is closed.';
  return refusalOf(ledgerDb, (tx) => answer(tx, context, { operatorId, dispute, outcome, note }));
}

async function answer(
  tx: LedgerTx,
  { now, baseUrl }: StatementContext,
  change: { operatorId: string; dispute: StoredDispute; outcome: 'upheld' | 'dismissed'; note: string },
): Promise<void> {
  const { operatorId, dispute, outcome, note } = change;
  const instant = now();
  if (!(await hasVerifiedClaim(tx, dispute.account_id, dispute)))
    throw new Refusal('The vendor does not hold this license any more; the dispute is over.');
  if (!(await changeState(tx, dispute.id, { from: dispute.state, to: outcome, note, now: instant })))
    throw new Refusal(CHANGED_MEANWHILE);
  const detail = `vendor ${dispute.vendor_id}, visit ${dispute.visit_id}`;
  const action = `dispute.${outcome}`;
  await logAction(tx, { accountId: operatorId, action, subject: dispute.id, detail }, instant);
  const email = await findAccountEmail(tx, dispute.account_id);
  if (email === undefined) return;
  const row = { visit_id: dispute.visit_id, visited_on: dispute.row.visited_on };
  await queueMail(tx, answerMail(email, row, { outcome, note }, baseUrl), instant);
}

function belongsTo(dispute: StoredDispute, accountId: string, claim: Claim): boolean {
  return (
    dispute.account_id === accountId &&
    dispute.license_type === claim.license_type &&
    dispute.license_digits === claim.license_digits
  );
}
