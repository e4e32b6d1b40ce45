import type { Recipient } from '../../accounts/account/account.ts';
import { describeDay } from '../../lib/time/dates.ts';
import {
  aboutApplicant,
  aboutEvent,
  compose,
  type MailedApplication,
  type MailedEvent,
  quote,
} from '../../organizer/applications/notices/mail-texts.ts';
import type { ApplicationOutcome } from '../../organizer/applications/schemas.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { OUTCOME_MAIL, OUTCOME_WORDS } from './messages.ts';

/**
 * Mails about outcomes and what is said against them: to the holder of the license in their account's language, to organizers in
 * English. Other people's words stand on lines that start with ">".
 */

interface About {
  readonly application: MailedApplication;
  readonly event: MailedEvent;
}

/** Tells the holder at once what an organizer recorded, or that it was taken back. */
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
    aboutEvent(about.event, language),
    aboutApplicant(about.application, language),
  ];
  return compose(to, outcome === null ? t.takenSubject : t.recordedSubject, baseUrl, parts, language);
}

/** Tells the organizer that the vendor contests an outcome, in the vendor's words. */
export function contestedMail(
  to: string,
  about: About,
  contest: { readonly outcome: ApplicationOutcome; readonly text: string; readonly link: string },
  baseUrl: string,
): Mail {
  return compose(to, 'A vendor contests an outcome', baseUrl, [
    `You recorded “${OUTCOME_WORDS.en[contest.outcome]}”. The vendor says that this is wrong. It does not count until you take it back or we have decided.`,
    `The vendor writes:\n${quote(contest.text)}`,
    `Answer, or change the outcome:\n${contest.link}`,
    aboutEvent(about.event),
    aboutApplicant(about.application),
  ]);
}

/** Tells the vendor that the contest has arrived. */
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

/** Tells the vendor what the organizer answers. */
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

/** Tells vendor or organizer what an operator decided. */
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
    aboutEvent(about.event, language),
    aboutApplicant(about.application, language),
  ];
  return compose(to, t.decidedSubject, baseUrl, parts, language);
}
