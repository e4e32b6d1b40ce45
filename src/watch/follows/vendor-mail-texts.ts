import { inLanguage } from '../../lib/language/language-address.ts';
import { withoutAddresses } from '../../lib/text/names-in-email.ts';
import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import { compose } from '../../organizer/applications/notices/mail-texts.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { CHANGES_KEPT_DAYS } from '../../records/changes/kept-days.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { ChangeSentence } from './describe-changes.ts';
import { type Follower, linkOf } from './mail-texts.ts';
import { FOLLOW_MAIL, VENDOR_MAIL } from './messages.ts';
import { describeVendor, type FollowedVendor } from './topic.ts';

/** The changes of a vendor's record in one publication. */
export interface DatedChanges {
  /** The day of the records. */
  readonly day: IsoDate;
  /** True if another version of our program built the records before, from other files. */
  readonly isProgramNew: boolean;
  readonly sentences: readonly ChangeSentence[];
}

/** The most changes that an email lists; the page has all of them. */
const LISTED_MAX = 40;

/** Returns the email about changes of a vendor's record. Nothing from the files may become a link. */
export function vendorMail(
  follower: Follower,
  found: {
    readonly vendor: FollowedVendor;
    /** Oldest first. */
    readonly changes: readonly DatedChanges[];
    /** True if the vendor no longer has a record. */
    readonly isGone: boolean;
    readonly fictional: boolean;
  },
  baseUrl: string,
): Mail {
  const { email, language } = follower;
  const { vendor, changes, isGone, fictional } = found;
  const t = VENDOR_MAIL[language];
  const regulator = REGULATOR.shortName;
  const sentences = changes.flatMap((each) => each.sentences);
  const more = sentences.length - LISTED_MAX;
  const stop = linkOf('stop', follower, baseUrl);
  const page = `${baseUrl}${inLanguage(`/vendor/${vendor.id}`, language)}`;
  const parts = [
    ...(fictional ? [t.demo] : []),
    t.lead({ vendor: describeVendor(vendor, language) }),
    ...firstOf(changes).flatMap(({ day, isProgramNew, sentences: of }) => [
      `${t.day({ day: describeDay(day, language) })}\n${of.map(({ text }) => `- ${withoutAddresses(text)}`).join('\n')}`,
      ...(isProgramNew ? [t.updated] : []),
    ]),
    ...(more > 0 ? [t.more({ count: more })] : []),
    ...(sentences.some(({ isOurs }) => isOurs) ? [t.ours({ regulator })] : []),
    ...(isGone
      ? [`${t.gone({ regulator })}\n${REGULATOR.pageIn('licensing', language).url}`]
      : [`${t.record}\n${page}`, `${t.list({ days: CHANGES_KEPT_DAYS })}\n${page}/changes`]),
    `${FOLLOW_MAIL[language].stop}\n${stop}`,
  ];
  const subject = t.subject({ number: vendor.licenseNumber, count: sentences.length });
  return { ...compose(email, subject, baseUrl, parts, language), unsubscribe: stop };
}

/** Returns the first sentences that an email lists, with their days. */
function firstOf(changes: readonly DatedChanges[]): DatedChanges[] {
  let left = LISTED_MAX;
  return changes.flatMap((each) => {
    const sentences = each.sentences.slice(0, left);
    left -= sentences.length;
    return sentences.length === 0 ? [] : [{ ...each, sentences }];
  });
}
