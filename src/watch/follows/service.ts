import { randomUUID } from 'node:crypto';
import { emailProblem, foldEmail } from '../../accounts/account/account-input.ts';
import { AppError } from '../../http/errors/errors.ts';
import { hashToken } from '../../lib/hash-token.ts';
import { inEach, type Language } from '../../lib/language/language.ts';
import { asUuid } from '../../lib/text/uuid.ts';
import type { LedgerDb, PublishedAccess } from '../../platform/db/database.ts';
import type { FollowsTable } from '../../platform/db/schema/ledger-tables/monitoring-tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { mayMail } from '../../platform/mail/recipient-limit.ts';
import { findPublishedState, getPublishedState } from '../../published-state/service.ts';
import { findLastNumber, listChanges } from '../../records/changes/service.ts';
import { unknownVendor } from '../../records/read/named-vendor.ts';
import { listNamed } from '../../records/read/service.ts';
import { parsePublishedFacts } from '../../records/record/decision-facts.ts';
import { vendorId } from '../../records/record/vendor-id.ts';
import { isVendorLicenseType, licenseKey, numberWithLetters } from '../../regulator/licenses/number.ts';
import { type FollowContext, toFollower, tokenOf } from './follower-service.ts';
import { confirmMail } from './mail-texts.ts';
import { FOLLOW_ERRORS } from './messages.ts';
import { sendClosures } from './send-closures-service.ts';
import { sendVendors, toDatedChanges } from './send-vendors-service.ts';
import * as store from './store.ts';
import type { FollowedVendor, Topic } from './topic.ts';
import type { DatedChanges } from './vendor-mail-texts.ts';

/** The most subscriptions that one address can confirm. */
export const FOLLOWS_MAX = 25;
/** The most publications that the list of a vendor's changes shows. */
const LISTED_MAX = 500;

/** Weekly emails about closures or about one vendor's record, to addresses that confirmed them. */
export interface Follows {
  /**
   * Asks the address to confirm. Returns an error sentence if the text is not an email address. Never reveals
   * whether the address already subscribes.
   */
  ask(typed: string, topic: Topic, language: Language): Promise<string | undefined>;
  /** Returns a vendor by its id. Throws `vendor_not_found`. */
  getVendor(id: string): Promise<FollowedVendor>;
  /** Lists the changes of a vendor's record that the change feed has, newest first. */
  listChanges(vendor: FollowedVendor, language: Language): Promise<DatedChanges[]>;
  /** Returns the topic of a link's subscription. Throws `not_found` for an invalid link. */
  getTopic(token: string): Promise<Topic>;
  /**
   * Confirms the subscription, unless the address already has {@link FOLLOWS_MAX}. Throws as `getTopic` does.
   */
  confirm(token: string): Promise<{ readonly topic: Topic; readonly isConfirmed: boolean }>;
  /** Stops the emails. A link that has already stopped them has no effect. */
  stop(token: string): Promise<void>;
  /** Sends each email about closures that is due exactly once, even with several processes. Returns the number sent. */
  sendClosures(): Promise<number>;
  /** Does the same for emails about a vendor's record. */
  sendVendors(): Promise<number>;
}

export function createFollows(context: FollowContext): Follows {
  const { ledgerDb, engine, registry } = context;
  return {
    ask: (typed, topic, language) => askToConfirm(context, typed, topic, language),
    getVendor: (id) => getVendor(registry, id),
    async listChanges({ licenseKey: key }, language) {
      const wanted = { after: 0, licenseKeys: [key], limit: LISTED_MAX };
      return toDatedChanges(await listChanges({ db: ledgerDb, engine }, wanted), language).reverse();
    },
    getTopic: async (token) => toTopic(registry, await getFollow(ledgerDb, token)),
    confirm: (token) => confirm(context, token),
    stop: (token) => store.deleteFollow(ledgerDb, hashToken(token)),
    sendClosures: () => sendClosures(context),
    sendVendors: () => sendVendors(context),
  };
}

async function askToConfirm(
  context: FollowContext,
  typed: string,
  topic: Topic,
  language: Language,
): Promise<string | undefined> {
  const email = foldEmail(typed);
  const problem = emailProblem(email, language);
  if (problem !== undefined) return problem;
  const at = context.now();
  const key = {
    email,
    county: topic.kind === 'closures' ? topic.county : '',
    license_key: topic.kind === 'vendor' ? topic.vendor.licenseKey : '',
  };
  await inTransaction(context.ledgerDb, async (tx) => {
    const known = await store.findFollow(tx, key);
    if (known !== undefined && known.confirmed_at !== null) return;
    // Without this order, strangers could store any number of requests for an address.
    if (!(await mayMail(tx, 'follow', email, at))) return;
    const id = randomUUID();
    await store.insertFollow(tx, {
      id,
      ...key,
      language,
      token_sha256: hashToken(tokenOf(context, id)),
      created_at: at.toISOString(),
      confirmed_at: null,
      sent_through: null,
      sent_number: null,
      sent_at: null,
    });
    const row = await store.findFollow(tx, key);
    if (row === undefined || row.confirmed_at !== null) return;
    await queueMail(tx, confirmMail(await toFollower(context, tx, row), topic, context.baseUrl), at);
  });
  return undefined;
}

async function confirm(
  context: FollowContext,
  token: string,
): Promise<{ readonly topic: Topic; readonly isConfirmed: boolean }> {
  const { ledgerDb, registry } = context;
  const { id, email, license_key: key } = await getFollow(ledgerDb, token);
  const through = key === '' ? (await context.readClosures()).through : null;
  const { row, isConfirmed } = await inTransaction(ledgerDb, async (tx) => {
    await store.lockAddress(tx, email);
    const row = await getFollow(tx, token);
    if (row.confirmed_at !== null) return { row, isConfirmed: true };
    if ((await store.countConfirmed(tx, email)) >= FOLLOWS_MAX) return { row, isConfirmed: false };
    await store.confirmFollow(tx, id, {
      confirmed_at: context.now().toISOString(),
      sent_through: through,
      sent_number: key === '' ? null : await findLastNumber(tx),
    });
    return { row, isConfirmed: true };
  });
  return { topic: await toTopic(registry, row), isConfirmed };
}

async function getFollow(ledgerDb: LedgerDb, token: string): Promise<FollowsTable> {
  const found = token === '' ? undefined : await store.findFollowByToken(ledgerDb, hashToken(token));
  if (found) return found;
  const texts = inEach((language) => FOLLOW_ERRORS[language].noLink);
  throw new AppError('not_found', texts.en, { forPeople: texts });
}

async function getVendor(registry: PublishedAccess, id: string): Promise<FollowedVendor> {
  const { data_as_of: day } = await getPublishedState(registry.db);
  const known = asUuid(id);
  const vendor = known === undefined ? undefined : await findVendor(registry, known);
  if (vendor) return vendor;
  throw unknownVendor(id, day, 'vendor');
}

async function findVendor(registry: PublishedAccess, id: string): Promise<FollowedVendor | undefined> {
  const [named] = await listNamed(registry, { ids: [id], digits: [] });
  if (!named) return undefined;
  const { vendor, license_type: type, license_digits: digits } = parsePublishedFacts(named.facts);
  const { name, license } = vendor;
  return { id, licenseKey: licenseKey(type, digits), licenseNumber: license.number, name };
}

/** Returns the topic with the vendor's present name. Without a record, only the license number is known. */
async function toTopic(
  registry: PublishedAccess,
  { county, license_key: key }: Pick<FollowsTable, 'county' | 'license_key'>,
): Promise<Topic> {
  if (key === '') return { kind: 'closures', county };
  const [type = '', digits = ''] = key.split(':');
  const id = isVendorLicenseType(type) ? vendorId(type, digits) : '';
  const isPublished = (await findPublishedState(registry.db)) !== undefined;
  const vendor = isPublished ? await findVendor(registry, id) : undefined;
  const unknown = { id, licenseKey: key, licenseNumber: numberWithLetters(type, digits), name: null };
  return { kind: 'vendor', vendor: vendor ?? unknown };
}
