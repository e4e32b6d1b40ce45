import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { EMPTY_HTML, type Html, html, joinHtml } from './html.ts';

describe('the html template', () => {
  test('escapes the six characters that can end text or an attribute', () => {
    assert.equal(html`<p>${`"&'<=>`}</p>`.toString(), '<p>&#34;&#38;&#39;&#60;&#61;&#62;</p>');
    assert.equal(html`${'plain – text é 🌮'}`.toString(), 'plain – text é 🌮');
  });

  test('never lets text open a tag', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const markup = html`${text}`.toString();
        const listed = html`${[text]}`.toString();
        assert.doesNotMatch(markup, /["'<=>]|&(?!#\d\d;)/);
        assert.equal(listed, markup);
        const read = markup.replace(/&#(\d\d);/g, (_, code) => String.fromCharCode(Number(code)));
        assert.equal(read, text);
      }),
    );
  });

  test('inserts HTML unchanged, as a single value or in a list, and does not escape anything twice', () => {
    const name = html`<b>${'Lola & Son'}</b>`;
    assert.equal(html`<p>${name}</p>`.toString(), '<p><b>Lola &#38; Son</b></p>');
    assert.equal(html`${[name, html`<br>`, '<']}`.toString(), '<b>Lola &#38; Son</b><br>&#60;');
  });

  test('outputs numbers, and outputs nothing for null, undefined and an empty list', () => {
    assert.equal(html`${0}|${-1.5}|${null}|${undefined}|${[]}|${EMPTY_HTML}`.toString(), '0|-1.5||||');
  });

  test('interprets escape sequences in the template like JavaScript does', () => {
    assert.equal(html`a\n${1}\n`.toString(), 'a\n1\n');
  });

  test('does not compile if text is passed as HTML, or an object is passed as a value', () => {
    const shown = (content: Html) => content.toString();
    // @ts-expect-error Text is not HTML.
    shown('<b>raw</b>');
    // @ts-expect-error An object that looks like HTML is not HTML.
    shown({ toString: () => '<b>raw</b>', text: '<b>raw</b>' });
    // @ts-expect-error A Boolean in a template is a mistake, because it would be printed.
    html`${true}`;
    // @ts-expect-error So is an object. Its own text must not reach the page.
    assert.equal(html`${{ toString: () => '<b>raw</b>', text: '<b>raw</b>' }}`.toString(), '');
  });
});

test('joinHtml escapes parts and separators that are plain text', () => {
  assert.equal(joinHtml([html`<i>a</i>`, '<', 3], ' & ').toString(), '<i>a</i> &#38; &#60; &#38; 3');
  assert.equal(joinHtml(['a', 'b'], html`<br>`).toString(), 'a<br>b');
  assert.equal(joinHtml([], html`<br>`).toString(), '');
});

test('two HTML values are equal if their text is equal', () => {
  assert.deepEqual(html`<p>${'a'}</p>`, html`<p>a</p>`);
  assert.notDeepEqual(html`<p>a</p>`, html`<p>b</p>`);
});
