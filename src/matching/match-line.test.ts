import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createMatcher } from '../../test/support/matcher.ts';
import { matchLine, type VendorLine } from './match-line.ts';
import type { Matchable } from './matchable.ts';

const NAMES = [
  ['FLAMINGO AREPAS LLC', 'ORLANDO', '2014', '5890001'],
  ['PHANTOM PHO', 'OCALA', '2014', '5890012'],
  ['TACO TRUCK', 'MIAMI', '2014', '5890023'],
  ['TACO TRUCK', 'OCALA', '2014', '5890034'],
  ['NEARBY NACHOS', 'MIAMI', '2014', '5890013'],
  ['IGUANA ICES', 'MIAMI', '2014', '5890045'],
  ['CATERED IGUANA', 'MIAMI', '2013', '5890045'],
  ['SANDWICHES, MIAMI', 'TAMPA', '2014', '5890056'],
  ['24/7 TACOS', 'TAMPA', '2014', '5890067'],
] as const;
const COUNTIES = new Map([
  ['OCALA', 'Marion'],
  ['MIAMI', 'Miami-Dade'],
]);
const VENDORS: readonly Matchable[] = NAMES.map(([name, city, licenseType, digits], index) => ({
  id: `v${index}`,
  name,
  city,
  licenseType,
  digits,
  formerName: null,
  county: COUNTIES.get(city) ?? null,
}));
const matcher = createMatcher(VENDORS);

function told(line: VendorLine): string {
  const match = matchLine(matcher, line);
  const hits = match.kind === 'sure' ? [match.hit] : match.kind === 'choice' ? match.hits : [];
  const texts = hits.map(({ vendor, reasons }) => `${vendor.name} ${vendor.digits} (${reasons.join(' ')})`);
  return [match.kind, ...texts.slice(0, 2)].join(': ');
}

describe('a line of a list', () => {
  const cases: readonly (readonly [why: string, line: VendorLine, told: string])[] = [
    ['a name', { name: 'Phantom Pho' }, 'sure: PHANTOM PHO 5890012 (same_name)'],
    [
      'a name and its city behind a comma',
      { name: 'Phantom Pho, Ocala' },
      'sure: PHANTOM PHO 5890012 (same_name)',
    ],
    [
      'a name of which there are several, and the city of one',
      { name: 'Taco Truck, OCALA, FL 34471' },
      'sure: TACO TRUCK 5890034 (same_name)',
    ],
    [
      'a name and another city behind a comma',
      { name: 'Phantom Pho, Miami' },
      'choice: PHANTOM PHO 5890012 (same_name other_city)',
    ],
    [
      'a name and its county behind a comma',
      { name: 'Taco Truck, Marion County' },
      'sure: TACO TRUCK 5890034 (same_name)',
    ],
    [
      'a number and a city behind a comma',
      { name: 'MFD5890012, Ocala' },
      'sure: PHANTOM PHO 5890012 (same_number)',
    ],
    [
      'a number and a city in the column of names',
      { name: 'Ocala', licenseNumber: '5890012' },
      'sure: PHANTOM PHO 5890012 (same_number)',
    ],
    [
      'a name that ends with a city behind a comma',
      { name: 'Sandwiches, Miami' },
      'sure: SANDWICHES, MIAMI 5890056 (same_name)',
    ],
    ['a misspelled name', { name: 'fantom pho' }, 'sure: PHANTOM PHO 5890012 (spelled_alike)'],
    ['a number', { licenseNumber: 'MFD-5890012' }, 'sure: PHANTOM PHO 5890012 (same_number)'],
    [
      'a number and a name that agree',
      { name: 'phantom pho', licenseNumber: '5890012' },
      'sure: PHANTOM PHO 5890012 (same_number same_name)',
    ],
    [
      'a name with the number in it',
      { name: 'MFD5890012 Phantom Pho' },
      'sure: PHANTOM PHO 5890012 (same_number same_name)',
    ],
    [
      'a number with a typo',
      { licenseNumber: '5890021' },
      'choice: FLAMINGO AREPAS LLC 5890001 (number_alike): PHANTOM PHO 5890012 (digits_exchanged)',
    ],
    [
      'a number with a typo, and the name',
      { name: 'Phantom Pho', licenseNumber: '589012' },
      'sure: PHANTOM PHO 5890012 (digit_missing same_name)',
    ],
    [
      'a number with a typo, and most of the name',
      { name: 'Phantom', licenseNumber: '589012' },
      'sure: PHANTOM PHO 5890012 (digit_missing words_missing)',
    ],
    [
      'a number with a typo, and a name with more typos than a whole number may have',
      { name: 'nerby nacos', licenseNumber: '589013' },
      'choice: NEARBY NACHOS 5890013 (digit_missing spelled_alike): TACO TRUCK 5890023 (spelled_alike other_number)',
    ],
    [
      'a whole number and a name with these typos',
      { name: 'nerby nacos', licenseNumber: '5890013' },
      'sure: NEARBY NACHOS 5890013 (same_number spelled_alike)',
    ],
    [
      'a number with a typo, and a word that other names have too',
      { name: 'Iguana', licenseNumber: 'MFD589045' },
      'choice: IGUANA ICES 5890045 (digit_missing words_missing): CATERED IGUANA 5890045 (words_missing other_number)',
    ],
    [
      'a number with letters for digits, which may be meant',
      { licenseNumber: 'MFD589OOl2' },
      'choice: PHANTOM PHO 5890012 (number_misread)',
    ],
    [
      'a number with its letters exchanged',
      { licenseNumber: 'MDF-5890034' },
      'choice: TACO TRUCK 5890034 (number_misread)',
    ],
    [
      'a number between the name and its expiry',
      { name: 'PHANTOM PHO / MFD5890012 / expires 4-1-2027' },
      'sure: PHANTOM PHO 5890012 (same_number same_name)',
    ],
    [
      'a number, its city and a payment after the name',
      { name: 'Phantom Pho MFD5890012 Ocala paid 4/1' },
      'sure: PHANTOM PHO 5890012 (same_number city)',
    ],
    [
      'the whole name among other words, and its number',
      { name: 'MFD5890012 Phantom Pho wants the corner spot, call them before noon' },
      'sure: PHANTOM PHO 5890012 (same_number words_more)',
    ],
    [
      'a number with decimals, or with its expiry alone',
      { name: 'MFD5890012.0' },
      'sure: PHANTOM PHO 5890012 (same_number)',
    ],
    [
      'a number and its expiry',
      { name: 'Lic. MFD5890012 exp 04/01/2027' },
      'sure: PHANTOM PHO 5890012 (same_number)',
    ],
    [
      'a number, and a name with a stroke between digits',
      { name: '24/7 Tacos MFD5890067 7/2027' },
      'sure: 24/7 TACOS 5890067 (same_number same_name)',
    ],
    ['a number after its label', { name: 'License: MFD5890012' }, 'sure: PHANTOM PHO 5890012 (same_number)'],
    [
      'a list number and a phone number beside the name and its city',
      { name: '1. Phantom Pho (Ocala) - 407-555-0123' },
      'sure: PHANTOM PHO 5890012 (city)',
    ],
    [
      'a number and a name in the cell for numbers',
      { licenseNumber: 'MFD5890012, Phantom Pho' },
      'sure: PHANTOM PHO 5890012 (same_number same_name)',
    ],
    [
      'a number of quite another name',
      { name: 'Phantom Pho', licenseNumber: '5890001' },
      'choice: FLAMINGO AREPAS LLC 5890001 (same_number other_name): PHANTOM PHO 5890012 (same_name other_number)',
    ],
    [
      'a number of quite another name, a digit away from its own',
      { name: 'Phantom Pho', licenseNumber: '5890013' },
      'choice: NEARBY NACHOS 5890013 (same_number other_name): PHANTOM PHO 5890012 (same_name other_number)',
    ],
    [
      'a number that is nobody’s, with a name',
      { name: 'Phantom Pho', licenseNumber: '7654321' },
      'choice: PHANTOM PHO 5890012 (same_name other_number)',
    ],
    [
      'one name of two',
      { name: 'Taco Truck' },
      'choice: TACO TRUCK 5890023 (same_name): TACO TRUCK 5890034 (same_name)',
    ],
    [
      'one name of two and its city',
      { name: 'Taco Truck', city: 'Ocala' },
      'sure: TACO TRUCK 5890034 (same_name)',
    ],
    [
      'a name elsewhere',
      { name: 'Phantom Pho', city: 'Naples' },
      'choice: PHANTOM PHO 5890012 (same_name other_city)',
    ],
    [
      'digits of two licenses',
      { licenseNumber: '5890045' },
      'choice: IGUANA ICES 5890045 (same_number): CATERED IGUANA 5890045 (same_number)',
    ],
    [
      'digits of two licenses, and a name',
      { licenseNumber: '5890045', name: 'iguana ice' },
      'sure: IGUANA ICES 5890045 (same_number same_name)',
    ],
    [
      'digits of two licenses, with letters',
      { licenseNumber: 'CAT5890045' },
      'sure: CATERED IGUANA 5890045 (same_number)',
    ],
    [
      'letters of another license',
      { licenseNumber: 'CAT5890012' },
      'choice: PHANTOM PHO 5890012 (same_number other_letters)',
    ],
    ['nobody', { name: 'zzyzx quux' }, 'none'],
    ['nothing', { name: '  ', licenseNumber: '' }, 'none'],
    ['a number that is nobody’s', { licenseNumber: '7654321' }, 'none'],
  ];
  for (const [why, line, expected] of cases) test(`with ${why}`, () => assert.equal(told(line), expected));

  test('property: is never certain of a vendor if a complete number was given and differs from the vendor’s', () => {
    const text = fc.constantFrom(...NAMES.map(([name]) => name), 'taco', 'iguana', 'phantom flamingo', '');
    const number = fc.constantFrom(
      ...NAMES.map(([, , , digits]) => digits),
      '5890046',
      '1234567',
      'CAT5890001',
    );
    fc.assert(
      fc.property(text, number, (name, licenseNumber) => {
        const match = matchLine(matcher, { name, licenseNumber });
        if (match.kind !== 'sure') return;
        const { reasons, vendor } = match.hit;
        assert.ok(!reasons.some((reason) => reason.startsWith('other_')), reasons.join(' '));
        assert.equal(vendor.digits === licenseNumber.replace(/\D/g, ''), reasons.includes('same_number'));
      }),
    );
  });

  test('reports that there are more matches than shown only if others match nearly as well as the first', () => {
    const many = (count: number) =>
      createMatcher(
        Array.from({ length: count }, (_, index) => ({
          id: `m${index}`,
          name: index < 9 ? 'TACO KING' : 'TACO HOUSE OF MANY OTHER THINGS',
          formerName: null,
          city: 'MIAMI',
          licenseType: '2014',
          digits: `58910${10 + index}`,
        })),
      );
    const moreOf = (count: number) => {
      const match = matchLine(many(count), { name: 'taco king' });
      return match.kind === 'choice' && [match.hits.length, match.more];
    };
    assert.deepEqual(moreOf(5), [5, 0]);
    assert.deepEqual(moreOf(6), [5, 1]);
    assert.deepEqual(moreOf(9), [5, 4]);
    assert.deepEqual(moreOf(12), [5, 4], 'much weaker matches are not counted');
    const faint = matchLine(matcher, { name: 'taco truck' });
    assert.equal(faint.kind === 'choice' && faint.more, 0);
  });

  test('reports whether it is a number without a name', () => {
    const isNumber = (line: VendorLine) => {
      const match = matchLine(matcher, line);
      return match.kind !== 'sure' && match.isNumber;
    };
    assert.equal(isNumber({ name: 'MFD5899999' }), true);
    assert.equal(isNumber({ name: '5899999, Ocala' }), true);
    assert.equal(isNumber({ licenseNumber: '5890021' }), true);
    assert.equal(isNumber({ name: 'Zzyzx', licenseNumber: '5899999' }), false);
    assert.equal(isNumber({ name: 'Zzyzx Quux' }), false);
  });
});
