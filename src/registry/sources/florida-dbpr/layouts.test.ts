import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  INSPECTION_TITLES,
  inspectionRow,
  LICENSE_TITLES,
  licenseCells,
  licenseRow,
} from '../../../../test/support/regulator-files.ts';
import { foldTitle, INSPECTION_FIELDS, recognizeLayout } from './layouts.ts';

const ROW = inspectionRow();

test('titles compare by their letters and digits', () => {
  assert.equal(foldTitle(' License Type Code'), foldTitle('LICENSE_TYPE_CODE'));
  assert.equal(foldTitle('Application Approval Date '), 'application approval date');
});

test('inspections are known by their titles, and without titles by district, county and 82 columns', () => {
  const untitled = {
    kind: 'inspections',
    columns: 82,
    header: false,
    at: INSPECTION_FIELDS,
    firstCategory: 22,
  };
  assert.deepEqual(recognizeLayout(ROW, ROW), untitled);
  assert.deepEqual(recognizeLayout(INSPECTION_TITLES, ROW), { ...untitled, header: true });
  assert.deepEqual(recognizeLayout(INSPECTION_TITLES, undefined), { ...untitled, header: true });
});

test('82 titles over 83 columns shift what stands behind the untitled column', () => {
  const shifted = {
    kind: 'inspections',
    columns: 83,
    header: true,
    at: { ...INSPECTION_FIELDS, pda: 22, licenseId: 81, visitId: 82 },
    firstCategory: 23,
  };
  assert.deepEqual(recognizeLayout(INSPECTION_TITLES, ROW.toSpliced(21, 0, '0')), shifted);
});

test('blank cells behind the last column, as spreadsheets leave them, shift nothing', () => {
  const plain = recognizeLayout(INSPECTION_TITLES, ROW);
  assert.deepEqual(recognizeLayout(INSPECTION_TITLES, [...ROW, '']), plain);
  assert.deepEqual(recognizeLayout([...INSPECTION_TITLES, '', ' '], [...ROW, '', '']), plain);
});

test('licenses of 2018 have no titles: phone and county are swapped, and the license number stands one earlier', () => {
  const old = recognizeLayout(licenseCells(licenseRow(), '2018'), undefined);
  const recent = recognizeLayout(LICENSE_TITLES, undefined);
  assert.ok(old?.kind === 'licenses' && recent?.kind === 'licenses');
  const places = (layout: typeof old) =>
    ['primary phone number', 'mailing county code', 'license number'].map((title) => layout.at.get(title));
  assert.deepEqual([old.columns, old.header, places(old)], [34, false, [13, 12, 26]]);
  assert.deepEqual([recent.columns, recent.header, places(recent)], [35, true, [12, 13, 27]]);
});

test('licenses are read by title: another order or a further column changes nothing', () => {
  const layout = recognizeLayout(['Novelty', ...LICENSE_TITLES.toReversed()], undefined);
  assert.ok(layout?.kind === 'licenses');
  assert.equal(layout.at.get('business name'), 1 + LICENSE_TITLES.toReversed().indexOf('Business Name'));
});

test('titles that lack a column we read are not a layout: no column goes missing in silence', () => {
  const needed = ['Business Name', 'License Number', 'Last Inspection Date', 'Secondary Status Code'];
  for (const title of needed) {
    const renamed = LICENSE_TITLES.map((each) => (each === title ? 'Renamed' : each));
    assert.equal(recognizeLayout(renamed, undefined), undefined, title);
  }
  for (const title of ['PDA Status', ' License Type Code', 'Inspection Visit ID']) {
    const without = INSPECTION_TITLES.filter((each) => each !== title);
    assert.equal(recognizeLayout(without, ROW), undefined, title);
  }
});

test('titles with a column more before the counts are not a layout: no count is read for another', () => {
  for (const column of [17, 18, 19, 20]) {
    const titles = INSPECTION_TITLES.toSpliced(column, 0, 'Number of Novelties');
    assert.equal(recognizeLayout(titles, ROW.toSpliced(column, 0, '0')), undefined);
  }
});

test('category titles in another order are no layout: no category is read for another', () => {
  const [first, second] = [22, 40].map((column) => INSPECTION_TITLES[column] ?? '');
  const exchanged = INSPECTION_TITLES.with(22, second ?? '').with(40, first ?? '');
  assert.equal(recognizeLayout(exchanged, ROW), undefined);
});

test('the plan review extract has license and application numbers and is neither licenses nor applications', () => {
  const titles = ['Region (District)', 'County', 'Application Number', 'License Number ', 'Transaction'];
  assert.equal(recognizeLayout(titles, undefined), undefined);
});

test('rows of another width or shape are no layout', () => {
  for (const cells of [[''], ['200'], ROW.slice(1), [...ROW, 'x'], ROW.with(0, 'Bay'), ROW.with(1, 'Bay')])
    assert.equal(recognizeLayout(cells, undefined), undefined);
});
