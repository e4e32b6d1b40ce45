import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { EVENTS_NOW, eventFields, storedEvent } from '../../../../test/support/event-samples.ts';
import { EVENT_FIELDS, type EventFields } from './event-fields.ts';
import { COUNTY_NAMES, readEventForm, toEventFields } from './event-form.ts';

/** Returns the names of the rejected fields in the form's order. */
function refusedIn(changes: Partial<EventFields>): string[] {
  const read = readEventForm(eventFields(changes));
  return read.ok ? [] : Object.keys(read.errors);
}

function accepted(changes: Partial<EventFields>) {
  const read = readEventForm(eventFields(changes));
  assert.ok(read.ok, JSON.stringify(read));
  return read.value;
}

describe('the event form', () => {
  test('parses times into timestamps and money into cents, and treats empty choices as missing', () => {
    assert.deepEqual(accepted({ applications_close_at: '2026-03-20T12:00', capacity: '12', deposit: '50' }), {
      name: 'Lake Eola Food Truck Night',
      event_type: 'food-truck-night',
      description: 'Twelve trucks.\n\nPower on site.',
      timezone: 'America/New_York',
      starts_at: '2026-03-21T21:00:00.000Z',
      ends_at: '2026-03-22T01:00:00.000Z',
      applications_open_at: null,
      applications_close_at: '2026-03-20T16:00:00.000Z',
      venue_name: 'Lake Eola Park',
      address: '512 E Washington St',
      city: 'Orlando',
      county: 'Orange',
      capacity: 12,
      deposit_cents: 5_000,
      deposit_how: '',
      deposit_link: '',
      organizer_name: '',
      organizer_email: '',
      notice: 'daily',
      waitlist_moves: false,
    });
  });

  test('returns an error for each required field of an empty form, in the form’s order', () => {
    const empty = Object.fromEntries(EVENT_FIELDS.map((name) => [name, '']));
    assert.deepEqual(refusedIn(empty), [
      'name',
      'event_type',
      'timezone',
      'starts_at',
      'ends_at',
      'venue_name',
      'address',
      'city',
      'county',
    ]);
  });

  test('limits the length of each text field', () => {
    const bounds = { name: 120, venue_name: 120, address: 200, city: 80, description: 5_000 };
    for (const [field, most] of Object.entries(bounds)) {
      assert.deepEqual(refusedIn({ [field]: 'x'.repeat(most) }), [], field);
      assert.deepEqual(refusedIn({ [field]: 'x'.repeat(most + 1) }), [field]);
    }
    assert.deepEqual(refusedIn({ description: '' }), []);
  });

  test('removes control characters and direction marks, but keeps line breaks in the description', () => {
    const value = accepted({
      name: ' A\u0000B\tC\r\nD\u202eE ',
      description: '\r\nOne\r\ntwo\u0007\n\n\n\nThree\u2028four\n',
    });
    assert.equal(value.name, 'A B C D E');
    assert.equal(value.description, 'One\ntwo\n\nThree\nfour');
    for (const blank of ['\u0000', '\u200b', '\u202e\u2066', ' \n ', '\u00a0'])
      assert.deepEqual(refusedIn({ name: blank }), ['name'], JSON.stringify(blank));
    assert.equal(accepted({ name: 'Cafe\u0301 \ud83c' }).name, 'Café \ufffd');
  });

  test('accepts only listed event types, time zones and counties', () => {
    assert.deepEqual(refusedIn({ event_type: 'wedding' }), ['event_type']);
    assert.deepEqual(refusedIn({ timezone: 'Europe/Berlin' }), ['timezone']);
    assert.deepEqual(refusedIn({ county: 'Dade' }), ['county']);
    assert.deepEqual(refusedIn({ county: 'Miami-Dade' }), []);
    assert.equal(COUNTY_NAMES.length, 67);
  });

  test('rejects times that do not exist in the time zone, such as February 30 or the hour that is skipped when clocks change', () => {
    for (const starts_at of ['2026-02-30T17:00', '2026-03-08T02:30', 'tomorrow', '2026-03-21'])
      assert.deepEqual(refusedIn({ starts_at, ends_at: '2026-03-21T21:00' }), ['starts_at'], starts_at);
    assert.equal(
      accepted({ timezone: 'America/Chicago', county: 'Escambia', starts_at: '2026-03-21T17:00' }).starts_at,
      '2026-03-21T22:00:00.000Z',
    );
  });

  test('rejects a time zone that does not apply to any part of the county', () => {
    for (const [county, zones] of [
      ['Escambia', ['America/Chicago']],
      ['Orange', ['America/New_York']],
      ['Gulf', ['America/Chicago', 'America/New_York']],
    ] as const)
      for (const timezone of ['America/Chicago', 'America/New_York'])
        assert.deepEqual(
          refusedIn({ county, timezone }),
          zones.some((zone) => zone === timezone) ? [] : ['timezone'],
          `${county} ${timezone}`,
        );
  });

  test('requires the end to be after the start, and at most fourteen calendar days later', () => {
    assert.deepEqual(refusedIn({ ends_at: '2026-03-21T17:00' }), ['ends_at']);
    assert.deepEqual(refusedIn({ ends_at: '2026-03-21T16:00' }), ['ends_at']);
    assert.deepEqual(refusedIn({ ends_at: '2026-04-04T17:00' }), []);
    assert.deepEqual(refusedIn({ ends_at: '2026-04-04T17:01' }), ['ends_at']);
    // Because clocks go back, this event lasts fourteen days and one hour.
    assert.deepEqual(refusedIn({ starts_at: '2026-10-25T17:00', ends_at: '2026-11-08T17:00' }), []);
  });

  test('requires the start to be in the years 2000 to 2100', () => {
    const span = (year: string) => ({ starts_at: `${year}-06-01T17:00`, ends_at: `${year}-06-01T18:00` });
    assert.deepEqual(refusedIn(span('1999')), ['starts_at']);
    assert.deepEqual(refusedIn(span('2000')), []);
    assert.deepEqual(refusedIn(span('2100')), []);
    assert.deepEqual(refusedIn(span('2101')), ['starts_at']);
  });

  test('requires applications to open before they close and before the start, and to close no later than the start', () => {
    const window = (applications_open_at: string, applications_close_at: string) =>
      refusedIn({ applications_open_at, applications_close_at });
    assert.deepEqual(window('2026-03-01T00:00', '2026-03-21T17:00'), []);
    assert.deepEqual(window('', '2026-03-21T17:01'), ['applications_close_at']);
    assert.deepEqual(window('2026-03-02T00:00', '2026-03-02T00:00'), ['applications_close_at']);
    assert.deepEqual(window('2026-03-21T17:00', ''), ['applications_open_at']);
    assert.deepEqual(window('2026-03-21T16:59', ''), []);
    assert.deepEqual(window('soon', 'late'), ['applications_open_at', 'applications_close_at']);
  });

  test('accepts a whole number of spots from 1 to 2,000, or an empty field', () => {
    for (const capacity of ['0', '2001', '-1', '1.5', '1e3', 'many', '١٢'])
      assert.deepEqual(refusedIn({ capacity }), ['capacity'], capacity);
    assert.deepEqual(
      ['', '1', ' 2,000 '].map((capacity) => accepted({ capacity }).capacity),
      [null, 1, 2_000],
    );
  });

  test('accepts payment instructions for the deposit, and a payment link only if it is https and has no password', () => {
    const how = 'Zelle to pay@lake.example';
    const { deposit_how, deposit_link } = accepted({
      deposit: '50',
      deposit_how: `  ${how} `,
      deposit_link: ' https://pay.example/lake?x=1 ',
    });
    assert.deepEqual([deposit_how, deposit_link], [how, 'https://pay.example/lake?x=1']);
    for (const deposit_link of [
      'http://pay.example/',
      'javascript:alert(1)',
      'pay.example/lake',
      'https://me:secret@pay.example/',
      'https://localhost/',
      `https://pay.example/${'x'.repeat(300)}`,
    ])
      assert.deepEqual(refusedIn({ deposit_link }), ['deposit_link'], deposit_link);
    assert.deepEqual(refusedIn({ deposit_how: 'x'.repeat(301) }), ['deposit_how']);
  });

  test('accepts a deposit of up to $10,000 with cents, and treats zero as no deposit', () => {
    for (const deposit of ['-1', '50.555', '50.', '.50', '1e3', 'fifty', '10000.01', '1,00', '99999'])
      assert.deepEqual(refusedIn({ deposit }), ['deposit'], deposit);
    const typed = ['', '0', '50', '50.00', '50.5', '$50', '0.29', '1,000.10', '10000'];
    assert.deepEqual(
      typed.map((deposit) => accepted({ deposit }).deposit_cents),
      [null, null, 5_000, 5_000, 5_050, 5_000, 29, 100_010, 1_000_000],
    );
  });

  test('returns the same event if the form is filled from it and submitted unchanged', () => {
    const event = storedEvent({
      timezone: 'America/Chicago',
      county: 'Bay',
      applications_open_at: '2026-03-08T07:59:00.000Z',
      applications_close_at: '2026-03-20T05:00:00.000Z',
      capacity: 7,
      deposit_cents: 12_345,
    });
    const read = readEventForm(toEventFields(event));
    assert.ok(read.ok);
    assert.deepEqual({ ...event, ...read.value }, event);
    assert.ok(EVENTS_NOW < new Date(event.starts_at));
  });

  test('rejects random text without throwing', () => {
    const garbage = fc.record(
      Object.fromEntries(EVENT_FIELDS.map((name) => [name, fc.string({ unit: 'binary' })])),
    );
    fc.assert(
      fc.property(garbage, (fields) => {
        assert.equal(readEventForm(eventFields(fields)).ok, false);
      }),
      { numRuns: 200 },
    );
  });
});
