import { quotedName } from '../../src/lib/text/names-in-email.ts';
import { movedUpNotice } from '../../src/organizer/applications/waitlist/waitlist-mails.ts';
import { compareSeen, isSevere, type SeenState } from '../../src/watch/booked/compare-booked.ts';
import { digestMail, severeMail } from '../../src/watch/booked/mail-texts.ts';
import { toWatchedState } from '../../src/watch/paid/watched-state.ts';
import type { Truth } from '../truth/truth.ts';
import { isTrue } from './mails.ts';
import type { Published } from './published.ts';
import { checkText } from './spoken.ts';
import { groupName } from './verdict-names.ts';

/**
 * Compares the emails to organizers about vendors who have a spot, or are next in line for a spot, with the
 * raw rows.
 */

const EVENT = { name: 'Dusk Market', firstDay: '2030-05-01' };
const PAGE = 'https://vendors.example/organizer/events/1/applications/2';
const OURS = { policyVersion: 'p', recordFormat: 1 };

/** Paragraphs that do not make claims about a record. */
const FRAME: ReadonlySet<string> = new Set([
  'What to do next: read the record and talk to the vendor. Then file a new decision, or take the spot back.',
  'You get this because the vendor has a spot at your event. We watch these vendors until the event is over, for free.',
  `Open the application:\n${PAGE}`,
]);

type Pair<Item> = readonly [before: Item, after: Item];

/**
 * Returns the false or unknown statements in the emails. If there is nothing to report, there must not be an
 * email. `spoil` changes the emails, to check that errors are found.
 */
export function checkBookedMails(
  [before, after]: Pair<Published>,
  truths: Pair<Truth>,
  spoil = (text: string): string => text,
): string[] {
  const [was, is] = [before, after].map(seenOf);
  if (!was || !is) return [];
  const changes = compareSeen(was, is);
  const [, truth] = truths;
  const waiting = checkPassedOver(after, truth, spoil);
  if (changes.length === 0)
    return truths[0].verdictToday === truth.verdictToday
      ? waiting
      : [...waiting, 'booked: not told of a verdict'];
  const { name, license, data_as_of: day, fictional } = after.card;
  const vendor = { name, licenseNumber: license.number, page: PAGE };
  const { verdict, reasons } = is;
  const told = { day, changes, verdict, reasons };
  const mails = [
    digestMail('o@example.com', [{ event: EVENT, vendor, changes: [told] }], fictional),
    ...(isSevere(was, is, EVENT.firstDay)
      ? [severeMail('o@example.com', EVENT, vendor, told, fictional)]
      : []),
  ];
  return [
    ...mails.flatMap(({ subject, text }) => [
      ...(isSubject(spoil(subject), truth) ? [] : [`booked: ${subject}`]),
      ...spoil(text)
        .trim()
        .split('\n\n')
        .filter((paragraph) => !isParagraphTrue(paragraph, truths))
        .map((paragraph) => `booked: ${paragraph.replaceAll('\n', ' | ')}`),
    ]),
    ...waiting,
  ];
}

function seenOf({ card, decisionToday: { verdict, reasons } }: Published): SeenState {
  const record = toWatchedState(card, null, OURS);
  return { verdict, reasons: reasons.map(({ text }) => text), record, holderRead: true };
}

function isSubject(subject: string, { name, verdictToday }: Truth): boolean {
  return [
    `Now ${groupName(verdictToday)}: ${quotedName(name)}, with a spot at ${quotedName(EVENT.name)}`,
    `The record of ${quotedName(name)} changed, with a spot at ${quotedName(EVENT.name)}`,
  ].includes(subject);
}

function isParagraphTrue(paragraph: string, [was, is]: Pair<Truth>): boolean {
  if (FRAME.has(paragraph)) return true;
  const digest = /^(.+)\. Nothing here is urgent\.$/.exec(paragraph)?.[1];
  if (digest !== undefined) return isWhatChanged(digest, 'a vendor with a spot at your event', [was, is]);
  if (/^Demo data: (this business is|these businesses are) fictional\.$/.test(paragraph))
    return is.name !== '';
  if (/^Noticed on [A-Z][a-z]+ \d{1,2}, \d{4}:$/.test(paragraph)) return true;
  const more = /^And (\d+) more changes? on the page of the application\.$/.exec(paragraph);
  if (more) return Number(more[1]) > 0;
  const [, label = '', from = '', to = ''] = /^(.+)\n {2}from: (.*)\n {2}to: {3}(.*)$/.exec(paragraph) ?? [];
  if (label === 'Verdict for the event')
    return from === groupName(was.verdictToday) && to === groupName(is.verdictToday);
  if (label !== '') return isTrue(label, [from, to], [was, is]);
  const { name, number } = is;
  const spot = `${quotedName(name)}, license ${number}, has a spot at ${quotedName(EVENT.name)} on May 1, 2030. `;
  if (paragraph.startsWith(spot) && paragraph.endsWith(':'))
    return isWhatChanged(paragraph.slice(spot.length, -1), 'it', [was, is]);
  if (paragraph === `${quotedName(name)}, license ${number}: ${quotedName(EVENT.name)}, May 1, 2030`)
    return true;
  const [, verdict, reasons = ''] =
    /^The verdict for your event is (.+?) now(?:\.|, because:((?:\n- .*)+))$/.exec(paragraph) ?? [];
  return (
    verdict === groupName(is.verdictToday) &&
    reasons
      .split('\n- ')
      .slice(1)
      .every((text) => checkText({ place: 'reason', text }, is).faults.length === 0)
  );
}

/**
 * Checks the sentence about the origin of a change against the raw rows. A change comes either from the
 * regulator or from our rules as time passes.
 */
function isWhatChanged(sentence: string, about: string, pair: Pair<Truth>): boolean {
  const [was, is] = pair.map(publishedFacts);
  return was === is
    ? sentence ===
        `What we say about ${about} has changed, which also happens as days pass. No fact that DBPR publishes has changed`
    : sentence === `What DBPR publishes about ${about} has changed`;
}

function publishedFacts({ name, number, isListed, status, expiresOn, visits, closures, orders }: Truth) {
  const seen = visits.map(({ day, disposition, counts }) => [day, disposition, counts]);
  return JSON.stringify([name, number, isListed, status, expiresOn, seen, closures, orders]);
}

/** Checks the line about a vendor that was passed over on the waitlist. */
function checkPassedOver(
  { card, decisionToday: { verdict } }: Published,
  truth: Truth,
  spoil: (text: string) => string,
): string[] {
  const left = [{ business_name: card.name, license_number: card.license.number, verdict }];
  const { text } = movedUpNotice(
    'o@example.com',
    { moved: [], left, waiting: 1 },
    FREE_EVENT,
    'https://vendors.example',
  );
  const [, called, number, why = ''] = /\n- (“.*”), license (\w+): (.*)/.exec(spoil(text)) ?? [];
  if (called !== quotedName(truth.name) || number !== truth.number) return [`waitlist: ${called}, ${number}`];
  const isFavorable = truth.verdictToday === 'CLEAR' || truth.verdictToday === 'CONDITIONAL';
  const should = isFavorable
    ? 'the status of this application was changed as often as it can be.'
    : `the verdict is “${groupName(truth.verdictToday)}”, so a spot needs a reason from you.`;
  return why === should ? [] : [`waitlist: ${why}`];
}

const FREE_EVENT = {
  id: '1',
  spots_left: 1,
  name: EVENT.name,
  timezone: 'America/New_York',
  starts_at: '2030-05-01T20:00:00.000Z',
  ends_at: '2030-05-02T01:00:00.000Z',
  venue_name: '',
  address: '',
  city: '',
  county: '',
};
