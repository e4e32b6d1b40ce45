import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { differingName } from './application-record.ts';

describe('an application under a name other than the license’s', () => {
  const of = (business_name: string, name: string, aka: string | null = null, holder: string | null = null) =>
    differingName({ business_name, vendor: { name, aka }, holder });

  test('is reported with both names and the question to ask', () =>
    assert.equal(
      of('Some Other Name LLC', 'IMAGINARY IGUANA BBQ'),
      'Applied as Some Other Name LLC; the name on the license’s record is IMAGINARY IGUANA BBQ. Ask who uses this license.',
    ));

  test('is reported if its short words share only half their letters with the license’s name', () => {
    assert.notEqual(of('Wandering Wok', 'ALLEGED BADGER POKE'), null);
    assert.notEqual(of('Pita Place', 'IMAGINARY PIZZA'), null);
    assert.equal(of('The Tako Stand', 'IMAGINARY TACO'), null);
  });

  test('is reported if it shares only the company form with the license’s name', () => {
    assert.notEqual(of('Some Other Name LLC', 'IMAGINARY IGUANA LLC'), null);
  });

  for (const [given, name, aka] of [
    ['Imaginary Iguana', 'IMAGINARY IGUANA BBQ', null],
    ['Imaginery Iguanas', 'IMAGINARY IGUANA BBQ', null],
    ['Iguana Barbeque', 'IMAGINARY IGUANA BBQ', null],
    ['Pelican Foods', 'IMAGINARY IGUANA BBQ', 'PELICAN FOOD LLC'],
    ['!!!', 'IMAGINARY IGUANA BBQ', null],
  ] as const)
    test(`is not reported for ${given} and ${name}${aka === null ? '' : `, formerly ${aka}`}`, () =>
      assert.equal(of(given, name, aka), null));

  for (const [given, holder] of [
    ['Jane Q. Doe', 'DOE, JANE Q'],
    ['Jane Doe', 'DOE, JANE QUINCY'],
    ['Made-Up Muffins', 'MADE UP MUFFINS LLC'],
    ['Made Up Muffins of Orlando', 'MADE UP MUFFINS LLC'],
  ] as const)
    test(`is not reported for ${given} if the license is held by ${holder}`, () =>
      assert.equal(of(given, 'IMAGINARY IGUANA BBQ', null, holder), null));

  test('is reported if it shares only one word with the holder’s name, and the sentence does not reveal the holder', () => {
    for (const given of ['Jane’s Tacos', 'Some Other Name LLC']) {
      const text = of(given, 'IMAGINARY IGUANA BBQ', null, 'DOE, JANE Q');
      assert.match(text ?? '', /the name on the license’s record is IMAGINARY IGUANA BBQ\./);
      assert.doesNotMatch(text ?? '', /doe/i);
    }
  });

  test('is not reported if no single vendor is on record', () =>
    assert.equal(differingName({ business_name: 'Some Other Name LLC', vendor: null, holder: null }), null));
});
