import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRelatedName, isSameHolder } from './holder-names.ts';

/** Fictional names that follow patterns in the real files. */
test('recognizes a holder with any word order, legal form, initials and punctuation, and with one misspelled letter', () => {
  for (const [a, b] of [
    ['DOE JANE', 'JANE DOE'],
    ['DOE, JANE Q', 'JANE DOE'],
    ["B J'S FOOD COMPANY INC", 'B J S FOOD COMPANY INC'],
    ['SILVER SPOON, LLC', 'THE SILVER SPOON L.L.C.'],
    ['FUSION GARDEN LLC', 'FUZION GARDEN LLC'],
    ["MOE'S GARAGE / MOE SAMPLE JR", "MOE'S GARAGE"],
  ] as const) {
    assert.ok(isSameHolder(a, b), `${a} = ${b}`);
    assert.ok(isSameHolder(b, a), `${b} = ${a}`);
  }
});

test('distinguishes a holder from another person, another company and a person’s own company', () => {
  for (const [a, b] of [
    ['DOE JANE', 'DOE JOHN'],
    ['DOE JANE', 'SILVER SPOON LLC'],
    ['SAMPLE HOSPITALITY GROUP LLC', 'INVENTED HOSPITALITY GROUP INC'],
    ['PAT AND ROBIN SAMPLE', 'LEE DOE AND ROBIN'],
    ['DOE MARIA', 'DOE MARIO'],
    ['JOHN DOE SR', 'JOHN DOE JR'],
    ['SAMPLE VENTURES 1 LLC', 'SAMPLE VENTURES 2 LLC'],
    ['A FOOD TRUCK LLC', 'SNACK SAMPLE FOOD TRUCK LLC'],
    ['AN AN EAT EAT LLC', 'EATS AND SAMPLES LLC'],
    ['MISTER DOE FOOD', 'SISTER DOE FOOD'],
    ['', 'DOE JANE'],
    ['LLC', 'INC'],
  ] as const)
    assert.ok(!isSameHolder(a, b), `${a} ≠ ${b}`);
});

test('names are related if they share all words of the shorter name or a word that few businesses use', () => {
  for (const [a, b] of [
    ['MUFFIN MANOR', 'MUFFIN MANOR MOBILE #2'],
    ['BBQ CART #1', 'BBQ CART #1 PORTABLE LOCATION'],
    ['THE MUFFIN MAN LLC', 'MUFFINS'],
    ["ZED'S RIB CRIB ON WHEELS", 'ZEDS RIB CRIB'],
    ['SHRIMP IN A BOX SEAFOOD', 'SHRIMP IN A BOX LLC'],
  ] as const)
    assert.ok(isRelatedName(a, b), `${a} ~ ${b}`);
  for (const [a, b] of [
    ['SILVER TACOS', 'GOLDEN TACOS'],
    ['SAMPLE FOOD TRUCK LLC', 'INVENTED FOOD TRUCK LLC'],
    ['CRAB ISLAND GRILL', 'CHILL AND GRILL'],
    ['DOGS AND MORE', 'SEAFOOD AND MORE'],
    ['HERON GOLF CLUB MOBILE UNIT', 'FOREST COUNTRY CLUB MOBILE UNIT'],
    ['FOOD TRUCK LLC', 'SAMPLE FOOD TRUCK'],
    ['MOBILE UNIT #2 LLC', 'SAMPLE MOBILE UNIT #2'],
    ['BBQ CART #1', 'BBQ CART #2 PORTABLE LOCATION'],
    ['', ''],
  ] as const)
    assert.ok(!isRelatedName(a, b), `${a} and ${b}`);
});
