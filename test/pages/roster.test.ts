import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { AppError } from '../../src/http/errors/errors.ts';
import type { Roster, RosterEntry } from '../../src/organizer/applications/roster/roster.ts';
import { getSignedIn, openInboxPages } from '../support/application-pages.ts';
import {
  assertEscaped,
  assertSoundPage,
  EVENT_ID,
  HOSTILE,
  sampleEvent,
} from '../support/application-samples.ts';

const ROSTER = `/organizer/events/${EVENT_ID}/roster`;

function entry(changes: Partial<RosterEntry> = {}): RosterEntry {
  return {
    application_id: 'id-1',
    business_name: 'Lola’s Tacos',
    contact_name: 'Lola Perez',
    license_number: 'MFD5890123',
    is_on_record: true,
    food: { kind: 'tacos', text: 'Birria' },
    ...changes,
  };
}

const withEntries = (entries: readonly RosterEntry[], event = sampleEvent()) =>
  openInboxPages({ getRoster: async (): Promise<Roster> => ({ event, entries, due_on: '2026-04-29' }) });

describe('the vendor list for the regulator', () => {
  test('shows when it is due and what is missing, and prepares an email', async () => {
    const app = await withEntries([
      entry(),
      entry({ application_id: 'id-2', business_name: 'Nobody', is_on_record: false, food: null }),
    ]);
    const { body, statusCode } = await getSignedIn(app, ROSTER);
    assert.equal(statusCode, 200);
    assertSoundPage(body);
    assert.match(
      body,
      /3 business days before the event: by <strong><time datetime="2026-04-29">April 29, 2026/,
    );
    assert.match(body, /License not found: check the number\.<\/strong> <a href="[^"]*\/id-2">Nobody/);
    assert.match(body, /Type of food not given: ask the vendor\.<\/strong> <a href="[^"]*\/id-2">/);
    assert.match(body, /href="mailto:[^"?]+@[^"?]+\?subject&#61;Temporary%20food/);
    assert.match(body, /1\. Lola’s Tacos \(Lola Perez\), license MFD5890123: Tacos and Mexican food: Birria/);
    assert.doesNotMatch(body, /That day is past/);
  });

  test('is available as a PDF and as a CSV in which formulas are neutralized', async () => {
    const app = await withEntries([entry({ business_name: '=1+1', food: { kind: 'other', text: '@x' } })]);
    const csv = await getSignedIn(app, `${ROSTER}.csv`);
    assert.match(
      String(csv.headers['content-disposition']),
      /^attachment; filename="vendors-[0-9a-f-]+\.csv"$/,
    );
    const [row] = parse<Record<string, string>>(csv.body, { bom: true, columns: true });
    assert.deepEqual([row?.Vendor, row?.License, row?.['Type of food']], ["'=1+1", 'MFD5890123', "'@x"]);
    assert.match(
      row?.Event ?? '',
      /^Event: Dusk Market; Time: .*; Place: Lake Park, 1 Lake Way, Orlando, Orange County/,
    );
    const pdf = await getSignedIn(app, `${ROSTER}.pdf`);
    assert.deepEqual(
      [pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()],
      [200, 'application/pdf', '%PDF-'],
    );
  });

  test('escapes vendors’ text, says when no vendor is approved, and returns 404 to another account', async () => {
    const hostile = entry({
      business_name: HOSTILE,
      contact_name: HOSTILE,
      license_number: HOSTILE,
      food: { kind: 'other', text: HOSTILE },
    });
    const { body } = await getSignedIn(await withEntries([hostile]), ROSTER);
    assertSoundPage(body);
    assertEscaped(body, 8);
    assert.match((await getSignedIn(await withEntries([]), ROSTER)).body, /No one is approved yet/);
    const foreign = await openInboxPages({
      getRoster: async () => {
        throw new AppError('not_found', 'There is no such event.');
      },
    });
    for (const address of [ROSTER, `${ROSTER}.csv`, `${ROSTER}.pdf`])
      assert.equal((await getSignedIn(foreign, address)).statusCode, 404, address);
  });
});
