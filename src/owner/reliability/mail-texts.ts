import type { Recipient } from '../../accounts/account/account.ts';
import { describeDay } from '../../lib/time/dates.ts';
import {
  aboutApplicant,
  aboutEvent,
  compose,
  type MailedApplication,
  type MailedEvent,
  quote,
  shortName,
} from '../../organizer/applications/notices/mail-texts.ts';
import type { ApplicationOutcome } from '../../organizer/applications/schemas.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { OUTCOME_MAIL, OUTCOME_WORDS } from './messages.ts';

/**
 * Emails about outcomes and disputes about them: to the license holder in their account's language, to organizers in English. Other
 * people's words are on lines that start with ">".
 */

interface About {
  readonly application: MailedApplication;
  readonly event: MailedEvent;
}

/** To the license holder, right after an organizer recorded an outcome or took it back. */
export function outcomeMail(
  { to, language }: Recipient,
  about: About,
  change: {
    readonly before: ApplicationOutcome | null;
    readonly outcome: ApplicationOutcome | null;
    /** Whether this ends what the holder contested. */
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
    `${aboutEvent(about.event, language)}\n${aboutApplicant(about.application, language)}`,
  ];
  return compose(to, outcome === null ? t.takenSubject : t.recordedSubject, baseUrl, parts, language);
}

/** To the organizer: the vendor disputes an outcome, in the vendor's words. */
export function contestedMail(
  to: string,
  about: About,
  contest: { readonly outcome: ApplicationOutcome; readonly text: string; readonly link: string },
  baseUrl: string,
): Mail {
  const vendor = shortName(about.application.business_name);
  return compose(to, `A vendor disputes an outcome: ${vendor}`, baseUrl, [
    `You recorded “${OUTCOME_WORDS.en[contest.outcome]}”. The vendor says that’s wrong. It doesn’t count until you take it back or we’ve decided.`,
    `The vendor writes:\n${quote(contest.text)}`,
    `Answer or change the outcome:\n${contest.link}`,
    `${aboutEvent(about.event)}\n${aboutApplicant(about.application)}`,
  ]);
}

/** To the vendor: we have the dispute. */
export function contestReceivedMail(
  { to, language }: Recipient,
  about: About,
  contest: { readonly outcome: ApplicationOutcome; readonly dueOn: string; readonly link: string },
  baseUrl: string,
): Mail {
  const t = OUTCOME_MAIL[language];
  const outcome = OUTCOME_WORDS[language][contest.outcome];
  const parts = [
    t.received({ outcome, day: describeDay(contest.dueOn, language) }),
    t.whatIsRecorded({ link: contest.link }),
    aboutEvent(about.event, language),
  ];
  return compose(to, t.receivedSubject, baseUrl, parts, language);
}

/** To the vendor: the organizer's answer. */
export function answeredMail(
  { to, language }: Recipient,
  about: About,
  answer: { readonly text: string; readonly link: string },
  baseUrl: string,
): Mail {
  const t = OUTCOME_MAIL[language];
  const parts = [
    t.answered,
    t.organizerWrites({ quote: quote(answer.text) }),
    t.whatIsRecorded({ link: answer.link }),
    aboutEvent(about.event, language),
  ];
  return compose(to, t.answeredSubject, baseUrl, parts, language);
}

/** To the vendor or the organizer: the operator's decision. */
export function contestDecidedMail(
  { to, language }: Recipient,
  about: About,
  decided: {
    readonly state: 'upheld' | 'dismissed';
    readonly outcome: ApplicationOutcome;
    readonly note: string;
    readonly link: string;
  },
  baseUrl: string,
): Mail {
  const t = OUTCOME_MAIL[language];
  const parts = [
    t[decided.state]({ outcome: OUTCOME_WORDS[language][decided.outcome] }),
    t.note({ quote: quote(decided.note) }),
    t.where({ link: decided.link }),
    `${aboutEvent(about.event, language)}\n${aboutApplicant(about.application, language)}`,
  ];
  return compose(to, t.decidedSubject, baseUrl, parts, language);
}
