import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AppError } from '../../src/http/errors/errors.ts';
import { ERASED, erasedAddress } from '../../src/lib/erase-details.ts';
import type { ApplicationDetail } from '../../src/organizer/applications/application.ts';
import type { ApplicationService } from '../../src/organizer/applications/service.ts';
import type { BookedChange } from '../../src/watch/booked/booked-change.ts';
import { ACCOUNT, getSignedIn, openInboxPages, postSignedIn } from '../support/application-pages.ts';
import {
  APPLICATION_ID,
  assertEscaped,
  assertSoundPage,
  EVENT_ID,
  HOSTILE,
  HOSTILE_ROW,
  NO_VENDOR,
  RECEIPT,
  sampleDecision,
  sampleDetail,
  sampleEvent,
} from '../support/application-samples.ts';

const OTHER_NAME =
  'Applied as Some Other Name LLC; the name on the license’s record is LOLAS TACOS LLC. Ask who uses this license.';

const INBOX = `/organizer/events/${EVENT_ID}/applications`;
const DETAIL = `${INBOX}/${APPLICATION_ID}`;
const ACTION_ID = '5c1c8b9e-7d64-4b0e-8a51-0d6d5f9f2c01';
const COMPLIANCE = `/organizer/events/${EVENT_ID}/compliance`;

const withDetail = (changes: Partial<ApplicationDetail> = {}): Partial<ApplicationService> => ({
  getDetail: async () => ({ event: sampleEvent(), application: sampleDetail(changes) }),
});

describe('the application page', () => {
  test('shows the verdict, reasons, record, contact details, answers, history, and filed decisions', async () => {
    const { statusCode, body } = await getSignedIn(await openInboxPages(withDetail()), DETAIL);
    assert.equal(statusCode, 200);
    assertSoundPage(body);
    assert.match(body, /<section class="verdict tone-good" aria-label="Verdict">/);
    for (const text of [
      'The record is in order.',
      'Lolas Tacos LLC',
      '92.5, low risk',
      'Lola Perez',
      'Tacos',
    ])
      assert.ok(body.includes(text), text);
    assert.ok(body.includes('<a href="mailto:lola@tacos.example">'));
    assert.ok(body.includes(`<a href="/verify?receipt=${RECEIPT}">`));
    assert.match(
      body,
      /(Twelve months to|Twelve months to <time[^>]*>[^<]*<\/time>, which the files cover only in part)/,
    );
    assert.doesNotMatch(body, /class="done"/);
  });

  test('says that an applicant whose data was erased cannot be contacted', async () => {
    const erased = { contact_name: ERASED, contact_email: erasedAddress('x'), contact_phone: '' };
    const { body } = await getSignedIn(await openInboxPages(withDetail(erased)), DETAIL);
    assertSoundPage(body);
    assert.match(body, /The applicant’s details were erased on request, or because the event was long ago/);
    assert.doesNotMatch(body, /erased\.invalid/);
    const { history } = sampleDetail();
    const [first] = history as [(typeof history)[number]];
    const withdrawn = { ...first, status: 'withdrawn', changed_by: 'service' } as const;
    const changes = { ...erased, history: [...history, withdrawn] };
    const asked = (await getSignedIn(await openInboxPages(withDetail(changes)), DETAIL)).body;
    assert.match(asked, /The applicant’s details were erased on request\./);
    assert.match(
      asked,
      /Withdrawn<\/strong> <span class="small">Whoever runs this service, because the applicant/,
    );
  });

  test('says when the license expires and that the applicant’s business name differs from the one on record', async () => {
    const same = (await getSignedIn(await openInboxPages(withDetail()), DETAIL)).body;
    assert.match(same, /<dt>License status<\/dt><dd>Current, expires <time datetime="2026-12-01">/);
    assert.doesNotMatch(same, /Applied as/);
    assert.doesNotMatch(same, /\d{4}-\d\d-\d\dT[\d:.]+Z(?!")/);
    const other = await getSignedIn(
      await openInboxPages(withDetail({ business_name: 'Some Other Name LLC', name_differs: OTHER_NAME })),
      DETAIL,
    );
    assert.match(
      other.body,
      /Applied as Some Other Name LLC; the name on the license’s record is LOLAS TACOS LLC\. Ask who uses this license\./,
    );
    assertSoundPage(other.body);
  });

  test('describes a license in outdated records as of those records’ date, not as of today', async () => {
    const { standing } = sampleDetail();
    assert.ok(standing);
    const shown = async (changes: Partial<typeof standing>) => {
      const detail = withDetail({ standing: { ...standing, ...changes } });
      return (await getSignedIn(await openInboxPages(detail), DETAIL)).body;
    };
    const aged = await shown({ today: '2026-05-01' });
    assert.match(aged, /<dt>License status<\/dt><dd>Was current through <time /);
    assert.match(
      await shown({ today: '2027-01-01' }),
      /Was current through .* in the license file we used, but that date has passed<\/dd>/,
    );
    for (const body of [aged, await shown({ today: '2027-01-01' })])
      assert.doesNotMatch(body, /License status<\/dt><dd>Current/);
    assert.match(await shown({}), /<section class="verdict tone-good"/);
    assert.match(aged, /<section class="verdict tone-open".*<strong>Old records\.<\/strong> /s);
  });

  test('says whether the license number matches no vendor on record or more than one', async () => {
    const says = async (sharing: number, license_file_read = true) => {
      const detail = withDetail({ ...NO_VENDOR, sharing, license_file_read });
      return (await getSignedIn(await openInboxPages(detail), DETAIL)).body;
    };
    assert.match(
      await says(0),
      /No food truck or caterer with this license number is in the files read here\. That does not mean that it has no license\. Ask/,
    );
    assert.match(
      await says(0, false),
      /Nothing is known .*: the license file of its district was not read here\. Ask/,
    );
    assert.match(await says(2), /hold more than one vendor with the digits of this license number/);
  });

  test('says which days the verdict covers or that the event is over', async () => {
    const before = await getSignedIn(await openInboxPages(withDetail()), DETAIL);
    assert.match(before.body, /As of now for an event on April 10, 2026\. Records through/);
    const ended = { starts_at: '2026-04-08T21:00:00.000Z', ends_at: '2026-04-10T02:00:00.000Z' };
    const getDetail = async () => ({ event: sampleEvent(ended), application: sampleDetail() });
    const after = await getSignedIn(await openInboxPages({ getDetail }), DETAIL);
    assert.match(after.body, /As of now, after the event\. Records through <time datetime="2026-03-15">/);
  });

  test('offers the statuses that can currently be set, in plain words, if there are any', async () => {
    const { body } = await getSignedIn(await openInboxPages(withDetail()), DETAIL);
    const offered = [...body.matchAll(/<button[^>]*name="status" value="(\w+)">([^<]+)</g)];
    assert.deepEqual(
      offered.map(([, value, label]) => [value, label]),
      [
        ['approved', 'Approve'],
        ['waitlisted', 'Waitlist'],
        ['declined', 'Turn down'],
        ['under_review', 'Start review'],
      ],
    );
    assert.match(body, /<input type="hidden" name="seen" value="submitted">/);
    assert.match(body, /<input type="hidden" name="action_id" value="[0-9a-f-]{36}">/);
    assert.match(body, /<textarea[^>]* name="message"[^>]* maxlength="2000"/);
    const over = await getSignedIn(
      await openInboxPages(withDetail({ next_statuses: [], outcome_refusal: `Not yet. ${HOSTILE}` })),
      DETAIL,
    );
    assert.match(over.body, /There is nothing to decide now\./);
    assert.match(over.body, /Not yet\./);
    assert.doesNotMatch(over.body, /name="(status|outcome)"/);
    assertEscaped(over.body, 1);
  });

  test('shows a vendor that is not on record as unknown, never as clean', async () => {
    const { body } = await getSignedIn(
      await openInboxPages(withDetail({ ...NO_VENDOR, decisions: [] })),
      DETAIL,
    );
    assertSoundPage(body);
    assert.match(body, /<section class="verdict" .*<\/span>Unknown<\/p>/s);
    assert.doesNotMatch(body, /tone-good|Clear to book/);
    assert.match(body, /Not filed yet/);
  });

  test('does not promise that a decision will be filed for an application that was closed without one', async () => {
    const closed = { ...NO_VENDOR, status: 'declined', decisions: [] } as const;
    const { body } = await getSignedIn(await openInboxPages(withDetail(closed)), DETAIL);
    assert.match(body, /None: the application was turned down before one was filed\./);
    assert.doesNotMatch(body, /Not filed yet|when you decide/);
  });

  test('lists what changed since the organizer’s decision, and offers one button to keep it and one to file a new one', async () => {
    const change = { kind: 'status', label: 'License status', from: 'current', to: '<b>gone</b>' } as const;
    const noticed: BookedChange = {
      day: '2026-04-20',
      grave: true,
      from: 'CLEAR',
      to: 'DECLINE',
      changes: [change],
      reasons: ['The license was given up.'],
      position: 3,
      resolved: null,
    };
    const detail = sampleDetail();
    const changed = new Map([[detail.id, { all: [noticed], sinceDecision: [noticed] }]]);
    const asked: string[] = [];
    const app = await openInboxPages(
      {
        getDetail: async () => ({ event: sampleEvent(), application: detail }),
        fileDecision: async (...named) => asked.push(named.join(' ')) > 0,
      },
      changed,
      async (_named, { how, upTo }) => asked.push(`${how} ${upTo}`) > 0,
    );
    const { body } = await getSignedIn(app, DETAIL);
    assert.match(body, /Changed since you decided: Clear to book then, Don’t book since .*April 20, 2026/);
    assert.match(body, /License status: current → &#?\w+;b/);
    assert.doesNotMatch(body, /<b>gone/);
    assert.match(body, /The license was given up\./);
    const how = (of: string) => postSignedIn(app, `${DETAIL}/changed?verdict=CLEAR`, { how: of, seen: '3' });
    assert.equal((await how('filed')).headers.location, `${DETAIL}?verdict=CLEAR&done=decided`);
    assert.equal((await how('kept')).headers.location, `${DETAIL}?verdict=CLEAR&done=kept`);
    assert.deepEqual(asked.slice(1), ['filed 3', 'kept 3']);
  });

  test('escapes all user-entered text', async () => {
    const detail = sampleDetail({
      ...HOSTILE_ROW,
      history: sampleDetail().history.map((each) => ({
        ...each,
        changed_at: HOSTILE,
        message: HOSTILE,
        changed_by: 'organizer' as const,
        against: { verdict: 'REVIEW' as const, policy_version: HOSTILE, reason: HOSTILE },
        status: 'declined' as const,
      })),
      decisions: [sampleDecision({ receipt: HOSTILE })],
    });
    const app = await openInboxPages({
      getDetail: async () => ({ event: sampleEvent({ name: HOSTILE }), application: detail }),
    });
    const { body } = await getSignedIn(app, DETAIL);
    assertSoundPage(body);
    assertEscaped(body, 16);
  });

  const changes = [
    ['deposit', 'setDeposit', { deposit_status: 'paid' }],
    ['outcome', 'recordOutcome', { outcome: 'late' }],
  ] as const;
  for (const [name, method, fields] of changes) {
    test(`${name}: submits the form for the signed-in account, and reloading the result does not submit it again`, async () => {
      const calls: unknown[] = [];
      const app = await openInboxPages({
        ...withDetail(),
        [method]: async (...given: unknown[]) => void calls.push(given),
      });
      const answer = await postSignedIn(app, `${DETAIL}/${name}`, fields);
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, `${DETAIL}?done=${name}`]);
      assert.deepEqual(calls, [[ACCOUNT, EVENT_ID, APPLICATION_ID, Object.values(fields)[0]]]);
      assert.match((await getSignedIn(app, `${DETAIL}?done=${name}`)).body, /<p class="done" role="status">/);
    });

    test(`${name}: returns 422 with the reason when the action is not currently possible, and keeps what was typed`, async () => {
      const app = await openInboxPages({ ...withDetail(), [method]: async () => `Not now. ${HOSTILE}` });
      const { statusCode, body } = await postSignedIn(app, `${DETAIL}/${name}?done=${name}`, fields);
      assert.equal(statusCode, 422);
      assertSoundPage(body);
      assert.match(body, /<title>Error: /);
      assert.ok(body.includes(`<a href="#${Object.keys(fields)[0]}">Not now.`));
      const [chosen] = Object.values(fields);
      assert.match(body, new RegExp(`value="${chosen}" (checked|selected)>`));
      assert.doesNotMatch(body, /class="done"/);
      assertEscaped(body, 2);
    });
  }

  const decision = {
    status: 'approved',
    message: 'Welcome',
    reason: '',
    note: 'Ask for the generator',
    seen: 'submitted',
  };
  const NEXT_ID = '5c1c8b9e-7d64-4b0e-8a51-0d6d5f9f2b02';

  test('leads after a decision to the next application in the view, which reports the decision and offers to undo it', async () => {
    const calls: unknown[] = [];
    const app = await openInboxPages({
      ...withDetail(),
      decide: async (...given: unknown[]) => void calls.push(given),
      findNeighbors: async () => ({ previous: undefined, next: NEXT_ID, position: 1, matching: 2 }),
      findBulk: async () => ({
        event: sampleEvent(),
        id: ACTION_ID,
        action: 'approved',
        undone: false,
        undoUntil: '2026-03-16T15:01:00.000Z',
        items: [
          {
            application_id: APPLICATION_ID,
            from_status: 'submitted',
            to_status: 'approved',
            status: 'approved',
            mail_id: 'mail-1',
            skipped: null,
            business_name: HOSTILE,
            outcome: null,
            outcome_recorded_at: null,
          },
        ],
      }),
    });
    const sent = { ...decision, action_id: ACTION_ID };
    const answer = await postSignedIn(app, `${DETAIL}/status?tab=decide`, sent);
    const next = `${INBOX}/${NEXT_ID}?tab=decide&did=${ACTION_ID}`;
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, next]);
    const handed = { ...decision, actionId: ACTION_ID };
    assert.deepEqual(calls, [[ACCOUNT, EVENT_ID, APPLICATION_ID, handed]]);
    const { body } = await getSignedIn(app, next);
    assert.match(
      body,
      /<div class="done" role="status">Approved: .*<form class="inline" action="[^"]*\/undo"/,
    );
    assertSoundPage(body);
    assertEscaped(body, 1);
  });

  test('leads back to the inbox after the last application in a view, and sends a template if no message was typed', async () => {
    const messages: string[] = [];
    const app = await openInboxPages({
      ...withDetail(),
      decide: async (_account, _event, _id, { message }) => void messages.push(message),
    });
    const send = (fields: Record<string, string>) => postSignedIn(app, `${DETAIL}/status?tab=decide`, fields);
    const answer = await send({ status: 'declined', message: '', template: 'Full', action_id: ACTION_ID });
    assert.equal(answer.headers.location, `${INBOX}?tab=decide&did=${ACTION_ID}`);
    await send({ status: 'declined', message: 'Mine', template: 'Full' });
    assert.deepEqual(messages, ['Full', 'Mine']);
  });

  test('returns 422 with the reason when a decision is not currently possible, and keeps what was typed', async () => {
    const app = await openInboxPages({ ...withDetail(), decide: async () => `Not now. ${HOSTILE}` });
    const { statusCode, body } = await postSignedIn(app, `${DETAIL}/status?done=note`, decision);
    assert.equal(statusCode, 422);
    assertSoundPage(body);
    assert.ok(body.includes('<a href="#status">Not now.'));
    assert.match(body, /id="status"/);
    assert.match(body, /<textarea[^>]*>\nWelcome<\/textarea>/);
    assert.match(body, /<textarea[^>]*>\nAsk for the generator<\/textarea>/);
    assert.doesNotMatch(body, /class="done"/);
    assertEscaped(body, 1);
  });

  test('passes a saved note to the service, even an empty one, and continues to the next application', async () => {
    const notes: unknown[] = [];
    const app = await openInboxPages({
      ...withDetail(),
      addNote: async (...given: unknown[]) => void notes.push(given),
      findNeighbors: async () => ({ previous: undefined, next: NEXT_ID, position: 1, matching: 2 }),
    });
    for (const note of ['Called twice', ' ']) {
      const answer = await postSignedIn(app, `${DETAIL}/note`, { note });
      assert.equal(answer.headers.location, `${INBOX}/${NEXT_ID}?done=note`);
    }
    assert.deepEqual(
      notes,
      ['Called twice', ' '].map((note) => [ACCOUNT, EVENT_ID, APPLICATION_ID, note]),
    );
  });

  test('clears the outcome if none is chosen, but not if the field is missing from the form', async () => {
    const given: string[] = [];
    const app = await openInboxPages({
      ...withDetail(),
      recordOutcome: async (_account, _event, _id, outcome) => void given.push(outcome),
    });
    await postSignedIn(app, `${DETAIL}/outcome`, { outcome: '' });
    await postSignedIn(app, `${DETAIL}/outcome`, {});
    assert.deepEqual(given, ['', 'missing']);
  });

  test('shows a notice only for known values in the URL', async () => {
    for (const done of ['x', HOSTILE, '__proto__', 'constructor'])
      assert.doesNotMatch(
        (await getSignedIn(await openInboxPages(withDetail()), `${DETAIL}?done=${encodeURIComponent(done)}`))
          .body,
        /class="done"/,
      );
  });
});

describe('a visitor who is not the organizer', () => {
  const calls: unknown[] = [];
  const notFound = async (...given: unknown[]): Promise<never> => {
    calls.push(given);
    throw new AppError('not_found', 'There is no such event.');
  };
  const foreign: Partial<ApplicationService> = {
    listInbox: notFound,
    getDetail: notFound,
    decide: notFound,
    addNote: notFound,
    findNeighbors: notFound,
    setDeposit: notFound,

    recordOutcome: notFound,
    getComplianceFile: notFound,
    exportApplications: notFound,
    fileDecisions: notFound,
  };
  const READS = [INBOX, `${INBOX}.csv`, DETAIL, COMPLIANCE];
  const WRITES = [
    `${DETAIL}/status`,
    `${DETAIL}/note`,
    `${INBOX}/approve`,
    `${DETAIL}/deposit`,
    `${DETAIL}/outcome`,
    COMPLIANCE,
  ];

  test('is redirected to the sign-in page and then back if signed out, and changes nothing', async () => {
    calls.length = 0;
    const app = await openInboxPages(foreign);
    for (const url of READS) {
      const answer = await app.inject(`${url}?status=approved`);
      assert.equal(answer.statusCode, 303);
      const next = encodeURIComponent(`${url}?status=approved`);
      assert.equal(answer.headers.location, `/sign-in?next=${next}`);
    }
    for (const url of WRITES) {
      const answer = await postSignedIn(app, url, {}, { cookie: '' });
      const above = url.startsWith(DETAIL) ? DETAIL : url.replace(/\/approve$/, '');
      const next = encodeURIComponent(above);
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, `/sign-in?next=${next}`]);
    }
    assert.deepEqual(calls, []);
  });

  test('gets the same 404 page from another account for a real id as for an invented or malformed one', async () => {
    const app = await openInboxPages(foreign);
    const bodies = new Set<string>();
    for (const id of [EVENT_ID, '5c1c8b9e-7d64-4b0e-8a51-0d6d5f9f2aff', 'x', '%00', "'"]) {
      const answers = [
        ...(await Promise.all(READS.map((url) => getSignedIn(app, url.replace(EVENT_ID, id))))),
        ...(await Promise.all(WRITES.map((url) => postSignedIn(app, url.replace(EVENT_ID, id))))),
      ];
      for (const answer of answers) {
        assert.equal(answer.statusCode, 404);
        bodies.add(answer.body.replace(String(answer.headers['x-request-id']), ''));
      }
    }
    assert.equal(bodies.size, 1);
  });

  test('cannot change anything with a form from another site', async () => {
    calls.length = 0;
    const app = await openInboxPages(foreign);
    for (const url of WRITES)
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
        assert.equal((await postSignedIn(app, url, {}, headers)).statusCode, 403);
    assert.deepEqual(calls, []);
  });
});
