import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLORIDA_DBPR } from '../florida-source.ts';
import { isKnownDisposition, VOCABULARY } from './dispositions.ts';
import {
  categoryTitle,
  glossOf,
  SPANISH_CATEGORIES,
  SPANISH_DISPOSITIONS,
  SPANISH_INSPECTION_TYPES,
} from './glosses.ts';
import { TITLES } from './violation-categories.ts';

test('every disposition and every category has a Spanish gloss, and there are no others', () => {
  assert.deepEqual(Object.keys(SPANISH_DISPOSITIONS).sort(), Object.keys(VOCABULARY).sort());
  assert.deepEqual(Object.keys(SPANISH_CATEGORIES), Object.keys(TITLES));
});

test('a gloss is found for any spelling of a known phrase, and none is invented for other text', () => {
  assert.equal(glossOf('Call Back – Complied', 'es'), 'visita de seguimiento: cumplió');
  assert.equal(isKnownDisposition('Closed for the day'), false);
  assert.equal(glossOf('Closed for the day', 'es'), undefined);
  assert.equal(glossOf('Warning Issued', 'en'), undefined);
  assert.equal(glossOf('Food stored on floor. Boxes by the door.', 'es'), 'alimentos guardados en el piso');
  assert.equal(
    glossOf('Time/temperature control for safety food hot held at less than 135 degrees Fahrenheit', 'es'),
    'alimentos calientes a menos de 135 °F',
  );
  assert.equal(categoryTitle(15, 'es'), 'Categoría 15 (ya no se usa)');
  assert.equal(categoryTitle(32, 'en'), 'Bathrooms');
});

test('every inspection type for vendors has a gloss for the words quoted on pages', () => {
  const { preOpening, routine, isComplaint } = FLORIDA_DBPR.inspectionTypes;
  const types = Object.keys(SPANISH_INSPECTION_TYPES);
  assert.ok(types.includes(preOpening) && types.includes(routine));
  assert.deepEqual(types.filter(isComplaint), ['Complaint Full', 'Complaint Partial']);
  assert.equal(glossOf('Routine - Food', 'es'), 'inspección de rutina');
  const all = [...Object.values(SPANISH_INSPECTION_TYPES), ...Object.values(SPANISH_DISPOSITIONS)];
  assert.equal(new Set(all).size, all.length);
});

test('two dispositions never have the same gloss', () => {
  const all = Object.values(SPANISH_DISPOSITIONS);
  assert.equal(new Set(all).size, all.length);
});
