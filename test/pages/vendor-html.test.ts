import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { vendorId } from '../../src/records/record/vendor-id.ts';
import { html } from '../../src/web/kit/html.ts';
import {
  type DemoPages,
  HOSTILE,
  HOSTILE_DIGITS,
  idOf,
  openDemoPages,
  withHostileWords,
} from './support/vendor-pages.ts';

const VALIDATOR = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // Style: the type in the first line is written small, as HTML itself does.
    'doctype-style': 'off',
    // A vendor's name may be long, and is part of the title.
    'long-title': 'off',
    // Style: templates leave blanks at the end of lines and tags.
    'no-trailing-whitespace': 'off',
    'attr-delimiter': 'off',
  },
});

/** Every kind of page, read by a validator of HTML. */
describe('the markup of the public pages', () => {
  let pages: DemoPages;

  before(async () => {
    pages = await openDemoPages(withHostileWords, {
      vendorExtras: async () => ({ reply: html`<p>Ours.</p>` }),
    });
  });
  after(() => pages.close());

  const states = ['grade-a', 'grade-f', 'emergency-hold', 'not-on-file', 'never-inspected', 'prior-owner'];
  const addresses = [
    '/',
    '/search',
    '/search?q=zzzz&city=Miami',
    '/search?q=58900&page=2',
    '/search?q=pelican&page=7',
    '/es',
    '/es/search?q=zzzz&city=Miami',
    ...states.map((state) => `/es/vendor/${idOf(state)}`),
    `/search?q=${'x'.repeat(101)}`,
    '/search?page=x',
    '/vendor/x',
    `/search?${new URLSearchParams({ q: HOSTILE })}`,
    ...states.flatMap((state) => [`/vendor/${idOf(state)}`, `/improve/${idOf(state)}`]),
    `/vendor/${vendorId('2014', HOSTILE_DIGITS)}`,
  ];
  for (const address of addresses)
    test(`${address.slice(0, 60)} is valid HTML`, async () => {
      const { body } = await pages.get(address);
      const report = await VALIDATOR.validateString(body);
      const found = report.results.flatMap(({ messages }) =>
        messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
      );
      assert.deepEqual(found, []);
    });
});
