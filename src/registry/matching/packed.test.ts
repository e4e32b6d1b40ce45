import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findWord, invert, Lists, lengthAt, listAt, openTexts, Texts, textAt, Words } from './packed.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('', 'taco', 'tacos', 'ñandú', '塔可', '🌮', 'x'.repeat(3_000)),
);

describe('texts and lists in plain memory', () => {
  test('property: texts come back as they were, in their order', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 400 }), (texts) => {
        const packed = new Texts();
        for (const each of texts) packed.push(each);
        const sent = structuredClone(packed.packed());
        const opened = openTexts(sent);
        assert.deepEqual(
          texts.map((_, number) => textAt(opened, number)),
          texts,
        );
      }),
    );
  });

  test('property: a word has one number, however often it comes, and a word that never came has none', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 1_500 }), text, (texts, other) => {
        const words = new Words();
        const numbers = texts.map((each) => words.numberOf(each));
        const distinct = [...new Set(texts)];
        assert.deepEqual(
          numbers,
          texts.map((each) => distinct.indexOf(each)),
        );
        assert.equal(words.size, distinct.length);
        const packed = openTexts(structuredClone(words.packed()));
        for (const [number, each] of distinct.entries()) {
          assert.equal(textAt(packed, number), each);
          if (each.length < 1_000) assert.equal(findWord(packed, each), number);
        }
        if (!distinct.includes(other)) assert.equal(findWord(packed, other), -1);
      }),
      { numRuns: 50 },
    );
  });

  test('property: lists turned around tell for each number the lists that have it, in order and once', () => {
    const lists = fc.array(fc.array(fc.nat(9), { maxLength: 12 }), { maxLength: 40 });
    fc.assert(
      fc.property(lists, (all) => {
        const packed = new Lists();
        for (const list of all) packed.push(list);
        const turned = invert(packed.packed(), 10);
        for (let number = 0; number < 10; number++) {
          const having = [...all.keys()].filter((index) => all[index]?.includes(number));
          assert.deepEqual([...listAt(turned, number)], having);
          assert.equal(lengthAt(turned, number), having.length);
        }
        for (const [index, list] of all.entries())
          assert.deepEqual([...listAt(packed.packed(), index)], list);
        for (const none of [-1, 10, 99])
          assert.deepEqual([[...listAt(turned, none)], lengthAt(turned, none)], [[], 0]);
      }),
    );
  });

  test('more words than slots at first, and longer ones than usual, are all found', () => {
    const words = new Words();
    const all = Array.from({ length: 20_000 }, (_, index) => `word${index * 7919}`);
    for (const word of all) words.numberOf(word);
    const packed = words.packed();
    assert.ok(all.every((word, index) => findWord(packed, word) === index));
    assert.equal(words.numberOf('word0'), 0);
    assert.equal(findWord(packed, 'y'.repeat(100_000)), -1);
    assert.equal(words.numberOf('y'.repeat(100_000)), all.length);
    assert.equal(words.numberOf('y'.repeat(100_000)), all.length);
  });
});
