import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  applicationCsv,
  applicationRow,
  inspectionCsv,
  inspectionRow,
  type LicenseFields,
  type LicenseVintage,
  licenseCells,
  licenseCsv,
  licenseRow,
} from '../../../../test/support/regulator-files.ts';
import { readRegulatorFile } from '../read-file.ts';

const TODAY = '2026-03-17';
/**
 * Matches every word and number in the fictional files that could be used to identify or contact a person.
 */
const PRIVATE =
  /ZENOBIA|MAILBOX|UNPUBLISHED|LETTERBOX|MAILINGTON|COMMISSARY|PELICAN|INVENTED|TALLAHASSEE|850|555|010[12]/i;
const CONTACT = {
  primaryPhone: '8505550101',
  secondaryPhone: '850-555-0102',
  street: '12 Invented Way, Apt 3',
};

async function contentsOf(text: string | Uint8Array): Promise<string[]> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const { refused } = await readRegulatorFile({ name: 'a.csv', bytes, publishedAt: null }, TODAY);
  return refused.map(({ content }) => content);
}

function badLicense(fields: Partial<LicenseFields>, vintage: LicenseVintage): Promise<string[]> {
  return contentsOf(licenseCsv([licenseRow(), licenseRow({ ...CONTACT, ...fields })], { vintage }));
}

test('stores a refused license’s code and date columns by name, in every vintage, but no contact data', async () => {
  for (const vintage of ['2018', '2025'] as const) {
    const [content = ''] = await badLicense({ rank: 'CATR', expiresOn: '31st of May' }, vintage);
    assert.deepEqual(JSON.parse(content), {
      'license number': 'MFD4758801',
      'license type code': '2014',
      'rank code': 'CATR',
      district: '6',
      'primary status code': '20',
      'secondary status code': '20',
      'license expiry date': '99AA AA AAA',
      'last inspection date': '09/15/2025',
      'location zip code': '32301',
      'location county code': '47',
    });
  }
});

test('stores only the shape of any other value, even if columns are shifted', async () => {
  const [content = ''] = await badLicense(
    { licenseNumber: '2 UNPUBLISHED LANE', district: '(850) 555-0101' },
    '2025',
  );
  assert.deepEqual(
    [JSON.parse(content)['license number'], JSON.parse(content).district],
    ['9 AAAAAAAAAAA AAAA', '(999) 999-9999'],
  );
  const vintage = '2018';
  const cells = licenseCells(licenseRow(CONTACT), vintage);
  for (let by = 1; by < cells.length; by += 1) {
    const slid = [...cells.slice(by), ...cells.slice(0, by)];
    const text = [cells, slid].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n');
    for (const kept of await contentsOf(`${text}\r\n`))
      assert.doesNotMatch(kept, PRIVATE, `slid by ${by}: ${kept}`);
  }
});

test('stores a damaged inspection’s numbers that may identify the visit, but no phone, ZIP or house number', async () => {
  const cells = inspectionRow({ visitId: 9_123_456, zip: '32301-1234' });
  const cut = [...cells.slice(0, 30), '8505550101', '850-555-0102', '1234567-8', ...cells.slice(60)];
  const [content = ''] = await contentsOf(inspectionCsv([inspectionRow(), cut]));
  const { numbers } = JSON.parse(content);
  assert.ok(numbers.includes('9123456'), content);
  assert.ok(
    numbers.every((each: string) => cells.includes(each)),
    content,
  );
});

test('stores an inspection’s numbers that may identify the visit if its columns are shifted, but not if only one cell is bad', async () => {
  const cells = inspectionRow({ visitId: 9_123_456, licenseId: 8_123_456, licenseNumber: '4758801' });
  const numbersOf = async (row: readonly string[]) => {
    const [content = ''] = await contentsOf(inspectionCsv([inspectionRow(), row]));
    return JSON.parse(content).numbers;
  };
  assert.ok((await numbersOf(['', ...cells.slice(0, -1)])).includes('4758801'));
  assert.ok((await numbersOf([...cells.slice(1), ''])).includes('9123456'));
  assert.ok((await numbersOf([...cells.slice(0, 21), '', ...cells.slice(21, -1)])).includes('4758801'));
  assert.ok((await numbersOf([...cells.slice(0, -1), 'soon'])).includes('4758801'));
  const never = cells.map((cell, column) => (column === 14 ? 'never' : cell));
  assert.equal(await numbersOf(never), undefined);
});

test('stores no contact data from refused applications, closures or inspections', async () => {
  const changed = { applicationType: 'Approve Change Owner Request' };
  const bad = { ...CONTACT, licenseNumber: 'NONE' };
  const contents = [
    await contentsOf(applicationCsv([applicationRow(), applicationRow(bad)])),
    await contentsOf(
      applicationCsv([applicationRow(changed), applicationRow({ ...bad, ...changed })], {
        file: 'change_of_owner',
      }),
    ),
    await contentsOf(inspectionCsv([inspectionRow(), inspectionRow({ visitedOn: 'never' })])),
  ].flat();
  assert.equal(contents.length, 3);
  for (const content of contents) assert.doesNotMatch(content, PRIVATE);
  assert.equal(JSON.parse(contents[0] ?? '')['license number'], 'NONE');
  const visit = JSON.parse(contents[2] ?? '');
  assert.deepEqual([visit['business name'], visit.city], [undefined, undefined]);
  assert.deepEqual(
    [visit['license number'], visit['visit id'], visit.disposition, visit['visited on']],
    ['4758801', '9900001', 'Inspection Completed - No Further Action', 'AAAAA'],
  );
});

test('stores the column count and a license number with letters if a row does not have as many columns as titles', async () => {
  const [first, row = ''] = licenseCsv([licenseRow(CONTACT)]).split('\r\n');
  assert.deepEqual(await contentsOf([first, row, `${row},"and ""more"`, row, ''].join('\r\n')), [
    '{"columns":36,"expected":35,"license number":"MFD4758801"}',
  ]);
  const long = `"${row.replaceAll('"', ' ')}${'x'.repeat(33_000)}"`;
  assert.deepEqual(await contentsOf([first, row, long, row, ''].join('\r\n')), [
    '{"characters":32768,"license number":"MFD4758801"}',
  ]);
});

test('stores no word, phone or address from a refused row, even from the wrong column', async () => {
  const street = fc
    .tuple(fc.nat(9_999), fc.constantFrom('Main St', 'OAK AVE', 'calle Ñandú'), fc.nat(99))
    .map(String);
  const phone = fc
    .tuple(fc.nat(999), fc.nat(999), fc.nat(9_999))
    .map((parts) => parts.map((n) => String(n).padStart(3, '0')).join('-'));
  const digits = fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }).map(String);
  const value = fc.oneof(street, phone, digits, fc.string({ minLength: 9 }), fc.emailAddress());
  await fc.assert(
    fc.asyncProperty(value, value, async (number, district) => {
      for (const content of await badLicense({ licenseNumber: number, district }, '2025')) {
        assert.ok(content.length <= 1_000);
        for (const typed of [number.trim(), district.trim()])
          if (/[^A9 ./(),:#?-]/.test(typed))
            assert.ok(!content.includes(JSON.stringify(typed).slice(1, -1)), typed);
      }
    }),
    { numRuns: 200 },
  );
});
