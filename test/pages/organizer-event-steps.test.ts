import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEngines } from '../support/engines.ts';
import { HOSTILE, useEventPages } from './support/event-pages.ts';

describeEngines('an event’s status buttons', (open) => {
  const { get, post, read, add } = useEventPages(open);

  test('are shown for the changes that are currently possible, and each makes its change', async () => {
    const started = '2026-03-16T14:00:00.000Z';
    const buttons = async (changes: Parameters<typeof add>[0]) => {
      const id = await add(changes);
      const { body } = await get(`/organizer/events/${id}`);
      return ['publish', 'unpublish', 'complete', 'cancel', 'edit'].filter((step) =>
        body.includes(`/organizer/events/${id}/${step}"`),
      );
    };
    assert.deepEqual(await buttons({ status: 'Draft' }), ['publish', 'cancel', 'edit']);
    assert.deepEqual(await buttons({}), ['unpublish', 'cancel', 'edit']);
    assert.deepEqual(await buttons({ applications_received: 1 }), ['cancel', 'edit']);
    assert.deepEqual(await buttons({ starts_at: started, applications_received: 1 }), [
      'complete',
      'cancel',
      'edit',
    ]);
    assert.deepEqual(await buttons({ status: 'Cancelled' }), []);
    assert.deepEqual(await buttons({ status: 'Completed' }), []);
    const id = await add({ status: 'Draft' });
    const statuses: string[] = [];
    for (const step of ['publish', 'unpublish', 'publish', 'cancel']) {
      const answer = await post(`/organizer/events/${id}/${step}`);
      assert.equal(answer.statusCode, 303);
      assert.match((await get(String(answer.headers.location))).body, /<p class="done" role="status">/);
      statuses.push((await read(id)).status);
    }
    assert.deepEqual(statuses, ['Published', 'Draft', 'Published', 'Cancelled']);
    const begun = await add({ starts_at: started });
    assert.equal((await post(`/organizer/events/${begun}/complete`)).statusCode, 303);
    assert.equal((await read(begun)).status, 'Completed');
  });

  test('show the reason and change nothing if the change is no longer possible', async () => {
    const id = await add({ applications_received: 1 });
    const answer = await post(`/organizer/events/${id}/unpublish`);
    assert.equal(answer.statusCode, 422);
    assert.match(answer.body, /role="alert"[\s\S]*have applied/);
    const over = await add({ status: 'Completed' });
    assert.equal((await post(`/organizer/events/${over}/cancel`)).statusCode, 422);
    assert.match(
      (await get(`/organizer/events/${over}/cancel`)).body,
      /<p class="lead" id="cancel">This event is completed, which is final\.<\/p>/,
    );
    assert.equal((await get(`/organizer/events/${over}/edit`)).headers.location, `/organizer/events/${over}`);
    for (const done of ['constructor', '__proto__', HOSTILE])
      assert.doesNotMatch(
        (await get(`/organizer/events/${id}?${new URLSearchParams({ done })}`)).body,
        /class="done"|function|<script/,
      );
  });

  test('do not offer to cancel an event that is over, and say what to do instead', async () => {
    const id = await add({ starts_at: '2026-03-15T20:00:00.000Z', ends_at: '2026-03-16T01:00:00.000Z' });
    const address = `/organizer/events/${id}`;
    assert.ok(!(await get(address)).body.includes(`${address}/cancel`));
    const { body } = await get(`${address}/cancel`);
    assert.match(body, /<h1>This event cannot be canceled<\/h1>/);
    assert.match(body, /This event is over, so it cannot be canceled\. If it did not take place, record/);
    assert.ok(!body.includes(`action="${address}/cancel"`));
    const refused = await post(`${address}/cancel`);
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /role="alert"[\s\S]*This event is over/);
    assert.equal((await read(id)).status, 'Published');
  });

  test('ask for confirmation before canceling', async () => {
    const id = await add();
    const { body } = await get(`/organizer/events/${id}/cancel`);
    assert.match(body, /You can’t undo this/);
    assert.match(body, new RegExp(`action="/organizer/events/${id}/cancel" method="post"`));
    assert.equal((await read(id)).status, 'Published');
  });
});
