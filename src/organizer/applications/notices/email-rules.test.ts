import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../../lib/language/language.ts';
import { htmlOf } from '../../../platform/mail/email-html.ts';
import { composeMessage } from '../../../platform/mail/message.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { privateLink } from '../apply/private-link.ts';
import type { DocumentEntry } from '../document-entry.ts';
import { APPLICATION_STATUSES } from '../schemas.ts';
import { freeSpotMail, movedUpNotice } from '../waitlist/waitlist-mails.ts';
import {
  confirmationMail,
  decisionMail,
  eventCancelledMail,
  eventChangedMail,
  messageMail,
  movedUpMail,
  organizerGoneMail,
  organizerNotice,
} from './mail-texts.ts';
import { documentsMail, newApplicationMail, newsMail } from './new-application-mails.ts';

/** Checks the rules for every email about an application, in both languages. */

const SITE = 'https://vendors.example';
const NOW = new Date('2026-03-16T15:00:00Z');
const EVENT = {
  id: 'e',
  name: 'Lake Night',
  event_type: 'food-truck-night' as const,
  starts_at: '2026-04-10T21:00:00.000Z',
  ends_at: '2026-04-11T01:00:00.000Z',
  timezone: 'America/New_York',
  venue_name: 'Lake Square',
  address: '1 Example Street',
  city: 'Orlando',
  county: 'Orange',
  organizer_name: 'Parks',
  organizer_email: '',
  deposit_cents: 5_000,
  spots_left: 1,
};
const VENDOR = { business_name: 'Taco Rosa', license_number: 'MFD5890001', verdict: 'CLEAR' as const };
const entry = (code: string, state: DocumentEntry['state'], blocks_spot = false): DocumentEntry => ({
  ...{ code, state, blocks_spot },
  name: code,
  detail: '',
  expires_on: null,
});
const TO = 'organizer@example.com';
const NEWS = { ...VENDOR, contact_email: 'rosa@tacos.example', id: 'b' };
const DOCUMENTS = [{ ...NEWS, received: 2, endsEarly: true, isConfirmed: false }];
const EARLY = { en: 'It ends early.', es: 'Vence antes.' };

const TO_ORGANIZERS: Readonly<Record<string, Mail>> = {
  new: newApplicationMail(TO, NEWS, EVENT, SITE),
  documents: documentsMail(TO, DOCUMENTS, EVENT, SITE),
  news: newsMail(TO, { count: 1, newest: [NEWS], documents: DOCUMENTS }, EVENT, SITE),
  'only documents': newsMail(TO, { count: 0, newest: [], documents: DOCUMENTS }, EVENT, SITE),
  free: freeSpotMail(TO, 2, EVENT, SITE),
  'moved up': movedUpNotice(TO, { moved: [VENDOR], left: [VENDOR], waiting: 1 }, EVENT, SITE),
  withdrawn: organizerNotice(
    TO,
    NEWS,
    EVENT,
    { done: 'withdrawn', page: `${SITE}/organizer/events/e/applications/b`, movesUp: false },
    SITE,
  ),
};

for (const language of LANGUAGES) {
  const link = privateLink(SITE, 'a-token', language);
  const application = { ...NEWS, link, language, deposit_status: 'due' };
  const decide = (status: (typeof APPLICATION_STATUSES)[number], documents?: readonly DocumentEntry[]) =>
    decisionMail(application, EVENT, { status, message: '', now: NOW, documents }, SITE);
  const mails: Readonly<Record<string, Mail>> = {
    ...TO_ORGANIZERS,
    received: confirmationMail(application, EVENT, SITE),
    'moved up to a spot': movedUpMail(application, EVENT, { now: NOW }, SITE),
    message: messageMail(application, EVENT, 'See you.', SITE),
    canceled: eventCancelledMail(application, EVENT, SITE),
    changed: eventChangedMail(application, EVENT, EVENT, SITE),
    'changed, insurance ends early': eventChangedMail(application, EVENT, EVENT, SITE, EARLY),
    blocked: decide('approved', [entry('insurance_certificate', 'received', true)]),
    ...Object.fromEntries(APPLICATION_STATUSES.map((status) => [status, decide(status)])),
  };
  for (const [name, mail] of Object.entries(mails))
    test(`${language}, ${name}: the email has one button, the event or vendor in its subject, and facts that are not quoted`, () => {
      const html = htmlOf(mail.text, { subject: mail.subject, siteUrl: SITE });
      assert.equal(html.match(/<a href="[^"]*" style="display:inline-block/g)?.length, 1, mail.text);
      assert.match(mail.subject, /Lake Night|Taco Rosa/);
      assert.equal(/^>/m.test(mail.text), name === 'message', 'only another person is quoted');
      const [, footer = ''] = mail.text.split('\n--\n');
      assert.equal(footer.trim().split('\n').length, 1, 'a footer of one line');
      const { headers } = composeMessage(
        { ...mail, id: 'x', createdAt: NOW },
        { name: 'V', address: 'no-reply@vendors.example' },
        SITE,
      );
      assert.equal(Reflect.get(headers ?? {}, 'X-Auto-Response-Suppress'), 'All');
    });

  test(`${language}: an approval lists only missing documents, the deposit and a calendar file`, () => {
    const sent = ['license_copy', 'insurance_certificate', 'propane_declaration', 'generator_details'];
    const { text } = decide('approved', [
      ...sent.map((code) => entry(code, 'received')),
      entry('fire_extinguisher_tag', 'confirmed'),
      entry('hood_suppression_certificate', 'waived'),
      entry('food_manager_certificate', 'rejected'),
    ]);
    assert.equal(text.match(/^- .*$/gm)?.length, 1, text);
    assert.match(text, language === 'en' ? /^- Certified-food-manager/m : /^- Certificado de Food Manager/m);
    assert.match(text, language === 'en' ? /^Deposit: \$50, due$/m : /^Depósito: \$50, por pagar$/m);
    assert.match(text, /\/events\/e\.ics$/m);
    assert.equal(text.split(link).length, 2, 'the same address once');
    const whole = decide(
      'approved',
      [...sent, 'fire_extinguisher_tag', 'hood_suppression_certificate', 'food_manager_certificate'].map(
        (code) => entry(code, 'received'),
      ),
    );
    assert.doesNotMatch(whole.text, /^- /m);
  });

  test(`${language}: an approval links to the documents page instead of the confirm button if the vendor cannot confirm yet`, () => {
    const confirm = language === 'en' ? /Confirm your spot:/ : /Confirmar su puesto:/;
    const blocked = decide('approved', [entry('insurance_certificate', 'received', true)]).text;
    assert.doesNotMatch(blocked, confirm);
    assert.match(blocked, /\/application\/documents\?token=a-token/);
    assert.match(decide('approved', []).text, confirm);
    for (const status of ['confirmed', 'waitlisted', 'declined'] as const)
      assert.doesNotMatch(decide(status).text, confirm);
  });
}

test('the email about a deleted event has no button, because there is no page to open', () => {
  const { text } = organizerGoneMail({ ...NEWS, language: 'en' }, EVENT, SITE);
  assert.doesNotMatch(htmlOf(text, { subject: 's', siteUrl: SITE }), /display:inline-block/);
});
