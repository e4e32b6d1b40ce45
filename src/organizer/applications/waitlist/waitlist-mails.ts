import { verdictGroupText } from '../../../decisions/decide/decision-words.ts';
import { countNoun } from '../../../lib/text/text.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import type { VerdictOrUnknown } from '../decide/against-verdict.ts';
import { aboutEvent, compose, type MailedEvent, shortName } from '../notices/mail-texts.ts';

/** Builds emails to an organizer about a free spot and about vendors that moved up from the waitlist. */

interface FreeEvent extends MailedEvent {
  readonly id: string;
  /** Null if the number of spots is unlimited. */
  readonly spots_left: number | null;
}

interface NamedVendor {
  readonly business_name: string;
  readonly license_number: string;
  readonly verdict: VerdictOrUnknown;
}

const NAMED_MAX = 20;

/** Returns the email about a free spot, for events whose waitlist does not move up automatically. */
export function freeSpotMail(to: string, waiting: number, event: FreeEvent, baseUrl: string): Mail {
  return compose(to, `A spot is free at ${shortName(event.name)}`, baseUrl, [
    `${freeText(event)} ${waitingText(waiting)} You decide who gets it.`,
    `Open the waitlist:\n${inboxLink(baseUrl, event)}?status=waitlisted&sort=oldest`,
    aboutEvent(event),
    `The waitlist can also move up automatically. Change it in the event’s settings.`,
  ]);
}

/**
 * Returns the email about vendors that moved up automatically, or about the reason that none did. `event` is
 * the event after the move.
 */
export function movedUpNotice(
  to: string,
  {
    moved,
    left,
    waiting,
  }: {
    readonly moved: readonly NamedVendor[];
    readonly left: readonly NamedVendor[];
    readonly waiting: number;
  },
  event: FreeEvent,
  baseUrl: string,
): Mail {
  const subject =
    moved.length === 0
      ? `A spot is free at ${shortName(event.name)}, and no vendor moved up`
      : `${countNoun(moved.length, 'vendor')} moved up from the waitlist of ${shortName(event.name)}`;
  const got = moved.length === 1 ? 'This vendor was first in line' : 'These vendors were first in line';
  const who = `${got} and got a spot. We emailed them the day to confirm by:\n${names(moved, () => '')}`;
  const nobody = `${freeText(event)} ${waitingText(waiting)} No vendor could move up automatically.`;
  const one = left.length === 1;
  const passed = `${one ? 'This vendor is' : 'These vendors are'} still waiting, because the decision is yours:\n${names(left, whyText)}`;
  return compose(to, subject, baseUrl, [
    moved.length === 0 ? nobody : who,
    ...(left.length === 0 ? [] : [passed]),
    ...(moved.length === 0 || waiting === 0 ? [] : [`${freeText(event)} ${waitingText(waiting)}`]),
    `Open the inbox:\n${inboxLink(baseUrl, event)}`,
    aboutEvent(event),
    `The waitlist moves up automatically, as you chose in the event’s settings.`,
  ]);
}

function names(vendors: readonly NamedVendor[], more: (vendor: NamedVendor) => string): string {
  const rest = vendors.length - NAMED_MAX;
  const lines = vendors.slice(0, NAMED_MAX).map((vendor) => {
    const { business_name, license_number } = vendor;
    return `- ${shortName(business_name)}, license ${license_number}${more(vendor)}`;
  });
  return `${lines.join('\n')}${rest > 0 ? `\nAnd ${rest.toLocaleString('en-US')} more.` : ''}`;
}

function whyText({ verdict }: NamedVendor): string {
  if (verdict === 'unknown') return ': no vendor is on record under this license number.';
  return verdict === 'CLEAR' || verdict === 'CONDITIONAL'
    ? ': the status of this application was changed as often as it can be.'
    : `: the verdict is “${verdictGroupText(verdict)}”, so a spot needs a reason from you.`;
}

function freeText({ spots_left }: FreeEvent): string {
  if (spots_left === null) return 'Your event takes any number of vendors.';
  if (spots_left === 0) return 'All spots of your event are taken.';
  return spots_left === 1
    ? 'A spot is free at your event.'
    : `${spots_left.toLocaleString('en-US')} spots are free at your event.`;
}

function waitingText(count: number): string {
  return `${countNoun(count, 'vendor')} ${count === 1 ? 'is' : 'are'} waiting.`;
}

function inboxLink(baseUrl: string, { id }: FreeEvent): string {
  return `${baseUrl}/organizer/events/${id}/applications`;
}
