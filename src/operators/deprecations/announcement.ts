import { countNoun } from '../../lib/text/text.ts';
import { addDays, daysBetween, type IsoDate } from '../../lib/time/dates.ts';

/**
 * Decides if the end of a version may be announced for a day. By contract 9, accounts with active API keys get
 * an email at least 90 days before. Days are the jurisdiction's; the last day itself is
 * still served.
 */

export const NOTICE_DAYS_MIN = 90;
/** All served versions; add a new path prefix here. */
export const API_VERSIONS: readonly string[] = ['v1'];

/** The earlier announcement; undefined if there is none. */
interface Announced {
  readonly sunsetOn: IsoDate;
  /** Accounts that had a key at the announcement of this day, still have it, and have not been notified. */
  readonly unreached: number;
}

export type AnnouncementCheck =
  /** "announce": a new last day; "continue": notify accounts that were missed or are new. */
  | { readonly ok: true; readonly kind: 'announce' | 'continue' }
  | { readonly ok: false; readonly why: string };

/** Decides if `version` may be announced to end on `sunsetOn`, as of `today`. */
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
