import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Question } from '../../events/schemas.ts';
import { checkAnswers } from './answers.ts';

const OPTIONS = ['Friday', 'Saturday', 'Sunday'];

function question(type: Question['type'], required = false): Question {
  const options = type === 'choice' || type === 'several_choices' ? OPTIONS : [];
  return { id: 'a1', label: 'The question', type, required, options };
}

function answerTo(type: Question['type'], values: readonly string[], required = false) {
  const read = checkAnswers([question(type, required)], (field) => (field === 'q_a1' ? values : []));
  return read.ok ? read.value[0]?.answer : read.errors;
}

describe('answers to custom questions', () => {
  const accepted: readonly (readonly [Question['type'], readonly string[], unknown])[] = [
    ['text', ['  Tacos  '], 'Tacos'],
    ['text', ['x'.repeat(200)], 'x'.repeat(200)],
    ['long_text', ['one\r\ntwo'], 'one\ntwo'],
    ['long_text', ['x'.repeat(5_000)], 'x'.repeat(5_000)],
    ['number', [' 12 '], 12],
    ['number', ['-2.5'], -2.5],
    ['number', ['-0'], 0],
    ['number', ['1000000000'], 1_000_000_000],
    ['yes_no', ['yes'], true],
    ['yes_no', ['no'], false],
    ['date', ['2028-02-29'], '2028-02-29'],
    ['choice', ['Saturday'], 'Saturday'],
    ['several_choices', ['Sunday', 'Friday', 'Sunday'], ['Friday', 'Sunday']],
    ['several_choices', ['', 'Friday'], ['Friday']],
  ];
  for (const [type, values, answer] of accepted)
    test(`${type} accepts ${JSON.stringify(values).slice(0, 40)}`, () =>
      assert.deepEqual(answerTo(type, values), answer));

  const refused: readonly (readonly [Question['type'], readonly string[]])[] = [
    ['text', ['x'.repeat(201)]],
    ['text', ['two\nlines']],
    ['text', ['a\u0000b']],
    ['text', ['turned \u202e around']],
    ['text', ['one', 'two']],
    ['long_text', ['x'.repeat(5_001)]],
    ['long_text', ['bell \u0007']],
    ...[
      'NaN',
      'Infinity',
      '1e3',
      '0x10',
      '1,5',
      '12 trucks',
      '1000000001',
      '-1000000001',
      '9'.repeat(400),
    ].map((text): readonly [Question['type'], readonly string[]] => ['number', [text]]),
    ['yes_no', ['maybe']],
    ['yes_no', ['yes', 'no']],
    ['date', ['2026-02-30']],
    ['date', ['02/03/2026']],
    ['choice', ['Monday']],
    ['choice', ['Friday', 'Saturday']],
    ['several_choices', ['Friday', 'Monday']],
  ];
  for (const [type, values] of refused)
    test(`${type} rejects ${JSON.stringify(values).slice(0, 40)} and returns the error under its form field`, () =>
      assert.deepEqual(Object.keys(Object(answerTo(type, values))), ['q_a1']));

  for (const values of [[], [''], ['   ']])
    test(`a blank answer (${JSON.stringify(values)}) becomes null if it is optional and is rejected if it is required`, () => {
      for (const type of ['text', 'number', 'yes_no', 'date', 'choice', 'several_choices'] as const) {
        assert.equal(answerTo(type, values), null);
        assert.deepEqual(answerTo(type, values, true), { q_a1: 'Please answer: The question' });
      }
    });

  test('answers with more than 20,000 characters in total are rejected, and the longest answer shows the error', () => {
    const questions = ['a', 'b', 'c', 'd', 'e'].map((id): Question => ({ ...question('long_text'), id }));
    const check = (lengths: readonly number[]) =>
      checkAnswers(questions, (field) => {
        const index = questions.findIndex(({ id }) => field === `q_${id}`);
        return ['x'.repeat(lengths[index] ?? 0)];
      });
    assert.equal(check([4_900, 4_900, 4_900, 4_900, 0]).ok, true);
    const long = check([4_900, 4_900, 5_000, 4_900, 4_900]);
    assert.deepEqual(long.ok ? [] : Object.keys(long.errors), ['q_c']);
    assert.match(long.ok ? '' : (long.errors.q_c ?? ''), /total 24,610 characters, and the limit is 20,000/);
  });

  test('each answer is stored with its question’s wording, and answers to unknown questions are ignored', () => {
    const read = checkAnswers([question('number')], (field) => (field === 'q_a1' ? ['3'] : ['stray']));
    const kept = { question_id: 'a1', label: 'The question', type: 'number', answer: 3 };
    assert.deepEqual(read, { ok: true, value: [kept] });
  });
});
