import type { Language } from '../../lib/language/language.ts';
import { inLanguage } from '../../lib/language/language-address.ts';
import { countySlug } from '../../lib/text/county-slug.ts';
import { quotedName, withoutAddresses } from '../../lib/text/names-in-email.ts';

import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import { compose } from '../../organizer/applications/notices/mail-texts.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import type { ClosedBusiness } from './closed-business.ts';
import { CLOSURES_MAIL, FOLLOW_MAIL, VENDOR_MAIL } from './messages.ts';
import { describePlace, describeVendor, type Topic } from './topic.ts';

/** The reader of these emails: an email address, its language, and the token for the links. */
export interface Follower {
  readonly email: string;
  readonly language: Language;
  readonly token: string;
}

/** The maximum number of closures that an email lists. The page shows all of them. */
const LISTED_MAX = 40;

/** Returns the URL of a page that these emails link to, with the reader's token. */
export function linkOf(step: 'confirm' | 'stop', { language, token }: Follower, baseUrl: string): string {
  return `${baseUrl}${inLanguage(`/follow/${step}`, language)}?${new URLSearchParams({ token })}`;
}

/** Returns the email that asks the reader to confirm. No other email is sent until then. */
export function confirmMail(follower: Follower, topic: Topic, baseUrl: string): Mail {
  const { email, language } = follower;
  const t = FOLLOW_MAIL[language];
  const { subject, asked } = describeRequest(topic, language);
  const parts = [asked, `${t.confirm}\n${linkOf('confirm', follower, baseUrl)}`, t.ignore];
  return compose(email, subject, baseUrl, parts, language);
}

function describeRequest(topic: Topic, language: Language): { subject: string; asked: string } {
  if (topic.kind === 'closures') {
    const t = CLOSURES_MAIL[language];
    const place = describePlace(topic.county, language);
    return { subject: t.confirmSubject({ place }), asked: t.asked({ place }) };
  }
  const t = VENDOR_MAIL[language];
  const vendor = describeVendor(topic.vendor, language);
  return { subject: t.confirmSubject({ vendor }), asked: t.asked({ vendor }) };
}

/** Returns the weekly email. Names come from the regulator's files, so nothing in them can become a link. */
export function closuresMail(
  follower: Follower,
  found: {
    /** Empty for the whole state. */
    readonly county: string;
    readonly closures: readonly ClosedBusiness[];
    readonly from: IsoDate;
    readonly through: IsoDate;
    readonly fictional: boolean;
  },
  baseUrl: string,
): Mail {
  const { email, language } = follower;
  const { county, closures, from, through, fictional } = found;
  const t = CLOSURES_MAIL[language];
  const place = describePlace(county, language);
  const stop = linkOf('stop', follower, baseUrl);
  const listed = closures.slice(0, LISTED_MAX).map((each) => `- ${describe(each, language)}`);
  const more = closures.length - listed.length;
  const page = county === '' ? '/florida/closures' : `/florida/closures/${countySlug(county)}`;
  const parts = [
    ...(fictional ? [t.demo] : []),
    t.lead({ place, from: describeDay(from, language), to: describeDay(through, language) }),
    listed.join('\n'),
    ...(more > 0 ? [t.more({ count: more })] : []),
    `${t.page}\n${baseUrl}${inLanguage(page, language)}`,
    t.check,
    `${FOLLOW_MAIL[language].stop}\n${stop}`,
  ];
  const mail = compose(email, t.subject({ count: closures.length, place }), baseUrl, parts, language);
  return { ...mail, unsubscribe: stop };
}

function describe(closure: ClosedBusiness, language: Language): string {
  const t = CLOSURES_MAIL[language];
  const { name, licenseNumber, city, closedOn, isExact, reopenedOn } = closure;
  const day = describeDay(closedOn, language);
  const closed = isExact ? t.closedOn({ day }) : t.closedBy({ day });
  const told = reopenedOn === null ? closed : t.reopened({ closed, day: describeDay(reopenedOn, language) });
  const where = city === null ? '' : `, ${withoutAddresses(city)}`;
  return `${t.closure({ name: quotedName(name), number: licenseNumber, city: where, told })}.`;
}
