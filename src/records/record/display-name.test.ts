import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { displayName } from './display-name.ts';

/** Names like those in the regulator's files; none is a business on file. */
const NAMES: readonly (readonly [onFile: string, shown: string])[] = [
  ['PRETEND PELICAN TACOS', 'Pretend Pelican Tacos'],
  ["JOE'S SMOKEHOUSE BBQ", "Joe's Smokehouse BBQ"],
  ["D'LITE CATERING LLC", "D'Lite Catering LLC"],
  ["O'MALLEY'S ON THE GO", "O'Malley's on the Go"],
  ['MCFICTION & SONS INC', 'McFiction & Sons Inc'],
  ['MCX FOODS', 'MCX Foods'],
  ['MACARONI MAGIC', 'Macaroni Magic'],
  ['TACOS EL INVENTO II', 'Tacos El Invento II'],
  ['LA CASA DE NADIE', 'La Casa de Nadie'],
  ['PAN Y CAFE', 'Pan y Cafe'],
  ["ROCKIN' ROLLS", "Rockin' Rolls"],
  ["MAC 'N' CHEESE", "Mac 'n' Cheese"],
  ["Y'ALL EAT", "Y'all Eat"],
  ["TJ'S WINGS", "TJ's Wings"],
  ["J.R.'S HOT DOGS", "J.R.'s Hot Dogs"],
  ['A.B.C. EATS', 'A.B.C. Eats'],
  ['BAR-B-QUE/BURGERS (TRUCK 2)', 'Bar-B-Que/Burgers (Truck 2)'],
  ["AJ'S & EJ FOODS, BY OJ’S", "AJ's & EJ Foods, by OJ’s"],
  ["JO'S, AL'S AND ED'S: IT'S RAJ'S", "Jo's, Al's and Ed's: It's Raj's"],
  ['THE 3RD STREET GRILL', 'The 3rd Street Grill'],
  ['B52 SMOOTHIES', 'B52 Smoothies'],
  ['ST. NOWHERE DR. PEPPERS JR', 'St. Nowhere Dr. Peppers Jr'],
  ['PIÑA Y ÑAME', 'Piña y Ñame'],
  ['ÉCLAIR’S', 'Éclair’s'],
  ['THE', 'The'],
  ['iScoop', 'iScoop'],
  ['Own SPELLING', 'Own SPELLING'],
  ['', ''],
];

for (const [onFile, shown] of NAMES)
  test(`“${onFile}” is shown as “${shown}”`, () => assert.equal(displayName(onFile), shown));

test('displaying a name changes only its case, and displaying it again does not change it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ABCDEMNOST ’'&.-/()0123ÑÉ") }), (name) => {
      const shown = displayName(name);
      assert.equal(shown.toLocaleUpperCase('en-US'), name);
      if (/\p{Ll}/u.test(shown)) assert.equal(displayName(shown), shown);
    }),
  );
});
