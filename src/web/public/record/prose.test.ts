import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderProse } from './prose.ts';

test('dates in a sentence are spelled out, and the rest of the sentence is escaped', () => {
  assert.equal(
    renderProse('In the year to 2018-06-30 <b> & no. 12018-06-301 of 2018.').toString(),
    'In the year to <time datetime="2018-06-30">June 30, 2018</time> &#60;b&#62; &#38; no. 12018-06-301 of 2018.',
  );
});

test('text that only looks like a date is not changed', () => {
  assert.equal(renderProse('Lot 2018-99-99.').toString(), 'Lot 2018-99-99.');
});

test('in a Spanish sentence, the regulator’s words are marked as English, including any nested quote', () => {
  assert.equal(
    renderProse('Dice “Warning “x” <Issued>” el 2018-06-30.', 'es').toString(),
    'Dice <span lang="en">“Warning “x” &#60;Issued&#62;”</span> el <time datetime="2018-06-30">30 de junio de 2018</time>.',
  );
  assert.equal(renderProse('Nunca “cerrada.', 'es').toString(), 'Nunca “cerrada.');
});
