import { randomUUID } from 'node:crypto';
import { findRecipient, lockAccount } from '../../../accounts/account/service.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { createKnownSet, type KnownSet } from '../../../lib/cache/known-set.ts';
import type { Checked } from '../../../lib/field-errors.ts';
import { inEach, type Language } from '../../../lib/language/language.ts';
import type { ListWindow } from '../../../lib/list-window.ts';
import { parseStored } from '../../../lib/stored-json.ts';
import { logAction, requireOperator } from '../../../operators/access/service.ts';
import type { LedgerDb, LedgerTx, PublishedAccess } from '../../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../../platform/db/refusal.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import { isVendorLicenseType } from '../../../registry/licenses/number.ts';
import { listRecords } from '../../../registry/vendors/service.ts';
import { vendorId } from '../../../registry/vendors/vendor-id.ts';
import type { Claim, LicenseRef } from '../../claims/claim.ts';
import { hasVerifiedClaim, listVerifiedClaims } from '../../claims/service.ts';
import { decisionMail } from './mail-texts.ts';
import { REPLY_ERRORS } from './messages.ts';
import type { OwnLicense, OwnReply, QueuedReply, Reply } from './reply.ts';
import { readNote, readReplyText } from './reply-text.ts';
import type { StatementContext } from './statement-context.ts';
import { DECISION_RULES, REPLY_DECISIONS, REPORTS_MAX, type ReplyDecision } from './states.ts';
import {
  changeState,
  countOwn,
  countQueue,
  countReport,
  findPublished,
  findReply,
  listOwn,
  listPublishedTexts,
  listQueue,
  listRepliedVendors,
  makeRoom,
  replacePending,
  type StoredReply,
  withdrawAll,
} from './store.ts';

export { withdrawReleasedReplies } from './store.ts';

const NO_SUCH_LICENSE = inEach((language) => REPLY_ERRORS[language].noLicense);
const NO_REPLY = inEach((language) => REPLY_ERRORS[language].noReply);
const QUEUE: ListWindow = { offset: 0, rowsMax: 200 };
/** All replies of one account about one license, including withdrawn and replaced ones. */
const REPLIES_MAX = 200;
const CHANGED_MEANWHILE = 'This was changed just now. Look at it again, then decide.';

/** What vendors say beside their records: written by whoever proved the license, published by an operator. */
export function createReplyService(context: StatementContext) {
  const { ledgerDb, registry, now } = context;
  return {
    getOwn: (accountId: string, claimId: string): Promise<OwnReply> => getOwn(context, accountId, claimId),
    /** Replaces the waiting text; the published one stays up. Errors are in `language`. */
    write: (
      accountId: string,
      claimId: string,
      text: string,
      language: Language = 'en',
    ): Promise<Checked<undefined>> => write(context, { accountId, claimId, text }, language),
    /** Takes down the published text and withdraws the waiting one. */
    async withdraw(accountId: string, claimId: string): Promise<void> {
      const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
      await inTransaction(ledgerDb, (tx) => withdrawAll(tx, accountId, claim, now()));
    },
    /** With the vendor's name; throws `not_found` where nothing is published. */
    async getPublished(vendor: string): Promise<{ readonly reply: Reply; readonly vendor_name: string }> {
      const reply = await findPublishedReply(ledgerDb, vendor);
      if (!reply) throw noReply();
      return { reply, vendor_name: nameIn(await listVendorNames(registry, [reply]), reply) };
    },
    /** Counts a report of the published reply. Throws `not_found` where nothing is published. */
    async report(vendor: string): Promise<void> {
      if (!(await countReport(ledgerDb, vendor))) throw noReply();
    },
    /** Throws `not_found` for anyone who is not an operator. The longest waiting first. */
    listQueue: (operatorId: string, window: ListWindow = QUEUE): Promise<readonly QueuedReply[]> =>
      listForOperator(context, operatorId, window),
    /** How many replies wait in total. */
    async countQueue(operatorId: string): Promise<number> {
      await requireOperator(context.isOperator, operatorId);
      return countQueue(ledgerDb);
    },
    /** Returns a sentence when it is not possible, undefined when done. */
    decide: (
      operatorId: string,
      id: string,
      decided: { readonly decision: string; readonly note: string },
    ): Promise<string | undefined> => decideReply(context, { operatorId, id, ...decided }),
  };
}

export type ReplyService = ReturnType<typeof createReplyService>;

function noReply(): AppError {
  return new AppError('not_found', NO_REPLY.en, { forPeople: NO_REPLY });
}

/** The reply shown beside a record; none when its writer's claim is no longer valid. */
export async function findPublishedReply(ledgerDb: LedgerDb, vendor: string): Promise<Reply | undefined> {
  return findPublished(ledgerDb, vendor);
}

/** The vendors that may have a published reply; read at most every `recheckMs`. */
export function createRepliedVendors(
  ledgerDb: LedgerDb,
  options: { readonly recheckMs: number; readonly now: () => number },
): KnownSet {
  return createKnownSet(() => listRepliedVendors(ledgerDb), options);
}

/** An account's verified claim; a foreign, a released and a made-up id are all not found. */
export async function getVerifiedClaim(
  ledgerDb: LedgerDb,
  accountId: string,
  claimId: string,
): Promise<Claim> {
  const claim = (await listVerifiedClaims(ledgerDb, accountId)).find(({ id }) => id === claimId);
  if (!claim) throw new AppError('not_found', NO_SUCH_LICENSE.en, { forPeople: NO_SUCH_LICENSE });
  return claim;
}

/** How pages name the license of a claim. */
export async function describeOwnLicense(registry: PublishedAccess, claim: Claim): Promise<OwnLicense> {
  const names = await listVendorNames(registry, [claim]);
  return { claim_id: claim.id, vendor_id: vendorOf(claim), vendor_name: nameIn(names, claim) };
}

/** Names on record by vendor id: one statement, however many licenses. */
export async function listVendorNames(
  published: PublishedAccess,
  licenses: readonly LicenseRef[],
): Promise<ReadonlyMap<string, string>> {
  const digits = [...new Set(licenses.map(({ license_digits }) => license_digits))];
  const rows = digits.length === 0 ? [] : await listRecords(published, digits);
  const identities = rows.map((row) => parseStored<{ id: string; name: string }>(row.identity));
  return new Map(identities.map(({ id, name }) => [id, name]));
}

/** The name on record, or else the digits. */
export function nameIn(names: ReadonlyMap<string, string>, license: LicenseRef): string {
  return names.get(vendorOf(license)) ?? license.license_digits;
}

/** The vendor of a license. */
export function vendorOf({ license_type, license_digits }: LicenseRef): string {
  if (!isVendorLicenseType(license_type)) throw new Error('a claim of another license type');
  return vendorId(license_type, license_digits);
}

async function getOwn(
  { ledgerDb, registry }: StatementContext,
  accountId: string,
  claimId: string,
): Promise<OwnReply> {
  const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
  const replies = await listOwn(ledgerDb, accountId, claim);
  const newest = replies.find(({ state }) => state !== 'replaced');
  return {
    license: await describeOwnLicense(registry, claim),
    published: replies.find(({ state }) => state === 'published'),
    pending: replies.find(({ state }) => state === 'pending'),
    rejected: newest?.state === 'rejected' ? newest : undefined,
  };
}

async function write(
  { ledgerDb, now }: StatementContext,
  { accountId, claimId, text }: { accountId: string; claimId: string; text: string },
  language: Language,
): ReturnType<ReplyService['write']> {
  const t = REPLY_ERRORS[language];
  const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
  const read = readReplyText(text, language);
  if (!read.ok) return read;
  const at = now().toISOString();
  const row = {
    id: randomUUID(),
    account_id: accountId,
    vendor_id: vendorOf(claim),
    text: read.value,
    license_type: claim.license_type,
    license_digits: claim.license_digits,
    state: 'pending',
    note: '',
    reports: 0,
    published_at: null,
    created_at: at,
    updated_at: at,
  };
  const refusal = await refusalOf(ledgerDb, async (tx) => {
    await lockAccount(tx, accountId);
    if ((await countOwn(tx, accountId, claim)) >= REPLIES_MAX)
      throw new Refusal(t.tooMany({ count: REPLIES_MAX }));
    if (!(await replacePending(tx, row))) throw new Refusal(t.meanwhile);
  });
  return refusal === undefined ? { ok: true, value: undefined } : { ok: false, errors: { text: refusal } };
}

async function listForOperator(
  { ledgerDb, registry, isOperator }: StatementContext,
  operatorId: string,
  window: ListWindow,
): Promise<QueuedReply[]> {
  await requireOperator(isOperator, operatorId);
  const queue = await listQueue(ledgerDb, window);
  const waiting = queue.filter(({ state }) => state === 'pending').map(({ vendor_id }) => vendor_id);
  const published = await listPublishedTexts(ledgerDb, waiting);
  const names = await listVendorNames(registry, queue);
  return queue.map((reply) => ({
    ...reply,
    vendor_name: nameIn(names, reply),
    replaces: reply.state === 'pending' ? (published.get(reply.vendor_id) ?? null) : null,
  }));
}

async function decideReply(
  context: StatementContext,
  decided: { operatorId: string; id: string; decision: string; note: string },
): Promise<string | undefined> {
  const { ledgerDb } = context;
  await requireOperator(context.isOperator, decided.operatorId);
  const reply = await findReply(ledgerDb, decided.id);
  if (!reply) throw noReply();
  const decision = REPLY_DECISIONS.find((each) => each === decided.decision);
  if (decision === undefined) return 'Please choose what to do.';
  const { note, problem } = readNote(decided.note, DECISION_RULES[decision].noteNeeded);
  if (problem !== undefined) return problem;
  return refusalOf(ledgerDb, (tx) =>
    applyDecision(tx, context, { operatorId: decided.operatorId, reply, decision, note }),
  );
}

async function applyDecision(
  tx: LedgerTx,
  { now, baseUrl }: StatementContext,
  change: { operatorId: string; reply: StoredReply; decision: ReplyDecision; note: string },
): Promise<void> {
  const { operatorId, reply, decision, note } = change;
  const { from, to } = DECISION_RULES[decision];
  const instant = now();
  if (decision === 'publish') {
    if (!(await hasVerifiedClaim(tx, reply.account_id, reply)))
      throw new Refusal('The vendor does not hold this license any more; the reply cannot be published.');
    await makeRoom(tx, reply.vendor_id, instant);
  }
  const changed = await changeState(tx, reply.id, {
    from,
    to,
    note: decision === 'keep' ? reply.note : note,
    now: instant,
    publishedAt: decision === 'publish' ? instant.toISOString() : reply.published_at,
    reportsMin: decision === 'keep' ? REPORTS_MAX : 0,
  });
  if (!changed) throw new Refusal(CHANGED_MEANWHILE);
  await logAction(
    tx,
    {
      accountId: operatorId,
      action: `reply.${decision}`,
      subject: reply.id,
      detail: `vendor ${reply.vendor_id}`,
    },
    instant,
  );
  if (decision === 'keep') return;
  const writer = await findRecipient(tx, reply.account_id);
  if (writer) await queueMail(tx, decisionMail(writer, { decision, note }, baseUrl), instant);
}
