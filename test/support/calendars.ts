import assert from 'node:assert/strict';
import ICAL from 'ical.js';

/** A calendar entry as parsed by a third-party library. */
interface ReadEvent {
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  readonly status: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly changed_at: string;
  readonly sequence: number;
  /** The names of all the entry's properties, sorted. */
  readonly properties: readonly string[];
}

/**
 * Parses a calendar with ical.js. First asserts that its lines end with CRLF, have at most 75 octets, and
 * contain no stray line breaks.
 */
export function readCalendar(text: string): ReadEvent[] {
  assert.ok(text.endsWith('END:VCALENDAR\r\n'), text.slice(-40));
  for (const line of text.split('\r\n')) {
    assert.ok(Buffer.byteLength(line) <= 75, `${Buffer.byteLength(line)} octets: ${line}`);
    assert.doesNotMatch(line, /\p{Cc}|[\u2028\u2029]/u);
  }
  const calendar = new ICAL.Component(ICAL.parse(text));
  assert.equal(calendar.getAllSubcomponents().length, calendar.getAllSubcomponents('vevent').length);
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const value = (name: string) => String(event.getFirstPropertyValue(name) ?? '');
    const instant = (name: string) => {
      const time = event.getFirstPropertyValue(name);
      assert.ok(time instanceof ICAL.Time);
      return time.toJSDate().toISOString();
    };
    return {
      uid: value('uid'),
      summary: value('summary'),
      description: value('description'),
      location: value('location'),
      url: value('url'),
      status: value('status'),
      starts_at: instant('dtstart'),
      ends_at: instant('dtend'),
      changed_at: instant('last-modified'),
      sequence: Number(value('sequence')),
      properties: event
        .getAllProperties()
        .map(({ name }) => name)
        .toSorted(),
    };
  });
}
