import { verdictGroupText } from '../../decisions/decision/words.ts';
import { withoutAddresses } from '../../lib/names-in-email.ts';
import { countNoun } from '../../lib/text.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import type { VerdictOrUnknown } from './against-verdict.ts';
import { aboutEvent, compose, type MailedEvent, quoteLine } from './mail-texts.ts';

/** What tells an organizer that a spot is free, and who moved up by itself. */

interface FreeEvent extends MailedEvent {
  readonly id: string;
  /** Null for any number. */
  readonly spots_left: number | null;
}

interface NamedVendor {
  readonly business_name: string;
  readonly license_number: string;
  readonly verdict: VerdictOrUnknown;
}

const NAMED_MAX = 20;

/** The waitlist does not move by itself. */
export function freeSpotMail(to: string, waiting: number, event: FreeEvent, baseUrl: string): Mail {
  return compose(to, 'A spot is free, and vendors are waiting', baseUrl, [
    `${freeText(event)} ${waitingText(waiting)} Nobody moves up by itself: you decide.`,
    aboutEvent(event),
    `Those who wait:\n${inboxLink(baseUrl, event)}?status=waitlisted&sort=oldest`,
    `The waitlist can move up by itself. To change that:\n${settingLink(baseUrl, event)}`,
  ]);
}

/** After the waitlist moved up by itself, or could not. `event` is as it is after that. */
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
      ? 'A spot is free, and nobody moved up'
      : `${countNoun(moved.length, 'vendor')} moved up from the waitlist`;
  const got = moved.length === 1 ? 'This vendor was first in line' : 'These vendors were first in line';
  const who = `${got} and got a spot. We have told them by when to confirm:\n${names(moved, () => '')}`;
  const nobody = `${freeText(event)} ${waitingText(waiting)} Nobody could move up by itself.`;
  const one = left.length === 1;
  const passed = `${one ? 'This vendor was' : 'These vendors were'} passed over and still ${one ? 'waits' : 'wait'}, because the decision is yours:\n${names(left, whyText)}`;
  return compose(to, subject, baseUrl, [
    moved.length === 0 ? nobody : who,
    ...(left.length === 0 ? [] : [passed]),
    ...(moved.length === 0 || waiting === 0 ? [] : [`${freeText(event)} ${waitingText(waiting)}`]),
    aboutEvent(event),
    `Look at them:\n${inboxLink(baseUrl, event)}`,
    `The waitlist moves up by itself because you set the event so. To change that:\n${settingLink(baseUrl, event)}`,
  ]);
}

function names(vendors: readonly NamedVendor[], more: (vendor: NamedVendor) => string): string {
  const rest = vendors.length - NAMED_MAX;
  const lines = vendors.slice(0, NAMED_MAX).map((vendor) => {
    const { business_name, license_number } = vendor;
    return `${quoteLine(withoutAddresses(business_name))}\n${quoteLine(`License ${license_number}`)}${more(vendor)}`;
  });
  return `${lines.join('\n\n')}${rest > 0 ? `\n\nAnd ${rest.toLocaleString('en-US')} more.` : ''}`;
}

function whyText({ verdict }: NamedVendor): string {
  if (verdict === 'unknown') return '\nNo single vendor is on record under this license number.';
  return verdict === 'CLEAR' || verdict === 'CONDITIONAL'
    ? '\nThe status of this application was changed as often as it can be.'
    : `\nThe verdict is “${verdictGroupText(verdict)}”. A spot needs a reason from you.`;
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

function settingLink(baseUrl: string, { id }: FreeEvent): string {
  return `${baseUrl}/organizer/events/${id}/edit#waitlist`;
}
