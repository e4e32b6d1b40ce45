import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApplicationForm, Submission } from '../../src/organizer/applications/application.ts';
import type { StoredEvent } from '../../src/organizer/events/stored-event.ts';
import { type ApplySetup, openApplyPages, postForm } from '../support/application-pages.ts';
import {
  assertEscaped,
  assertSoundPage,
  EVENT_ID,
  HOSTILE,
  sampleEvent,
} from '../support/application-samples.ts';

const ALL_FIELDS = [
  'license_number',
  'business_name',
  'contact_name',
  'contact_email',
  'contact_phone',
  'q_q1',
  'q_q2',
  'q_q3',
  'q_q4',
  'q_q5',
  'q_q6',
  'q_q7',
];

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const submitting = (submission: Submission, seen: ApplicationForm[] = []): ApplySetup => ({
  service: {
    submit: async (_id, form) => {
      seen.push(form);
      return submission;
    },
  },
});

/** Returns a form with every field filled in. */
function formOf(typed: (name: string) => string): URLSearchParams {
  return new URLSearchParams(Object.fromEntries(ALL_FIELDS.map((name) => [name, typed(name)])));
}

describe('the public page of an event', () => {
  test('shows the form while the event accepts applications, with a label for each field and only its own script', async () => {
    const answer = await (await openApplyPages()).inject(`/events/${EVENT_ID}`);
    assert.equal(answer.statusCode, 200);
    assertSoundPage(answer.body);
    for (const name of ALL_FIELDS) assert.ok(answer.body.includes(` name="${name}"`), name);
    assert.match(answer.body, /<label for="q_q2">Tell us more <span class="optional">/);
    assert.match(answer.body, /<label for="q_q1">What do you cook\?<\/label>/);
    assert.equal(
      answer.headers['content-security-policy'],
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'",
    );
  });

  const closed: readonly (readonly [string, Partial<StoredEvent>, RegExp])[] = [
    ['full', { spots_left: 0 }, /All spots are taken/],
    ['over', { status: 'Completed' }, /it’s over/],
    [
      'over by the clock',
      { starts_at: '2026-03-01T21:00:00.000Z', ends_at: '2026-03-02T02:00:00.000Z' },
      /This event is over\./,
    ],
    ['cancelled', { status: 'Cancelled' }, /it was canceled/],
    ['past its window', { applications_close_at: '2026-03-15T00:00:00.000Z' }, /Applications closed on/],
  ];
  for (const [name, changes, says] of closed)
    test(`explains why there is no form when the event is ${name}, and runs no script`, async () => {
      const answer = await (await openApplyPages({ event: sampleEvent(changes) })).inject(
        `/events/${EVENT_ID}`,
      );
      assert.equal(answer.statusCode, 200);
      assert.match(answer.body, says);
      assertSoundPage(answer.body);
      assert.doesNotMatch(answer.body, /<form|<script/);
      assert.doesNotMatch(String(answer.headers['content-security-policy']), /script-src/);
    });

  test('is the same 404 page at every URL for an event that is private, invented, or has a malformed id', async () => {
    const app = await openApplyPages();
    const bodies = new Set<string>();
    for (const id of ['5c1c8b9e-7d64-4b0e-8a51-0d6d5f9f2aff', 'x', "'", '%00', '..%2f'])
      for (const answer of [
        await app.inject(`/events/${id}`),
        await app.inject(`/events/${id}/applied`),
        await postForm(app, `/events/${id}/applications`, new URLSearchParams()),
      ]) {
        assert.equal(answer.statusCode, 404, id);
        bodies.add(answer.body.replace(String(answer.headers['x-request-id']), ''));
      }
    assert.equal(bodies.size, 1);
  });

  test('escapes everything that the organizer entered', async () => {
    const { questions } = sampleEvent();
    const event = sampleEvent({
      name: HOSTILE,
      description: HOSTILE,
      venue_name: HOSTILE,
      address: HOSTILE,
      city: HOSTILE,
      county: HOSTILE,
      questions: questions.map((each) => ({
        ...each,
        label: HOSTILE,
        options: each.options.map((option) => `${option}${HOSTILE}`),
      })),
    });
    const app = await openApplyPages({ event });
    // Nine values: the name three times (in the heading, title, and description), seven labels, and four
    // options twice each.
    const page = (await app.inject(`/events/${EVENT_ID}`)).body;
    assertSoundPage(page);
    assertEscaped(page, 6 + 2 + 7 + 8);
    assertEscaped((await app.inject(`/events/${EVENT_ID}/applied`)).body, 1);
  });
});

describe('sending an application', () => {
  const typed = () => formOf((name) => `typed ${name}`);

  test('asks for the license type first, with “food truck or caterer” selected and no empty choice', async () => {
    const page = (await (await openApplyPages()).inject(`/events/${EVENT_ID}`)).body;
    const select = /<select id="license_kind"[\s\S]*?<\/select>/.exec(page)?.[0] ?? '';
    assert.match(select, /<option value="mobile" selected>Food truck, cart or caterer/);
    assert.match(select, /<option value="cottage_food">/);
    assert.doesNotMatch(select, /value=""/);
  });

  test('submits every field and every checked box', async () => {
    const seen: ApplicationForm[] = [];
    const app = await openApplyPages(
      submitting({ outcome: 'submitted', applicationId: 'a', link: null }, seen),
    );
    const fields = typed();
    fields.append('q_q7', 'Saturday');
    fields.append('food_kind', 'typed food_kind');
    fields.append('food', 'typed food');
    fields.append('license_kind', 'typed license_kind');
    await postForm(app, `/events/${EVENT_ID}/applications`, fields);
    const [form] = seen;
    assert.ok(form);
    const { answersTo, ...rest } = form;
    const names = [...ALL_FIELDS.slice(0, 5), 'food_kind', 'food', 'license_kind'];
    assert.deepEqual(rest, Object.fromEntries(names.map((name) => [name, `typed ${name}`])));
    assert.deepEqual([answersTo('q_q7'), answersTo('q_none')], [['typed q_q7', 'Saturday'], []]);
  });

  test('does not reveal that the same business applied earlier, and does not show that application’s link', async () => {
    const link = 'https://vendors.example/application?token=secret-token';
    const answers = [];
    for (const outcome of ['submitted', 'already_submitted'] as const) {
      const app = await openApplyPages(submitting({ outcome, applicationId: 'secret-id', link }));
      const { statusCode, headers, body } = await postForm(app, `/events/${EVENT_ID}/applications`, typed());
      const { 'x-request-id': _id, date: _date, ...same } = headers;
      answers.push({ statusCode, same, body });
      assert.deepEqual([statusCode, headers.location, body], [303, `/events/${EVENT_ID}/applied`, '']);
    }
    assert.deepEqual(answers[0], answers[1]);
    const thanks = await (await openApplyPages()).inject(`/events/${EVENT_ID}/applied`);
    assertSoundPage(thanks.body);
    assert.match(thanks.body, /emailed you a private link/);
  });

  test('returns 422 when the form is invalid, shows each error next to its field and above the form, and keeps what was typed', async () => {
    const errors = Object.fromEntries(ALL_FIELDS.map((name) => [name, `Wrong: ${name}.`]));
    const app = await openApplyPages(submitting({ outcome: 'refused', errors }));
    const fields = typed();
    fields.set('q_q4', 'no');
    fields.set('q_q6', '50 A');
    fields.set('q_q7', 'Friday');
    fields.append('q_q7', 'Saturday');
    const { statusCode, body } = await postForm(app, `/events/${EVENT_ID}/applications`, fields);
    assert.equal(statusCode, 422);
    assertSoundPage(body);
    assert.match(body, /<title>Error: Dusk Market/);
    for (const name of ALL_FIELDS) {
      assert.ok(body.includes(`<a href="#${name}">Wrong: ${name}.</a>`), name);
      assert.ok(body.includes(`<p class="error" id="${name}-error">Wrong: ${name}.</p>`), name);
    }
    for (const name of ALL_FIELDS.slice(0, 8))
      assert.ok(body.includes(`typed ${name}`), `${name} kept what was typed`);
    for (const value of ['no', '50 A', 'Friday', 'Saturday'])
      assert.ok(body.includes(`value="${value}" checked`), value);
    assert.equal(body.match(/ checked>/g)?.length, 4);
  });

  test('escapes what was typed in fields and in error messages', async () => {
    const errors = Object.fromEntries(ALL_FIELDS.map((name) => [name, HOSTILE]));
    const app = await openApplyPages(submitting({ outcome: 'refused', errors }));
    const fields = formOf(() => HOSTILE);
    const { body } = await postForm(app, `/events/${EVENT_ID}/applications`, fields);
    assertSoundPage(body);
    // Each error appears twice. Nine fields also show what was typed; the others show only the choices that
    // they offer.
    assertEscaped(body, ALL_FIELDS.length * 2 + 9);
  });

  test('shows the reason in place of the form if it is too late to apply', async () => {
    const app = await openApplyPages(submitting({ outcome: 'not_taking', reason: `Full. ${HOSTILE}` }));
    const { statusCode, body } = await postForm(app, `/events/${EVENT_ID}/applications`, typed());
    assert.equal(statusCode, 422);
    assert.match(body, /<title>Error: .*role="alert"><p>We couldn’t take your application\. Full\./s);
    assert.doesNotMatch(body, /<form/);
    assertSoundPage(body);
    assertEscaped(body, 1);
  });

  test('is rate limited per address, separately from viewing the page, and is rejected from another site', async () => {
    const app = await openApplyPages({
      ...submitting({ outcome: 'submitted', applicationId: 'a', link: null }),
      limit: 2,
    });
    const url = `/events/${EVENT_ID}/applications`;
    const refused = await postForm(app, url, typed(), { origin: 'https://evil.example' });
    assert.equal(refused.statusCode, 403);
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await postForm(app, url, typed())).statusCode);
    assert.deepEqual(statuses, [303, 303, 429]);
    assert.equal((await app.inject(`/events/${EVENT_ID}`)).statusCode, 200);
  });

  test('counts acceptable applications toward a daily limit per network, but not those rejected for invalid fields', async () => {
    const app = await openApplyPages({
      service: {
        async submit(_eventId, form, { admit } = {}) {
          if (form.business_name === '') return { outcome: 'refused', errors: { business_name: 'Type it.' } };
          await admit?.();
          return { outcome: 'submitted', applicationId: 'a', link: null };
        },
      },
      dayLimit: 2,
    });
    const url = `/events/${EVENT_ID}/applications`;
    const blank = typed();
    blank.set('business_name', '');
    const statuses: number[] = [];
    for (const form of [blank, typed(), blank, typed(), blank])
      statuses.push((await postForm(app, url, form)).statusCode);
    assert.deepEqual(statuses, [422, 303, 422, 303, 422]);
    const refused = await postForm(app, url, typed());
    assert.equal(refused.statusCode, 429);
    assert.match(refused.body, /Wait 24 hours, then try again/);
  });

  test('handles garbage and overlong input without a server error', async () => {
    const app = await openApplyPages(submitting({ outcome: 'refused', errors: { license_number: 'No.' } }));
    const url = `/events/${EVENT_ID}/applications`;
    for (const payload of ['', '%', '%zz%00', '&&==', '__proto__=1&q_q7[]=2'])
      assert.equal(
        (await app.inject({ method: 'POST', url, payload, headers: FORM })).statusCode,
        422,
        payload,
      );
    const long = new URLSearchParams({ q_q2: 'x'.repeat(300_000) });
    const answer = await postForm(app, url, long);
    assert.equal(answer.statusCode, 413);
    assert.match(answer.body, /^<!doctype html>/);
  });
});

describe('the license lookup', () => {
  test('returns only the vendor’s number, name, and city', async () => {
    const leaky = { grade: 'A', service_score: 92.5, verdict: 'CLEAR' };
    const app = await openApplyPages({
      lookUp: async () => ({
        status: 'found',
        name: 'LOLAS TACOS',
        license_number: 'MFD5890123',
        city: null,
        ...leaky,
      }),
    });
    const answer = await app.inject('/license-lookup?number=5890123');
    assert.deepEqual(answer.json(), {
      status: 'found',
      license_number: 'MFD5890123',
      name: 'LOLAS TACOS',
      city: null,
    });
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
  });

  test('accepts no more characters than a license number can have, and returns the lookup’s result', async () => {
    const asked: string[] = [];
    const app = await openApplyPages({
      lookUp: async (number) => {
        asked.push(number);
        return { status: 'ambiguous', text: 'Two vendors.' };
      },
    });
    const answer = await app.inject(`/license-lookup?number=${'9'.repeat(5_000)}`);
    assert.deepEqual(answer.json(), { status: 'ambiguous', text: 'Two vendors.' });
    await app.inject('/license-lookup');
    assert.deepEqual(asked, ['9'.repeat(60), '']);
  });

  test('is limited to 60 requests a minute and reports the limit as JSON', async () => {
    const app = await openApplyPages();
    for (let count = 0; count < 60; count++) await app.inject('/license-lookup?number=1');
    const answer = await app.inject('/license-lookup?number=1');
    assert.equal(answer.statusCode, 429);
    assert.match(answer.json<{ error: string }>().error, /"license-lookup" of 60/);
  });

  test('has a script with an ETag that inserts nothing but plain text into the page', async () => {
    const app = await openApplyPages();
    const { headers, body } = await app.inject('/assets/apply.js');
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.match(String(headers['cache-control']), /^public, max-age=\d+$/);
    const again = await app.inject({
      url: '/assets/apply.js',
      headers: { 'if-none-match': String(headers.etag) },
    });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    assert.doesNotMatch(body, /innerHTML|outerHTML|insertAdjacent|document\.write|eval/);
  });
});
