import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCalendar } from '../../../test/support/calendars.ts';
import { storedEvent } from '../../../test/support/event-samples.ts';
import { toInstant } from '../../lib/time/zoned-time.ts';
import { organizerCalendar, publicCalendar } from './calendar.ts';

const BASE_URL = 'https://vendors.example';
const PROPERTIES = [
  'created',
  'description',
  'dtend',
  'dtstamp',
  'dtstart',
  'last-modified',
  'location',
  'sequence',
  'status',
  'summary',
  'uid',
  'url',
];

test('a public event can be parsed back unchanged, and its description includes the local time', () => {
  const event = storedEvent();
  const [read, ...more] = readCalendar(publicCalendar([event], BASE_URL));
  assert.deepEqual(more, []);
  assert.deepEqual(read, {
    uid: event.id,
    summary: 'Lake Eola Food Truck Night',
    description: `Twelve trucks.\n\nPower on site.\n\nFrom Saturday, March 21, 2026, 5:00 PM EDT to Saturday, March 21, 2026, 9:00 PM EDT.\n\n${BASE_URL}/events/${event.id}`,
    location: 'Lake Eola Park, 512 E Washington St, Orlando',
    url: `${BASE_URL}/events/${event.id}`,
    status: 'CONFIRMED',
    starts_at: event.starts_at,
    ends_at: event.ends_at,
    changed_at: event.updated_at.replace(/\.\d+Z/, '.000Z'),
    sequence: 0,
    properties: PROPERTIES,
  });
});

test('start and end times are correct on nights when clocks change, in both of Florida’s time zones', () => {
  for (const [zone, local, ends, hours] of [
    ['America/New_York', '2026-03-07T22:00', '2026-03-08T06:00', 7],
    ['America/Chicago', '2026-03-07T22:00', '2026-03-08T06:00', 7],
    ['America/New_York', '2026-10-31T22:00', '2026-11-01T06:00', 9],
    ['America/Chicago', '2026-10-31T22:00', '2026-11-01T06:00', 9],
  ] as const) {
    const starts_at = toInstant(local, zone) ?? '';
    const ends_at = toInstant(ends, zone) ?? '';
    const text = publicCalendar([storedEvent({ starts_at, ends_at, timezone: zone })], BASE_URL);
    const [read] = readCalendar(text);
    assert.deepEqual([read?.starts_at, read?.ends_at], [starts_at, ends_at]);
    assert.equal((Date.parse(ends_at) - Date.parse(starts_at)) / 3_600_000, hours);
    assert.match(read?.description ?? '', /10:00 PM (E|C)[DS]T to .* 6:00 AM (E|C)[DS]T/);
    assert.match(text, /\r\nDTSTART:\d{8}T\d{6}Z\r\n/, 'an instant, which needs no zone');
  }
});

test('a changed event keeps its id and gets a higher sequence number, and canceled and draft events get their own status', () => {
  const before = storedEvent();
  const updated_at = new Date(Date.parse(before.created_at) + 90_000).toISOString();
  const [read] = readCalendar(
    publicCalendar([{ ...before, name: 'Moved', status: 'Cancelled', updated_at }], BASE_URL),
  );
  assert.deepEqual(
    [read?.uid, read?.sequence, read?.changed_at, read?.status],
    [before.id, 90, updated_at.replace(/\.\d+Z/, '.000Z'), 'CANCELLED'],
  );
  assert.equal(
    readCalendar(organizerCalendar([storedEvent({ status: 'Draft' })], BASE_URL))[0]?.status,
    'TENTATIVE',
  );
});

test('the organizer’s calendar shows the spots and the owner of each event, and the public calendar does not', () => {
  const event = storedEvent({ access: 'viewer', spots_taken: 3, capacity: 12, spots_left: 9 });
  const text = organizerCalendar([event], BASE_URL);
  const [read] = readCalendar(text);
  assert.match(
    read?.description ?? '',
    /^3 of 12 spots taken\.\n\nAn event of Lake Organizers\.\n\nFrom Saturday/,
  );
  assert.equal(read?.url, `${BASE_URL}/organizer/events/${event.id}`);
  const spots = (changes: Parameters<typeof storedEvent>[0]) =>
    readCalendar(organizerCalendar([storedEvent(changes)], BASE_URL))[0]?.description.split('\n')[0];
  assert.equal(spots({ spots_taken: 1 }), '1 spot taken.');
  assert.equal(spots({ spots_taken: 0, capacity: 1 }), '0 of 1 spot taken.');
  assert.equal(spots({ status: 'Cancelled', capacity: 5 }), 'Cancelled.');
  assert.doesNotMatch(publicCalendar([event], BASE_URL), /taken|Lake Organizers/);
});

test('hostile text cannot add a line, a property or an entry, and is parsed back as text', () => {
  const hostile = [
    'A\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil\r\nSUMMARY:B',
    'semi; comma, back\\slash \\n "quoted" : colon',
    `${'é'.repeat(80)}${'🚚'.repeat(40)}漢字かな`,
    'nul\u0000 escape\u001b tab\t next\u0085 line\u2028 para\u2029 half\ud83d',
    '\rATTENDEE:mailto:x@y.example',
  ];
  for (const text of hostile) {
    const event = storedEvent({ name: text, description: text, venue_name: text, address: text, city: text });
    const [read, ...more] = readCalendar(publicCalendar([event], BASE_URL));
    assert.deepEqual(more, []);
    assert.deepEqual(read?.properties, PROPERTIES);
    const kept = asKept(text);
    assert.equal(read?.uid, event.id);
    assert.equal(read?.summary, kept.replaceAll('\n', ' '));
    assert.ok(read?.description.startsWith(`${kept}\n\nFrom `), read?.description);
    assert.equal(read?.location, [kept, kept, kept].join(', ').replaceAll('\n', ' '));
  }
});

test('any event name can be parsed back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), fc.string(), (name, whose) => {
      const event = storedEvent({ name, access: 'viewer', owner_name: whose });
      const [read, ...more] = readCalendar(organizerCalendar([event], BASE_URL));
      assert.equal(more.length, 0);
      assert.equal(read?.summary, asKept(name).replaceAll('\n', ' '));
    }),
    { numRuns: 300 },
  );
});

/** Returns the text in the form that parsing a written calendar returns. */
function asKept(text: string): string {
  return [...text.toWellFormed().replaceAll('\r\n', '\n')]
    .map((each) => {
      const code = each.codePointAt(0) ?? 0;
      if (code === 10 || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029) return '\n';
      return code < 32 || (code >= 127 && code < 160) ? ' ' : each;
    })
    .join('');
}
