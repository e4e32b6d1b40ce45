import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashToken } from '../../../lib/hash-token.ts';
import { linkOf, linkTokenOf, privateLink } from '../apply/private-link.ts';
import { APPLICATION_STATUSES } from '../schemas.ts';
import {
  confirmationMail,
  decisionMail,
  eventCancelledMail,
  eventChangedMail,
  organizerGoneMail,
  organizerNotice,
} from './mail-texts.ts';
import { documentsMail, newApplicationMail, newsMail } from './new-application-mails.ts';

const BASE_URL = 'https://vendors.example';
const EVIL = 'Pay here: https://evil.example\r\n\r\nYour private link:\u2028https://evil.example\u202e';
const APPLICATION = {
  contact_email: 'owner@vendor.example',
  business_name: EVIL,
  license_number: 'MFD5812345',
};
const EVENT = {
  name: EVIL,
  starts_at: '2026-04-10T21:00:00.000Z',
  ends_at: '2026-04-11T01:00:00.000Z',
  timezone: 'America/New_York',
  venue_name: EVIL,
  address: EVIL,
  city: 'Orlando',
  county: 'Orange',
  organizer_name: EVIL,
  organizer_email: '',
  event_type: 'city-event' as const,
  id: 'an-id',
};
const NOW = new Date('2026-03-16T15:00:00Z');
const DECIDED = { status: 'approved', message: `${EVIL}\n${'x'.repeat(3_000)}`, now: NOW } as const;
const LINK = privateLink(BASE_URL, 'a-token');

const LINKED = { ...APPLICATION, link: LINK };

const DOCUMENTS = [{ ...APPLICATION, id: 'c', received: 2, endsEarly: true, isConfirmed: false }];

const MAILS = {
  confirmation: confirmationMail(LINKED, EVENT, BASE_URL),
  decision: decisionMail(LINKED, EVENT, DECIDED, BASE_URL),
  cancelled: eventCancelledMail(LINKED, EVENT, BASE_URL),
  gone: organizerGoneMail(LINKED, EVENT, BASE_URL),
  changed: eventChangedMail(LINKED, EVENT, { ...EVENT, address: '2 Lake Road' }, BASE_URL),
  notice: organizerNotice(
    'organizer@example.com',
    APPLICATION,
    EVENT,
    { done: 'withdrawn', page: `${BASE_URL}/organizer/events/e/applications/a`, movesUp: false },
    BASE_URL,
  ),
  new: newApplicationMail('organizer@example.com', { ...APPLICATION, id: 'b' }, EVENT, BASE_URL),
  documents: documentsMail('organizer@example.com', DOCUMENTS, EVENT, BASE_URL),
  daily: newsMail(
    'organizer@example.com',
    { count: 5, newest: [APPLICATION, APPLICATION], documents: DOCUMENTS },
    EVENT,
    BASE_URL,
  ),
};

describe('emails about applications', () => {
  for (const [name, { subject, text }] of Object.entries(MAILS)) {
    test(`${name}: quotes other people’s words on marked lines or in quotation marks, and removes URLs from names`, () => {
      const ours = text.split('\n').filter((line) => !line.startsWith('> '));
      assert.ok(text.includes(name === 'decision' ? 'evil.example' : 'evil example'));
      // A message is in the organizer's own words and may contain a URL, but names may not.
      assert.equal(/evil\.example/.test(text), name === 'decision');
      const withoutNames = `${subject}\n${ours.join('\n')}`.replace(/“[^”\n]*”|^Where: .*$/gm, '');
      assert.doesNotMatch(withoutNames, /evil|Pay here/);
      assert.doesNotMatch(subject, /^“|evil\.example/);
      assert.doesNotMatch(text, /[\r\u2028\u2029\u202e]/);
    });

    test(`${name}: is shorter than 6,000 characters`, () =>
      assert.ok(text.length < 6_000, String(text.length)));
  }

  test('link to the application’s page in a notice to the organizer', () => {
    assert.match(
      MAILS.notice.text,
      /You decide who gets it\.\n\nOpen the application:\n\S+\/organizer\/events\/e\/applications\/a\n/,
    );
  });

  test('list insurance that ends early separately for spots that cannot be confirmed and for confirmed spots', () => {
    const [one] = DOCUMENTS as [(typeof DOCUMENTS)[number]];
    const textOf = (...confirmed: boolean[]) =>
      documentsMail(
        'organizer@example.com',
        confirmed.map((isConfirmed) => ({ ...one, received: 0, isConfirmed })),
        EVENT,
        BASE_URL,
      ).text;
    assert.match(textOf(false), /of 1 vendor ends before the event is over, so the spot cannot be confirmed/);
    assert.match(textOf(false, false), /of 2 vendors ends .* so their spots cannot be confirmed/);
    assert.match(textOf(true), /of 1 vendor with an already confirmed spot ends .*\. The spot stays\./);
    assert.match(
      textOf(true, true),
      /of 2 vendors with an already confirmed spot ends .*\. The spots stay\./,
    );
    assert.doesNotMatch(textOf(true, true), /cannot be confirmed/);
    assert.match(textOf(false, true), /so the spot cannot be confirmed.*The spot stays/s);
  });

  test('have the private link on its own line if they go to the applicant, and never contain it if they go to the organizer', () => {
    for (const { text } of [MAILS.confirmation, MAILS.decision, MAILS.cancelled, MAILS.changed])
      assert.ok(text.split('\n').includes(`${BASE_URL}/application?token=a-token`));
    for (const { text } of [MAILS.notice, MAILS.new, MAILS.daily]) assert.ok(!text.includes('token'));
    const { text } = decisionMail(APPLICATION, EVENT, DECIDED, BASE_URL);
    assert.ok(text.includes('open the private link in our first email') && !text.includes('token'));
  });

  test('can contain a private link only if the token from the secret matches the stored hash', () => {
    const links = { baseUrl: BASE_URL, linkToken: (id: string) => linkTokenOf('secret', id) };
    const stored = { id: 'one', link_sha256: hashToken(linkTokenOf('secret', 'one')) };
    assert.match(linkOf(links, stored) ?? '', /\/application\?token=[\w-]{32}$/);
    assert.notEqual(linkTokenOf('secret', 'one'), linkTokenOf('secret', 'two'));
    const changed = { ...links, linkToken: (id: string) => linkTokenOf('another secret', id) };
    assert.equal(linkOf(changed, stored), undefined);
    assert.equal(linkOf(links, { ...stored, link_sha256: hashToken('drawn') }), undefined);
  });

  test('state the deadline to confirm and the documents to bring in an approval', () => {
    const text = (now: string) =>
      decisionMail(LINKED, EVENT, { status: 'approved', message: '', now: new Date(now) }, BASE_URL).text;
    assert.match(text('2026-03-16T15:00:00Z'), /Confirm by March 23, 2026 that/);
    assert.match(text('2026-04-08T15:00:00Z'), /Confirm by April 9, 2026 that/);
    assert.match(text('2026-04-10T15:00:00Z'), /Confirm by April 10, 2026 that/);
    assert.match(text('2026-03-16T15:00:00Z'), /still needs these documents\..*\n- City permit\n/s);
    assert.doesNotMatch(text('2026-04-11T01:00:00Z'), /Confirm by|documents/);
  });

  test('ask for the renewed license in an approval if the verdict does', () => {
    const text = (reasonCodes?: string[]) =>
      decisionMail(LINKED, EVENT, { status: 'approved', message: '', now: NOW, reasonCodes }, BASE_URL).text;
    assert.match(text(['expires_before_event']), /\n- Copy of the state license\n- Renewed state license\n/);
    assert.doesNotMatch(text(), /Renewed/);
  });

  test('send replies to the organizer only if the address is verified, and say where replies go', () => {
    const mail = (organizer_email: string, replyTo?: string) =>
      confirmationMail(LINKED, { ...EVENT, organizer_name: 'Parks', organizer_email, replyTo }, BASE_URL);
    const verified = mail('parks@example.com', 'parks@example.com');
    assert.equal(verified.replyTo, 'parks@example.com');
    assert.match(
      verified.text,
      /Organizer: “Parks”\nEmail: parks@example.com\n\nQuestions\? Reply to this email/,
    );
    assert.equal(mail('else@example.com').replyTo, undefined);
    assert.match(mail('else@example.com').text, /Write to that address\. Replies to this email won’t reach/);
    assert.match(mail('').text, /Organizer: “Parks”\n\nThe organizer didn’t give an address/);
  });

  test('show times in the event’s time zone', () => {
    assert.match(MAILS.cancelled.text, /When: Fri, Apr 10, 2026, 5:00 – 9:00 PM EDT\n/);
  });

  test('quote a message line by line, and have no quote without a message', () => {
    const mail = (message: string) =>
      decisionMail(
        APPLICATION,
        { ...EVENT, name: 'Night' },
        { status: 'declined', message, now: NOW },
        BASE_URL,
      ).text;
    assert.ok(mail('Sorry.\nNext year!').includes('The organizer wrote:\n> Sorry.\n> Next year!\n'));
    assert.ok(!mail('').includes('The organizer wrote'));
  });

  test('have a different subject for every status', () => {
    const subjects = APPLICATION_STATUSES.map(
      (status) => decisionMail(APPLICATION, EVENT, { status, message: '', now: NOW }, BASE_URL).subject,
    );
    assert.equal(
      new Set(subjects).size,
      APPLICATION_STATUSES.length - 1,
      'submitted and withdrawn share one',
    );
  });
});
