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

test('compares titles by their letters and digits', () => {
  assert.equal(foldTitle(' License Type Code'), foldTitle('LICENSE_TYPE_CODE'));
  assert.equal(foldTitle('Application Approval Date '), 'application approval date');
});

test('recognizes inspections by their titles or, without titles, by district, county and 82 columns', () => {
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

test('reads the columns after the untitled one correctly if 83 columns have only 82 titles', () => {
  const shifted = {
    kind: 'inspections',
    columns: 83,
    header: true,
    at: { ...INSPECTION_FIELDS, pda: 22, licenseId: 81, visitId: 82 },
    firstCategory: 23,
  };
  assert.deepEqual(recognizeLayout(INSPECTION_TITLES, ROW.toSpliced(21, 0, '0')), shifted);
});

test('ignores the blank cells that spreadsheets leave after the last column', () => {
  const plain = recognizeLayout(INSPECTION_TITLES, ROW);
  assert.deepEqual(recognizeLayout(INSPECTION_TITLES, [...ROW, '']), plain);
  assert.deepEqual(recognizeLayout([...INSPECTION_TITLES, '', ' '], [...ROW, '', '']), plain);
});

test('reads untitled licenses from 2018 with phone and county swapped and the license number one column earlier', () => {
  const old = recognizeLayout(licenseCells(licenseRow(), '2018'), undefined);
  const recent = recognizeLayout(LICENSE_TITLES, undefined);
  assert.ok(old?.kind === 'licenses' && recent?.kind === 'licenses');
  const places = (layout: typeof old) =>
    ['primary phone number', 'mailing county code', 'license number'].map((title) => layout.at.get(title));
  assert.deepEqual([old.columns, old.header, places(old)], [34, false, [13, 12, 26]]);
  assert.deepEqual([recent.columns, recent.header, places(recent)], [35, true, [12, 13, 27]]);
});

test('reads licenses by title, so a different column order or an extra column does not matter', () => {
  const layout = recognizeLayout(['Novelty', ...LICENSE_TITLES.toReversed()], undefined);
  assert.ok(layout?.kind === 'licenses');
  assert.equal(layout.at.get('business name'), 1 + LICENSE_TITLES.toReversed().indexOf('Business Name'));
});

test('rejects titles that lack a column we read, so that no column is lost without notice', () => {
  const needed = ['Business Name', 'License Number', 'Last Inspection Date', 'Secondary Status Code'];
  for (const title of needed) {
    const renamed = LICENSE_TITLES.map((each) => (each === title ? 'Renamed' : each));
    assert.equal(recognizeLayout(renamed, undefined), undefined, title);
  }
  for (const title of INSPECTION_TITLES) {
    const layout = recognizeLayout(
      INSPECTION_TITLES.filter((each) => each !== title),
      ROW,
    );
    const isRead = !/^(?:County Name|Number of (?:Non)?critical.*)$/i.test(title);
    assert.equal(layout?.kind === 'inspections', !isRead, title);
  }
});

test('reads inspections by title, even if columns are added, renamed or reordered or unused ones are missing', () => {
  const names = {
    'Inspection Disposition': 'DISPOSITION',
    ' License Number': 'LICENSE_NO',
    'PDA Status': 'PDA',
  };
  const titles = INSPECTION_TITLES.filter((title) => title !== 'County Name').map(
    (title) => Object.entries(names).find(([old]) => old === title)?.[1] ?? title,
  );
  const [visitId = '', ...others] = titles.toReversed();
  const moved = ['Novelty', visitId, ...others.toReversed()];
  const layout = recognizeLayout(moved, undefined);
  assert.ok(layout?.kind === 'inspections');
  for (const [field, title] of [
    ['disposition', 'DISPOSITION'],
    ['licenseNumber', 'LICENSE_NO'],
    ['pda', 'PDA'],
    ['visitId', 'Inspection Visit ID'],
    ['basic', 'Number of Basic Violations'],
  ] as const)
    assert.equal(layout.at[field], moved.indexOf(title), title);
  assert.equal(layout.firstCategory, moved.indexOf('Violation 01'));
  assert.equal(layout.columns, moved.length);
});

test('rejects two columns with the same title if that title is used', () => {
  const find = (titles: readonly string[]) => {
    const layout = recognizeLayout(titles, undefined);
    return layout?.kind === 'problem' ? layout.code : layout?.kind;
  };
  assert.equal(find([...LICENSE_TITLES, 'PRIMARY_STATUS_CODE']), 'titles_repeated');
  assert.equal(find([...LICENSE_TITLES, 'Filler']), 'licenses');
  assert.equal(find([...INSPECTION_TITLES, 'Inspection Disposition']), 'titles_repeated');
  assert.equal(find([...INSPECTION_TITLES, 'Disposition']), 'titles_repeated');
  assert.equal(find([...INSPECTION_TITLES, 'County Name']), 'inspections');
});

test('rejects category titles in a different order, so that no category is mistaken for another', () => {
  const [first, second] = [22, 40].map((column) => INSPECTION_TITLES[column] ?? '');
  const exchanged = INSPECTION_TITLES.with(22, second ?? '').with(40, first ?? '');
  assert.equal(recognizeLayout(exchanged, ROW)?.kind, 'problem');
});

test('does not recognize the plan review extract, although it has license and application numbers', () => {
  const titles = ['Region (District)', 'County', 'Application Number', 'License Number ', 'Transaction'];
  assert.equal(recognizeLayout(titles, undefined), undefined);
});

test('rejects rows of a different width or shape', () => {
  for (const cells of [[''], ['200'], ROW.slice(1), [...ROW, 'x'], ROW.with(0, 'Bay'), ROW.with(1, 'Bay')])
    assert.equal(recognizeLayout(cells, undefined), undefined);
});
