import { randomUUID } from 'node:crypto';
import { findRecipient, lockAccount } from '../../../accounts/account/service.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { createKnownSet, type KnownSet } from '../../../lib/cache/known-set.ts';
import type { Checked } from '../../../lib/field-errors.ts';
import { inEach, type Language } from '../../../lib/language/language.ts';
import type { ListWindow } from '../../../lib/list-window.ts';
import type { LedgerDb } from '../../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../../platform/db/refusal.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import { hasVerifiedClaim } from '../../claims/service.ts';
import { decisionMail } from '../mail-texts.ts';
import { REPLY_ERRORS } from '../messages.ts';
import { createQueue } from '../queue-service.ts';
import {
  describeOwnLicense,
  getVerifiedClaim,
  listVendorNames,
  nameIn,
  type StatementContext,
  vendorOf,
} from '../service.ts';
import type { OwnReply, QueuedReply, Reply } from '../statement.ts';
import { readReplyText } from '../statement-forms.ts';
import { REPLY, REPORTS_MAX, type ReplyDecision, STATEMENTS_MAX } from '../statement-kinds.ts';
import { countOwn, withdrawOwn } from '../store.ts';
import {
  countReplyQueue,
  countReport,
  findPublished,
  findReply,
  listOwnReplies,
  listPublishedTexts,
  listRepliedVendors,
  listReplyQueue,
  makeRoom,
  replacePending,
  type StoredReply,
} from './store.ts';

const NO_REPLY = inEach((language) => REPLY_ERRORS[language].noReply);

/**
 * Creates the actions on vendors' replies, which appear next to their records. A license's verified owner
 * writes a reply, and an operator publishes it.
 */
export function createReplyService(context: StatementContext) {
  const { ledgerDb, registry, now } = context;
  return {
    getOwn: (accountId: string, claimId: string): Promise<OwnReply> => getOwn(context, accountId, claimId),
    /** Replaces the pending text; the published text remains visible. Errors are in `language`. */
    write: (
      accountId: string,
      claimId: string,
      text: string,
      language: Language = 'en',
    ): Promise<Checked<undefined>> => write(context, { accountId, claimId, text }, language),
    /** Takes down the published text and withdraws the pending text. */
    async withdraw(accountId: string, claimId: string): Promise<void> {
      const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
      await inTransaction(ledgerDb, (tx) =>
        withdrawOwn(tx, REPLY, { accountId, license: claim, now: now() }),
      );
    },
    /** Returns the reply and the vendor's name. Throws `not_found` if nothing is published. */
    async getPublished(vendor: string): Promise<{ readonly reply: Reply; readonly vendor_name: string }> {
      const reply = await findPublishedReply(ledgerDb, vendor);
      if (!reply) throw noReply();
      return { reply, vendor_name: nameIn(await listVendorNames(registry, [reply]), reply) };
    },
    /** Counts a report of the published reply. Throws `not_found` if nothing is published. */
    async report(vendor: string): Promise<void> {
      if (!(await countReport(ledgerDb, vendor))) throw noReply();
    },
    ...createQueue(context, {
      kind: REPLY,
      find: findReply,
      noSuch: noReply,
      count: countReplyQueue,
      list: (window) => listQueue(context, window),
      describe: ({ vendor_id }) => `vendor ${vendor_id}`,
      async prepare(tx, { statement, decision, now: at }) {
        if (decision !== 'publish') return;
        if (!(await hasVerifiedClaim(tx, statement.account_id, statement)))
          throw new Refusal('The vendor no longer holds this license; the reply cannot be published.');
        await makeRoom(tx, statement.vendor_id, at);
      },
      changeOf,
      async notify(tx, { statement, decision, note, now: at }) {
        if (decision === 'keep') return;
        const writer = await findRecipient(tx, statement.account_id);
        if (writer) await queueMail(tx, decisionMail(writer, { decision, note }, context.baseUrl), at);
      },
    }),
  };
}

export type ReplyService = ReturnType<typeof createReplyService>;

function noReply(): AppError {
  return new AppError('not_found', NO_REPLY.en, { forPeople: NO_REPLY });
}

/** Finds the reply shown next to a record, unless its author's claim is no longer valid. */
export async function findPublishedReply(ledgerDb: LedgerDb, vendor: string): Promise<Reply | undefined> {
  return findPublished(ledgerDb, vendor);
}

/** The vendors that may have a published reply. The list is fetched at most once per `recheckMs`. */
export function createRepliedVendors(
  ledgerDb: LedgerDb,
  options: { readonly recheckMs: number; readonly now: () => number },
): KnownSet {
  return createKnownSet(() => listRepliedVendors(ledgerDb), options);
}

async function getOwn(
  { ledgerDb, registry }: StatementContext,
  accountId: string,
  claimId: string,
): Promise<OwnReply> {
  const claim = await getVerifiedClaim(ledgerDb, accountId, claimId);
  const replies = await listOwnReplies(ledgerDb, accountId, claim);
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
    if ((await countOwn(tx, REPLY, accountId, claim)) >= STATEMENTS_MAX)
      throw new Refusal(t.tooMany({ count: STATEMENTS_MAX }));
    if (!(await replacePending(tx, row))) throw new Refusal(t.meanwhile);
  });
  return refusal === undefined ? { ok: true, value: undefined } : { ok: false, errors: { text: refusal } };
}

async function listQueue(
  { ledgerDb, registry }: StatementContext,
  window: ListWindow,
): Promise<QueuedReply[]> {
  const queue = await listReplyQueue(ledgerDb, window);
  const waiting = queue.filter(({ state }) => state === 'pending').map(({ vendor_id }) => vendor_id);
  const published = await listPublishedTexts(ledgerDb, waiting);
  const names = await listVendorNames(registry, queue);
  return queue.map((reply) => ({
    ...reply,
    vendor_name: nameIn(names, reply),
    replaces: reply.state === 'pending' ? (published.get(reply.vendor_id) ?? null) : null,
  }));
}

/** Resets the number of reports. A reply that is kept also retains its note. */
function changeOf({
  statement,
  decision,
  note,
  now,
}: {
  readonly statement: StoredReply;
  readonly decision: ReplyDecision;
  readonly note: string;
  readonly now: Date;
}) {
  const published_at = decision === 'publish' ? now.toISOString() : statement.published_at;
  return {
    note: decision === 'keep' ? statement.note : note,
    reply: { published_at, reports: 0 },
    reportsMin: decision === 'keep' ? REPORTS_MAX : 0,
  };
}
