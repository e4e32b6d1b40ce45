import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEngines } from '../support/engines.ts';
import { useEventPages } from './support/event-pages.ts';

const QUESTION = { label: 'Which day?', type: 'choice', options: 'Friday\r\nSaturday', required: 'yes' };

describeEngines('the pages for an event’s questions', (open) => {
  const { get, post, read, add } = useEventPages(open);

  test('let an organizer add, edit, move, and remove questions without a script', async () => {
    const id = await add();
    const base = `/organizer/events/${id}/questions`;
    for (const label of ['One?', 'Two?'])
      assert.equal((await post(base, { ...QUESTION, label })).statusCode, 303);
    const [one, two] = (await read(id)).questions;
    assert.ok(one && two);
    assert.deepEqual(one, { ...one, label: 'One?', required: true, options: ['Friday', 'Saturday'] });
    const list = (await get(base)).body;
    assert.match(list, /aria-label="Up: Two\?">Up</);
    assert.doesNotMatch(list, /"Up: One\?"/);
    assert.doesNotMatch(list, /"Down: Two\?"/);
    assert.equal((await post(`${base}/${two.id}/up`)).headers.location, base);
    assert.match((await get(`${base}/${one.id}`)).body, />\s*Friday\nSaturday<\/textarea>/);
    await post(`${base}/${one.id}`, { label: 'Changed?', type: 'yes_no' });
    assert.deepEqual(
      (await read(id)).questions.map(({ label, type, required }) => [label, type, required]),
      [
        ['Two?', 'choice', true],
        ['Changed?', 'yes_no', false],
      ],
    );
    assert.match((await get(base)).body, new RegExp(`<a href="${base}/${two.id}/remove"`));
    assert.match((await get(`${base}/${two.id}/remove`)).body, /Remove this question\?.*Two\?.*Keep it/s);
    assert.equal((await read(id)).questions.length, 2, 'to ask removes nothing');
    await post(`${base}/${two.id}/remove`);
    assert.deepEqual(
      (await read(id)).questions.map((question) => question.id),
      [one.id],
    );
  });

  test('keep what was typed for an invalid question, and say when a question was already removed', async () => {
    const id = await add();
    const base = `/organizer/events/${id}/questions`;
    const refused = await post(base, { ...QUESTION, options: 'Only one' });
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /<a href="#options">/);
    assert.match(refused.body, /value="Which day\?"/);
    assert.match(refused.body, /Only one<\/textarea>/);
    assert.match(refused.body, /value="yes" checked/);
    await post(base, QUESTION);
    const [question] = (await read(id)).questions;
    const edited = await post(`${base}/${question?.id}`, { ...QUESTION, label: '' });
    assert.equal(edited.statusCode, 422);
    assert.match(edited.body, /<a href="#label">/);
    assert.match((await post(`${base}/gone/remove`)).body, /no longer exists/);
    assert.equal((await post(`${base}/gone`, QUESTION)).statusCode, 404);
  });
});
