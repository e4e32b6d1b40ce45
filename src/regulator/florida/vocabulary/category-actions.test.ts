import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryAction } from './category-actions.ts';
import { CATEGORY_MAX, violationCategory } from './violation-categories.ts';

const ALL = Array.from({ length: CATEGORY_MAX }, (_, index) => index + 1);

test('every category in use has a corrective action of its own, and the others share one', () => {
  const used = ALL.filter((category) => !violationCategory(category).title.endsWith('(no longer used)'));
  assert.equal(used.length, 45);
  assert.equal(
    new Set(used.map((category) => categoryAction(category, 'food_truck').action)).size,
    used.length,
  );
  for (const category of ALL) {
    const { action, resource } = categoryAction(category, 'food_truck');
    assert.match(action, /^[A-Z][^“”]{20,}\.$/);
    assert.match(resource.url, /^https:/);
  }
});

test('every category has a corrective action and a page title in Spanish', () => {
  const used = ALL.filter((category) => !violationCategory(category).title.endsWith('(no longer used)'));
  assert.equal(
    new Set(used.map((category) => categoryAction(category, 'food_truck', 'es').action)).size,
    used.length,
  );
  for (const category of ALL) {
    const en = categoryAction(category, 'food_truck');
    const es = categoryAction(category, 'food_truck', 'es');
    assert.match(es.action, /^\p{Lu}[^“”]{20,}\.$/u);
    assert.notEqual(es.action, en.action);
    assert.equal(es.resource.url, en.resource.url);
    assert.match(es.resource.title, /\(en inglés\)$/);
  }
});

test('no kind of license gets a link to a page about a different kind', () => {
  const pagesOf = (kind: 'food_truck' | 'hot_dog_cart' | 'caterer') =>
    ALL.filter((category) => /mobile/.test(categoryAction(category, kind).resource.title));
  assert.deepEqual(pagesOf('food_truck'), [27, 28, 29, 32, 33]);
  assert.deepEqual(pagesOf('hot_dog_cart'), [27, 28, 29, 32, 33]);
  assert.deepEqual(pagesOf('caterer'), []);
});
