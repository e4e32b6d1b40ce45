import type { SignedIn } from '../../accounts/account/account.ts';
import { lockAccount } from '../../accounts/account/service.ts';
import { emailCredentialChange } from '../../accounts/credential-news/credential-news-service.ts';
import { AppError } from '../../http/errors/errors.ts';
import { hashToken } from '../../lib/hash-token.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { findPublicEvent, listPublicCalendar, listTeamCalendar, NO_SUCH_EVENT } from '../events/service.ts';
import { organizerCalendar, publicCalendar } from './calendar.ts';
import * as store from './store.ts';

/**
 * The text is the same for a token that never existed, was renewed or revoked, or belonged to a deleted
 * account.
 */
export const NO_SUCH_CALENDAR =
  'There is no calendar at this address. It may have been renewed or switched off.';
const EVENTS_MAX = 500;
/** The number of days that an event remains in its organizer's calendar after it ends. */
const PAST_DAYS = 90;
const DAY_MS = 86_400_000;
/** Matches 24 random bytes in base64url. */
const TOKEN = /^[\w-]{32}$/;

interface CalendarContext {
  readonly ledgerDb: LedgerDb;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** Returns 24 random bytes in base64url. */
  readonly randomToken: () => string;
}

/** Creates the service that returns iCalendar files of events. */
export function createCalendarService({ ledgerDb, baseUrl, now, randomToken }: CalendarContext) {
  return {
    /** Returns one event. Throws the same `not_found` for a draft, a nonexistent id and a malformed id. */
    async getEvent(id: string): Promise<string> {
      const event = await findPublicEvent(ledgerDb, id);
      if (!event) throw new AppError('not_found', NO_SUCH_EVENT);
      return publicCalendar([event], baseUrl);
    },
    /** Returns the next 500 public events that are not over. */
    getPublic: async (): Promise<string> =>
      publicCalendar(await listPublicCalendar(ledgerDb, now(), EVENTS_MAX), baseUrl),
    /**
     * Returns up to 500 events of the token's account and its teams. Leaves out events that ended more than
     * 90 days ago. Throws `not_found` if the token is not in use.
     */
    async getPrivate(token: string): Promise<string> {
      const accountId = TOKEN.test(token)
        ? await store.findFeedAccount(ledgerDb, hashToken(token))
        : undefined;
      if (accountId === undefined) throw new AppError('not_found', NO_SUCH_CALENDAR);
      const since = new Date(now().getTime() - PAST_DAYS * DAY_MS);
      const events = await listTeamCalendar(ledgerDb, accountId, since, EVENTS_MAX);
      return organizerCalendar(events, baseUrl);
    },
    /** Returns the creation time of the account's private feed, or undefined if there is no feed. */
    findFeed: ({ accountId }: SignedIn) => store.findFeed(ledgerDb, accountId),
    /**
     * Creates or renews the account's private feed and returns its URL, which is shown only once. `version`
     * is the `made_at` from the form, or empty if there was no feed. If the feed has changed since, does
     * nothing and returns undefined. A form sent twice therefore has no further effect.
     */
    async makeFeed({ accountId }: SignedIn, version: string): Promise<string | undefined> {
      const token = randomToken();
      return inTransaction(ledgerDb, async (tx) => {
        await lockAccount(tx, accountId);
        const before = await store.findFeed(tx, accountId);
        if ((before?.made_at ?? '') !== version) return undefined;
        const madeMs = Math.max(now().getTime(), before ? Date.parse(before.made_at) + 1 : 0);
        const made_at = new Date(madeMs).toISOString();
        await store.putFeed(tx, { account_id: accountId, token_sha256: hashToken(token), made_at });
        await emailCredentialChange(tx, { accountId, baseUrl, now: now() }, { kind: 'calendar_made' });
        return `${baseUrl}/calendar.ics?token=${token}`;
      });
    },
    /** Revokes the account's private feed. Its URL stops working immediately. */
    async revokeFeed({ accountId }: SignedIn): Promise<void> {
      await inTransaction(ledgerDb, async (tx) => {
        await lockAccount(tx, accountId);
        if (!(await store.findFeed(tx, accountId))) return;
        await store.deleteFeed(tx, accountId);
        await emailCredentialChange(tx, { accountId, baseUrl, now: now() }, { kind: 'calendar_ended' });
      });
    },
  };
}

export type CalendarService = ReturnType<typeof createCalendarService>;
