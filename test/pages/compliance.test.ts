import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requiredDocuments } from '../../src/decisions/decide/documents/required-documents.ts';
import type { ComplianceFile, InboxRow } from '../../src/organizer/applications/application.ts';
import { isOpen } from '../../src/organizer/applications/decide/statuses.ts';
import type { ApplicationService } from '../../src/organizer/applications/service.ts';
import { toCompliancePack } from '../../src/web/organizer/compliance/compliance-pack.ts';
import { ACCOUNT, getSignedIn, openInboxPages, postSignedIn } from '../support/application-pages.ts';
import {
  assertEscaped,
  assertSoundPage,
  EVENT_ID,
  HOSTILE,
  HOSTILE_ROW,
  NO_VENDOR,
  RECEIPT,
  sampleDecision,
  sampleEvent,
  sampleRow,
} from '../support/application-samples.ts';

const OTHER_NAME =
  'Applied as Some Other Name LLC; the name on the license’s record is LOLAS TACOS LLC. Ask who uses this license.';

const PART_SIZE = 3;
const COMPLIANCE = `/organizer/events/${EVENT_ID}/compliance`;

const { standing } = sampleRow();
assert.ok(standing);

describe('the compliance file', () => {
  const entry = (changes: Partial<InboxRow>, decision: ComplianceFile['entries'][number]['decision']) => ({
    application: sampleRow(changes),
    decision,
  });
  const withFile = (
    entries: ComplianceFile['entries'],
    event = sampleEvent(),
  ): Partial<ApplicationService> => ({
    async getComplianceFile(_accountId, _eventId, part) {
      const rank = ({ application }: (typeof entries)[number]) => (isOpen(application.status) ? 0 : 1);
      const ranked = entries.toSorted((a, b) => rank(a) - rank(b));
      const open = entries.filter((each) => rank(each) === 0);
      return {
        event,
        total: entries.length,
        open: open.length,
        page: part,
        pageSize: PART_SIZE,
        unfiled: open.filter(({ application, decision }) => decision === null && application.vendor).length,
        unfileable: open.filter(({ decision, application }) => decision === null && !application.vendor)
          .length,
        entries: ranked.slice((part - 1) * PART_SIZE, part * PART_SIZE),
      };
    },
  });
  const ENTRIES: ComplianceFile['entries'] = [
    entry({ id: 'a', business_name: 'Gone Truck', status: 'withdrawn' }, null),
    entry({ id: 'b', business_name: 'Filed Truck', status: 'confirmed' }, sampleDecision()),
    entry({ id: 'c', business_name: 'New Truck', ...NO_VENDOR }, null),
  ];

  test('explains why the receipt of a decision filed after the event shows a different date', async () => {
    const decision = { ...sampleDecision(), event_date: '2026-11-28' };
    const file = withFile([entry({ id: 'b', status: 'confirmed' }, decision)]);
    const { body } = await getSignedIn(await openInboxPages(file), COMPLIANCE);
    assert.match(
      body,
      /, after the event\. The event was over when this was filed, so the receipt names the day of filing, November 28, 2026,/,
    );
    assert.doesNotMatch(body, /for an event on November 28/);
  });

  test('is a single page for the event: a cover, a block per vendor, the documents to collect, and each receipt’s number', async () => {
    const { statusCode, body } = await getSignedIn(await openInboxPages(withFile(ENTRIES)), COMPLIANCE);
    assert.equal(statusCode, 200);
    assertSoundPage(body);
    for (const text of ['Olive Organizer', 'Lake Park', 'March 15, 2026', '2. New Truck'])
      assert.ok(body.includes(text), text);
    for (const { code } of requiredDocuments('festival'))
      for (const number of [1, 2]) assert.ok(body.includes(`id="doc-${number}-${code}"`), code);
    const texts = requiredDocuments('festival').map(({ must_show }) => must_show);
    for (const text of texts) assert.equal(body.split(text).length - 1, 1, `said once: ${text}`);
    assert.match(body, /QR code with the address of receipt/);
    assert.ok(body.includes(`href="/verify?receipt=${RECEIPT}"`));
    assert.match(body, /The record was in order\./);
    assert.match(body, /<dt>Records through<\/dt>/, 'in the words of a decision’s page');
    const contents = /In this file<\/h2>.*?<\/section>/s.exec(body)?.[0] ?? '';
    const lines = [...contents.matchAll(/<tr><th scope="row">(.*?)<\/tr>/gs)].map(([, line = '']) =>
      line.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '),
    );
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? '', /^ ?1\. Filed Truck MFD\d+ .* Confirmed Yes 0 of \d+ $/);
    assert.match(lines[1] ?? '', /^ ?2\. New Truck .*Not on record.* New Not yet 0 of /);
    for (const number of [1, 2]) assert.ok(contents.includes(`href="#entry-${number}"`));
  });

  test('separates the vendors that have a spot from the open applications, on the cover and below it', async () => {
    const entries = [entry({ id: 'a', status: 'approved' }, null), entry({ id: 'b' }, null)];
    const { body } = await getSignedIn(await openInboxPages(withFile(entries)), COMPLIANCE);
    const order = [...body.matchAll(/<caption>(.*?)<|<h2 class="group[^>]*>(.*?)<|<h2 id="(entry-\d)"/g)];
    assert.deepEqual(
      order.map(([, caption, group, heading]) => caption ?? group ?? heading),
      ['Taking part: 1', 'Still open: 1', 'Taking part', 'entry-1', 'Still open', 'entry-2'],
    );
  });

  test('collapses the documents of each vendor to a count, and leaves out that a document has not arrived', async () => {
    const [missing, waived] = requiredDocuments('festival').map(({ code, name }) => ({ code, name }));
    assert.ok(missing && waived);
    const fields = { expires_on: null, blocks_spot: false };
    const documents: InboxRow['documents'] = [
      { ...missing, ...fields, state: 'to_collect', detail: 'Not received yet.' },
      { ...waived, ...fields, state: 'waived', detail: 'Waived by you.' },
    ];
    const { body } = await getSignedIn(
      await openInboxPages(withFile([entry({ documents }, null)])),
      COMPLIANCE,
    );
    assert.match(body, /<details><summary>1 of \d+ confirmed or waived<\/summary>/);
    assert.match(body, /<strong>Waived by you\.<\/strong>/);
    assert.doesNotMatch(body, /Not received/);
  });

  test('lists the renewed license as a document if the decision or the record requires it, on the page and in the PDF', async () => {
    const reasons = [{ code: 'expires_before_event', text: 'It ends.', severity: 'caution' } as const];
    const entries = [
      entry({ id: 'a' }, { ...sampleDecision(), reasons }),
      entry({ id: 'b', standing: { ...standing, reasons } }, null),
      entry({ id: 'c' }, null),
    ];
    const { body } = await getSignedIn(await openInboxPages(withFile(entries)), COMPLIANCE);
    assert.deepEqual(
      [1, 2, 3].map((number) => body.includes(`id="doc-${number}-renewed_license"`)),
      [true, true, false],
    );
    const file = await withFile(entries).getComplianceFile?.('', '', 1);
    assert.ok(file);
    const pack = toCompliancePack(file, { at: new Date(), baseUrl: 'https://v.example', fictional: false });
    assert.deepEqual(
      pack.entries.map(
        (each) => 'documents' in each && each.documents?.some(({ code }) => code === 'renewed_license'),
      ),
      [true, true, false],
    );
  });

  test('splits a long file into numbered parts that link to one another', async () => {
    const entries = [...ENTRIES, entry({ id: 'd', business_name: 'Fourth Truck' }, null)].map(
      (each, index) => ({
        ...each,
        application: { ...each.application, id: `a-${index}` },
      }),
    );
    const pages = await openInboxPages(withFile([...entries, ...entries]));
    const second = await getSignedIn(pages, `${COMPLIANCE}?part=2`);
    assert.equal(second.statusCode, 200);
    assert.match(second.body, /<dt>Part<\/dt><dd>2 of 3: applications 4–6 of 8\./);
    assert.match(second.body, /<h1>Event file: Dusk Market, part 2<\/h1>/);
    assert.match(second.body, /<h2 id="entry-4">4\. /);
    assert.match(
      second.body,
      /2 of 6 open applications not filed yet\. 2 open applications cannot be filed: the license number names no single vendor on record/,
    );
    assert.ok(second.body.includes(`<a rel="prev" href="${COMPLIANCE}">`));
    assert.ok(second.body.includes(`<a rel="next" href="${COMPLIANCE}?part&#61;3">`));
    assertSoundPage(second.body);
    const beyond = await getSignedIn(pages, `${COMPLIANCE}?part=4`);
    assert.equal(beyond.statusCode, 404);
    assert.match(beyond.body, /There is no page 4/);
    assertSoundPage(beyond.body);
  });

  test('lists vendors who do not participate last and briefly, and marks vendors that are unknown or have no filed decision', async () => {
    const { body } = await getSignedIn(await openInboxPages(withFile(ENTRIES)), COMPLIANCE);
    const [filed, fresh, gone] = ['1. Filed Truck', '2. New Truck', 'Gone Truck, '].map((text) =>
      body.lastIndexOf(text),
    );
    assert.ok(Number(filed) > 0 && Number(filed) < Number(fresh) && Number(fresh) < Number(gone));
    const block = body.slice(fresh, gone);
    assert.match(block, /Not filed yet/);
    assert.match(block, /Not on record: unknown/);
    assert.doesNotMatch(block, /tone-good|Clear to book/);
    assert.match(
      body,
      /<p>1 open application cannot be filed: the license number names no single vendor on record\. Ask for a copy/,
    );
  });

  const differences: readonly (readonly [string, Partial<InboxRow>, RegExp | undefined, string?])[] = [
    ['nothing', {}, undefined],
    [
      'the verdict',
      { standing: { ...standing, verdict: 'DECLINE' } },
      /today Don’t book, grade: A\. Filed: Clear to book, grade: A/,
      'today Don’t book',
    ],
    [
      'the grade',
      { standing: { ...standing, grade: 'B' } },
      /today Clear to book, grade: B\. Filed: Clear to book/,
    ],
    ['the record is gone', NO_VENDOR, /the license is not on record today/, 'not on record today'],
  ];
  for (const [name, changes, says, today] of differences)
    test(`shows what changed since the decision was filed: ${name}`, async () => {
      const { body } = await getSignedIn(
        await openInboxPages(withFile([entry(changes, sampleDecision())])),
        COMPLIANCE,
      );
      if (says) assert.match(body, says);
      else assert.doesNotMatch(body, /class="changed"/);
      const contents = /In this file<\/h2>.*?<\/section>/s.exec(body)?.[0] ?? '';
      assert.equal(/<strong>\((.*?)\)<\/strong>/.exec(contents)?.[1], today, 'beside the verdict on top');
      // The decision itself is shown as it was filed.
      assert.match(body, /tone-good.*The record was in order\./s);
    });

  test('points out a vendor that applied under a name that differs from the one on record', async () => {
    const { body } = await getSignedIn(
      await openInboxPages(
        withFile([
          entry({ business_name: 'Some Other Name LLC', name_differs: OTHER_NAME }, sampleDecision()),
        ]),
      ),
      COMPLIANCE,
    );
    assert.match(
      body,
      /Applied as Some Other Name LLC; the name on the license’s record is LOLAS TACOS LLC\./,
    );
  });

  test('notes when a decision was filed for another kind of event', async () => {
    const { body } = await getSignedIn(
      await openInboxPages(withFile([entry({}, sampleDecision({ event_type: 'food-truck-night' }))])),
      COMPLIANCE,
    );
    assert.match(body, /Filed for another kind of event: Food truck night/);
  });

  test('files decisions for all vendors with one button, and says whether anything new was filed', async () => {
    for (const [count, done, says] of [
      [3, 'filed', /Decisions are filed/],
      [0, 'none-filed', /Nothing new was filed/],
    ] as const) {
      const calls: unknown[] = [];
      const app = await openInboxPages({
        ...withFile(ENTRIES),
        fileDecisions: async (...given) => {
          calls.push(given);
          return count;
        },
      });
      const answer = await postSignedIn(app, COMPLIANCE);
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, `${COMPLIANCE}?done=${done}`]);
      assert.deepEqual(calls, [[ACCOUNT, EVENT_ID]]);
      assert.match((await getSignedIn(app, `${COMPLIANCE}?done=${done}`)).body, says);
    }
  });

  test('escapes all user-entered text, and is still a valid page when it is empty', async () => {
    const event = sampleEvent({ name: HOSTILE, venue_name: HOSTILE, address: HOSTILE, city: HOSTILE });
    const entries = [
      { application: HOSTILE_ROW, decision: sampleDecision({ receipt: HOSTILE }) },
      { application: { ...HOSTILE_ROW, status: 'declined' as const, vendor: null }, decision: null },
    ];
    const { body } = await getSignedIn(await openInboxPages(withFile(entries, event)), COMPLIANCE);
    assertSoundPage(body);
    assertEscaped(body, 10);
    const empty = await getSignedIn(await openInboxPages(withFile([])), COMPLIANCE);
    assertSoundPage(empty.body);
    assert.match(empty.body, /No application is open/);
    assert.match(
      empty.body,
      /Shortlisted vendors are in it once they apply[\s\S]*href="\/check\/list"/,
      'what to do instead',
    );
    assert.doesNotMatch(empty.body, /Not on record/, 'a file of nobody rests on no records');
    assert.doesNotMatch(empty.body, /File decisions/);
  });
});
