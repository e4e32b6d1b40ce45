import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CLOSURE_TITLES,
  type ClosureFields,
  closureCells,
  closureRow,
  closureWorkbook,
} from '../../../../test/support/regulator-files.ts';
import { xlsOf } from '../../../../test/support/xls-files.ts';
import type { ClosureRow } from '../../source/parsed-file.ts';
import { readRegulatorFile } from '../read-file.ts';

const TODAY = '2026-03-01';
const CLOSURE: ClosureRow = {
  digits: '4758801',
  closedOn: '2025-09-15',
  businessName: 'PELICAN TACO WAGON',
  conditions: 'No potable water',
  reopenedOn: '2025-09-16',
};

async function read(closures: readonly ClosureFields[]) {
  const bytes = await closureWorkbook(closures);
  return readRegulatorFile({ name: 'EOS_Weekly.xlsx', bytes, publishedAt: null }, TODAY);
}

test('reads closing dates, reasons and reopening dates from a weekly workbook', async () => {
  const file = await read([
    closureRow(),
    closureRow({ licenseNumber: 'MFD4758802', closedOn: '2025-09-17', reopenedAt: '2025-09-17' }),
  ]);
  const second = { ...CLOSURE, digits: '4758802', closedOn: '2025-09-17', reopenedOn: '2025-09-17' };
  assert.deepEqual(file.records, { kind: 'closures', rows: [CLOSURE, second] });
  assert.deepEqual([file.problem, file.fileDate, file.district], [undefined, '2025-09-17', 6]);
});

test('reads no reopening date for a business that is still closed, even if its row is shorter than the title row', async () => {
  const file = await read([closureRow({ reopenedAt: '' })]);
  assert.deepEqual(file.records, { kind: 'closures', rows: [{ ...CLOSURE, reopenedOn: null }] });
  assert.deepEqual([file.problem, file.refusals], [undefined, {}]);
});

test('refuses a closure that lacks a number or date, is in the future, or has an impossible reopening date', async () => {
  const cases: [Partial<ClosureFields>, string][] = [
    [{ closedOn: '' }, 'closure_date_missing'],
    [{ closedOn: 'Monday' }, 'closure_date_malformed'],
    [{ closedOn: '2026-03-03' }, 'date_in_future'],
    [{ licenseNumber: '' }, 'license_number_malformed'],
    [{ reopenedAt: '2025-09-14T23:59' }, 'reopened_before_closed'],
    [{ reopenedAt: 'soon' }, 'vacate_date_malformed'],
  ];
  const file = await read([...cases.map(([fields]) => closureRow(fields)), closureRow()]);
  assert.deepEqual(
    file.refused.map(({ line, reason }) => [line, reason]),
    cases.map(([, reason], index) => [index + 2, reason]),
  );
  assert.deepEqual(file.records?.rows, [CLOSURE]);
});

test('accepts a closure with an unreadable name or reason, with a warning', async () => {
  const unreadable: [Partial<ClosureFields>, Partial<ClosureRow>, string][] = [
    [{ conditions: 'x'.repeat(2_001) }, { conditions: '' }, 'conditions_too_long'],
    [{ conditions: '' }, { conditions: '' }, 'conditions_blank'],
    [{ businessName: '' }, { businessName: '' }, 'business_name_blank'],
  ];
  for (const [fields, changes, warning] of unreadable) {
    const file = await read([closureRow(fields)]);
    assert.deepEqual(file.records?.rows, [{ ...CLOSURE, ...changes }], warning);
    assert.deepEqual([file.refusals, file.warnings], [{}, { [warning]: 1 }]);
  }
});

test('reads a weekly file with either heading for the reason column, with an extra column, and as a legacy workbook under another name', async () => {
  const closures = [
    closureRow(),
    closureRow({ licenseNumber: '4758802.0', reopenedAt: '9/16/2025 3:30 PM' }),
  ];
  const rows = [CLOSURE, { ...CLOSURE, digits: '4758802' }];
  for (const titles of [
    CLOSURE_TITLES,
    CLOSURE_TITLES.with(6, 'Condition for Closure'),
    CLOSURE_TITLES.with(1, 'Date (Closed)'),
    [...CLOSURE_TITLES.with(6, 'CONDITION FOR CLOSURE '), 'Approved for Closure'],
  ])
    for (const bytes of [await closureWorkbook(closures, titles), xlsOf(closureCells(closures, titles))]) {
      const file = await readRegulatorFile({ name: 'EOS_Weekly.xlsx', bytes, publishedAt: null }, TODAY);
      assert.deepEqual(
        [file.problem, file.refusals, file.records],
        [undefined, {}, { kind: 'closures', rows }],
      );
    }
});

test('refuses a license number that has lost a digit', async () => {
  const file = await read([closureRow({ licenseNumber: 475880 })]);
  assert.deepEqual(file.refusals, { license_number_malformed: 1 });
});

test('accepts a closure with an address in place of a name, but does not store the address', async () => {
  const file = await read([closureRow({ businessName: '1 Invented Harbor Way' })]);
  assert.deepEqual(file.records?.rows, [{ ...CLOSURE, businessName: '' }]);
  assert.deepEqual(file.warnings, { business_name_is_address: 1 });
});
