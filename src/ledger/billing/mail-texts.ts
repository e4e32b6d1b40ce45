import { PRICE_TEXT } from '../../decisions/self-check/monitoring-offer.ts';
import { describeDay, jurisdictionDay } from '../../lib/dates.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { PAYMENT_GRACE_DAYS } from './subscription.ts';

/** Texts of all mails about paying for monitoring. Pure. */

interface SubscriptionMail {
  readonly to: string;
  /** The license's digits. */
  readonly license: string;
  readonly baseUrl: string;
  /** Mails about a test checkout say that nobody paid. */
  readonly test: boolean;
}

/** Why a watch ended, as a sentence. */
const END_REASONS = {
  cancelled: 'It was cancelled.',
  unpaid: `No payment came within ${PAYMENT_GRACE_DAYS} days.`,
  not_claimed: 'The license is not claimed by your account any more.',
  duplicate:
    'A second subscription was paid for the same license. The first goes on; for your money back for the second, answer to whoever runs this site.',
  test_over: 'It was a test, and the test checkout is over.',
} as const;
export type EndReason = keyof typeof END_REASONS;

export function startedMail(about: SubscriptionMail): Mail {
  return mail(about, `The watch of license ${about.license} is on`, [
    `From today we compare the regulator's record of license ${about.license} every day with what you know, and write to you when anything on it changes. While nothing changes you hear nothing from us.`,
    `It costs ${PRICE_TEXT} a month until you cancel, which you can do at any time:`,
    manage(about),
  ]);
}

export function paymentFailedMail(about: SubscriptionMail & { readonly graceEndsAt: Date }): Mail {
  const graceEnds = describeDay(jurisdictionDay(about.graceEndsAt));
  return mail(about, `The payment for license ${about.license} did not work`, [
    `The monthly payment of ${PRICE_TEXT} for the watch of license ${about.license} did not work. The watch goes on until ${graceEnds}; the payment is tried again until then.`,
    'To use another card:',
    manage(about),
    'If no payment comes by then, the watch ends and nothing more is charged.',
  ]);
}

export function paymentRecoveredMail(about: SubscriptionMail): Mail {
  return mail(about, `The payment for license ${about.license} has come`, [
    `The missing payment for the watch of license ${about.license} has come. The watch goes on as before.`,
  ]);
}

export function endedMail(about: SubscriptionMail & { readonly reason: EndReason }): Mail {
  return mail(about, `The watch of license ${about.license} has ended`, [
    `We no longer watch the regulator's record of license ${about.license}. ${END_REASONS[about.reason]} Nothing more is charged.`,
    `Your license stays in your settings: ${about.baseUrl}/settings/licenses`,
  ]);
}

function mail({ to, test }: SubscriptionMail, subject: string, paragraphs: readonly string[]): Mail {
  const marked = test ? ['This is a test: no money was paid.', ...paragraphs] : paragraphs;
  return { to, subject, text: `${marked.join('\n\n')}\n` };
}

function manage({ baseUrl }: SubscriptionMail): string {
  return `${baseUrl}/settings/licenses`;
}
