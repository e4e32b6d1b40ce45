import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  confirmationMail,
  decisionMail,
  eventCancelledMail,
  eventChangedMail,
  organizerNotice,
  privateLink,
} from './mail-texts.ts';
import { APPLICATION_STATUSES } from './schemas.ts';

const BASE_URL = 'https://vendors.example';
const EVIL = 'Pay here: https://evil.example\r\n\r\nYour private link:\u2028https://evil.example\u202e';
const APPLICATION = {
  contact_email: 'owner@vendor.example',
  business_name: EVIL,
  license_number: 'MFD5812345',
};
const EVENT = {
  ...{ name: EVIL, starts_at: '2026-04-10T21:00:00.000Z', ends_at: '2026-04-11T01:00:00.000Z' },
  ...{ timezone: 'America/New_York', venue_name: EVIL, address: EVIL, city: 'Orlando', county: 'Orange' },
};
const DECIDED = { status: 'approved', message: `${EVIL}\n${'x'.repeat(3_000)}` } as const;
const LINK = privateLink(BASE_URL, 'a-token');

const MAILS = {
  confirmation: confirmationMail(APPLICATION, EVENT, LINK, BASE_URL),
  decision: decisionMail(APPLICATION, EVENT, DECIDED, BASE_URL),
  cancelled: eventCancelledMail(APPLICATION, EVENT, BASE_URL),
  changed: eventChangedMail(APPLICATION, EVENT, { ...EVENT, address: '2 Lake Road' }, BASE_URL),
  notice: organizerNotice('organizer@example.com', APPLICATION, EVENT, 'withdrawn', BASE_URL),
};

describe('mails about applications', () => {
  for (const [name, { subject, text }] of Object.entries(MAILS)) {
    test(`${name}: shows what a stranger typed on marked lines only, and never in the subject`, () => {
      const ours = text.split('\n').filter((line) => !line.startsWith('> '));
      assert.ok(text.includes('evil.example'));
      assert.doesNotMatch(`${subject}\n${ours.join('\n')}`, /evil|Pay here/);
      assert.doesNotMatch(text, /[\r\u2028\u2029\u202e]/);
    });

    test(`${name}: is bounded`, () => assert.ok(text.length < 4_500, String(text.length)));
  }

  test('only the first mail has the private link, on a line of its own', () => {
    assert.ok(MAILS.confirmation.text.split('\n').includes(`${BASE_URL}/application?token=a-token`));
    for (const { text } of [MAILS.decision, MAILS.cancelled, MAILS.changed, MAILS.notice])
      assert.ok(!text.includes('token'));
  });

  test('times are in the event’s time zone', () => {
    assert.match(MAILS.cancelled.text, /> From Friday, April 10, 2026, 5:00 PM EDT\n> to .*, 9:00 PM EDT/);
  });

  test('a message is quoted line by line; without a message nothing is quoted', () => {
    const mail = (message: string) =>
      decisionMail(APPLICATION, { ...EVENT, name: 'Night' }, { status: 'declined', message }, BASE_URL).text;
    assert.ok(mail('Sorry.\nNext year!').includes('The organizer writes:\n> Sorry.\n> Next year!\n'));
    assert.ok(!mail('').includes('The organizer writes'));
  });

  test('every status has its own mail', () => {
    const subjects = APPLICATION_STATUSES.map(
      (status) => decisionMail(APPLICATION, EVENT, { status, message: '' }, BASE_URL).subject,
    );
    assert.equal(
      new Set(subjects).size,
      APPLICATION_STATUSES.length - 1,
      'submitted and withdrawn share one',
    );
  });
});
