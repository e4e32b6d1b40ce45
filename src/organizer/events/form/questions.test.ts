import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { QUESTION_TYPES, type Question } from '../schemas.ts';
import {
  addQuestion,
  changeQuestion,
  moveQuestion,
  QUESTIONS_MAX,
  type QuestionFields,
  readQuestion,
  removeQuestion,
} from './questions.ts';

const DRAFT = { label: 'How long is your truck?', type: 'number', required: true, options: [] } as const;

function fields(changes: Partial<QuestionFields> = {}): QuestionFields {
  return { label: 'Which day?', type: 'choice', required: false, options: 'Friday\nSaturday', ...changes };
}

function questions(...ids: string[]): Question[] {
  return ids.map((id) => ({ id, ...DRAFT, options: [] }));
}

function refusedIn(changes: Partial<QuestionFields>): string[] {
  const read = readQuestion(fields(changes));
  return read.ok ? [] : Object.keys(read.errors);
}

function idsOf(outcome: ReturnType<typeof addQuestion>): string[] {
  assert.ok(outcome.ok);
  return outcome.value.map(({ id }) => id);
}

describe('a typed question', () => {
  test('is parsed into a label, a type and a required flag, and has options only if it is a choice', () => {
    assert.deepEqual(readQuestion(fields({ options: ' Friday \r\n\r\nSaturday\u0000\n' })), {
      ok: true,
      value: { label: 'Which day?', type: 'choice', required: false, options: ['Friday', 'Saturday'] },
    });
    for (const type of QUESTION_TYPES) {
      const read = readQuestion(fields({ type }));
      assert.deepEqual(read.ok && read.value.options.length, type.includes('choice') ? 2 : 0, type);
    }
  });

  test('is rejected if it has no label or type, if a text is too long, or if its options are too many, too few or repeated', () => {
    assert.deepEqual(refusedIn({ label: ' ' }), ['label']);
    assert.deepEqual(refusedIn({ label: 'x'.repeat(200) }), []);
    assert.deepEqual(refusedIn({ label: 'x'.repeat(201) }), ['label']);
    assert.deepEqual(refusedIn({ type: 'file' }), ['type']);
    assert.deepEqual(refusedIn({ label: '', type: '' }), ['label', 'type']);
    const many = (count: number) => Array.from({ length: count }, (_, index) => `Option ${index}`).join('\n');
    assert.deepEqual(
      [0, 1, 2, 30, 31].map((count) => refusedIn({ options: many(count) })),
      [['options'], ['options'], [], [], ['options']],
    );
    assert.deepEqual(refusedIn({ options: `a\n${'x'.repeat(100)}` }), []);
    assert.deepEqual(refusedIn({ options: `a\n${'x'.repeat(101)}` }), ['options']);
    assert.deepEqual(refusedIn({ options: 'Yes\nyes' }), ['options']);
    assert.deepEqual(refusedIn({ options: 'one', type: 'text' }), []);
  });
});

describe('an event’s questions', () => {
  test('are limited to ten thousand characters in total, including labels and options', () => {
    const options = Array.from({ length: 30 }, (_, index) => `${index}`.padEnd(100, 'x'));
    const long = { label: 'y'.repeat(200), type: 'choice', required: false, options } as const;
    const three = ['a', 'b', 'c'].map((id) => ({ id, ...long }));
    const short = { ...long, type: 'text' as const, options: [] };
    assert.equal(addQuestion(three, short, 'd').ok, true);
    const refused = addQuestion(three, long, 'd');
    assert.match(
      refused.ok ? '' : (refused.errors.form ?? ''),
      /12,800 characters together; 10,000 is the most/,
    );
    const four = [...three, { id: 'd', ...short }];
    assert.equal(changeQuestion(four, 'd', long).ok, false);
    assert.equal(changeQuestion(four, 'gone', long).ok, false);
  });

  test('are added at the end, and there can be at most thirty', () => {
    assert.deepEqual(idsOf(addQuestion(questions('a', 'b'), { ...DRAFT, options: [] }, 'c')), [
      'a',
      'b',
      'c',
    ]);
    const full = questions(...Array.from({ length: QUESTIONS_MAX }, (_, index) => `q${index}`));
    const refused = addQuestion(full, { ...DRAFT, options: [] }, 'more');
    assert.deepEqual(refused.ok ? [] : Object.keys(refused.errors), ['form']);
    assert.equal(addQuestion(full.slice(1), { ...DRAFT, options: [] }, 'more').ok, true);
  });

  test('keep their ids when they are changed', () => {
    const changed = changeQuestion(questions('a', 'b'), 'b', { ...DRAFT, label: 'New', options: [] });
    assert.ok(changed.ok);
    assert.deepEqual(
      changed.value.map(({ id, label }) => [id, label]),
      [
        ['a', DRAFT.label],
        ['b', 'New'],
      ],
    );
  });

  test('move by one position, and cannot move past either end', () => {
    const all = questions('a', 'b', 'c');
    const moved = (['up', 'down'] as const).flatMap((direction) =>
      all.map(({ id }) => idsOf(moveQuestion(all, id, direction)).join('')),
    );
    assert.deepEqual(moved, ['abc', 'bac', 'acb', 'bac', 'acb', 'abc']);
  });

  test('are removed one at a time, and an unknown id is reported as an error', () => {
    assert.deepEqual(idsOf(removeQuestion(questions('a', 'b'), 'a')), ['b']);
    const all = questions('a');
    const missing = [
      removeQuestion(all, 'x'),
      moveQuestion(all, 'x', 'up'),
      changeQuestion(all, 'x', { ...DRAFT, options: [] }),
    ];
    for (const outcome of missing) assert.deepEqual(outcome.ok ? [] : Object.keys(outcome.errors), ['form']);
  });
});
