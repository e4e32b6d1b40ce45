import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DayEntry, DayList } from '../../src/organizer/applications/day/day.ts';
import { OUTCOMES } from '../../src/organizer/applications/schemas.ts';
import { ACCOUNT, getSignedIn, openInboxPages, postSignedIn } from '../support/application-pages.ts';
import {
  assertEscaped,
  assertSoundPage,
  EVENT_ID,
  HOSTILE,
  sampleEvent,
} from '../support/application-samples.ts';

const DAY = `/organizer/events/${EVENT_ID}/day`;

function entry(changes: Partial<DayEntry> = {}): DayEntry {
  return {
    application_id: 'id-1',
    business_name: 'Lola’s Tacos',
    contact_name: 'Lola Perez',
    contact_phone: '(407) 555-0100',
    status: 'confirmed',
    food: { kind: 'tacos', text: 'Birria' },
    deposit_status: 'due',
    outcome: null,
    spot: '12',
    load_in: '3:30 PM, gate B',
    checked_in_at: null,
    ...changes,
  };
}

const listOf = (entries: readonly DayEntry[], changes: Partial<DayList> = {}) => ({
  getDayList: async (): Promise<DayList> => ({ event: sampleEvent(), entries, outcomes: [], ...changes }),
});

describe('the day-of list', () => {
  test('shows each vendor’s spot, load-in time, and a phone link, and checks in a vendor with one click', async () => {
    const asked: unknown[] = [];
    const noteDay = async (...of: readonly unknown[]) => void asked.push(of);
    const app = await openInboxPages({ ...listOf([entry()]), noteDay });
    const { body } = await getSignedIn(app, DAY);
    assertSoundPage(body);
    assert.match(body, /<strong>0 of 1<\/strong> checked in/);
    assert.match(body, /Load-in 3:30 PM, gate B/);
    assert.match(body, /href="tel:4075550100"/);
    assert.match(body, /Deposit: Due/);
    assert.doesNotMatch(body, /How did it go\?/, 'no outcome before the event has begun');
    const sent = await postSignedIn(app, `${DAY}/id-1`, { checked_in: 'yes' });
    assert.deepEqual([sent.statusCode, sent.headers.location], [303, `${DAY}#v-id-1`]);
    await postSignedIn(app, `${DAY}/id-1`, { spot: '3', load_in: '' });
    assert.deepEqual(asked, [
      [ACCOUNT, EVENT_ID, 'id-1', { spot: undefined, load_in: undefined, checked_in: true }],
      [ACCOUNT, EVENT_ID, 'id-1', { spot: '3', load_in: '', checked_in: undefined }],
    ]);
  });

  test('lets the organizer record an outcome, and marks the one that is recorded', async () => {
    const asked: unknown[] = [];
    const recordOutcome = async (...of: readonly unknown[]) => void asked.push(of);
    const list = listOf([entry({ outcome: 'late', checked_in_at: '2026-05-02T21:05:00.000Z' })], {
      outcomes: OUTCOMES,
    });
    const app = await openInboxPages({ ...list, recordOutcome });
    const { body } = await getSignedIn(app, DAY);
    assertSoundPage(body);
    assert.match(body, /Here since <time datetime="2026-05-02T21:05:00\.000Z">5:05/);
    assert.match(body, /name="outcome" value="" aria-pressed="true">Came late/);
    const sent = await postSignedIn(app, `${DAY}/id-1/outcome`, { outcome: 'no_show' });
    assert.equal(sent.statusCode, 303);
    assert.deepEqual(asked, [[ACCOUNT, EVENT_ID, 'id-1', 'no_show']]);
  });

  test('escapes user-entered text, says when no vendor is approved, hides forms from viewers, and shows why an entry was rejected', async () => {
    const hostile = entry({
      business_name: HOSTILE,
      contact_name: HOSTILE,
      spot: HOSTILE,
      load_in: HOSTILE,
      food: { kind: 'other', text: HOSTILE },
    });
    const { body } = await getSignedIn(await openInboxPages(listOf([hostile])), DAY);
    assertSoundPage(body);
    assertEscaped(body, 10);
    assert.match((await getSignedIn(await openInboxPages(listOf([])), DAY)).body, /No one is approved yet/);
    const viewer = await openInboxPages(listOf([entry()], { event: sampleEvent({ access: 'viewer' }) }));
    assert.doesNotMatch((await getSignedIn(viewer, DAY)).body, new RegExp(`action="${DAY}`));
    const refusing = await openInboxPages({ ...listOf([entry()]), noteDay: async () => 'Too long.' });
    const refused = await postSignedIn(refusing, `${DAY}/id-1`, { spot: 'x' });
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /Too long\./);
  });
});

describe('the vendor book', () => {
  test('lists each vendor with its events and can be searched', async () => {
    const asked: unknown[] = [];
    const newest = {
      id: 'id-1',
      event_id: EVENT_ID,
      license_digits: '5890123',
      license_type: '2014',
      license_number: 'MFD5890123',
      license_kind: '',
      business_name: HOSTILE,
      contact_name: HOSTILE,
      contact_email: 'lola@tacos.example',
      contact_phone: '407 555 0100',
      food_kind: 'tacos',
      food: HOSTILE,
      outcome: 'attended',
      event_name: HOSTILE,
      starts_at: '2026-05-02T21:00:00.000Z',
      timezone: 'America/New_York',
    };
    const app = await openInboxPages({
      getVendorBook: async (...of) => {
        asked.push(of);
        const entries = [
          {
            newest,
            events: [newest],
            outcomes: new Map([['attended', 1]] as const),
            vendor: null,
            standing: null,
            documents: [],
          },
        ];
        return { entries, total: 1, all: 1, page: 1, pageSize: 25 };
      },
    });
    const { body, statusCode } = await getSignedIn(app, '/organizer/vendors?q=taco');
    assert.equal(statusCode, 200);
    assertSoundPage(body);
    assertEscaped(body, 5);
    assert.match(body, /Came: 1/);
    assert.deepEqual(asked, [[ACCOUNT, { text: 'taco', page: 1 }]]);
  });
});
