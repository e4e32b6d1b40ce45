import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_FIELDS } from '../../src/organizer/events/form/event-fields.ts';
import type { Question } from '../../src/organizer/events/schemas.ts';
import { describeEngines } from '../support/engines.ts';
import { eventFields } from '../support/event-samples.ts';
import { BASE_URL, HOSTILE, useEventPages } from './support/event-pages.ts';

const MADE_UP = '00000000-0000-4000-8000-000000000000';
const ESCAPED = '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#34;&#38;';
const QUESTION = { label: 'Which day?', type: 'choice', options: 'Friday\r\nSaturday', required: 'yes' };

describeEngines('the event pages', (open) => {
  const { get, visit, post, read, add } = useEventPages(open);

  test('split a long list of events into pages for organizers and the public, and keep the status filter', async () => {
    for (let each = 0; each < 51; each++)
      await add({ name: `Night ${each}`, starts_at: `2026-06-01T20:00:${10 + (each % 49)}.000Z` });
    const first = (await get('/organizer?status=Published')).body;
    assert.match(first, /<caption>Events: 1–50 of 51<\/caption>/);
    assert.ok(first.includes('rel="next" href="/organizer?status&#61;Published&#38;page&#61;2"'));
    const last = (await get('/organizer?status=Published&page=2')).body;
    assert.match(last, /Events: 51–51 of 51/);
    assert.equal(last.match(/<th scope="row">/g)?.length, 1);
    const beyond = await get('/organizer?page=9');
    assert.equal(beyond.statusCode, 404);
    assert.match(beyond.body, /There is no page 9: this list has 2 pages/);
    assert.equal((await get('/organizer?page=x')).statusCode, 400);
    const open = (await get('/events')).body;
    assert.match(open, /Events: 1–25 of 51/);
    assert.equal(open.match(/<li><div><h2>/g)?.length, 25);
    assert.doesNotMatch(open, /<label for="city">/, 'all are in one city');
    await add({ name: 'In Tampa', city: 'Tampa' });
    assert.match((await visit('/events')).body, /<label for="city">/);
    assert.ok(open.includes('rel="next" href="/events?page&#61;2"'));
  });

  test('show upcoming events first, and then past events with the newest first', async () => {
    const days = ['2026-01-10', '2026-03-10', '2026-04-20', '2026-03-20'];
    for (const day of days)
      await add({ name: `On ${day}`, starts_at: `${day}T20:00:00.000Z`, ends_at: `${day}T22:00:00.000Z` });
    const off = { starts_at: '2026-03-18T20:00:00.000Z', ends_at: '2026-03-18T22:00:00.000Z' };
    await add({ name: 'On 2026-03-18', status: 'Cancelled', ...off });
    const { body } = await get('/organizer');
    const shown = [...body.matchAll(/>On (\d{4}-\d\d-\d\d)</g)].map(([, day]) => day);
    assert.deepEqual(shown, ['2026-03-20', '2026-04-20', '2026-03-18', '2026-03-10', '2026-01-10']);
  });

  test('copy an event with two fields or as a series, and put the button to cancel the event last', async () => {
    const id = await add({ name: HOSTILE });
    const page = (await get(`/organizer/events/${id}`)).body;
    assert.match(
      page,
      /<h2>Next event<\/h2>.*\/copy".*<h2>Cancel<\/h2>.*Cancel event<\/a><\/div><\/section>\s*<\/main>/s,
    );
    const form = (await get(`/organizer/events/${id}/copy`)).body;
    assert.ok(form.includes(`value="${ESCAPED}"`));
    assert.doesNotMatch(form, /<script>alert/);
    const address = `/organizer/events/${id}/copy`;
    const one = await post(address, { starts_on: '2026-05-01', name: 'Next' });
    assert.match(String(one.headers.location), /^\/organizer\/events\/[0-9a-f-]{36}\?done=created$/);
    const series = { starts_on: '2026-05-01', name: 'Next', repeat: 'weekly', until: '2026-05-15' };
    const several = await post(address, series);
    assert.equal(several.headers.location, '/organizer?status=Draft&copied=3');
    assert.match((await get(String(several.headers.location))).body, /role="status">3 drafts made\./);
    const refused = await post(address, { ...series, starts_on: 'x', name: HOSTILE });
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /<a href="#starts_on">Choose the day/);
    assert.match(refused.body, /<details open><summary>Make it a series/);
    assert.equal((await get(address, 'other')).statusCode, 404);
    assert.equal((await post(address, series, { 'x-account': 'other' })).statusCode, 404);
  });

  test('redirect a signed-out visitor to the sign-in page with a link back', async () => {
    const id = await add();
    for (const url of ['/organizer', '/organizer/events/new', `/organizer/events/${id}`]) {
      const answer = await visit(url);
      assert.equal(answer.statusCode, 303);
      assert.equal(answer.headers.location, `/sign-in?${new URLSearchParams({ next: url })}`);
    }
    for (const [step, page] of [
      ['/cancel', '/cancel'],
      ['/publish', ''],
    ]) {
      const sent = await post(`/organizer/events/${id}${step}`, {}, {});
      const next = encodeURIComponent(`/organizer/events/${id}${page}`);
      assert.deepEqual([sent.statusCode, sent.headers.location], [303, `/sign-in?next=${next}`]);
    }
    assert.equal((await read(id)).status, 'Published');
  });

  test('change nothing for a form from another site', async () => {
    const id = await add({ status: 'Draft' });
    const foreign: Record<string, string>[] = [
      { 'x-account': 'owner', 'sec-fetch-site': 'cross-site' },
      { 'x-account': 'owner', origin: 'https://elsewhere.example' },
      { 'x-account': 'owner', origin: 'null' },
    ];
    const steps = [
      '/edit',
      '/publish',
      '/unpublish',
      '/complete',
      '/cancel',
      '/questions',
      '/questions/q/remove',
    ];
    for (const headers of foreign)
      for (const url of ['/organizer/events', ...steps.map((step) => `/organizer/events/${id}${step}`)])
        assert.equal((await post(url, eventFields(), headers)).statusCode, 403, url);
    const after = await read(id);
    assert.deepEqual([after.status, after.questions], ['Draft', []]);
    const own = { 'x-account': 'owner', 'sec-fetch-site': 'same-origin', origin: BASE_URL };
    assert.equal((await post(`/organizer/events/${id}/publish`, {}, own)).statusCode, 303);
  });

  test('respond identically to another account’s id, an invented id, and a malformed id', async () => {
    const foreign = await add({ account_id: 'other' });
    const pages = new Set<string>();
    const ids = [foreign, MADE_UP, 'x', '%00', '%F0%9F%8C%AE', `${foreign} `];
    const steps = ['', '/edit', '/cancel', '/questions', '/questions/q'];
    for (const id of ids)
      for (const step of steps) {
        const answer = await get(`/organizer/events/${encodeURI(decodeURI(id))}${step}`);
        assert.equal(answer.statusCode, 404, `${id}${step}`);
        pages.add(answer.body.replace(String(answer.headers['x-request-id']), ''));
      }
    const posts = [
      '/edit',
      '/publish',
      '/unpublish',
      '/complete',
      '/cancel',
      '/questions',
      '/questions/q/up',
    ];
    for (const id of [foreign, MADE_UP, 'x'])
      for (const step of posts) {
        const answer = await post(`/organizer/events/${id}${step}`, { ...eventFields(), ...QUESTION });
        assert.equal(answer.statusCode, 404, `${id}${step}`);
        pages.add(answer.body.replace(String(answer.headers['x-request-id']), ''));
      }
    assert.equal(pages.size, 1);
    assert.equal((await read(foreign, 'other')).status, 'Published');
  });

  test('explain the first step to an account without events', async () => {
    const { body, headers } = await get('/organizer');
    assert.match(body, /You have no event yet/);
    assert.match(body, /href="\/organizer\/events\/new"/);
    assert.equal(headers['cache-control'], 'no-store');
  });

  test('list an account’s events, with an optional status filter and times in each event’s time zone', async () => {
    await add({
      name: 'In the Panhandle',
      timezone: 'America/Chicago',
      capacity: 3,
      spots_taken: 1,
    });
    await add({ name: 'A draft', status: 'Draft', applications_received: 0 });
    await add({ name: 'Not mine', account_id: 'other' });
    const { body } = await get('/organizer');
    assert.match(body, /In the Panhandle[\s\S]*Saturday, March 21, 2026, 4:00 PM CDT[\s\S]*2 of 3 left/);
    assert.match(body, /A draft/);
    assert.doesNotMatch(body, /Not mine/);
    assert.match(body, /<th scope="col"/);
    const drafts = (await get('/organizer?status=Draft')).body;
    assert.match(drafts, /A draft/);
    assert.doesNotMatch(drafts, /In the Panhandle/);
    assert.match((await get('/organizer?status=Completed')).body, /no event with the status “Completed”/);
  });

  test('create a draft from the form for a new event, and then show the draft’s page', async () => {
    const form = (await get('/organizer/events/new')).body;
    for (const name of EVENT_FIELDS) assert.match(form, new RegExp(`name="${name}"`), name);
    const sent = await post('/organizer/events', { ...eventFields(), description: 'One\r\n\r\nTwo' });
    assert.equal(sent.statusCode, 303);
    const location = String(sent.headers.location);
    const page = await get(location);
    assert.match(page.body, /Saved as a draft/);
    assert.match(page.body, /<p>One<\/p>\n<p>Two<\/p>/);
    assert.match(page.body, /5:00 PM EDT<\/time> to <time[^>]*>9:00 PM EDT/);
    assert.equal((await read(location.split(/[/?]/)[3] ?? '')).status, 'Draft');
  });

  test('show errors next to their fields and above the form, and keep what was typed', async () => {
    const typed = eventFields({
      name: '',
      city: HOSTILE,
      ends_at: '2026-03-21T16:00',
      capacity: 'many',
      county: 'Lee',
    });
    const answer = await post('/organizer/events', {
      ...typed,
      description: HOSTILE,
      event_type: 'festival',
    });
    assert.equal(answer.statusCode, 422);
    for (const name of ['name', 'ends_at', 'capacity']) {
      assert.match(answer.body, new RegExp(`<a href="#${name}">`));
      assert.match(
        answer.body,
        new RegExp(`id="${name}"[^>]*aria-describedby="${name}-error[^>]*aria-invalid="true"`),
      );
      assert.match(answer.body, new RegExp(`<label for="${name}">`));
    }
    assert.match(answer.body, /<title>Error: New event/);
    assert.match(answer.body, /value="many"/);
    assert.match(answer.body, /value="2026-03-21T16:00"/);
    assert.match(answer.body, /<option value="Lee" selected>/);
    assert.match(answer.body, /value="festival" checked/);
    assert.equal(answer.body.split(ESCAPED).length, 3);
    assert.doesNotMatch(answer.body, /<script/);
    assert.equal((await post('/organizer/events')).statusCode, 422);
    assert.equal((await post('/organizer/events', { description: 'x'.repeat(70_000) })).statusCode, 413);
  });

  test('escape the organizer’s text on every page', async () => {
    const question: Question = {
      id: 'q1',
      label: HOSTILE,
      type: 'choice',
      required: false,
      options: [HOSTILE],
    };
    const texts = {
      name: HOSTILE,
      description: HOSTILE,
      venue_name: HOSTILE,
      address: HOSTILE,
      city: HOSTILE,
    };
    const id = await add({ ...texts, questions: [question] });
    const base = `/organizer/events/${id}`;
    const pages = ['', '/edit', '/cancel', '/questions', '/questions/q1'].map((step) => `${base}${step}`);
    for (const url of ['/organizer', ...pages, '/events']) {
      const { statusCode, body } = await get(url);
      assert.equal(statusCode, 200, url);
      assert.doesNotMatch(body, /<script|alert\("/, url);
      assert.ok(body.includes(ESCAPED), url);
    }
  });

  test('save an edit only if it is based on the current version, and otherwise keep what was typed', async () => {
    const id = await add({
      applications_close_at: '2026-03-20T16:00:00.000Z',
      deposit_cents: 5_050,
    });
    const form = (await get(`/organizer/events/${id}/edit`)).body;
    const version = /name="version" value="([^"]+)"/.exec(form)?.[1] ?? '';
    assert.match(form, /name="applications_close_at"[^>]*value="2026-03-20T12:00"/);
    assert.match(form, /name="deposit"[^>]*value="50.50"/);
    const save = (name: string) =>
      post(`/organizer/events/${id}/edit`, { ...eventFields({ name }), version });
    const saved = await save('First');
    assert.deepEqual([saved.statusCode, saved.headers.location], [303, `/organizer/events/${id}?done=saved`]);
    const late = await save('Second');
    assert.equal(late.statusCode, 422);
    assert.match(late.body, /<a href="#form">This event was changed since/);
    assert.match(late.body, /value="Second"/);
    assert.equal((await read(id)).name, 'First');
    assert.equal((await save('Third')).statusCode, 422);
  });

  test('list the events that are open for applications publicly, optionally by city', async () => {
    const id = await add({ name: 'Open one', deposit_cents: 2_500, capacity: 4, spots_taken: 1 });
    await add({ name: 'In Tampa', city: 'Tampa' });
    await add({ name: 'A draft', status: 'Draft' });
    await add({ name: 'Full one', capacity: 1, spots_taken: 1 });
    const { body, headers } = await visit('/events');
    assert.match(body, new RegExp(`href="/events/${id}">Open one`));
    assert.match(body, /3 of 4 spots left · \$25 deposit/);
    assert.match(body, /In Tampa/);
    assert.doesNotMatch(body, /A draft|Full one/);
    assert.doesNotMatch(body, /<label for="city">/, 'a short list needs no filter');
    assert.match(body, new RegExp(`href="/events/${id}#apply">Apply`));
    assert.equal(headers['cache-control'], 'no-cache');
    const tampa = (await visit('/events?city=TAMPA')).body;
    assert.doesNotMatch(tampa, /Open one/);
    assert.match(tampa, /<option value="Tampa" selected>/);
    const nowhere = (await visit(`/events?${new URLSearchParams({ city: HOSTILE })}`)).body;
    assert.ok(nowhere.includes(`No events in ${ESCAPED}`));
    assert.equal((await visit(`/events?city=%zz${'x'.repeat(900)}`)).statusCode, 200);
  });
});
