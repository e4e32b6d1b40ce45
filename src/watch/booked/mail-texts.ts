import { quotedName } from '../../lib/text/names-in-email.ts';
import { countNoun } from '../../lib/text/text.ts';
import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { Change } from '../paid/change.ts';
import { type BookedVerdict, bookedVerdictText, hasHolderChange, VERDICT_LABEL } from './compare-booked.ts';

/**
 * Emails about vendors with a spot. They name each vendor as the records do, and do not include contact
 * details.
 */

interface MailedVendor {
  readonly name: string;
  readonly licenseNumber: string;
  /** The URL of the application's page for the organizer. */
  readonly page: string;
}

interface MailedEvent {
  readonly name: string;
  readonly firstDay: IsoDate;
}

interface MailedChange {
  readonly day: IsoDate;
  readonly changes: readonly Change[];
  readonly verdict: BookedVerdict;
  readonly reasons: readonly string[];
}

/** The maximum number of changes that an email shows. The page lists all of them. */
const CHANGES_MAX = 12;
const WATCHED = 'We watch these vendors until the event is over, for free.';

/** Returns the immediate email about one vendor. */
export function severeMail(
  to: string,
  event: MailedEvent,
  vendor: MailedVendor,
  change: MailedChange,
  fictional: boolean,
): Mail {
  const isOtherHolder = hasHolderChange(change.changes);
  return compose(to, `${severeSubject(vendor, change)}, with a spot at ${quotedName(event.name)}`, [
    ...(fictional ? ['Demo data: this business is fictional.'] : []),
    `${quotedName(vendor.name)}, license ${vendor.licenseNumber}, has a spot at ${quotedName(event.name)} on ${describeDay(event.firstDay)}. ${whatChanged(change.changes, 'it')}:`,
    ...listed(change.changes),
    ...(isOtherHolder ? [OTHER_HOLDER] : []),
    becauseText(change),
    'What to do next: read the record and talk to the vendor. Then file a new decision, or take the spot back.',
    `Open the application:\n${vendor.page}`,
    `You get this because the vendor has a spot at your event. ${WATCHED}`,
  ]);
}

/** Formats the changes so that a change in our rules does not read like a change by the regulator. */
function whatChanged(changes: readonly Change[], about: string): string {
  const { shortName } = REGULATOR;
  if (changes.every(({ kind }) => kind === 'rules'))
    return `We changed our rules, and with them what we say about ${about}. Nothing that ${shortName} publishes about ${about} has changed`;
  if (changes.every(({ kind }) => kind === 'rules' || kind === 'ours'))
    return `What we say about ${about} has changed, which also happens as days pass. No fact that ${shortName} publishes has changed`;
  return `What ${shortName} publishes about ${about} has changed`;
}

const OTHER_HOLDER =
  'The license has a new holder. The record of the previous holder says little about the new one: ask who runs the business now, and who will come.';

/**
 * Returns a subject that names the most severe change: the verdict if it changed, and otherwise the new
 * license holder.
 */
function severeSubject({ name }: MailedVendor, { changes, verdict }: MailedChange): string {
  const sameVerdict = changes.every(({ label }) => label !== VERDICT_LABEL);
  return sameVerdict && hasHolderChange(changes)
    ? `New license holder: ${quotedName(name)}`
    : `Now ${bookedVerdictText(verdict)}: ${quotedName(name)}`;
}

export interface DigestPart {
  readonly event: MailedEvent;
  readonly vendor: MailedVendor;
  /** Oldest first. */
  readonly changes: readonly MailedChange[];
}

/** Returns the daily email about all vendors with a spot at an organizer's events whose records changed. */
export function digestMail(to: string, parts: readonly DigestPart[], fictional: boolean): Mail {
  const vendors = new Set(parts.map(({ vendor }) => vendor.licenseNumber)).size;
  const one = vendors === 1;
  const several = parts.length > 1;
  const [whose, about, because] = one
    ? ['this business is', `a vendor with a spot at your ${several ? 'events' : 'event'}`, 'the vendor has']
    : ['these businesses are', 'vendors with a spot at your events', 'these vendors have'];
  return compose(to, digestSubject(parts, vendors), [
    ...(fictional ? [`Demo data: ${whose} fictional.`] : []),
    `${whatChanged(
      parts.flatMap(({ changes }) => changes.flatMap((each) => each.changes)),
      about,
    )}. Nothing here is urgent.`,
    ...parts.flatMap(partText),
    `You get this because ${because} a spot at your ${several ? 'events' : 'event'}. ${WATCHED}`,
  ]);
}

/** Returns the subject. One vendor may have a spot at several events. */
function digestSubject(parts: readonly DigestPart[], vendors: number): string {
  const [first] = parts;
  if (!first || vendors > 1) return `The records of ${countNoun(vendors, 'vendor')} with a spot changed`;
  const change = `The record of ${quotedName(first.vendor.name)} changed`;
  return parts.length > 1 ? change : `${change}, with a spot at ${quotedName(first.event.name)}`;
}

function partText({ event, vendor, changes }: DigestPart): string[] {
  const last = changes.at(-1);
  return [
    `${quotedName(vendor.name)}, license ${vendor.licenseNumber}: ${quotedName(event.name)}, ${describeDay(event.firstDay)}`,
    ...changes.flatMap((each) => [`Noticed on ${describeDay(each.day)}:`, ...listed(each.changes)]),
    ...(last ? [becauseText(last)] : []),
    `Open the application:\n${vendor.page}`,
  ];
}

function listed(changes: readonly Change[]): string[] {
  const shown = changes
    .slice(0, CHANGES_MAX)
    .map(({ label, from, to }) => `${label}\n  from: ${from}\n  to:   ${to}`);
  const more = changes.length - shown.length;
  return more === 0
    ? shown
    : [...shown, `And ${countNoun(more, 'more change')} on the page of the application.`];
}

function becauseText({ verdict, reasons }: MailedChange): string {
  const text = `The verdict for your event is ${bookedVerdictText(verdict)} now`;
  return reasons.length === 0
    ? `${text}.`
    : `${text}, because:\n${reasons.map((each) => `- ${each}`).join('\n')}`;
}

function compose(to: string, subject: string, paragraphs: readonly string[]): Mail {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}
