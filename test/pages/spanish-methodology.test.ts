import assert from 'node:assert/strict';
import { test } from 'node:test';
import { METHODS_NAMED, METHODS_TOLD } from '../../src/judgment/methodology/backtest-messages.ts';
import { describeMethod } from '../../src/judgment/methodology/describe-methodology.ts';
import { PUBLISHED } from '../../src/judgment/methodology/published-backtest.ts';
import { renderMethodology } from '../../src/web/public/methodology/methodology-page.ts';
import { assertSoundPage } from '../support/application-samples.ts';
import { englishLeft } from '../support/english-left.ts';

const BASE_URL = 'https://vendors.example';
const pageIn = (language: 'en' | 'es') =>
  renderMethodology({ baseUrl: BASE_URL, fictional: false, language }).toString();

/**
 * Returns every number in a page's text and tables. They are sorted because a translated sentence may order
 * them differently.
 */
function figuresOf(page: string): string[] {
  const main = /<main[\s\S]*<\/main>/.exec(page)?.[0] ?? '';
  const text = main.replace(/<(?:svg|style)[\s\S]*?<\/(?:svg|style)>/g, ' ').replace(/<[^>]*>/g, ' ');
  return [...text.matchAll(/\d[\d.,]*(?<![.,])|[¾½¼]/g)].map(([figure]) => figure).sort();
}

test('the Spanish methodology has exactly the same numbers as the English one', () => {
  const figures = figuresOf(pageIn('en'));
  assert.ok(figures.length > 300, String(figures.length));
  assert.deepEqual(figuresOf(pageIn('es')), figures);
});

test('the Spanish methodology contains no English except the regulator’s words and the command', () => {
  const page = pageIn('es');
  assertSoundPage(page);
  assert.match(page, /<h1>Cómo calificamos<\/h1>/);
  assert.match(page, /<span lang="en">“Warning Issued”<\/span> \(/);
  assert.match(page, /hreflang="en" href="https:\/\/vendors\.example\/methodology"/);
  const own = page.replace(/<code>[^<]*<\/code>/g, '').replace(/<svg[\s\S]*?<\/svg>/g, '');
  assert.deepEqual(englishLeft(own, ['Florida DBPR, Division of Hotels and Restaurants', 'un <em>']), []);
});

test('programs get the methodology in English, with the terms that the back-test used when it was run', () => {
  const { methods } = describeMethod(BASE_URL).backtest;
  for (const { id, name, about } of PUBLISHED.report.methods) {
    const told = methods.find((method) => method.id === id);
    assert.deepEqual([told?.name, told?.about], [name, about]);
    assert.ok(id in METHODS_NAMED.names && id in METHODS_TOLD.names, id);
  }
});
