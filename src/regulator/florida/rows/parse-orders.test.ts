import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  ORDER_SECRETS,
  type OrderFields,
  orderCells,
  orderCsv,
  orderRow,
} from '../../../../test/support/order-files.ts';
import {
  applicationCsv,
  applicationRow,
  inspectionCsv,
  inspectionRow,
  licenseCsv,
  licenseRow,
  workbook,
} from '../../../../test/support/regulator-files.ts';
import type { OrderRow } from '../../source/parsed-file.ts';
import { readRegulatorFile } from '../read-file.ts';
import { parseCents } from './order-layout.ts';

const TODAY = '2026-03-01';
const ORDER: OrderRow = {
  licenseType: '2014',
  digits: '4758801',
  caseNumber: '2025012345',
  orderedOn: '2025-09-03',
  violationOn: '2025-06-12',
  violations: 2,
  fineCents: 50_000,
};
const TITLES = [
  'Case Number',
  'License Number',
  'Licensee Name',
  'Address',
  'Address 2',
  'City',
  'State',
  'Zip',
  'Number of Violations',
  'Fine Amount',
  'Final Order Date',
  'Violation Date',
];

const readBytes = (bytes: Uint8Array) =>
  readRegulatorFile({ name: 'rdar0925.csv', bytes, publishedAt: null }, TODAY);
const read = (text: string) => readBytes(Buffer.from(text));
const readOrders = (...orders: Partial<OrderFields>[]) => read(orderCsv(orders.map(orderRow)));

describe('a file of final orders', () => {
  test('is read without titles as a statewide file for the month that most of its orders are from', async () => {
    const file = await readOrders(
      {},
      { licenseNumber: 'HTD4758802', caseNumber: '2025012346', orderedOn: '2025-09-29' },
      { licenseNumber: 'CAT4701234', caseNumber: '2025-012347', orderedOn: '2025-10-01', fine: '0' },
    );
    assert.deepEqual(file.records, {
      kind: 'final_orders',
      rows: [
        ORDER,
        { ...ORDER, digits: '4758802', caseNumber: '2025012346', orderedOn: '2025-09-29' },
        {
          ...ORDER,
          licenseType: '2013',
          digits: '4701234',
          caseNumber: '2025-012347',
          orderedOn: '2025-10-01',
          fineCents: 0,
        },
      ],
    });
    assert.deepEqual(
      [file.problem, file.district, file.orderMonth, file.fileDate],
      [undefined, null, '2025-09', '2025-10-01'],
    );
    assert.deepEqual([file.refusals, file.warnings], [{}, {}]);
  });

  test('belongs to the later month if two months have the same number of orders', async () => {
    const file = await readOrders({ orderedOn: '2025-08-31' }, { orderedOn: '2025-09-01' });
    assert.equal(file.orderMonth, '2025-09');
  });

  test('may have titles or blank cells after the last column, or be a workbook', async () => {
    const cells = orderCells(orderRow());
    const blank = (row: readonly string[]) => `${[...row, ''].map((cell) => `"${cell}"`).join(',')}\r\n`;
    const files = [
      await read(orderCsv([orderRow()], TITLES)),
      await read(
        orderCsv(
          [orderRow()],
          TITLES.map((title) => title.toUpperCase().replaceAll(' ', '_')),
        ),
      ),
      await read(blank(cells)),
      await readBytes(await workbook([cells])),
    ];
    for (const file of files) assert.deepEqual(file.records, { kind: 'final_orders', rows: [ORDER] });
  });

  test('is read from the second row on if the first row is damaged', async () => {
    const file = await readOrders({ fine: 'N/A' }, {});
    assert.deepEqual(file.records?.rows, [ORDER]);
    assert.deepEqual(file.refusals, { fine_malformed: 1 });
  });

  test('is not recognized if its titles are in a different order', async () => {
    const swapped = [...TITLES.slice(0, 10), 'Violation Date', 'Final Order Date'];
    assert.equal((await read(orderCsv([orderRow()], swapped))).problem?.code, 'unrecognised');
    const other = TITLES.with(9, 'Balance');
    assert.equal((await read(orderCsv([orderRow()], other))).problem?.code, 'unrecognised');
  });
});

test('does not mistake another 12-column file, or another of the regulator’s files, for final orders', async () => {
  const changes: Partial<OrderFields>[] = [
    { licenseNumber: '4758801' },
    { licenseNumber: 'PELICAN TACO WAGON' },
    { violations: 'two' },
    { violations: '' },
    { fine: 'FL' },
    { fine: '-500' },
    { orderedOn: '' },
    { orderedOn: '13/45/2025' },
    { violationOn: '32399' },
  ];
  for (const change of changes) {
    const file = await readOrders(change);
    assert.equal(file.problem?.code, 'unrecognised', JSON.stringify(change));
  }
  const cells = orderCells(orderRow());
  for (const row of [cells.slice(0, 11), cells.slice(1), [...cells, 'one more']])
    assert.equal((await read(`${row.join(',')}\r\n`)).problem?.code, 'unrecognised');
  const others = [
    inspectionCsv([inspectionRow()], { header: false }),
    licenseCsv([licenseRow()], { vintage: '2018' }),
    licenseCsv([licenseRow()]),
    applicationCsv([applicationRow()]),
  ];
  for (const text of others) assert.notEqual((await read(text)).records?.kind, 'final_orders');
});

describe('an amount', () => {
  test('is read to the cent, with or without the dollar sign, commas and cents', () => {
    const amounts: [string, number][] = [
      ['$1,234.00', 123_400],
      ['1234', 123_400],
      ['1,234.50', 123_450],
      ['1234.5', 123_450],
      ['$0.00', 0],
      ['0', 0],
      ['0.5', 50],
      [' $500 ', 50_000],
      ['10,000,000', 1_000_000_000],
      ['0.29', 29],
      ['1.10', 110],
    ];
    for (const [text, cents] of amounts) assert.equal(parseCents(text), cents, text);
  });

  test('is refused in any other format', () => {
    const texts = [
      '',
      ' ',
      '$',
      '-500',
      '(500)',
      '1,23',
      '12,34.00',
      '1.234,00',
      '1,234.567',
      '5.',
      '.50',
      '1e3',
      '$ 500',
      '500 USD',
      'N/A',
      '10,000,000.01',
      '99999999999999999999',
      'Infinity',
      '0x10',
      '٥٠٠',
      '500;DROP',
      '=500',
      '1,2345',
      ',500',
      '1,,000',
    ];
    for (const text of texts) assert.equal(parseCents(text), undefined, JSON.stringify(text));
  });

  test('is the same after it is formatted and read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
        const plain = (cents / 100).toFixed(2);
        const us = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
        assert.deepEqual([parseCents(plain), parseCents(`$${us}`)], [cents, cents]);
      }),
    );
  });
});

describe('a final order row', () => {
  const GOOD = { caseNumber: '2025099999' };
  const readRow = (fields: Partial<OrderFields>) => readOrders(GOOD, fields);

  test('is refused with a reason if its case, license, count, amount or order date is missing or malformed', async () => {
    const cases: [Partial<OrderFields>, string][] = [
      [{ caseNumber: '' }, 'case_number_malformed'],
      [{ caseNumber: '2.02501E+09' }, 'case_number_malformed'],
      [{ caseNumber: '=HYPERLINK(1)' }, 'case_number_malformed'],
      [{ caseNumber: '9'.repeat(31) }, 'case_number_malformed'],
      [{ licenseNumber: '4758801' }, 'license_number_malformed'],
      [{ licenseNumber: 'MFD475880' }, 'license_number_malformed'],
      [{ licenseNumber: 'mfd4758801' }, 'license_number_malformed'],
      [{ violations: '' }, 'violations_malformed'],
      [{ violations: '-1' }, 'violations_malformed'],
      [{ violations: '10001' }, 'violations_malformed'],
      [{ fine: '' }, 'fine_malformed'],
      [{ fine: 'five hundred' }, 'fine_malformed'],
      [{ orderedOn: '' }, 'final_order_date_missing'],
      [{ orderedOn: 'soon' }, 'final_order_date_malformed'],
      [{ orderedOn: '31/07/2025' }, 'final_order_date_day_first'],
      [{ orderedOn: '2026-03-03' }, 'date_in_future'],
      [{ orderedOn: '1989-12-31', violationOn: '' }, 'final_order_date_out_of_range'],
      [{ violationOn: '2025-09-04' }, 'violation_after_order'],
      [{ violationOn: '1989-12-31' }, 'violation_date_out_of_range'],
    ];
    for (const [fields, reason] of cases) {
      const file = await readRow(fields);
      assert.deepEqual([file.refusals, file.rowsKept], [{ [reason]: 1 }, 1], JSON.stringify(fields));
    }
  });

  test('is accepted without the violation date, with a warning, if that date is unreadable', async () => {
    for (const [violationOn, warning] of [
      ['', 'violation_date_blank'],
      ['June', 'violation_date_malformed'],
      ['12/31/2024 - 01/02/2025', ''],
    ] as const) {
      const file = await readRow({ violationOn });
      const row = file.records?.rows.at(-1);
      const day = warning === '' ? '2024-12-31' : null;
      assert.deepEqual(row, { ...ORDER, violationOn: day }, violationOn);
      assert.deepEqual([file.refusals, file.warnings], [{}, warning === '' ? {} : { [warning]: 1 }]);
    }
  });

  test('may have dates with or without padding, or followed by a time', async () => {
    for (const orderedOn of ['9/3/2025', '09/03/2025', '09/03/2025 00:00:00', '2025-09-03'])
      assert.deepEqual((await readRow({ orderedOn })).records?.rows.at(-1), ORDER, orderedOn);
  });

  test('is counted but not stored if it is for another license type or has no license', async () => {
    for (const licenseNumber of ['SEA4758801', 'NOS4758801', 'HOT4758801', 'BB4758801', '']) {
      const file = await readRow({ licenseNumber, caseNumber: '', fine: '', violationOn: 'x' });
      assert.deepEqual(
        [file.rowsKept, file.rowsOther, file.refusals, file.warnings],
        [1, 1, {}, {}],
        licenseNumber,
      );
    }
  });

  test('causes a warning if it differs from another row about the same order', async () => {
    const file = await readOrders({}, {}, { fine: '700' });
    assert.deepEqual(file.warnings, { orders_contradict: 1 });
    const all = file.groups.find(({ name }) => name === 'all');
    assert.deepEqual(all?.warnings, { orders_contradict: 1 });
  });
});

test('refuses every row if the date columns are swapped', async () => {
  const swapped = { orderedOn: '2025-06-12', violationOn: '2025-09-03' };
  const file = await readOrders(...Array.from({ length: 20 }, () => swapped));
  assert.deepEqual([file.rowsKept, file.refusals], [0, { violation_after_order: 20 }]);
});

test('stores no name, address or ZIP code from any row, even a refused or shifted one', async () => {
  const cells = orderCells(orderRow({ caseNumber: '2025012399' }));
  const shifted = Array.from({ length: 12 }, (_, by) => [...cells.slice(by), ...cells.slice(0, by)]);
  const short = cells.slice(1);
  const rows = [orderCells(orderRow()), cells.with(9, 'none'), ...shifted.slice(1), short, cells];
  const file = await read(rows.map((row) => `${row.map((cell) => `"${cell}"`).join(',')}\r\n`).join(''));
  assert.ok(Object.keys(file.refusals).length >= 3);
  assert.equal(file.refused.length, 13);
  const kept = JSON.stringify(file);
  for (const secret of ORDER_SECRETS) assert.ok(!kept.includes(secret), secret);
});

test('malicious cells never crash the reader, and every row is refused, stored or counted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll(/["\r\n]/g, '')),
        { minLength: 12, maxLength: 12 },
      ),
      async (cells) => {
        const text = `${orderCsv([orderRow()])}${cells.map((cell) => `"${cell}"`).join(',')}\r\n`;
        const file = await read(text);
        const refused = Object.values(file.refusals).reduce((sum, count) => sum + count, 0);
        assert.equal(file.rowsKept + file.rowsOther + refused, file.rowsRead);
        assert.equal(file.rowsRead, 2);
      },
    ),
    { numRuns: 60 },
  );
});
