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

describe('matching a line in a list', () => {
  const cases: readonly (readonly [why: string, line: VendorLine, told: string])[] = [
    ['a name', { name: 'Phantom Pho' }, 'sure: PHANTOM PHO 5890012 (same_name)'],
    [
      'a name followed by a comma and the vendor’s city',
      { name: 'Phantom Pho, Ocala' },
      'sure: PHANTOM PHO 5890012 (same_name)',
    ],
    [
      'a name that several vendors have and the city of one of them',
      { name: 'Taco Truck, OCALA, FL 34471' },
      'sure: TACO TRUCK 5890034 (same_name)',
    ],
    [
      'a name followed by a comma and a different city',
      { name: 'Phantom Pho, Miami' },
      'choice: PHANTOM PHO 5890012 (same_name other_city)',
    ],
    [
      'a name followed by a comma and the vendor’s county',
      { name: 'Taco Truck, Marion County' },
      'sure: TACO TRUCK 5890034 (same_name)',
    ],
    [
      'a number followed by a comma and a city',
      { name: 'MFD5890012, Ocala' },
      'sure: PHANTOM PHO 5890012 (same_number)',
    ],
    [
      'a number and a city in the name column',
      { name: 'Ocala', licenseNumber: '5890012' },
      'sure: PHANTOM PHO 5890012 (same_number)',
    ],
    [
      'a name that itself ends with a comma and a city',
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
      'a name that contains the number',
      { name: 'MFD5890012 Phantom Pho' },
      'sure: PHANTOM PHO 5890012 (same_number same_name)',
    ],
    [
      'a number with a typo',
      { licenseNumber: '5890021' },
      'choice: FLAMINGO AREPAS LLC 5890001 (number_alike): PHANTOM PHO 5890012 (digits_exchanged)',
    ],
    [
      'a number with a typo and the vendor’s name',
      { name: 'Phantom Pho', licenseNumber: '589012' },
      'sure: PHANTOM PHO 5890012 (digit_missing same_name)',
    ],
    [
      'a number with a typo and most of the vendor’s name',
      { name: 'Phantom', licenseNumber: '589012' },
      'sure: PHANTOM PHO 5890012 (digit_missing words_missing)',
    ],
    [
      'a number with a typo and a name with too many typos to confirm it',
      { name: 'nerby nacos', licenseNumber: '589013' },
      'choice: NEARBY NACHOS 5890013 (digit_missing spelled_alike): TACO TRUCK 5890023 (spelled_alike other_number)',
    ],
    [
      'an exact number and a name with the same typos',
      { name: 'nerby nacos', licenseNumber: '5890013' },
      'sure: NEARBY NACHOS 5890013 (same_number spelled_alike)',
    ],
    [
      'a number with a typo and a word that is in several names',
      { name: 'Iguana', licenseNumber: 'MFD589045' },
      'choice: IGUANA ICES 5890045 (digit_missing words_missing): CATERED IGUANA 5890045 (words_missing other_number)',
    ],
    [
      'a number with letters typed for digits',
      { licenseNumber: 'MFD589OOl2' },
      'choice: PHANTOM PHO 5890012 (number_misread)',
    ],
    [
      'a number with two letters swapped',
      { licenseNumber: 'MDF-5890034' },
      'choice: TACO TRUCK 5890034 (number_misread)',
    ],
    [
      'a number between a name and an expiry date',
      { name: 'PHANTOM PHO / MFD5890012 / expires 4-1-2027' },
      'sure: PHANTOM PHO 5890012 (same_number same_name)',
    ],
    [
      'a number, a city and a payment note after the name',
      { name: 'Phantom Pho MFD5890012 Ocala paid 4/1' },
      'sure: PHANTOM PHO 5890012 (same_number city)',
    ],
    [
      'a number and the whole name among other words',
      { name: 'MFD5890012 Phantom Pho wants the corner spot, call them before noon' },
      'sure: PHANTOM PHO 5890012 (same_number words_more)',
    ],
    [
      'a number with decimals in the name column',
      { name: 'MFD5890012.0' },
      'sure: PHANTOM PHO 5890012 (same_number)',
    ],
    [
      'a number followed by an expiry date',
      { name: 'Lic. MFD5890012 exp 04/01/2027' },
      'sure: PHANTOM PHO 5890012 (same_number)',
    ],
    [
      'a number and a name with a slash between digits',
      { name: '24/7 Tacos MFD5890067 7/2027' },
      'sure: 24/7 TACOS 5890067 (same_number same_name)',
    ],
    ['a number after a label', { name: 'License: MFD5890012' }, 'sure: PHANTOM PHO 5890012 (same_number)'],
    [
      'a list number and a phone number next to a name and its city',
      { name: '1. Phantom Pho (Ocala) - 407-555-0123' },
      'sure: PHANTOM PHO 5890012 (city)',
    ],
    [
      'a number and a name in the number column',
      { licenseNumber: 'MFD5890012, Phantom Pho' },
      'sure: PHANTOM PHO 5890012 (same_number same_name)',
    ],
    [
      'a number that belongs to a vendor with a completely different name',
      { name: 'Phantom Pho', licenseNumber: '5890001' },
      'choice: FLAMINGO AREPAS LLC 5890001 (same_number other_name): PHANTOM PHO 5890012 (same_name other_number)',
    ],
    [
      'a number of a vendor with a completely different name that is one digit off the named vendor’s number',
      { name: 'Phantom Pho', licenseNumber: '5890013' },
      'choice: NEARBY NACHOS 5890013 (same_number other_name): PHANTOM PHO 5890012 (same_name other_number)',
    ],
    [
      'a name and a number that no vendor has',
      { name: 'Phantom Pho', licenseNumber: '7654321' },
      'choice: PHANTOM PHO 5890012 (same_name other_number)',
    ],
    [
      'a name that two vendors have',
      { name: 'Taco Truck' },
      'choice: TACO TRUCK 5890023 (same_name): TACO TRUCK 5890034 (same_name)',
    ],
    [
      'a name that two vendors have and the city of one',
      { name: 'Taco Truck', city: 'Ocala' },
      'sure: TACO TRUCK 5890034 (same_name)',
    ],
    [
      'a name and a different city',
      { name: 'Phantom Pho', city: 'Naples' },
      'choice: PHANTOM PHO 5890012 (same_name other_city)',
    ],
    [
      'digits that two licenses share',
      { licenseNumber: '5890045' },
      'choice: IGUANA ICES 5890045 (same_number): CATERED IGUANA 5890045 (same_number)',
    ],
    [
      'digits that two licenses share and one vendor’s name',
      { licenseNumber: '5890045', name: 'iguana ice' },
      'sure: IGUANA ICES 5890045 (same_number same_name)',
    ],
    [
      'digits that two licenses share, with the letters of one',
      { licenseNumber: 'CAT5890045' },
      'sure: CATERED IGUANA 5890045 (same_number)',
    ],
    [
      'the letters of a different kind of license',
      { licenseNumber: 'CAT5890012' },
      'choice: PHANTOM PHO 5890012 (same_number other_letters)',
    ],
    ['a name that no vendor has', { name: 'zzyzx quux' }, 'none'],
    ['no text', { name: '  ', licenseNumber: '' }, 'none'],
    ['a number that no vendor has', { licenseNumber: '7654321' }, 'none'],
  ];
  for (const [why, line, expected] of cases) test(`with ${why}`, () => assert.equal(told(line), expected));

  test('property: is never certain of a vendor whose number differs from a complete number in the line', () => {
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

  test('reports further matches only if they are nearly as good as the first one', () => {
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

  test('reports whether the line is a number without a name', () => {
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
