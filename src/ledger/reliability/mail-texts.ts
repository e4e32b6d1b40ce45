import { describeDay } from '../../lib/dates.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import {
  aboutApplicant,
  aboutEvent,
  compose,
  type MailedApplication,
  type MailedEvent,
  quote,
} from '../applications/mail-texts.ts';
import type { ApplicationOutcome } from '../applications/schemas.ts';

/** Mails about outcomes and what is said against them. Other people's words stand on lines that start with ">". */

export const OUTCOME_WORDS: Readonly<Record<ApplicationOutcome, string>> = {
  attended: 'came',
  late: 'came late',
  left_early: 'left early',
  no_show: 'did not come',
  cancelled_by_vendor: 'called off by the vendor',
  cancelled_by_organizer: 'called off by the organizer',
};

interface About {
  readonly application: MailedApplication;
  readonly event: MailedEvent;
}

/** Tells the holder at once what an organizer recorded, or that it was taken back. */
export function outcomeMail(
  to: string,
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
  const earlier = before === null ? '' : ` Before, it said “${OUTCOME_WORDS[before]}”.`;
  const told =
    outcome === null
      ? `An organizer has taken back what was recorded about your visit to an event.${earlier}`
      : `An organizer has recorded how your visit to an event went: “${OUTCOME_WORDS[outcome]}”.${earlier}`;
  const ended = endsContest
    ? ['That ends what you contested: the outcome you contested does not count.']
    : [];
  const wrong =
    outcome === null
      ? `All recorded outcomes, and which of them count:\n${link}`
      : `If this is wrong, contest it by ${describeDay(contestUntil)}. While it is contested it does not count:\n${link}`;
  const subject =
    outcome === null ? 'A recorded outcome was taken back' : 'An outcome was recorded for your license';
  return compose(to, subject, baseUrl, [
    told,
    ...ended,
    wrong,
    aboutEvent(about.event),
    aboutApplicant(about.application),
  ]);
}

/** Tells the organizer that the vendor contests an outcome, in the vendor's words. */
export function contestedMail(
  to: string,
  about: About,
  contest: { readonly outcome: ApplicationOutcome; readonly text: string; readonly link: string },
  baseUrl: string,
): Mail {
  return compose(to, 'A vendor contests an outcome', baseUrl, [
    `You recorded “${OUTCOME_WORDS[contest.outcome]}”. The vendor says that this is wrong. It does not count until you take it back or we have decided.`,
    `The vendor writes:\n${quote(contest.text)}`,
    `Answer, or change the outcome:\n${contest.link}`,
    aboutEvent(about.event),
    aboutApplicant(about.application),
  ]);
}

/** Tells the vendor that the contest has arrived. */
export function contestReceivedMail(
  to: string,
  about: About,
  contest: { readonly outcome: ApplicationOutcome; readonly dueOn: string; readonly link: string },
  baseUrl: string,
): Mail {
  return compose(to, 'You contest an outcome', baseUrl, [
    `You contest “${OUTCOME_WORDS[contest.outcome]}”. We have told the organizer. It does not count while this is open; we decide by ${describeDay(contest.dueOn)}.`,
    `What is recorded:\n${contest.link}`,
    aboutEvent(about.event),
  ]);
}

/** Tells the vendor what the organizer answers. */
export function answeredMail(
  to: string,
  about: About,
  answer: { readonly text: string; readonly link: string },
  baseUrl: string,
): Mail {
  return compose(to, 'The organizer answered what you contest', baseUrl, [
    `The organizer keeps the outcome that you contest. It does not count until we have decided.`,
    `The organizer writes:\n${quote(answer.text)}`,
    `What is recorded:\n${answer.link}`,
    aboutEvent(about.event),
  ]);
}

/** Tells vendor or organizer what an operator decided. */
export function contestDecidedMail(
  to: string,
  about: About,
  decided: {
    readonly state: 'upheld' | 'dismissed';
    readonly outcome: ApplicationOutcome;
    readonly note: string;
    readonly link: string;
  },
  baseUrl: string,
): Mail {
  const words = `“${OUTCOME_WORDS[decided.outcome]}”`;
  const text =
    decided.state === 'upheld'
      ? `The outcome ${words} was contested. We agree with the vendor: it does not count.`
      : `The outcome ${words} was contested. We agree with the organizer: it is no longer held back.`;
  return compose(to, 'A contested outcome is decided', baseUrl, [
    text,
    `Our note:\n${quote(decided.note)}`,
    `Where it stands:\n${decided.link}`,
    aboutEvent(about.event),
    aboutApplicant(about.application),
  ]);
}
