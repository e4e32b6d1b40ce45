import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApplicantView } from '../../src/organizer/applications/application.ts';
import { type ApplySetup, openApplyPages, postForm } from '../support/application-pages.ts';
import {
  assertEscaped,
  assertSoundPage,
  HOSTILE,
  sampleEvent,
  sampleView,
} from '../support/application-samples.ts';

const TOKEN = 'aB3_secret-token-of-an-applicant';
const INSURANCE_ENTRY = {
  code: 'insurance_certificate',
  name: 'Certificate of insurance',
  state: 'confirmed' as const,
  expires_on: '2026-04-09',
  detail: 'Confirmed.',
  blocks_spot: true,
};

describe('the applicant’s private page', () => {
  const withView = (view: ApplicantView, refusal?: string, done: string[] = []): ApplySetup => ({
    service: {
      findByLink: async (token) => (token === TOKEN ? view : undefined),
      withdraw: async (token) => {
        if (refusal === undefined) done.push(`withdraw ${token}`);
        return refusal;
      },
      confirm: async (token) => {
        if (refusal === undefined) done.push(`confirm ${token}`);
        return refusal;
      },
    },
  });
  const own = `?token=${TOKEN}`;

  test('shows the application’s status, the next step, and the organizer’s message', async () => {
    const { statusCode, body } = await (await openApplyPages(withView(sampleView()))).inject(
      `/application${own}`,
    );
    assert.equal(statusCode, 200);
    assertSoundPage(body);
    assert.match(body, /<h1>You have a spot<\/h1>\n<p class="lead">Please confirm/);
    assert.match(body, /<p>Welcome\.<\/p>\n<p>Park by the gate\.<\/p>/);
    for (const text of ['Lake Park', 'Tacos', '5890123', '$150', 'Due']) assert.ok(body.includes(text), text);
    assert.doesNotMatch(body, /CLEAR|Grade|[Ss]core/);
  });

  test('has wording for every status', async () => {
    const statuses = [
      'submitted',
      'under_review',
      'waitlisted',
      'approved',
      'confirmed',
      'declined',
    ] as const;
    const titles = new Set<string | undefined>();
    for (const status of [...statuses, 'withdrawn', 'cancelled'] as const) {
      const { body } = await (await openApplyPages(withView(sampleView({ status })))).inject(
        `/application${own}`,
      );
      titles.add(/<h1>(.*?)<\/h1>/.exec(body)?.[1]);
    }
    assert.equal(titles.size, 8);
  });

  test('says after the event that the event is over, shows the recorded outcome, and asks for nothing more', async () => {
    const over = { ...sampleView(), is_over: true, may_confirm: false, may_withdraw: false };
    const documents = [{ ...INSURANCE_ENTRY, state: 'to_collect' as const, blocks_spot: false }];
    for (const [status, outcome, text] of [
      ['approved', null, /You had a spot\. The organizer hasn’t recorded how it went\./],
      ['confirmed', 'late', /You had a spot\. The organizer recorded that you came late\./],
      ['waitlisted', null, /You didn’t have a spot\./],
    ] as const) {
      const view = { ...over, documents, application: { ...over.application, status, outcome } };
      const { body } = await (await openApplyPages(withView(view))).inject(`/application${own}`);
      assertSoundPage(body);
      assert.match(body, /<h1>The event is over<\/h1>/);
      assert.match(body, text);
      assert.doesNotMatch(body, /Please confirm|Still needed|Send documents|9 of 10 left|Only if/);
    }
  });

  test('says clearly whether the event was canceled or the organizer took back the spot', async () => {
    const view = sampleView({ status: 'cancelled' });
    const says = async (each: ApplicantView) =>
      (await (await openApplyPages(withView(each))).inject(`/application${own}`)).body;
    assert.match(await says(view), /The organizer withdrew your spot\./);
    const cancelled = await says({ ...view, event: sampleEvent({ status: 'Cancelled' }) });
    assert.match(cancelled, /<h1>The event was canceled<\/h1>/);
    assert.doesNotMatch(cancelled, /9 of 10 left/);
  });

  test('shows a deposit as due only if the applicant has a spot', async () => {
    const deposit = async (changes: Partial<ApplicantView['application']>) => {
      const { body } = await (await openApplyPages(withView(sampleView(changes)))).inject(
        `/application${own}`,
      );
      return /<dt>Deposit<\/dt><dd>(\$150\. .*?)<\/dd>/.exec(body)?.[1];
    };
    for (const status of ['approved', 'confirmed'] as const)
      assert.equal(await deposit({ status }), '$150. Due');
    for (const status of ['submitted', 'under_review', 'waitlisted'] as const)
      assert.equal(await deposit({ status }), '$150. Only if you get a spot');
    for (const status of ['declined', 'withdrawn', 'cancelled'] as const)
      assert.equal(await deposit({ status }), '$150. Not due: you don’t have a spot');
    assert.equal(await deposit({ status: 'declined', deposit_status: 'paid' }), '$150. Paid');
  });

  test('says that the spot cannot be confirmed because the insurance ends before the event', async () => {
    const view = { ...sampleView(), documents: [INSURANCE_ENTRY] };
    const { body } = await (await openApplyPages(withView(view))).inject(`/application${own}`);
    assertSoundPage(body);
    assert.match(body, /<strong>Confirmed, but it expires before the event is over<\/strong>/);
    assert.match(body, /You need to fix one document before you can confirm\./);
    assert.doesNotMatch(body, /Please confirm that you’re coming/);
    assert.match(
      body,
      /You can’t confirm your spot yet\.<\/strong> Your certificate of insurance expires on April 9, 2026, before the event’s last day, May 2, 2026\. Send one that covers the whole event, or ask the organizer to accept it\. <a href="\/application\/documents\?token=[^"]*#insurance_certificate">/,
    );
    assert.doesNotMatch(body, /Confirm that I’m coming/);
    const accepted = { ...view, documents: [{ ...INSURANCE_ENTRY, blocks_spot: false }] };
    const free = await (await openApplyPages(withView(accepted))).inject(`/application${own}`);
    assert.match(free.body, /Confirm that I’m coming/);
    assert.doesNotMatch(free.body, /can’t confirm/);
  });

  test('says before a withdrawal whether the organizer will get an email, which is sent only if the applicant has a spot', async () => {
    const says = async (status: ApplicantView['application']['status']) =>
      (await (await openApplyPages(withView(sampleView({ status })))).inject(`/application/withdraw${own}`))
        .body;
    for (const status of ['approved', 'confirmed'] as const)
      assert.match(await says(status), /We’ll email the organizer that you’re not coming/);
    for (const status of ['submitted', 'under_review', 'waitlisted'] as const)
      assert.match(await says(status), /will see on their list that you withdrew, but we won’t email them/);
  });

  test('offers only the actions that are currently possible', async () => {
    const app = await openApplyPages(withView({ ...sampleView(), may_confirm: false, may_withdraw: false }));
    for (const url of [`/application${own}`, `/application/withdraw${own}`]) {
      const { statusCode, body } = await app.inject(url);
      assert.equal(statusCode, 200);
      assert.doesNotMatch(body, /<form|withdraw\?/);
    }
  });

  test('asks before withdrawing, and redirects to a page without the token after a withdrawal or confirmation', async () => {
    const done: string[] = [];
    const app = await openApplyPages(withView(sampleView(), undefined, done));
    const step = await app.inject(`/application/withdraw${own}`);
    assertSoundPage(step.body);
    assert.match(step.body, new RegExp(`name="token" value="${TOKEN}"`));
    assert.deepEqual(done, []);
    for (const [action, acted] of [
      ['withdraw', 'withdrawn'],
      ['confirm', 'confirmed'],
    ] as const) {
      const answer = await postForm(app, `/application/${action}`, new URLSearchParams({ token: TOKEN }));
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, `/application/${acted}`]);
      const end = await app.inject(`/application/${acted}`);
      assert.equal(end.statusCode, 200);
      assertSoundPage(end.body);
      assert.equal(/organizer may still need documents/.test(end.body), acted === 'confirmed');
    }
    assert.deepEqual(done, [`withdraw ${TOKEN}`, `confirm ${TOKEN}`]);
  });

  test('returns 422 with the reason when an action is not currently possible', async () => {
    const app = await openApplyPages(withView(sampleView(), 'The event is over.'));
    for (const action of ['withdraw', 'confirm']) {
      const { statusCode, body } = await postForm(
        app,
        `/application/${action}`,
        new URLSearchParams({ token: TOKEN }),
      );
      assert.equal(statusCode, 422);
      assert.match(body, /<title>Error: .*role="alert"><p>The event is over\./s);
      assertSoundPage(body);
    }
  });

  test('returns the same 404 page for every invalid link, which changes nothing', async () => {
    const done: string[] = [];
    const app = await openApplyPages(withView(sampleView(), undefined, done));
    const bodies = new Set<string>();
    const token = TOKEN.replace('aB3', 'aB4');
    for (const answer of [
      ...(await Promise.all(
        ['', '?token=', `?token=${token}`, '?token=%00', `?tokens=${TOKEN}`].flatMap((query) => [
          app.inject(`/application${query}`),
          app.inject(`/application/withdraw${query}`),
        ]),
      )),
      await postForm(app, '/application/withdraw', new URLSearchParams({ token })),
      await postForm(app, '/application/confirm', new URLSearchParams()),
    ]) {
      assert.equal(answer.statusCode, 404);
      bodies.add(answer.body.replace(String(answer.headers['x-request-id']), ''));
    }
    assert.equal(bodies.size, 1);
    assert.deepEqual(done, []);
  });

  test('is never cached or indexed and sends no referrer', async () => {
    const app = await openApplyPages(withView(sampleView()));
    for (const url of [`/application${own}`, `/application/withdraw${own}`, '/application?token=x']) {
      const { headers } = await app.inject(url);
      assert.equal(headers['referrer-policy'], 'strict-origin');
      assert.match(String(headers['x-robots-tag']), /noindex/);
      assert.equal(headers['cache-control'], 'no-store');
    }
  });

  test('keeps the token out of log lines, Location headers, and all links except the applicant’s own', async () => {
    const log: string[] = [];
    const failing: ApplySetup = {
      log,
      service: {
        findByLink: async () => {
          throw new Error('the database is away');
        },
      },
    };
    for (const app of [
      await openApplyPages({ ...withView(sampleView()), log }),
      await openApplyPages(failing),
    ])
      for (const answer of [
        await app.inject(`/application${own}`),
        await app.inject(`/application/withdraw${own}`),
        await app.inject(`/application/nothing${own}`),
        await postForm(app, '/application/confirm', new URLSearchParams({ token: TOKEN })),
      ]) {
        assert.doesNotMatch(String(answer.headers.location), /secret-token/);
        for (const [, href = ''] of answer.body.matchAll(/(?:href|src|action)="([^"]*)"/g))
          if (href.includes('secret-token')) assert.match(href, /^\/application(\/withdraw)?\?token=/);
      }
    assert.ok(log.length >= 8);
    assert.doesNotMatch(log.join('\n'), /secret-token/);
  });

  test('escapes the token and all text that the organizer and the applicant entered', async () => {
    const view = sampleView({
      business_name: HOSTILE,
      license_number: HOSTILE,
      contact_email: HOSTILE,
      custom_responses: [{ question_id: HOSTILE, label: HOSTILE, type: 'text', answer: HOSTILE }],
    });
    const app = await openApplyPages({
      service: {
        findByLink: async () => ({
          ...view,
          event: sampleEvent({ name: HOSTILE, venue_name: HOSTILE }),
          history: view.history.map((each) => ({ ...each, message: HOSTILE })),
        }),
        confirm: async () => HOSTILE,
      },
    });
    const { body } = await app.inject(`/application?token=${encodeURIComponent(HOSTILE)}`);
    assertSoundPage(body);
    assertEscaped(body, 9);
    assertEscaped((await app.inject(`/application/withdraw?token=${encodeURIComponent(HOSTILE)}`)).body, 3);
    assertEscaped(
      (await postForm(app, '/application/confirm', new URLSearchParams({ token: HOSTILE }))).body,
      10,
    );
  });

  test('rejects a form from another site', async () => {
    const done: string[] = [];
    const app = await openApplyPages(withView(sampleView(), undefined, done));
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await postForm(
        app,
        '/application/withdraw',
        new URLSearchParams({ token: TOKEN }),
        headers,
      );
      assert.equal(answer.statusCode, 403);
    }
    assert.deepEqual(done, []);
  });
});
