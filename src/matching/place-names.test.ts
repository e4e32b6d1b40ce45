import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCountyNamed, foldCity } from './place-names.ts';

test('recognizes a city in every common spelling and distinguishes it from other cities', () => {
  const spellings = [
    ['SAINT PETERSBURG', 'St. Petersburg', 'St Petersburg, FL', 'St. Pete', 'ST PETE, Florida 33701'],
    ['FORT LAUDERDALE', 'Ft Lauderdale', 'Ft. Lauderdale'],
    ['FORT WALTON BEACH', 'FT WALTON BCH', 'Ft. Walton Beach, Fla.'],
    ['NORTH MIAMI BEACH', 'N Miami Beach', 'N. Miami Bch'],
    ['MOUNT DORA', 'Mt. Dora'],
    ['PORT SAINT LUCIE', 'Port St. Lucie', 'PSL'],
    ['DE LAND', 'DeLand', 'Deland'],
    ['Green Cove Springs', 'GREEN CV SPGS'],
  ];
  const folded = spellings.map((names) => new Set(names.map(foldCity)));
  assert.deepEqual(
    folded.map((each) => each.size),
    spellings.map(() => 1),
    JSON.stringify(folded.map((each) => [...each])),
  );
  assert.equal(new Set(folded.flatMap((each) => [...each])).size, spellings.length);
  assert.notEqual(foldCity('Miami'), foldCity('Miami Beach'));
  assert.equal(foldCity('Tampa '.repeat(20)), '', 'too long for a city');
});

test('recognizes a county with or without the word “County” and distinguishes it from a city', () => {
  for (const text of ['Orange County', 'orange', 'ORANGE CO.', 'Orange County, FL'])
    assert.equal(findCountyNamed(text), findCountyNamed('Orange'), text);
  assert.equal(findCountyNamed('St Johns'), findCountyNamed('Saint Johns County'));
  assert.equal(findCountyNamed('Atlantis'), undefined);
  assert.notEqual(findCountyNamed('Sarasota'), foldCity('Sarasota'));
});
