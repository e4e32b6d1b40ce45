import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryAction } from './category-actions.ts';
import { CATEGORY_MAX, violationCategory } from './violation-categories.ts';

const ALL = Array.from({ length: CATEGORY_MAX }, (_, index) => index + 1);

test('every category in use has a corrective action of its own, and each other one has one, too', () => {
  const used = ALL.filter((category) => !violationCategory(category).title.endsWith('(no longer used)'));
  assert.equal(used.length, 45);
  assert.equal(new Set(used.map((category) => categoryAction(category).action)).size, used.length);
  for (const category of ALL) {
    const { action, resource } = categoryAction(category);
    assert.match(action, /^[A-Z][^“”]{20,}\.$/);
    assert.match(resource.url, /^https:/);
  }
});

test('every category has its corrective action and its page in Spanish', () => {
  const used = ALL.filter((category) => !violationCategory(category).title.endsWith('(no longer used)'));
  assert.equal(new Set(used.map((category) => categoryAction(category, 'es').action)).size, used.length);
  for (const category of ALL) {
    const [en, es] = [categoryAction(category), categoryAction(category, 'es')];
    assert.match(es.action, /^\p{Lu}[^“”]{20,}\.$/u);
    assert.notEqual(es.action, en.action);
    assert.equal(es.resource.url, en.resource.url);
    assert.match(es.resource.title, /\(en inglés\)$/);
  }
});
