import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import {
  type InspectionFields,
  inspectionCsv,
  inspectionRow,
  licenseCsv,
  licenseRow,
} from '../../../test/support/regulator-files.ts';
import { readRegulatorFile } from './read-file.ts';
import { fiscalYearOf } from './vocabulary/fiscal-years.ts';

function read(text: string) {
  return readRegulatorFile({ name: 'x.csv', bytes: Buffer.from(text), publishedAt: null }, '2026-03-01');
}

type Sort = readonly [count: number, fields: Partial<InspectionFields>];

/** Creates visit rows with distinct ids, repeating each set of fields the given number of times. */
function visits(...sorts: Sort[]) {
  const fields = sorts.flatMap(([count, each]) => Array.from({ length: count }, () => each));
  return fields.map((each, index) => inspectionRow({ visitId: index + 1, ...each }));
}

test('stops reading a file of any type that takes too long', async () => {
  const texts =
    'id,visitid,violation,details_id,obs\n1,9900001,35A-03-4,7,"Basic - Shelf."\n2,9900002,35A-03-4,7,"Basic - Door."\n';
  const workbook = await writeXlsx({ sheets: [{ name: 'a', rows: [['District'], ['D6'], ['D6']] }] });
  for (const bytes of [Buffer.from(inspectionCsv(visits([3, {}]))), Buffer.from(texts), workbook]) {
    let rows = 0;
    const checkTime = () => {
      rows += 1;
      if (rows > 1) throw new Error('it took too long');
    };
    const file = await readRegulatorFile({ name: 'x', bytes, publishedAt: null, checkTime }, '2026-03-01');
    assert.match(file.problem?.text ?? '', /it took too long/);
    assert.equal(rows, 2, 'nothing is read after that');
  }
});

test('the fiscal year changes on July 1', () => {
  const years = {
    '2017-06-30': '2016-17',
    '2017-07-01': '2017-18',
    '2017-12-31': '2017-18',
    '2018-01-01': '2017-18',
    '1999-07-01': '1999-00',
    '2008-07-01': '2008-09',
  };
  for (const [date, year] of Object.entries(years)) assert.equal(fiscalYearOf(date), year, date);
});

test('a file belongs to the fiscal year of most of its visits and is dated by the newest visit', async () => {
  const file = await read(
    inspectionCsv(visits([3, { visitedOn: '2025-07-02' }], [7, { visitedOn: '2025-06-30' }])),
  );
  assert.deepEqual([file.fiscalYear, file.fileDate], ['2024-25', '2025-07-02']);
});

test('rows for other license types affect the file’s date, but refused rows do not', async () => {
  const rows = visits(
    [1, { visitedOn: '2025-08-01' }],
    [1, { visitedOn: '2025-08-15', licenseType: '2010' }],
    [1, { visitedOn: '2025-08-30', pda: '?' }],
  );
  assert.equal((await read(inspectionCsv(rows))).fileDate, '2025-08-15');
  const licenses = [licenseRow({ lastInspectedOn: '' }), licenseRow({ lastInspectedOn: '', expiresOn: '' })];
  assert.equal((await read(licenseCsv(licenses))).fileDate, null);
});

test('a file belongs to the district that more than four fifths of its rows with a district have', async () => {
  const districtOf = async (...sorts: Sort[]) => (await read(inspectionCsv(visits(...sorts)))).district;
  assert.equal(await districtOf([96, {}], [3, { district: 'D5' }], [1, { district: 'D1' }]), 6);
  assert.equal(await districtOf([81, {}], [19, { district: 'D5' }]), 6);
  assert.equal(await districtOf([80, {}], [20, { district: 'D5' }]), null);
  assert.equal(await districtOf([50, {}], [50, { district: 'D5', licenseType: '2010' }]), null);
  assert.equal(await districtOf([2, { district: 'D3' }], [30, { district: '' }], [9, { district: '0' }]), 3);
  assert.equal(await districtOf([5, { district: '' }]), null);
});

test('refuses a repeated visit id in rows for any license type, and accepts the first row', async () => {
  const file = await read(
    inspectionCsv(visits([1, { visitId: 5, licenseType: '2010' }], [2, { visitId: 5 }], [1, { visitId: 6 }])),
  );
  const { rowsRead, rowsKept, rowsOther, refusals } = file;
  assert.deepEqual(
    { rowsRead, rowsKept, rowsOther, refusals },
    { rowsRead: 4, rowsKept: 1, rowsOther: 1, refusals: { duplicate_visit_id: 2 } },
  );
});

test('stores a refused row with its line, its reason and its identifying numbers', async () => {
  const bad = inspectionRow({ visitId: '' });
  const file = await read(inspectionCsv([inspectionRow(), bad]));
  const [{ line, reason, content } = { line: 0, reason: '', content: '{}' }] = file.refused;
  assert.deepEqual([file.refused.length, line, reason], [1, 3, 'visit_id_malformed']);
  const { 'license number': number, 'case id': caseId, 'visit id': visitId } = JSON.parse(content);
  assert.deepEqual([number, caseId, visitId], ['4758801', '7700001', '']);
});

test('numbers lines as a text editor does, counting blank lines', async () => {
  const [header, row, bad] = inspectionCsv([inspectionRow(), inspectionRow({ pda: '' })]).split('\r\n');
  const file = await read([header, '', row, '', '', bad, ''].join('\r\n'));
  assert.deepEqual(
    file.refused.map(({ line }) => line),
    [6],
  );
});

test('stores at most 1,000 refused rows and 1,000 characters of each, but counts every refused row', async () => {
  const rows = visits([1_200, { visitId: '', disposition: 'x'.repeat(3_000), pda: '?'.repeat(3_000) }]);
  const file = await read(inspectionCsv(rows));
  assert.deepEqual(file.refusals, { pda_status_malformed: 1_200 });
  assert.deepEqual([file.rowsRead, file.refused.length], [1_200, 1_000]);
  assert.ok(file.refused.every(({ content }) => content.length <= 1_000));
});

test('every row read is counted as accepted, refused or belonging to another license type', async () => {
  const rows = visits([5, {}], [4, { licenseType: '2010' }], [3, { pda: '7' }], [2, { caseId: 'x' }]);
  const { rowsRead, rowsKept, rowsOther, refusals } = await read(inspectionCsv(rows));
  assert.deepEqual(
    { rowsRead, rowsKept, rowsOther, refusals },
    {
      rowsRead: 14,
      rowsKept: 5,
      rowsOther: 4,
      refusals: { pda_status_malformed: 3, inspection_number_malformed: 2 },
    },
  );
});

test('refuses a header row repeated mid-file and reads all rows after it', async () => {
  const text = inspectionCsv(visits([2, {}]));
  const again = inspectionCsv(visits([2, {}], [2, {}]).slice(2));
  const { rowsKept, refusals } = await read(text + again);
  assert.deepEqual({ rowsKept, refusals }, { rowsKept: 4, refusals: { license_type_malformed: 1 } });
});

test('warns that a workbook’s rows continue on another sheet, with the number of those rows', async () => {
  const rows = licenseCsv([licenseRow({})])
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  const warningsOf = async (...sheets: (readonly (readonly string[])[])[]) => {
    const named = sheets.map((each, index) => ({
      name: `Sheet${index + 1}`,
      rows: each.map((row) => row.map((cell) => (cell === '' ? null : cell))),
    }));
    const bytes = await writeXlsx({ sheets: named });
    return (await readRegulatorFile({ name: 'x.xlsx', bytes, publishedAt: null }, '2026-03-01')).warnings;
  };
  assert.deepEqual(await warningsOf(rows), {});
  assert.deepEqual(await warningsOf(rows, [[]], [['']]), {}, 'empty sheets cause no warning');
  assert.deepEqual(await warningsOf(rows, rows), { rows_on_other_sheets: rows.length });
  assert.deepEqual(await warningsOf([], rows), { rows_on_other_sheets: rows.length });
});

test('reports which sheet was read and which others exist if a workbook starts with a sheet of notes', async () => {
  const textOf = async (...names: string[]) => {
    const bytes = await writeXlsx({
      sheets: names.map((name, index) => ({ name, rows: [[`Remark ${index}`], ['Call the office.']] })),
    });
    const { problem } = await readRegulatorFile({ name: 'x.xlsx', bytes, publishedAt: null }, '2026-03-01');
    assert.equal(problem?.code, 'unrecognised');
    return problem?.text ?? '';
  };
  const layouts = 'not in any of the regulator’s layouts, with or without titles';
  assert.equal(await textOf('Notes'), layouts);
  assert.equal(
    await textOf('Notes', 'Data'),
    `${layouts}; only the first sheet, “Notes”, was read; “Data” is after it. If the records are there, put them on the first sheet`,
  );
  assert.match(
    await textOf('Notes', 'A', 'B', 'C', 'D', 'E'),
    /“Notes”, was read; “A”, “B”, “C” and 2 more are after it\./,
  );
  assert.doesNotMatch(await textOf('Notes', 'Da\u202eta'), /\u202e/);
});
