import type { Recipient } from '../../accounts/account/account.ts';
import { describeDay } from '../../lib/time/dates.ts';
import {
  aboutBoth,
  compose,
  type MailedApplication,
  type MailedEvent,
} from '../../organizer/applications/notices/mail-texts.ts';
import type { ApplicationOutcome } from '../../organizer/applications/schemas.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { OUTCOME_WORDS } from '../statements/messages.ts';
import { OUTCOME_MAIL } from './messages.ts';

interface About {
  readonly application: MailedApplication;
  readonly event: MailedEvent;
}

/** Returns the email to the license holder right after an organizer recorded or removed an outcome. */
export function outcomeMail(
  { to, language }: Recipient,
  about: About,
  change: {
    readonly before: ApplicationOutcome | null;
    readonly outcome: ApplicationOutcome | null;
    /** True if this ends the holder's contest. */
    readonly endsContest: boolean;
    readonly contestUntil: string;
    readonly link: string;
  },
  baseUrl: string,
): Mail {
  const { before, outcome, endsContest, contestUntil, link } = change;
  const t = OUTCOME_MAIL[language];
  const words = OUTCOME_WORDS[language];
  const told = outcome === null ? t.taken : t.recorded({ outcome: words[outcome] });
  const earlier = before === null ? '' : ` ${t.earlier({ outcome: words[before] })}`;
  const wrong =
    outcome === null ? t.all({ link }) : t.ifWrong({ day: describeDay(contestUntil, language), link });
  const parts = [
    `${told}${earlier}`,
    ...(endsContest ? [t.endsContest] : []),
    wrong,
    aboutBoth(about.event, about.application, language),
  ];
  return compose(to, outcome === null ? t.takenSubject : t.recordedSubject, baseUrl, parts, language);
}
