import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { InboxRow } from '../../src/organizer/applications/application.ts';
import {
  emptyCounts,
  type InboxEntry,
  orderIds,
  rankEntries,
} from '../../src/organizer/applications/inbox/inbox-view.ts';
import { todosOf } from '../../src/organizer/applications/inbox/todo.ts';
import type { ApplicationService } from '../../src/organizer/applications/service.ts';
import type { Question } from '../../src/organizer/events/schemas.ts';
import { ACCOUNT, getSignedIn, openInboxPages, postSignedIn } from '../support/application-pages.ts';
import {
  assertEscaped,
  assertSoundPage,
  EVENT_ID,
  HOSTILE,
  HOSTILE_ROW,
  NO_VENDOR,
  sampleEvent,
  sampleRow,
} from '../support/application-samples.ts';

const INBOX = `/organizer/events/${EVENT_ID}/applications`;

/** Serves these rows four to a page, filtered and sorted by the service's own rules. */
function withRows(rows: readonly InboxRow[], event = sampleEvent()): Partial<ApplicationService> {
  return {
    async listInbox(_accountId, _eventId, view) {
      const counts = emptyCounts();
      const ids = orderIds(rankEntries(rows.map(toEntry), view, counts), view);
      const shown = ids.slice((view.page - 1) * PAGE_SIZE, view.page * PAGE_SIZE);
      return {
        event,
        total: rows.length,
        matching: ids.length,
        page: view.page,
        pageSize: PAGE_SIZE,
        counts,
        rows: shown.flatMap((id) => rows.find((row) => row.id === id) ?? []),
      };
    },
    exportApplications: async () => ({ event, questions: listQuestions(event, rows), parts: oneByOne(rows) }),
  };
}

const ACTION_ID = '5c1c8b9e-7d64-4b0e-8a51-0d6d5f9f2c01';
const PAGE_SIZE = 4;
const PENDING = { hasChanged: false, documents: 0, endsEarly: false };
const NOW = new Date('2026-03-16T15:00:00Z');
const VENDOR_ID = sampleRow().vendor?.id ?? '';

function escaped(address: string): string {
  return address.replaceAll('&', '&#38;').replaceAll('=', '&#61;');
}

function toEntry(row: InboxRow): InboxEntry {
  const { vendor, standing, service_score } = row;
  const joined =
    vendor && standing ? { service_score, identity: () => vendor, standing: () => standing } : undefined;
  return { application: row, todos: todosOf(row, PENDING, sampleEvent(), NOW), vendor: joined };
}

function listQuestions({ questions }: { questions: readonly Question[] }, rows: readonly InboxRow[]) {
  const gone = rows
    .flatMap(({ custom_responses }) => custom_responses)
    .filter(({ question_id }) => !questions.some(({ id }) => id === question_id));
  return [...questions, ...gone.map(({ question_id, label }) => ({ id: question_id, label }))];
}

async function* oneByOne(rows: readonly InboxRow[]): AsyncGenerator<readonly InboxRow[]> {
  for (const row of rows) yield [row];
}

const { standing } = sampleRow();
assert.ok(standing);

describe('the inbox', () => {
  const rows: readonly InboxRow[] = [
    sampleRow({ id: 'id-1', business_name: 'Alma’s Arepas', submitted_at: '2026-03-10T10:00:00.000Z' }),
    sampleRow({
      id: 'id-2',
      business_name: 'Bún Truck',
      submitted_at: '2026-03-12T10:00:00.000Z',
      status: 'approved',
      service_score: 71,
      risk_tier: 'elevated',
      outcome: 'no_show',
      standing: { ...standing, verdict: 'CONDITIONAL', grade: 'C' },
      same_license: 2,
    }),
    sampleRow({
      ...NO_VENDOR,
      id: 'id-3',
      business_name: 'Casa Nueva',
      submitted_at: '2026-03-11T10:00:00.000Z',
    }),
    sampleRow({
      id: 'id-4',
      business_name: 'Dim Sum',
      submitted_at: '2026-03-13T10:00:00.000Z',
      service_score: 40.25,
      risk_tier: 'high',
      standing: { ...standing, verdict: 'DECLINE', grade: null, grade_status: 'hold' },
    }),
  ];
  const shownIds = (page: string) =>
    [...page.matchAll(/<th scope="row"[^>]*>.*?<a href="[^"?]*\/(id-\d)(?:\?[^"]*)?">/g)].map(([, id]) => id);

  test('shows each business’s name, verdict, reasons, and outcomes', async () => {
    const { statusCode, body, headers } = await getSignedIn(await openInboxPages(withRows(rows)), INBOX);
    assert.equal(statusCode, 200);
    assert.equal(headers['cache-control'], 'no-store');
    assertSoundPage(body);
    assert.match(
      body,
      /To decide <span class="count">3<.*Waitlist <span class="count">0<.*Approved <span class="count">1<.*All <span class="count">4</s,
    );
    assert.match(body, /<strong>1<\/strong> approved vendor has not/);
    assert.ok(
      body.includes(
        `<a href="/vendor/${VENDOR_ID}"><span class="number">MFD5890123</span>: LOLAS TACOS LLC</a>, food truck`,
      ),
    );
    for (const text of [
      '<span class="small">Grade A</span>',
      'Outcome: Did not come',
      'Approved',
      'Sent <time',
    ])
      assert.ok(body.includes(text), text);
    assert.match(
      body,
      /<span class="mark tone-open"><span aria-hidden="true">!<\/span> Book with care<\/span>/,
    );
    assert.match(body, /<span class="small">No grade</);
    assert.match(body, /Also applied 2 more times with this license/);
    assert.match(body, /<span class="sentence">The record is in order\.<\/span>/);
    assert.match(body, /<span class="small">Birria tacos<\/span>/);
    assert.match(body, /Applications: all 4</);
    assert.doesNotMatch(body, /class="paging/);
  });

  test('marks a deposit that is due as paid with one click, and returns to the same view', async () => {
    const due = sampleRow({ id: 'id-1', deposit_status: 'due', status: 'approved' });
    const asked: unknown[] = [];
    const setDeposit = async (...of: readonly unknown[]) => void asked.push(of);
    const app = await openInboxPages({ ...withRows([due]), setDeposit });
    const { body } = await getSignedIn(app, `${INBOX}?tab=approved`);
    assert.match(
      body,
      /name="paid" value="id-1" formaction="[^"]*\/applications\/paid\?tab&#61;approved">Mark as paid/,
    );
    const sent = await postSignedIn(app, `${INBOX}/paid?tab=approved`, { paid: 'id-1' });
    assert.deepEqual([sent.statusCode, sent.headers.location], [303, `${INBOX}?tab=approved`]);
    assert.deepEqual(asked, [[ACCOUNT, EVENT_ID, 'id-1', 'paid']]);
    for (const row of [
      sampleRow({ deposit_status: 'due' }),
      sampleRow({ status: 'approved', deposit_status: 'paid' }),
    ])
      assert.doesNotMatch(
        (await getSignedIn(await openInboxPages(withRows([row])), INBOX)).body,
        /Mark as paid/,
      );
    const viewer = await openInboxPages(withRows([due], sampleEvent({ access: 'viewer' })));
    assert.doesNotMatch((await getSignedIn(viewer, INBOX)).body, /Mark as paid/);
  });

  test('shows how many vendors of each food type are approved, and the license type unless it is the usual one', async () => {
    const cottage = sampleRow({ ...NO_VENDOR, license_kind: 'cottage_food', license_number: '' });
    const countFoods = async () =>
      new Map([
        ['tacos', 3],
        ['bbq', 1],
      ] as const);
    const { body } = await getSignedIn(await openInboxPages({ ...withRows([cottage]), countFoods }), INBOX);
    assert.match(body, /Approved so far: 3 Tacos and Mexican food · 1 Barbecue/);
    assert.match(body, /Cottage food \(home kitchen\)/);
    assert.match(
      body,
      /Not in our records<span class="small">Collect the documents for this kind of license/,
    );
  });

  test('summarizes each applicant in a few lines, and leaves out what does not apply', async () => {
    const quiet = sampleRow({
      business_name: ' Lolas Tacos LLC ',
      deposit_status: 'not_required',
      outcome: null,
    });
    const paid = sampleRow({ id: 'id-2', deposit_status: 'paid', outcome: 'late' });
    const { body } = await getSignedIn(await openInboxPages(withRows([quiet, paid])), INBOX);
    const [second = '', first = ''] = body.split('<tbody>')[1]?.split('</tr>') ?? [];
    assert.match(first, /MFD5890123<\/span><span class="visually-hidden">: the record of LOLAS TACOS LLC</);
    assert.doesNotMatch(first, /Deposit|Outcome/);
    assert.match(second, /Deposit: Paid<\/span>.*<span class="small">Outcome: Came late</);
    assert.equal((body.match(/<th scope="col"/g) ?? []).length, 4);
  });

  test('counts the documents that are done, and offers one-click approval if the verdict does not require a reason', async () => {
    const document = (code: string, state: 'confirmed' | 'waived' | 'received' | 'to_collect') =>
      ({ code, name: code, state, detail: '', expires_on: null, blocks_spot: false }) as const;
    const documents = [
      document('a', 'confirmed'),
      document('b', 'waived'),
      document('c', 'received'),
      document('d', 'to_collect'),
    ];
    const one = [sampleRow({ id: 'id-1', documents }), ...rows.slice(1)];
    const app = await openInboxPages(withRows(one));
    const { body } = await getSignedIn(app, `${INBOX}?tab=decide`);
    assert.match(body, /Documents 2\/4<span/);
    assert.match(body, /<a href="[^"]*\/documents">1 to review</);
    const offered = [...body.matchAll(/name="approve" value="[0-9a-f-]{36}:(id-\d):(\w+):none"/g)];
    assert.deepEqual(
      offered.map(([, id, status]) => [id, status]),
      [['id-1', 'submitted']],
    );
    assert.match(body, /formaction="[^"]*\/applications\/approve\?tab&#61;decide"/);
    const viewer = withRows(one, sampleEvent({ access: 'viewer' }));
    assert.doesNotMatch((await getSignedIn(await openInboxPages(viewer), INBOX)).body, /name="approve"/);
  });

  test('approves an application without leaving the view, and shows why if the approval is rejected', async () => {
    const asked: unknown[] = [];
    const app = await openInboxPages({
      ...withRows(rows),
      decide: async (...given) => {
        asked.push(given);
        return given[2] === 'id-1' ? undefined : 'All spots are taken.';
      },
    });
    const approve = (id: string) =>
      postSignedIn(app, `${INBOX}/approve?tab=decide`, {
        approve: `${ACTION_ID}:${id}:submitted:none`,
      });
    const done = await approve('id-1');
    assert.deepEqual([done.statusCode, done.headers.location], [303, `${INBOX}?tab=decide&did=${ACTION_ID}`]);
    const decision = { status: 'approved', message: '', seen: 'submitted', actionId: ACTION_ID };
    assert.deepEqual(asked, [[ACCOUNT, EVENT_ID, 'id-1', decision]]);
    const refused = await approve('id-4');
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /role="alert".*All spots are taken\./s);
    assertSoundPage(refused.body);
  });

  test('returns to the same view after an undo', async () => {
    const app = await openInboxPages({ ...withRows(rows), undoBulk: async () => undefined });
    const undo = (fields: Record<string, string>) =>
      postSignedIn(app, `/organizer/events/${EVENT_ID}/bulk/${ACTION_ID}/undo`, fields);
    const inbox = await undo({ back: 'inbox', view: 'tab=decide&sort=name&evil=1' });
    assert.equal(inbox.headers.location, `${INBOX}?tab=decide&sort=name&did=${ACTION_ID}`);
    const one = await undo({ back: '../../x', view: '' });
    assert.equal(one.headers.location, `${INBOX}/..%2F..%2Fx?did=${ACTION_ID}`);
  });

  test('keeps the filters collapsed until one is set', async () => {
    const pages = await openInboxPages(withRows(rows));
    const fold = async (query: string) =>
      /<details class="filters no-print"( open)?>/.exec((await getSignedIn(pages, INBOX + query)).body)?.[1];
    assert.equal(await fold(''), undefined);
    assert.equal(await fold('?q=tacos'), ' open');
    assert.equal(await fold('?sort=name'), ' open');
  });

  test('shows a vendor that is not on record as unknown, never as blank or clean', async () => {
    const { body } = await getSignedIn(await openInboxPages(withRows([sampleRow(NO_VENDOR)])), INBOX);
    assert.match(
      body,
      /data-label="Verdict"><span class="mark"><span[^>]*>\?<\/span> Not on record: unknown<\/span><span class="small">No grade</,
    );
    assert.doesNotMatch(body, /tone-good|<td[^>]*>Clear/);
  });

  const views: readonly (readonly [query: string, ids: readonly string[]])[] = [
    ['', ['id-4', 'id-3', 'id-1', 'id-2']],
    ['todo=decide', ['id-4', 'id-3', 'id-1']],
    ['tab=decide', ['id-4', 'id-3', 'id-1']],
    ['tab=approved', ['id-2']],
    ['tab=decide&verdict=DECLINE', ['id-4']],
    ['todo=confirm', ['id-2']],
    ['sort=newest', ['id-4', 'id-2', 'id-3', 'id-1']],
    ['sort=oldest', ['id-1', 'id-3', 'id-2', 'id-4']],
    ['sort=name', ['id-1', 'id-2', 'id-3', 'id-4']],
    ['sort=score', ['id-1', 'id-2', 'id-4', 'id-3']],
    ['sort=verdict', ['id-1', 'id-2', 'id-3', 'id-4']],
    ['status=approved', ['id-2']],
    ['verdict=unknown', ['id-3']],
    ['verdict=DECLINE', ['id-4']],
    ['grade=A', ['id-1']],
    ['grade=none', ['id-4', 'id-3']],
    ['grade=none&verdict=unknown', ['id-3']],
    ['status=submitted&sort=oldest&q=tacos', ['id-1', 'id-3', 'id-4']],
    ['q=BUN+truck', ['id-2']],
    ['q=mfd5890123&sort=name', ['id-1', 'id-2', 'id-4']],
    ['q=lola%40tacos.example&sort=name', ['id-1', 'id-2', 'id-3', 'id-4']],
    [
      'tab=open&status=APPROVED&verdict=clear&grade=E&sort=random&colour=red&todo=all',
      ['id-4', 'id-3', 'id-1', 'id-2'],
    ],
  ];
  for (const [query, ids] of views)
    test(`shows ${ids.join(', ')} for “${query}”, along with the counts and the chosen filters`, async () => {
      const { body } = await getSignedIn(await openInboxPages(withRows(rows)), `${INBOX}?${query}`);
      assert.deepEqual(shownIds(body), ids);
      assert.ok(
        body.includes(
          ids.length === 4
            ? 'Applications: all 4<'
            : `Applications: ${ids.length === 1 ? '1 that fits' : `all ${ids.length} that fit`}; 4 in all<`,
        ),
      );
      assertSoundPage(body);
    });

  test('splits a long list into pages that show their position, keep the filters, and link to one another', async () => {
    const many = Array.from({ length: 9 }, (_, index) =>
      sampleRow({ id: `id-${index}`, business_name: `Truck ${index}` }),
    );
    const pages = await openInboxPages(withRows([...many, sampleRow({ id: 'x', status: 'declined' })]));
    const query = 'sort=name&q=truck&status=submitted';
    const first = await getSignedIn(pages, `${INBOX}?${query}`);
    assert.deepEqual(shownIds(first.body), ['id-0', 'id-1', 'id-2', 'id-3']);
    assert.match(first.body, /Applications: 1–4 of 9 that fit; 10 in all</);
    assert.match(first.body, /<nav class="paging no-print" aria-label="Pages">\n<span><\/span>/);
    const next = escaped(`${INBOX}?status=submitted&q=truck&sort=name&page=2`);
    assert.ok(first.body.includes(`<a rel="next" href="${next}">Next page</a>`));
    const last = await getSignedIn(pages, `${INBOX}?${query}&page=3`);
    assert.deepEqual(shownIds(last.body), ['id-8']);
    assert.match(last.body, /Applications: 9–9 of 9 that fit/);
    assert.ok(last.body.includes(`<a rel="prev" href="${next}">Previous page</a>`));
    assert.doesNotMatch(last.body, /rel="next"/);
    for (const page of [first, last]) assertSoundPage(page.body);
  });

  test('says when a page is past the end and links back, and rejects an invalid page number', async () => {
    const pages = await openInboxPages(withRows(rows));
    const beyond = await getSignedIn(pages, `${INBOX}?page=7&sort=oldest`);
    assert.equal(beyond.statusCode, 404);
    assert.match(beyond.body, /There is no page 7: this list has one page\./);
    assert.ok(beyond.body.includes(`<a href="${escaped(`${INBOX}?sort=oldest`)}">Go to the first page</a>`));
    assertSoundPage(beyond.body);
    for (const page of ['0', '-1', '1e9', 'x', '50001'])
      assert.equal((await getSignedIn(pages, `${INBOX}?page=${page}`)).statusCode, 400, page);
  });

  test('keeps the chosen filters in the form, and says when nothing matches', async () => {
    const { body } = await getSignedIn(
      await openInboxPages(withRows(rows)),
      `${INBOX}?q=%3Cscript%3Ealert(%221%22)&status=declined`,
    );
    assert.match(body, /None of 4 applications fits/);
    assert.match(body, /<option value="declined" selected>/);
    assertEscaped(body, 1);
    assertSoundPage(body);
  });

  test('explains how to get applications when there are none', async () => {
    const { body } = await getSignedIn(await openInboxPages(withRows([])), INBOX);
    assert.match(body, /No one has applied yet/);
    assertSoundPage(body);
  });

  test('escapes text from applicants and organizers', async () => {
    const event = sampleEvent({ name: HOSTILE });
    const { body } = await getSignedIn(await openInboxPages(withRows([HOSTILE_ROW], event)), INBOX);
    assertSoundPage(body);
    assertEscaped(body, 2 + 1 + 2 + 1);
  });
});

describe('the spreadsheet', () => {
  test('contains every application, has a column for each question, and neutralizes formulas', async () => {
    const event = sampleEvent({
      name: `Año "Nuevo"\r\nX: ${HOSTILE}`,
      questions: sampleEvent().questions.slice(0, 3),
    });
    const rows = [
      sampleRow({
        business_name: '=HYPERLINK("x")',
        contact_name: '@SUM(1)',
        same_license: 1,
        custom_responses: [
          { question_id: 'q1', label: 'What do you cook?', type: 'text', answer: '-2+3' },
          { question_id: 'q3', label: 'Feet of space', type: 'number', answer: -20.5 },
          {
            question_id: 'q9',
            label: '+Asked once',
            type: 'several_choices',
            answer: ['Friday', 'Saturday'],
          },
        ],
      }),
      sampleRow({ ...NO_VENDOR, license_number: '\tx' }),
    ];
    const answer = await getSignedIn(
      await openInboxPages(withRows(rows, event)),
      `${INBOX}.csv?status=declined`,
    );
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(
      String(answer.headers['content-disposition']),
      /^attachment; filename="applications-ano-nuevo-x-script-alert-1-script-onload-x\.csv"$/,
    );
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.deepEqual([...answer.rawPayload.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    const read = parse<Record<string, string>>(answer.body, {
      bom: true,
      columns: true,
      record_delimiter: '\r\n',
    });
    const [first, second] = read;
    assert.deepEqual(
      ['Business', 'Contact', 'Phone', 'Score', 'What do you cook?', 'Tell us more', 'Feet of space'].map(
        (name) => first?.[name],
      ),
      [`'=HYPERLINK("x")`, "'@SUM(1)", "'+1 407 555 0100", '92.5', "'-2+3", '', '-20.5'],
    );
    assert.equal(first?.["'+Asked once"], 'Friday; Saturday');
    assert.deepEqual(
      [second?.['License as given'], second?.Verdict, second?.Grade, second?.Score],
      ["'\tx", 'Not on record: unknown', 'Not on record: unknown', ''],
    );
    assert.equal(read.length, 2);
  });

  test('has a file name even if the event’s name contains no letters', async () => {
    const answer = await getSignedIn(
      await openInboxPages(withRows([], sampleEvent({ name: '🌮 "' }))),
      `${INBOX}.csv`,
    );
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="applications-event.csv"');
  });
});
