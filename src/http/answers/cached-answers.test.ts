import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CachedAnswers } from './cached-answers.ts';

const answer = (text: string) => ({ body: Buffer.from(text), hash: text });

test('a response is reused only for the same edition of the data, and never while the edition is unknown', () => {
  const answers = new CachedAnswers();
  const kept = answers.keep('1/2026-01-15', 'a', answer('first'));
  assert.equal(answers.find('1/2026-01-15', 'a'), kept);
  assert.equal(answers.find(undefined, 'a'), undefined);
  assert.equal(answers.find('1/2026-01-16', 'a'), undefined);
  answers.keep('2/2026-01-16', 'b', answer('second'));
  assert.equal(answers.find('1/2026-01-15', 'a'), undefined, 'the edition before is dropped as a whole');
});

test('a response is sent but not cached if the data changed while the response was being built', () => {
  const answers = new CachedAnswers();
  assert.deepEqual(answers.keep(undefined, 'a', answer('late')), answer('late'));
  answers.keep('2', 'b', answer('now'));
  assert.equal(answers.find('2', 'a'), undefined);
});

test('once the cache is full, the least recently requested responses are dropped first', () => {
  const answers = new CachedAnswers({ bytesMax: 10 });
  for (const key of ['a', 'b', 'b']) answers.keep('1', key, answer('12345'));
  answers.find('1', 'a');
  answers.keep('1', 'c', answer('12345'));
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => answers.find('1', key)?.hash),
    ['12345', undefined, '12345'],
  );
});
