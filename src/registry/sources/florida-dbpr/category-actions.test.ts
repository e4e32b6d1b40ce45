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
