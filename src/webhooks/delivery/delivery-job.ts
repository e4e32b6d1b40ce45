import { randomUUID } from 'node:crypto';
import { findAccountEmail } from '../../accounts/account/service.ts';
import { unseal } from '../../lib/sealed-secret.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Logger } from '../../platform/log/log.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { Post, PostOutcome } from '../../platform/net/outgoing-post.ts';
import { createBoundedPool } from '../../platform/threads/bounded-pool.ts';
import { switchedOffMail } from '../endpoints/mail-texts.ts';
import type { AttemptOutcome } from '../endpoints/schemas.ts';
import { giveUpWaiting, updateEndpoint } from '../endpoints/store.ts';
import { outcomeOf, overlapEnd } from '../endpoints/webhook.ts';
import { webhookKey } from '../endpoints/webhook-key.ts';
import * as deliveries from './delivery-store.ts';
import { signedHeaders } from './signature.ts';

interface DeliveryContext {
  readonly ledgerDb: LedgerDb;
  readonly serviceSecret: string;
  readonly post: Post;
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** The duration of a claim, which is longer than a request can take. */
const CLAIM_MS = 60_000;
/**
 * The maximum number of concurrent requests in this process, and the share for endpoints whose last attempt
 * failed.
 */
const AT_ONCE = 32;
const FAILING_AT_ONCE = 8;
const LOOKED_AT_MAX = 1_000;

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** The pauses after failed attempts: three days in total. */
const PAUSES_S = [
  5,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  20 * HOUR_S,
  24 * HOUR_S,
];
const DEAD_AFTER_MS = 5 * 24 * HOUR_S * 1000;

/**
 * Sends the deliveries that are due. Each endpoint gets one request at a time, so a slow endpoint delays only
 * itself; failing endpoints have a separate share of the requests. Several processes divide the work through
 * claims that expire. If a process is killed between a response and recording it, a second copy is sent with
 * the same id. No order of the steps can prevent both that and a lost message.
 */
export function createWebhookDelivery(context: DeliveryContext) {
  const { ledgerDb, now, log } = context;
  const key = webhookKey(context.serviceSecret);
  const pool = createBoundedPool({
    atOnce: AT_ONCE,
    secondAtOnce: FAILING_AT_ONCE,
    waitingMax: LOOKED_AT_MAX,
  });
  /** Work in progress, by endpoint. */
  const atWork = new Map<string, Promise<void>>();
  let isStopped = false;

  const sendAll = async ({ id, failing_since }: deliveries.DueEndpoint): Promise<void> => {
    const lane = failing_since === null ? 'first' : 'second';
    const sendOne = async () => !isStopped && (await sendNext({ ...context, key }, id));
    // After a failure, the endpoint's other messages wait for the next `look`, which may move the endpoint to
    // the other lane.
    while (await pool.run(sendOne, lane));
  };
  /** Starts work for every endpoint with a due delivery, and returns without waiting for it. */
  const look = async (): Promise<number> => {
    if (isStopped) return 0;
    const due = await deliveries.listDueEndpoints(ledgerDb, now(), LOOKED_AT_MAX);
    const begun = due.filter(({ id }) => !atWork.has(id));
    for (const endpoint of begun) {
      const work = sendAll(endpoint)
        .catch((error: unknown) =>
          log.error({ err: error, webhook: endpoint.id }, 'a webhook could not be sent'),
        )
        .finally(() => atWork.delete(endpoint.id));
      atWork.set(endpoint.id, work);
    }
    return begun.length;
  };
  return {
    look,
    /** Sends everything that is due now. Resolves once every attempt has finished. */
    async deliverDue(): Promise<void> {
      while ((await look()) > 0) await Promise.all(atWork.values());
    },
    /** Stops starting work. Resolves when work in progress has ended; aborting requests speeds this up. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(atWork.values());
    },
  };
}

export type WebhookDeliveryJob = ReturnType<typeof createWebhookDelivery>;

/** Returns false if nothing was due or the attempt failed. */
async function sendNext(context: DeliveryContext & { readonly key: Uint8Array }, endpointId: string) {
  const { ledgerDb, now, post, key, log } = context;
  const claimed = await deliveries.claimNext(ledgerDb, endpointId, now(), CLAIM_MS);
  if (!claimed) return false;
  const { endpoint, messageId: id, body } = claimed;
  const at = now();
  const secrets = openSecrets(endpoint, key, at);
  const outcome: PostOutcome | 'unreadable_secret' = secrets
    ? await post({ url: endpoint.url, headers: signedHeaders({ id, body }, secrets, at), body })
    : 'unreadable_secret';
  const attempt = toAttempt(outcome);
  if (!attempt) {
    await deliveries.releaseClaim(ledgerDb, claimed);
    return false;
  }
  log.info({ webhook: endpoint.id, message: id, ...attempt }, 'webhook sent');
  await inTransaction(ledgerDb, (tx) => noteAttempt(tx, context, claimed, attempt));
  return attempt.outcome === 'delivered';
}

interface Attempt {
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
}

/**
 * Returns undefined if this process aborted the request while stopping, because that does not count as an
 * attempt.
 */
function toAttempt(outcome: PostOutcome | 'unreadable_secret'): Attempt | undefined {
  if (outcome === 'unreadable_secret') return { outcome, status: null };
  if (outcome.kind === 'answered') return { outcome: outcomeOf(outcome.status), status: outcome.status };
  return outcome.reason === 'stopped' ? undefined : { outcome: outcome.reason, status: null };
}

/** Returns undefined if the secrets were encrypted with a different service secret. */
function openSecrets(
  endpoint: deliveries.ClaimedDelivery['endpoint'],
  key: Uint8Array,
  at: Date,
): string[] | undefined {
  const secret = unseal(key, endpoint.id, endpoint.secret);
  const { earlier_secret: sealed } = endpoint;
  const overlaps = sealed !== null && overlapEnd(endpoint, at) !== null;
  const earlier = overlaps ? unseal(key, endpoint.id, sealed) : undefined;
  return secret === undefined ? undefined : [secret, ...(earlier === undefined ? [] : [earlier])];
}

/** Records an attempt. Always locks the endpoint's row first, so that two transactions cannot deadlock. */
async function noteAttempt(
  tx: LedgerTx,
  context: DeliveryContext,
  claimed: deliveries.ClaimedDelivery,
  { outcome, status }: Attempt,
): Promise<void> {
  const { endpoint, messageId, attempts } = claimed;
  const now = context.now();
  const at = now.toISOString();
  const locked = await deliveries.lockEndpoint(tx, endpoint.id);
  if (!locked) return;
  const isDelivered = outcome === 'delivered';
  const next = isDelivered ? undefined : nextAttemptAt(attempts + 1, now);
  const isNoted = await deliveries.noteResult(tx, claimed, {
    attempts: attempts + 1,
    delivered_at: isDelivered ? at : null,
    // If the endpoint has been turned off, its messages must not remain pending.
    next_attempt_at: locked.state === 'on' ? (next?.toISOString() ?? null) : null,
  });
  // Another process took over the message, so this copy is not recorded.
  if (!isNoted) return;
  await deliveries.insertAttempt(tx, {
    id: randomUUID(),
    endpoint_id: endpoint.id,
    message_id: messageId,
    made_at: at,
    outcome,
    status,
  });
  const failing_since = isDelivered ? null : (locked.failing_since ?? at);
  if (failing_since !== locked.failing_since) await updateEndpoint(tx, endpoint.id, { failing_since });
  if (locked.state !== 'on' || failing_since === null) return;
  const state = outcome === 'gone' ? 'gone' : isDead(failing_since, now) ? 'failing' : undefined;
  if (state) await switchOff(tx, context, endpoint, { state, now });
}

async function switchOff(
  tx: LedgerTx,
  { baseUrl, log }: DeliveryContext,
  { id, account_id, url }: deliveries.ClaimedDelivery['endpoint'],
  { state, now }: { readonly state: 'failing' | 'gone'; readonly now: Date },
): Promise<void> {
  await updateEndpoint(tx, id, { state, updated_at: now.toISOString() });
  await giveUpWaiting(tx, id);
  const to = await findAccountEmail(tx, account_id);
  const page = `${baseUrl}/settings/webhooks/${id}`;
  if (to !== undefined) await queueMail(tx, switchedOffMail({ to, url, state, page }), now);
  log.warn({ webhook: id, state }, 'a webhook was turned off');
}

/**
 * Returns the time of the next attempt after this many failures, of which the last was just now. Returns
 * undefined if there are no attempts left.
 */
function nextAttemptAt(failures: number, now: Date): Date | undefined {
  const pause = PAUSES_S[failures - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause * 1000);
}

/** Returns true if every attempt has failed for five days. */
function isDead(failingSince: string, now: Date): boolean {
  return now.getTime() - Date.parse(failingSince) >= DEAD_AFTER_MS;
}
