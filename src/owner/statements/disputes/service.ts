import { randomUUID } from 'node:crypto';
import { findRecipient, lockAccount } from '../../../accounts/account/service.ts';
import { AppError } from '../../../http/errors/errors.ts';
import type { Checked } from '../../../lib/field-errors.ts';
import { inEach, type Language } from '../../../lib/language/language.ts';
import type { ListWindow } from '../../../lib/list-window.ts';
import { addDays, jurisdictionDay } from '../../../lib/time/dates.ts';
import { logAction, requireOperator } from '../../../operators/access/service.ts';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../../platform/db/refusal.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import { listVisits } from '../../../registry/intake/visits-service.ts';
import type { Claim } from '../../claims/claim.ts';
import { hasVerifiedClaim } from '../../claims/service.ts';
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
import { DISPUTE_ERRORS } from './messages.ts';
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

const NO_SUCH_DISPUTE = inEach((language) => DISPUTE_ERRORS[language].noDispute);
const QUEUE: ListWindow = { offset: 0, rowsMax: 200 };
/** All disputes of one account about one license, including withdrawn and answered ones. */
export const DISPUTES_MAX = 200;
const CHANGED_MEANWHILE = DISPUTE_ERRORS.en.meanwhile;

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
      language: Language = 'en',
    ): Promise<Checked<undefined>> => open(context, accountId, claimId, { ...form, language }),
    /** Returns a sentence when it is not possible, undefined when done. */
    async withdraw(accountId: string, claimId: string, id: string): Promise<string | undefined> {
      const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
      const dispute = await findDispute(ledgerDb, id);
      if (!dispute || !belongsTo(dispute, accountId, claim)) throw noSuchDispute();
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
  form: DisputeForm & { readonly visit_id: string; readonly language: Language },
): Promise<Checked<undefined>> {
  const { ledgerDb, registry } = context;
  const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
  const visits = await listVisits(registry.db, claim);
  const visit = visits.find(({ visit_id }) => String(visit_id) === form.visit_id);
  if (!visit) throw noSuchVisit();
  const read = readDisputeForm(form, visit, form.language);
  if (!read.ok) return read;
  const row = rowText(visit);
  const answered = await listAnswered(ledgerDb, visit.visit_id);
  const same = (each: (typeof answered)[number]) => each.category === read.value.category && each.row === row;
  if (answered.some(same)) return { ok: false, errors: { text: DISPUTE_ERRORS[form.language].answered } };
  const refusal = await insertInFreePlace(
    context,
    { accountId, claim, language: form.language },
    { visit, row, ...read.value },
  );
  return refusal === undefined ? { ok: true, value: undefined } : { ok: false, errors: { text: refusal } };
}

/** Runs behind the account's lock, so that its total is counted and concurrent disputes take different places. */
async function insertInFreePlace(
  { ledgerDb, now }: StatementContext,
  { accountId, claim, language }: { accountId: string; claim: Claim; language: Language },
  {
    visit,
    ...details
  }: { visit: OwnVisit; row: string } & Pick<StoredDispute, 'category' | 'text' | 'told_regulator'>,
): Promise<string | undefined> {
  const instant = now();
  const at = instant.toISOString();
  const { license_type, license_digits } = claim;
  const t = DISPUTE_ERRORS[language];
  return inTransaction(ledgerDb, async (tx) => {
    await lockAccount(tx, accountId);
    if ((await countOwn(tx, accountId, claim)) >= DISPUTES_MAX) return t.tooMany({ count: DISPUTES_MAX });
    if (await hasOpen(tx, visit.visit_id)) return t.openAlready;
    const taken = await listTakenPlaces(tx, claim);
    const place = Array.from({ length: OPEN_MAX }, (_, index) => index + 1).find((each) => !taken.has(each));
    if (place === undefined) return t.full({ count: OPEN_MAX });
    const inserted = await insertDispute(tx, {
      id: randomUUID(),
      account_id: accountId,
      license_type,
      license_digits,
      ...details,
      vendor_id: vendorOf(claim),
      visit_id: visit.visit_id,
      state: 'pending_review',
      note: '',
      open_place: place,
      due_on: addDays(jurisdictionDay(instant), ANSWER_WITHIN_DAYS),
      created_at: at,
      updated_at: at,
    });
    return inserted ? undefined : t.meanwhile;
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
  if (!dispute) throw noSuchDispute();
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
  const recipient = await findRecipient(tx, dispute.account_id);
  if (!recipient) return;
  const row = { visit_id: dispute.visit_id, visited_on: dispute.row.visited_on };
  await queueMail(tx, answerMail(recipient, row, { outcome, note }, baseUrl), instant);
}

function noSuchDispute(): AppError {
  return new AppError('not_found', NO_SUCH_DISPUTE.en, { forPeople: NO_SUCH_DISPUTE });
}

/** Of a visit that is not on the record, as of one that never was. */
export function noSuchVisit(): AppError {
  const forPeople = inEach((language) => DISPUTE_ERRORS[language].noVisit);
  return new AppError('not_found', forPeople.en, { forPeople });
}

function belongsTo(dispute: StoredDispute, accountId: string, claim: Claim): boolean {
  return (
    dispute.account_id === accountId &&
    dispute.license_type === claim.license_type &&
    dispute.license_digits === claim.license_digits
  );
}
