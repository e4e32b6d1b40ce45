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
    // Matter of style: our doctype is lowercase, as in the HTML standard.
    'doctype-style': 'off',
    // A title includes the vendor's name, which can be long.
    'long-title': 'off',
    // Matter of style: our templates leave whitespace at the ends of lines and tags.
    'no-trailing-whitespace': 'off',
    'attr-delimiter': 'off',
  },
});

/** Validates every kind of page with an HTML validator. */
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
    test(`at ${address.slice(0, 60)} is valid HTML`, async () => {
      const { body } = await pages.get(address);
      const report = await VALIDATOR.validateString(body);
      const found = report.results.flatMap(({ messages }) =>
        messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
      );
      assert.deepEqual(found, []);
    });
});
