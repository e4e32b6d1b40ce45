import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noTodos } from '../../src/organizer/applications/inbox/todo.ts';
import type { ApplicationService } from '../../src/organizer/applications/service.ts';
import { getSignedIn, openInboxPages, postSignedIn } from '../support/application-pages.ts';
import {
  assertEscaped,
  assertSoundPage,
  EVENT_ID,
  HOSTILE,
  sampleEvent,
  sampleRow,
} from '../support/application-samples.ts';

const BULK = `/organizer/events/${EVENT_ID}/bulk`;
const ACTION_ID = '5c1c8b9e-7d64-4b0e-8a51-0d6d5f9f2c01';
const STARTED = sampleEvent({ starts_at: '2026-03-16T12:00:00.000Z', ends_at: '2026-03-16T20:00:00.000Z' });

type Item = Awaited<ReturnType<ApplicationService['getBulk']>>['items'][number];

function item(changes: Partial<Item> = {}): Item {
  return {
    application_id: 'id-1',
    from_status: 'approved',
    to_status: 'approved',
    status: 'approved',
    mail_id: null,
    skipped: null,
    business_name: HOSTILE,
    outcome: null,
    outcome_recorded_at: null,
    ...changes,
  };
}

function withResult(
  action: 'attended' | 'confirmed',
  items: readonly Item[],
  undoUntil: string | null = null,
): Partial<ApplicationService> {
  return {
    getBulk: async () => ({
      event: STARTED,
      id: ACTION_ID,
      action,
      items: [...items],
      undoUntil,
      undone: false,
    }),
  };
}

describe('bulk actions on applications', () => {
  test('offer outcomes once the event has begun, and only statuses and messages before that', async () => {
    const inboxOf = async (event = sampleEvent()) => {
      const page = { rows: [sampleRow()], total: 1, matching: 1, page: 1, pageSize: 50 };
      const todos = { ...noTodos(), decide: 1 };
      const tabs = { decide: 1, waitlist: 0, approved: 0, closed: 0 };
      const verdicts = { CLEAR: 1, CONDITIONAL: 0, REVIEW: 0, DECLINE: 0, unknown: 0 };
      const app = await openInboxPages({
        listInbox: async () => ({ event, ...page, counts: { tabs, todos, verdicts } }),
      });
      const { body } = await getSignedIn(app, `/organizer/events/${EVENT_ID}/applications`);
      assertSoundPage(body);
      return body;
    };
    const before = await inboxOf();
    assert.match(before, /<option value="confirmed">Confirm the spot/);
    assert.doesNotMatch(before, /<option value="attended"|optgroup/);
    const during = await inboxOf(STARTED);
    assert.match(during, /<optgroup label="Record an outcome"><option value="attended">Came</);
    assert.match(during, /value="message"/);
    const over = await inboxOf({ ...STARTED, status: 'Completed' });
    assert.match(over, /value="no_show">Did not come/);
    assert.doesNotMatch(over, /value="approved">Approve</);
  });

  test('list who is notified and why each of the other applications was skipped', async () => {
    const app = await openInboxPages(
      withResult(
        'attended',
        [
          item({ outcome: 'attended', mail_id: 'mail-1' }),
          item({ outcome: 'attended', application_id: 'id-2' }),
          item({ application_id: 'id-3', skipped: 'no_outcome', status: 'declined' }),
          item({ application_id: 'id-4', skipped: 'mails' }),
          item({ application_id: 'id-5', skipped: '' }),
        ],
        '2026-03-16T15:01:00.000Z',
      ),
    );
    const { body } = await getSignedIn(app, `${BULK}/${ACTION_ID}`);
    assertSoundPage(body);
    assertEscaped(body, 5);
    assert.match(body, /Done: Record “Came”/);
    assert.match(
      body,
      /2 outcomes recorded\. 1 vendor with a verified license gets an email, and can contest it\./,
    );
    assert.match(body, /Left as they were: 3/);
    assert.match(body, /Turned down, no outcome yet: an outcome is recorded only for vendors who had a spot/);
    assert.match(body, /the maximum of these emails lately; record it later/);
    assert.match(body, /it could not be changed/);
    assert.match(body, /Undo all of it/);
  });

  test('say when a confirmation is blocked because the insurance ends too soon, and cannot be undone after a minute', async () => {
    const app = await openInboxPages(
      withResult('confirmed', [item({ mail_id: 'm', status: 'confirmed' }), item({ skipped: 'documents' })]),
    );
    const { body } = await getSignedIn(app, `${BULK}/${ACTION_ID}`);
    assertSoundPage(body);
    assert.match(body, /1 application: its applicant gets an email\./);
    assert.match(body, /Approved: its insurance ends before the event does/);
    assert.doesNotMatch(body, /Undo all of it/);
  });

  test('lead back to the inbox with an explanation if the selection is invalid', async () => {
    const refusal = 'Choose at least one application.';
    const app = await openInboxPages({ previewBulk: async () => ({ refusal, event: sampleEvent() }) });
    const { body, statusCode } = await postSignedIn(app, BULK, { action: 'attended' });
    assert.equal(statusCode, 422);
    assertSoundPage(body);
    assert.ok(body.includes(refusal) && body.includes(`/organizer/events/${EVENT_ID}/applications`));
  });
});
