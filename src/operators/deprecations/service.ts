import { countNoun } from '../../lib/text/text.ts';
import { addDays, daysBetween, type IsoDate, jurisdictionDay } from '../../lib/time/dates.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMails } from '../../platform/mail/outbox.ts';
import { COMMAND_LINE } from '../access/operator-action.ts';
import { logAction } from '../access/service.ts';
import { versionEndsMail } from './mail-texts.ts';
import * as store from './store.ts';

export interface DeprecationService {
  /** Returns the announcement for a version, or undefined if there is none. */
  find(version: string): Promise<{ announced_at: string; sunset_on: IsoDate } | undefined>;
  /**
   * Returns what {@link announce} would do, without writing anything. Throws an Error if the announcement
   * would be rejected.
   */
  plan(version: string, sunsetOn: IsoDate): Promise<AnnouncementPlan>;
  /**
   * Announces a version's last day. Queues one email for each account that has an active key and has not been
   * notified yet. If a call is interrupted, it can be repeated: every account is notified exactly once.
   * Throws an Error with the reason if the version or the date is rejected.
   */
  announce(
    version: string,
    sunsetOn: IsoDate,
    onProgress?: (notified: number) => void,
  ): Promise<AnnouncementPlan>;
  /**
   * Notifies accounts that got their first key after the announcement. While 90 days are left, it also
   * notifies accounts that an interrupted announcement missed. Safe to repeat: no account is notified twice.
   */
  sendMissingNotices(): Promise<MissingNotices>;
}

interface MissingNotices {
  /** The number of accounts that this call notified. */
  readonly notified: number;
  /**
   * The number of missed accounts that had a key at the time of the announcement. It is too late to notify
   * them of this date.
   */
  readonly unreached: number;
}

interface AnnouncementPlan {
  readonly version: string;
  readonly sunset_on: IsoDate;
  /** The number of accounts that this call notified. For a plan, the number that it would notify. */
  readonly accounts: number;
  /** The number of accounts that were already notified of this date. */
  readonly notified_before: number;
}

/** The number of accounts notified per transaction. */
const BATCH_SIZE = 200;

const NOTICE_DAYS_MIN = 90;
/** All served versions. When you add a path prefix, list its version here. */
const API_VERSIONS: readonly string[] = ['v1'];

/** The existing announcement for a version. */
interface Announced {
  readonly sunsetOn: IsoDate;
  /**
   * The number of unnotified accounts with an active key that is older than the announcement of this date.
   */
  readonly unreached: number;
}

type AnnouncementCheck =
  /** "announce" sets a new last day. "continue" notifies accounts that were missed or are new. */
  | { readonly ok: true; readonly kind: 'announce' | 'continue' }
  | { readonly ok: false; readonly why: string };

export function createDeprecationService({
  ledgerDb,
  baseUrl,
  now,
  batchSize = BATCH_SIZE,
}: {
  readonly ledgerDb: LedgerDb;
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly batchSize?: number;
}): DeprecationService {
  return {
    find: (version) => store.findDeprecation(ledgerDb, version),
    async plan(version, sunsetOn) {
      const announcement = { version, sunset_on: sunsetOn };
      orThrow(await check(ledgerDb, announcement, now()));
      const accounts = await store.countUnnotified(ledgerDb, announcement);
      return {
        ...announcement,
        accounts,
        notified_before: await store.countNotified(ledgerDb, announcement),
      };
    },
    async announce(version, sunsetOn, onProgress = () => {}) {
      const announcement = { version, sunset_on: sunsetOn };
      await announceEnd(ledgerDb, announcement, now());
      const notified_before = await store.countNotified(ledgerDb, announcement);
      let accounts = 0;
      for (;;) {
        const notified = await notifyBatch(ledgerDb, announcement, { baseUrl, at: now(), batchSize });
        if (notified === 0) return { ...announcement, accounts, notified_before };
        accounts += notified;
        onProgress(accounts);
      }
    },
    async sendMissingNotices() {
      const done = { notified: 0, unreached: 0 };
      for (const version of API_VERSIONS) {
        const end = await store.findDeprecation(ledgerDb, version);
        if (!end || end.sunset_on < jurisdictionDay(now())) continue;
        const isSoon = daysBetween(jurisdictionDay(now()), end.sunset_on) < NOTICE_DAYS_MIN;
        const keysAfter = isSoon ? end.sunset_announced_at : undefined;
        for (;;) {
          const notified = await notifyBatch(ledgerDb, end, { baseUrl, at: now(), batchSize, keysAfter });
          if (notified === 0) break;
          done.notified += notified;
        }
        if (isSoon) done.unreached += await store.countUnnotified(ledgerDb, end, end.sunset_announced_at);
      }
      return done;
    },
  };
}

async function check(
  ledgerDb: LedgerDb,
  announcement: store.Announcement,
  at: Date,
): Promise<AnnouncementCheck> {
  const { version, sunset_on: sunsetOn } = announcement;
  const before = await store.findDeprecation(ledgerDb, version);
  const announced = before && {
    sunsetOn: before.sunset_on,
    unreached: await store.countUnnotified(
      ledgerDb,
      { version, sunset_on: before.sunset_on },
      before.sunset_announced_at,
    ),
  };
  return checkAnnouncement({ version, sunsetOn, today: jurisdictionDay(at) }, announced);
}

/** Stores the announcement. From then on, every response of that version includes it. */
async function announceEnd(ledgerDb: LedgerDb, announcement: store.Announcement, at: Date): Promise<void> {
  const { version, sunset_on } = announcement;
  await inTransaction(ledgerDb, async (tx) => {
    const { kind } = orThrow(await check(tx, announcement, at));
    if (kind === 'continue') return;
    // Another process may already have announced this date or a later one.
    if (!(await store.announceDay(tx, announcement, at.toISOString()))) return;
    await logAction(
      tx,
      { accountId: COMMAND_LINE, action: 'deprecation.announce', subject: version, detail: sunset_on },
      at,
    );
  });
}

/**
 * Notifies up to `batchSize` accounts. Writes their notices and emails in one transaction, and returns their
 * number.
 */
async function notifyBatch(
  ledgerDb: LedgerDb,
  announcement: store.Announcement,
  options: { baseUrl: string; at: Date; batchSize: number; keysAfter?: string | undefined },
): Promise<number> {
  const { baseUrl, at, batchSize, keysAfter } = options;
  const { version, sunset_on: sunsetOn } = announcement;
  return inTransaction(ledgerDb, async (tx) => {
    const held = await store.holdAnnouncement(tx, announcement);
    if (!held) throw movedMeanwhile(version);
    const accounts = await store.listUnnotified(tx, announcement, batchSize, keysAfter);
    if (accounts.length === 0) return 0;
    await store.insertNotices(tx, announcement, accounts, at.toISOString());
    const moved = held.announced_at !== held.sunset_announced_at;
    const announcedOn = jurisdictionDay(new Date(held.sunset_announced_at));
    const mails = accounts.map(({ email, first_key_at: keyAt }) => {
      const isNew = keyAt > held.sunset_announced_at;
      const notice = { to: email, version, sunsetOn, baseUrl, moved: moved && !isNew };
      return versionEndsMail({ ...notice, announcedOn: isNew ? announcedOn : undefined });
    });
    await queueMails(tx, mails, at);
    return accounts.length;
  });
}

function orThrow(checked: AnnouncementCheck): AnnouncementCheck & { ok: true } {
  if (checked.ok) return checked;
  throw new Error(checked.why);
}

function movedMeanwhile(version: string): Error {
  return new Error(
    `Another day was announced for the end of ${version} in the meantime. Check it, and run this again.`,
  );
}

/**
 * Checks if `version` may be announced to end on `sunsetOn` when the current date is `today`. Contract 9
 * requires an email to accounts with active API keys at least 90 days before the end. Dates are in the
 * jurisdiction's time zone. The version is still served on its last day.
 */
export function checkAnnouncement(
  { version, sunsetOn, today }: { version: string; sunsetOn: IsoDate; today: IsoDate },
  announced: Announced | undefined,
): AnnouncementCheck {
  const earliest = addDays(today, NOTICE_DAYS_MIN);
  const enough = daysBetween(today, sunsetOn) >= NOTICE_DAYS_MIN;
  if (!API_VERSIONS.includes(version))
    return refuse(`There is no version "${version}". Served: ${API_VERSIONS.join(', ')}.`);
  if (announced && sunsetOn < announced.sunsetOn)
    return refuse(
      `The end of ${version} was announced for ${announced.sunsetOn}; it can only be moved to a later day.`,
    );
  if (sunsetOn !== announced?.sunsetOn) {
    if (enough) return { ok: true, kind: 'announce' };
    return refuse(
      `${sunsetOn} is less than ${NOTICE_DAYS_MIN} days away; the earliest day possible today is ${earliest}.`,
    );
  }
  if (sunsetOn < today) return refuse(`${version} ended with ${sunsetOn}; there is nobody left to tell.`);
  if (enough || announced.unreached === 0) return { ok: true, kind: 'continue' };
  return refuse(
    `Not notified when ${sunsetOn} was announced: ${countNoun(announced.unreached, 'account')} with a key. It is now less than ` +
      `${NOTICE_DAYS_MIN} days away. Announce a later day, ${earliest} at the earliest: everybody is then notified of it.`,
  );
}

function refuse(why: string): AnnouncementCheck {
  return { ok: false, why };
}
