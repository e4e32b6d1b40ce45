import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findCandidates } from './candidates.ts';
import { judge, readLabels, textKey } from './labels.ts';
import { sample } from './sample.ts';
import { findStruck } from './spans.ts';

const TEXT = 'Cook Zebulon Quill moved soup. Ottoline, call 850-555-0101 (J. Twig).';
const REDACTED = 'Cook [name] moved soup. [name], call [phone] ([name]).';
const at = (word: string) => ({ start: TEXT.indexOf(word), end: TEXT.indexOf(word) + word.length });

describe('the redaction measurement', () => {
  test('finds the original text of a redacted name, and nothing if the texts are unrelated', () => {
    const struck = findStruck(TEXT, REDACTED) ?? [];
    assert.deepEqual(
      struck.map(({ start, end }) => TEXT.slice(start, end)),
      ['Zebulon Quill', 'Ottoline', 'J. Twig'],
    );
    assert.equal(findStruck('Another text.', REDACTED), undefined);
  });

  test('counts a partly redacted name as a miss and a redacted ordinary word as an error, and lists unjudged redactions', () => {
    const labels = readLabels(
      ['Zebulon Quill', 'Ottoline', 'soup']
        .map((word) => [word === 'soup' ? 'other' : 'name', 'key', at(word).start, at(word).end].join('\t'))
        .join('\n'),
    );
    const struck = [at('Zebulon'), at('soup'), at('call')];
    assert.deepEqual(judge(TEXT, struck, labels.get('key') ?? []), {
      names: 2,
      misses: [
        { ...at('Zebulon Quill'), isName: true },
        { ...at('Ottoline'), isName: true },
      ],
      strikes: 3,
      overStrikes: [at('soup')],
      notJudged: [at('call')],
    });
  });

  test('offers words after a role, capitalized words inside a sentence and given names, but not words that were redacted', () => {
    const text = 'Cook zebulon saw Ottoline and maria. Soup was hot.';
    const words = findCandidates(text, [{ start: 0, end: 12 }]).map(({ start, end }) =>
      text.slice(start, end),
    );
    assert.deepEqual(words, ['Ottoline', 'maria']);
    assert.equal(findCandidates(text, []).length, 3);
  });

  test('draws the same sample for the same seed, and gives a text a different key in each category', () => {
    const all = Array.from({ length: 100 }, (_, index) => index);
    assert.deepEqual(sample(all, 10, 7), sample(all, 10, 7));
    assert.equal(sample(all, 10, 7).length, 10);
    assert.notDeepEqual(sample(all, 10, 7), sample(all, 10, 8));
    assert.notEqual(textKey(TEXT, 3), textKey(TEXT, 53));
  });
});
