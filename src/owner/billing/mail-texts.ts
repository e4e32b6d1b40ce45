import type { Recipient } from '../../accounts/account/account.ts';
import { PRICE_TEXT } from '../../decisions/self-check/monitoring-offer.ts';
import { inLanguage } from '../../lib/language/language-address.ts';
import { describeDay, jurisdictionDay } from '../../lib/time/dates.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { END_REASONS, WATCH_MAIL } from './mail-messages.ts';
import { PAYMENT_GRACE_DAYS } from './subscription.ts';

/** Emails about paying for monitoring. */

interface SubscriptionMail {
  readonly recipient: Recipient;
  /** The license's digits. */
  readonly license: string;
  readonly baseUrl: string;
  /** True for a test checkout. Its emails state that no one paid. */
  readonly test: boolean;
}

/** The reason why a watch ended. */
export type EndReason = keyof typeof END_REASONS.names | 'unpaid';

export function startedMail(about: SubscriptionMail): Mail {
  const { license } = about;
  const t = wordsOf(about);
  return mail(about, t.startedSubject({ license }), [
    t.started({ license }),
    t.costs({ price: PRICE_TEXT, link: licensesOf(about) }),
  ]);
}

export function paymentFailedMail(about: SubscriptionMail & { readonly graceEndsAt: Date }): Mail {
  const { license, graceEndsAt } = about;
  const t = wordsOf(about);
  const day = describeDay(jurisdictionDay(graceEndsAt), about.recipient.language);
  return mail(about, t.failedSubject({ license }), [
    t.failed({ price: PRICE_TEXT, license, day }),
    t.anotherCard({ link: licensesOf(about) }),
    t.otherwise,
  ]);
}

export function paymentRecoveredMail(about: SubscriptionMail): Mail {
  const { license } = about;
  const t = wordsOf(about);
  return mail(about, t.recoveredSubject({ license }), [t.recovered({ license })]);
}

export function endedMail(about: SubscriptionMail & { readonly reason: EndReason }): Mail {
  const { license, reason, recipient } = about;
  const t = wordsOf(about);
  const because =
    reason === 'unpaid' ? t.unpaid({ days: PAYMENT_GRACE_DAYS }) : END_REASONS[recipient.language][reason];
  return mail(about, t.endedSubject({ license }), [
    t.ended({ license, reason: because }),
    t.stays({ link: licensesOf(about) }),
  ]);
}

function wordsOf({ recipient }: SubscriptionMail) {
  return WATCH_MAIL[recipient.language];
}

function mail(about: SubscriptionMail, subject: string, paragraphs: readonly string[]): Mail {
  const marked = about.test ? [wordsOf(about).test, ...paragraphs] : paragraphs;
  return { to: about.recipient.to, subject, text: `${marked.join('\n\n')}\n` };
}

function licensesOf({ baseUrl, recipient }: SubscriptionMail): string {
  return `${baseUrl}${inLanguage('/settings/licenses', recipient.language)}`;
}
