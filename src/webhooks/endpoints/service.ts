import { randomBytes, randomUUID } from 'node:crypto';
import { findAccountEmail, lockAccount } from '../../accounts/account/service.ts';
import { emailCredentialChange } from '../../accounts/credential-news/credential-news-service.ts';
import { AppError } from '../../http/errors/errors.ts';
import { NONCE_BYTES, seal } from '../../lib/sealed-secret.ts';
import { cutText } from '../../lib/text/cut-text.ts';
import { asUuid } from '../../lib/text/uuid.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { WebhookEndpointsTable } from '../../platform/db/schema/ledger-tables/webhook-tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { mayMail } from '../../platform/mail/recipient-limit.ts';
import { SECRET_BYTES, toSecret } from '../delivery/signature.ts';
import { testEvent, type WebhookType } from '../messages/payloads.ts';
import { queueFor } from '../messages/queue-webhooks-service.ts';
import { readEndpointUrl } from './endpoint-address.ts';
import { doneByKeyMail } from './mail-texts.ts';
import type { Webhook, WebhookDelivery, WebhookWithSecret } from './schemas.ts';
import * as store from './store.ts';
import { asOutcome, asState, overlapEnd } from './webhook.ts';
import { webhookKey } from './webhook-key.ts';

/** The maximum number of endpoints per account. */
export const WEBHOOKS_MAX = 5;
/** After a rotation, messages are also signed with the previous secret for this long. */
const OVERLAP_MS = 24 * 3_600_000;
const KEEP_MS = 30 * 24 * 3_600_000;
const LOG_ROWS = 50;
/** The same text for another account's id, an unknown id and a malformed id. */
const NO_SUCH_WEBHOOK = 'There is no such webhook.';
const NO_SUCH_MESSAGE = 'There is no such message, or it still waits to be sent.';

interface WebhookContext {
  readonly ledgerDb: LedgerDb;
  /** The service's own secret; endpoints' secrets are encrypted with a key derived from it. */
  readonly serviceSecret: string;
  readonly allowPrivate: boolean;
  readonly baseUrl: string;
  readonly now: () => Date;
}

/** The key that made a change; undefined for a signed-in person. */
type ByKey = { readonly keyId: string } | undefined;

/** The changes to a webhook. */
interface WebhookChange {
  readonly url?: string | undefined;
  readonly types?: Webhook['types'] | undefined;
  readonly state?: 'on' | 'off' | undefined;
}

/** A part of a log, newest first. */
interface LogPage {
  /** The last message of the previous part; the newest messages if omitted. */
  readonly after?: string | undefined;
  readonly rowsMax?: number;
}

/**
 * Creates the actions on an account's webhooks. Another account's id gets `not_found`, like an unknown id.
 */
export function createWebhookService(context: WebhookContext) {
  const { ledgerDb, serviceSecret, allowPrivate, now } = context;
  const key = webhookKey(serviceSecret);
  const drawSecret = (id: string) => {
    const secret = toSecret(randomBytes(SECRET_BYTES));
    return { secret, sealed: seal(key, id, secret, randomBytes(NONCE_BYTES)) };
  };
  /** Runs a change under the account's lock, with the endpoint as it is under that lock. */
  const change = <Value>(
    accountId: string,
    id: string,
    work: (tx: LedgerTx, endpoint: WebhookEndpointsTable, at: Date) => Promise<Value>,
  ): Promise<Value> =>
    inTransaction(ledgerDb, async (tx) => {
      await lockAccount(tx, accountId);
      return work(tx, await getEndpoint(tx, accountId, id), now());
    });
  return {
    /** Lists webhooks, oldest first. */
    async list(accountId: string): Promise<Webhook[]> {
      const at = now();
      return (await store.listEndpoints(ledgerDb, accountId)).map((each) => toWebhook(each, at));
    },
    async get(accountId: string, id: string): Promise<Webhook> {
      return toWebhook(await getEndpoint(ledgerDb, accountId, id), now());
    },
    /**
     * Throws `invalid_parameter` for `url` if the address is not allowed or already in use, or if the account
     * has too many webhooks. The account's owner gets an email.
     */
    async create(
      accountId: string,
      url: string,
      { types, by }: { readonly types?: Webhook['types'] | undefined; readonly by?: ByKey } = {},
    ): Promise<WebhookWithSecret> {
      const at = now().toISOString();
      const id = randomUUID();
      const { secret, sealed } = drawSecret(id);
      const row = {
        id,
        account_id: accountId,
        url: readUrl(url, allowPrivate),
        state: 'on',
        secret: sealed,
        earlier_secret: null,
        earlier_secret_until: null,
        failing_since: null,
        created_at: at,
        updated_at: at,
        types: types?.join(',') ?? null,
      };
      await inTransaction(ledgerDb, async (tx) => {
        await lockAccount(tx, accountId);
        const others = await store.listEndpoints(tx, accountId);
        refuseSecond(others, row.url);
        if (others.length >= WEBHOOKS_MAX) throw tooMany();
        await store.insertEndpoint(tx, row);
        await notifyOwner(tx, context, row, { by, what: 'added' });
      });
      return { ...toWebhook(row, now()), secret };
    },
    /**
     * Creates a new secret. For 24 hours, messages are also signed with the previous secret, but no longer
     * with earlier secrets. `seen` is the `earlier_secret_until` that the caller saw. If it has changed,
     * throws `invalid_parameter` for it, so that a request sent twice does not cut the overlap short.
     */
    rotate: (
      accountId: string,
      id: string,
      { seen = null, by }: { readonly seen?: string | null; readonly by?: ByKey } = {},
    ): Promise<WebhookWithSecret> =>
      change(accountId, id, async (tx, endpoint, at) => {
        const until = overlapEnd(endpoint, at);
        if (until !== seen) throw rotatedMeanwhile(until);
        await notifyOwner(tx, context, endpoint, { by, what: 'rotated' });
        return putSecret(tx, endpoint, drawSecret(endpoint.id), at);
      }),
    /**
     * Changes the given fields. Turning a webhook off abandons its pending messages, and none are queued
     * until it is turned on again. If the address changes, pending messages go to the new address, and the
     * account's owner gets an email. Throws like {@link create} for `url`.
     */
    update: (accountId: string, id: string, wanted: WebhookChange, by?: ByKey): Promise<Webhook> =>
      change(accountId, id, async (tx, endpoint, at) => {
        const { state, types } = wanted;
        const url = wanted.url === undefined ? endpoint.url : readUrl(wanted.url, allowPrivate);
        const isMoved = url !== endpoint.url;
        if (isMoved) refuseSecond(await store.listEndpoints(tx, accountId), url);
        const columns = {
          url,
          updated_at: at.toISOString(),
          ...(types === undefined ? {} : { types: types?.join(',') ?? null }),
          ...(isMoved ? { failing_since: null } : {}),
          ...(state === undefined || state === endpoint.state ? {} : { state }),
          ...(state === 'on' && endpoint.state !== 'on' ? { failing_since: null } : {}),
        };
        await store.updateEndpoint(tx, endpoint.id, columns);
        if (state === 'off') await store.giveUpWaiting(tx, endpoint.id);
        if (isMoved) await notifyOwner(tx, context, { ...endpoint, url }, { by, what: 'moved' });
        return toWebhook({ ...endpoint, ...columns }, at);
      }),
    remove: (accountId: string, id: string): Promise<Webhook> =>
      change(accountId, id, async (tx, endpoint, at) => {
        await store.deleteEndpoint(tx, endpoint.id);
        return toWebhook(endpoint, at);
      }),
    /**
     * Queues a `webhook.test` and returns its message's id. Throws `invalid_parameter` for `id` if the
     * webhook is off.
     */
    sendTest: (accountId: string, id: string): Promise<string> =>
      change(accountId, id, async (tx, endpoint, at) => {
        refuseUnlessOn(endpoint);
        const about = { accountId, endpointIds: [endpoint.id], events: [testEvent(endpoint.id)] };
        const [messageId = ''] = await queueFor(tx, about, at);
        return messageId;
      }),
    /**
     * Sends a message again under the same id, and returns the id. Throws `not_found` for a message that is
     * pending or was deleted, and `invalid_parameter` for `id` if the webhook is off.
     */
    replay: (accountId: string, id: string, messageId: string): Promise<string> =>
      change(accountId, id, async (tx, endpoint, at) => {
        const isMade = await store.requeue(tx, endpoint.id, messageId, at.toISOString());
        if (!isMade) throw new AppError('not_found', NO_SUCH_MESSAGE);
        // Check this after the look-up, so that another account's message gets `not_found` in any state of
        // this endpoint.
        refuseUnlessOn(endpoint);
        return messageId;
      }),
    /**
     * Lists a webhook's messages, newest first: the newest 50, or those that follow `after`. Throws
     * `invalid_parameter` if `after` is unknown.
     */
    async listDeliveries(accountId: string, id: string, page: LogPage = {}): Promise<WebhookDelivery[]> {
      const { after, rowsMax = LOG_ROWS } = page;
      const endpoint = await getEndpoint(ledgerDb, accountId, id);
      const last = after === undefined ? undefined : await store.findDelivery(ledgerDb, endpoint.id, after);
      if (after !== undefined && !last) throw noSuchPlace(after);
      const rows = await store.listDeliveries(ledgerDb, endpoint.id, { last, rowsMax });
      const ids = rows.map((row) => row.id);
      const attempts = Map.groupBy(
        await store.listAttempts(ledgerDb, endpoint.id, ids),
        ({ message_id }) => message_id,
      );
      return rows.map((row) => ({
        id: row.id,
        type: row.type,
        payload: JSON.parse(row.body),
        created_at: row.created_at,
        state:
          row.delivered_at !== null ? 'delivered' : row.next_attempt_at !== null ? 'waiting' : 'given_up',
        next_attempt_at: row.next_attempt_at,
        attempts: (attempts.get(row.id) ?? []).map(({ made_at, outcome, status }) => ({
          made_at,
          outcome: asOutcome(outcome),
          status,
        })),
      }));
    },
  };
}

export type WebhookService = ReturnType<typeof createWebhookService>;

/** Deletes messages after 30 days, with their log. */
export async function removeOldWebhookMessages(ledgerDb: LedgerDb, now: Date): Promise<void> {
  await inTransaction(ledgerDb, (tx) => store.deleteOld(tx, new Date(now.getTime() - KEEP_MS).toISOString()));
}

/** Deletes an account's webhooks and messages before the account is deleted. */
export async function removeWebhooksOf(tx: LedgerTx, accountId: string): Promise<void> {
  for (const { id } of await store.listEndpoints(tx, accountId)) await store.deleteEndpoint(tx, id);
  await store.deleteMessagesOf(tx, accountId);
}

async function putSecret(
  tx: LedgerTx,
  endpoint: WebhookEndpointsTable,
  { secret, sealed }: { readonly secret: string; readonly sealed: string },
  at: Date,
): Promise<WebhookWithSecret> {
  const columns = {
    secret: sealed,
    earlier_secret: endpoint.secret,
    updated_at: at.toISOString(),
    earlier_secret_until: new Date(at.getTime() + OVERLAP_MS).toISOString(),
  };
  await store.updateEndpoint(tx, endpoint.id, columns);
  return { ...toWebhook({ ...endpoint, ...columns }, at), secret };
}

async function getEndpoint(db: LedgerDb, accountId: string, id: string): Promise<WebhookEndpointsTable> {
  const endpoint = await store.findEndpoint(db, accountId, asUuid(id) ?? '');
  if (!endpoint) throw new AppError('not_found', NO_SUCH_WEBHOOK);
  return endpoint;
}

function toWebhook(row: WebhookEndpointsTable, now: Date): Webhook {
  const { id, url, state, created_at, failing_since, types } = row;
  return {
    id,
    url,
    state: asState(state),
    created_at,
    failing_since,
    types: types === null ? null : (types.split(',') as WebhookType[]),
    earlier_secret_until: overlapEnd(row, now),
  };
}

function readUrl(typed: string, allowPrivate: boolean): string {
  const read = readEndpointUrl(typed, allowPrivate);
  if (!read.ok) throw refusal(read.errors.url ?? 'This address cannot be used.');
  return read.value.url;
}

function refuseSecond(others: readonly WebhookEndpointsTable[], url: string): void {
  if (others.some((each) => each.url === url)) throw refusal('This address is there already.');
}

function refuseUnlessOn({ state }: WebhookEndpointsTable): void {
  if (state !== 'on')
    throw new AppError(
      'invalid_parameter',
      'The webhook that "id" names is switched off. Switch it on first.',
      { parameter: 'id', forPeople: 'This webhook is switched off. Switch it on first.' },
    );
}

const WHAT_HAPPENED = { added: 'webhook_added', moved: 'webhook_moved', rotated: 'webhook_secret' } as const;

/**
 * Notifies the owner. If a key made the change, the email identifies the key. Otherwise, a signed-in person
 * made the change, who may not be the owner.
 */
async function notifyOwner(
  tx: LedgerTx,
  { baseUrl, now }: WebhookContext,
  { id, account_id, url }: Pick<WebhookEndpointsTable, 'id' | 'account_id' | 'url'>,
  { by, what }: { readonly by: ByKey; readonly what: 'added' | 'moved' | 'rotated' },
): Promise<void> {
  if (!by) {
    const about = { accountId: account_id, baseUrl, now: now() };
    const kind = WHAT_HAPPENED[what];
    return emailCredentialChange(tx, about, { kind, host: new URL(url).host });
  }
  const to = await findAccountEmail(tx, account_id);
  if (to === undefined || !(await mayMail(tx, 'webhook', to, now()))) return;
  const page = `${baseUrl}/settings/webhooks/${id}`;
  const mail = doneByKeyMail({ to, url, what, keyId: by.keyId, page, keys: `${baseUrl}/settings/api-keys` });
  await queueMail(tx, mail, now());
}

function rotatedMeanwhile(until: string | null): AppError {
  const parameter = 'earlier_secret_until';
  const text =
    until === null
      ? `No earlier secret signs any more. Leave "${parameter}" out.`
      : `The secret was replaced already, and the one before it signs until ${until}. To replace it again, which ends that at once, send "${parameter}" with this time.`;
  return new AppError('invalid_parameter', text, { parameter });
}

function noSuchPlace(after: string): AppError {
  const text = `The parameter "after" was ${JSON.stringify(cutText(after))}. Accepted: meta.next of the answer before. Messages are kept for 30 days; begin again without it.`;
  return new AppError('invalid_parameter', text, { parameter: 'after' });
}

function tooMany(): AppError {
  return refusal(
    `This account has ${WEBHOOKS_MAX} webhooks, which is the most there can be. Delete one first.`,
  );
}

function refusal(text: string): AppError {
  const message = `The field "url" cannot be used. ${text}`;
  return new AppError('invalid_parameter', message, { parameter: 'url', forPeople: text });
}
