import { randomUUID } from 'node:crypto';
import { findRecipient, lockAccount } from '../../../accounts/account/service.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { listVisits, readCurrentRows } from '../../../intake/import/current-visits-service.ts';
import type { Checked } from '../../../lib/field-errors.ts';
import { inEach, type Language } from '../../../lib/language/language.ts';
import { addDays, jurisdictionDay } from '../../../lib/time/dates.ts';
import type { LedgerAccess, PublishedAccess } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/db/refusal.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { queueMail, queueMails } from '../../../platform/mail/outbox.ts';
import type { Claim } from '../../claims/claim.ts';
import { hasVerifiedClaim } from '../../claims/service.ts';
import { answerMail, correctedMail } from '../mail-texts.ts';
import { DISPUTE_ERRORS } from '../messages.ts';
import { createQueue } from '../queue-service.ts';
import {
  describeOwnLicense,
  getVerifiedClaim,
  listVendorNames,
  nameIn,
  type StatementContext,
  vendorOf,
} from '../service.ts';
import type { OwnDisputes, OwnVisit, QueuedDispute } from '../statement.ts';
import { type DisputeForm, readDisputeForm } from '../statement-forms.ts';
import { ANSWER_WITHIN_DAYS, DISPUTE, OPEN_DISPUTES_MAX, STATEMENTS_MAX } from '../statement-kinds.ts';
import { changeState, countOwn } from '../store.ts';
import { differingFacts, isCorrected, parseRow, rowText } from './disputed-row.ts';
import {
  countDisputeQueue,
  countOpenByLicense,
  findDispute,
  hasOpen,
  insertDispute,
  listAnswered,
  listCorrectable,
  listDisputeQueue,
  listOwnDisputes,
  listTakenPlaces,
  markCorrected,
  type StoredDispute,
} from './store.ts';

const NO_SUCH_DISPUTE = inEach((language) => DISPUTE_ERRORS[language].noDispute);
const CLOSED = 'This dispute is closed.';

/**
 * Creates the actions on disputes of rows. A license's verified owner opens a dispute, and an operator
 * answers it. A dispute never changes a number.
 */
export function createDisputeService(context: StatementContext) {
  const { ledgerDb, registry, baseUrl, now } = context;
  return {
    /** Returns the number of an account's pending disputes, by license. */
    countOpen: (accountId: string) => countOpenByLicense(ledgerDb, accountId),
    getOwn: (accountId: string, claimId: string): Promise<OwnDisputes> => getOwn(context, accountId, claimId),
    open: (
      accountId: string,
      claimId: string,
      form: DisputeForm & { readonly visit_id: string },
      language: Language = 'en',
    ): Promise<Checked<undefined>> => open(context, accountId, claimId, { ...form, language }),
    /** Returns an explanation if the dispute cannot be withdrawn, and undefined on success. */
    async withdraw(accountId: string, claimId: string, id: string): Promise<string | undefined> {
      const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
      const dispute = await findDispute(ledgerDb, id);
      if (!dispute || !belongsTo(dispute, accountId, claim)) throw noSuchDispute();
      const { state: from } = dispute;
      if (!DISPUTE.withdrawable.some((each) => each === from)) return CLOSED;
      const change = { from, to: 'withdrawn', note: '', now: now() };
      return (await changeState(ledgerDb, DISPUTE, id, change)) ? undefined : DISPUTE_ERRORS.en.meanwhile;
    },
    ...createQueue(context, {
      kind: DISPUTE,
      find: findDispute,
      noSuch: noSuchDispute,
      count: countDisputeQueue,
      async list(window): Promise<readonly QueuedDispute[]> {
        const queue = await listDisputeQueue(ledgerDb, window);
        const names = await listVendorNames(registry, queue);
        return queue.map((dispute) => ({ ...dispute, vendor_name: nameIn(names, dispute) }));
      },
      describe: ({ vendor_id, visit_id }) => `vendor ${vendor_id}, visit ${visit_id}`,
      closed: CLOSED,
      async prepare(tx, { statement }) {
        if (!(await hasVerifiedClaim(tx, statement.account_id, statement)))
          throw new Refusal('The vendor no longer holds this license; the dispute is over.');
      },
      async notify(tx, { statement, decision: outcome, note, now: at }) {
        const recipient = await findRecipient(tx, statement.account_id);
        if (!recipient) return;
        const row = { visit_id: statement.visit_id, visited_on: statement.row.visited_on };
        await queueMail(tx, answerMail(recipient, row, { outcome, note }, baseUrl), at);
      },
    }),
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
    disputes: await listOwnDisputes(ledgerDb, accountId, claim),
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

/**
 * Runs under the account's lock, so that the count of its disputes is correct and concurrent disputes take
 * different places.
 */
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
    if ((await countOwn(tx, DISPUTE, accountId, claim)) >= STATEMENTS_MAX)
      return t.tooMany({ count: STATEMENTS_MAX });
    if (await hasOpen(tx, visit.visit_id)) return t.openAlready;
    const taken = await listTakenPlaces(tx, claim);
    const place = Array.from({ length: OPEN_DISPUTES_MAX }, (_, index) => index + 1).find(
      (each) => !taken.has(each),
    );
    if (place === undefined) return t.full({ count: OPEN_DISPUTES_MAX });
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

function noSuchDispute(): AppError {
  return new AppError('not_found', NO_SUCH_DISPUTE.en, { forPeople: NO_SUCH_DISPUTE });
}

/** Returns the error for a visit that is not on the record, or never was. */
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

/**
 * Closes every dispute whose row the regulator has changed or removed, and notifies the vendors. Returns the
 * number of closed disputes. Call it after each import. The number of statements does not depend on the
 * number of disputes.
 */
export async function closeCorrected(
  ledger: LedgerAccess,
  registry: PublishedAccess,
  { now, baseUrl }: { readonly now: Date; readonly baseUrl: string },
): Promise<number> {
  const disputes = await listCorrectable(ledger.db);
  if (disputes.length === 0) return 0;
  const current = await readCurrentRows(registry, disputes);
  if (!current) return 0;
  const corrected = disputes.flatMap(({ id, visit_id, recipient, row }) => {
    const disputed = parseRow(row);
    const found = current.rowOf(visit_id);
    if (!isCorrected(disputed, found)) return [];
    const changed = found && {
      from: differingFacts(disputed, found, recipient.language),
      to: differingFacts(found, disputed, recipient.language),
    };
    const about = { visit_id, visited_on: disputed.visited_on, changed };
    return { id, mail: correctedMail(recipient, about, baseUrl) };
  });
  if (corrected.length === 0) return 0;
  return inTransaction(ledger.db, async (tx) => {
    const ids = corrected.map(({ id }) => id);
    const closed = await markCorrected(tx, ids, { engine: ledger.engine, now });
    const mails = corrected.filter(({ id }) => closed.has(id)).map(({ mail }) => mail);
    await queueMails(tx, mails, now);
    return closed.size;
  });
}
