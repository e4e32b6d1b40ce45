import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { EMPTY_HTML, type Html, html, joinHtml } from './html.ts';

describe('the html template', () => {
  test('escapes the six characters that can end a text or an attribute', () => {
    assert.equal(html`<p>${`"&'<=>`}</p>`.toString(), '<p>&#34;&#38;&#39;&#60;&#61;&#62;</p>');
    assert.equal(html`${'plain – text é 🌮'}`.toString(), 'plain – text é 🌮');
  });

  test('never lets any text open a tag', () => {
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

  test('inserts HTML unchanged, as a single value or in a list, and escapes nothing twice', () => {
    const name = html`<b>${'Lola & Son'}</b>`;
    assert.equal(html`<p>${name}</p>`.toString(), '<p><b>Lola &#38; Son</b></p>');
    assert.equal(html`${[name, html`<br>`, '<']}`.toString(), '<b>Lola &#38; Son</b><br>&#60;');
  });

  test('outputs numbers, and nothing for null, undefined and an empty list', () => {
    assert.equal(html`${0}|${-1.5}|${null}|${undefined}|${[]}|${EMPTY_HTML}`.toString(), '0|-1.5||||');
  });

  test('reads an escape sequence of the template as JavaScript does', () => {
    assert.equal(html`a\n${1}\n`.toString(), 'a\n1\n');
  });

  test('does not compile when it gets a text as HTML, or an object as a value', () => {
    const shown = (content: Html) => content.toString();
    // @ts-expect-error A text is not HTML.
    shown('<b>raw</b>');
    // @ts-expect-error An object that looks like HTML is not HTML.
    shown({ toString: () => '<b>raw</b>', text: '<b>raw</b>' });
    // @ts-expect-error A flag is a mistake in a template: it would be written out.
    html`${true}`;
    // @ts-expect-error So is an object, and its own text never gets onto the page.
    assert.equal(html`${{ toString: () => '<b>raw</b>', text: '<b>raw</b>' }}`.toString(), '');
  });
});

test('escapes joined parts and the separator if they are text', () => {
  assert.equal(joinHtml([html`<i>a</i>`, '<', 3], ' & ').toString(), '<i>a</i> &#38; &#60; &#38; 3');
  assert.equal(joinHtml(['a', 'b'], html`<br>`).toString(), 'a<br>b');
  assert.equal(joinHtml([], html`<br>`).toString(), '');
});

test('returns HTML that is compared by its text', () => {
  assert.deepEqual(html`<p>${'a'}</p>`, html`<p>a</p>`);
  assert.notDeepEqual(html`<p>a</p>`, html`<p>b</p>`);
});
