import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { foldForSearch } from '../../lib/text/text.ts';
import { cuisineOf } from './cuisine.ts';

/** Fictional business names. */
const SURE: Readonly<Record<string, string>> = {
  'PIPER’S TACOS LLC': 'Mexican',
  'TAQUERIA LA LAGUNA #2': 'Mexican',
  'QUILL’S BAR-B-QUE': 'Barbecue',
  'TWO OAKS SMOKEHOUSE': 'Barbecue',
  'OLLIE’S HOT DOGS': 'Hot dogs',
  'POLAR ITALIAN ICE': 'Ice cream and desserts',
  'CUBAN COFFEE CORNER': '',
  'LANTERN COFFEE CO': 'Coffee and drinks',
  'NORTH PIER PIZZA': 'Pizza',
  'SALTY DOCK SEAFOOD': 'Seafood',
  'TIN ROOF BURGERS': 'Burgers',
  'MAY’S HOT WINGS': 'Wings and chicken',
  'BLUE HOUSE JAMAICAN CUISINE': 'Caribbean',
  'ROSA’S CUBAN FOOD': 'Latin American',
  'LOTUS THAI KITCHEN': 'Asian',
  'OLIVE HILL GREEK FOOD': 'Mediterranean',
  'GRACE SOUL FOOD': 'Southern',
  'CORNER SUBS': 'Sandwiches',
};

const DOUBTFUL = [
  // Names of people.
  'THAI NGO CATERING',
  'FRANK’S PLACE',
  'STELLA CURRY CONCESSIONS',
  'BURGER FAMILY CATERING',
  'TWO CUBAN GUYS',
  'THE PUSHY ITALIAN',
  'EL TIO MEXICANO',
  // Names of places.
  'CRAB ISLAND GRILL',
  'INDIAN RIVER CATERING',
  'PALM ISLAND EATS',
  'PHILLY BOYS',
  'COFFEE COUNTY KITCHEN',
  // Clubs, markets, and shared kitchens.
  'AMERICAN LEGION SEAFOOD',
  'LATIN CLUB',
  'AMERICAN INDIAN FOOD',
  'HEARTH COMMISSARY BBQ',
  'FIRST CHURCH HOT DOGS',
  'WINGS OF HOPE',
  // Greek words and letters.
  'IT’S ALL GREEK TO ME',
  'DELTA GREEK ROW CATERING',
  'SOUTHERN MAGIC LLC',
  'SWEET TEA’S CATERING',
  'SNOW DOGS',
  'BEYOND JUST ICE',
  'HOLY SMOKE CONCESSIONS',
  'MOONLIGHT CAFE',
  // Two kinds of food.
  'TWISTED PINE BBQ AND TACOS',
  'RED BARN BBQ & HOT WINGS',
  'CUBAN PIZZERIA',
  'WOK N ROLL TACOS',
  'SANDY’S BREAKFAST BURRITOS',
];

describe('the cuisine derived from a business name', () => {
  for (const [name, cuisine] of Object.entries(SURE))
    test(`${name}: ${cuisine || 'none'}`, () =>
      assert.equal(cuisineOf(foldForSearch(name)), cuisine || null));

  for (const name of DOUBTFUL)
    test(`${name} does not clearly name a cuisine`, () => assert.equal(cuisineOf(foldForSearch(name)), null));
});
