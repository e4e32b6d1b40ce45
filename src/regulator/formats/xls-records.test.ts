import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compoundFile, type XlsCell, xlsOf } from '../../../test/support/xls-files.ts';
import { readRows } from './read-rows.ts';

/**
 * Returns the rows on the first sheet with their row numbers, or the problem code if the workbook cannot be
 * read.
 */
async function read(bytes: Uint8Array) {
  const rows: [line: number, cells: readonly string[]][] = [];
  let others = 0;
  const problem = await readRows(
    { type: 'xls', bytes },
    {
      row: (cells, line) => void rows.push([line, cells]),
      unreadable: (line, reason) => void rows.push([line, [reason]]),
      otherSheets(count) {
        others += count;
      },
    },
  );
  return problem?.code ?? { rows, others };
}

const words = async (bytes: Uint8Array) =>
  (await readRows({ type: 'xls', bytes }, { row() {}, unreadable() {} }))?.text;
const DAY = new Date('2019-09-02T00:00:00Z');

test('reads text, numbers, dates, times, errors and formula results', async () => {
  const row = [
    'É—x',
    4758801,
    2.5,
    true,
    DAY,
    new Date('2019-09-02T13:30:00Z'),
    { error: 23 },
    { shown: 'no' },
  ];
  const cells = ['É—x', '4758801', '2.5', 'true', '2019-09-02', '2019-09-02 13:30', '#REF!', 'no', '3'];
  const rows: XlsCell[][] = [[...row, { shown: 3 }], [], [null, 'b']];
  const expected = {
    rows: [
      [1, cells],
      [3, ['', 'b']],
    ],
    others: 0,
  };
  assert.deepEqual(await read(xlsOf(rows)), expected);
  assert.deepEqual(await read(xlsOf(rows, { inlineTexts: true, dates1904: true })), expected);
});

test('reads numbers packed into one record', async () => {
  const cells = [1, 2, 3, 'x', 0, 0];
  assert.deepEqual(await read(xlsOf([cells], { grouped: true })), {
    rows: [[1, cells.map(String)]],
    others: 0,
  });
});

test('reads any table of text and small numbers back unchanged', async () => {
  const cell = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.integer({ min: 0, max: 99_999_999 }));
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(table, fc.boolean(), async (rows, grouped) => {
      const result = await read(xlsOf(rows, { grouped }));
      const expected = rows.map((row, at) => [at + 1, row.map(String)]);
      assert.deepEqual(result, { rows: expected, others: 0 });
    }),
    { numRuns: 40 },
  );
});

test('reads a string table that spans several records', async () => {
  const rows = Array.from({ length: 1_500 }, (_, at) => [`${at} ${'x'.repeat(600)}`, at]);
  const result = await read(xlsOf(rows));
  assert.ok(typeof result === 'object');
  assert.equal(result.rows.length, 1_500);
  assert.deepEqual(result.rows.at(-1), [1_500, [`1499 ${'x'.repeat(600)}`, '1499']]);
});

test('counts the rows on sheets that are not read', async () => {
  const sheets = [
    { name: 'Notes', rows: [['read me']] },
    { name: 'Records', rows: [['a'], ['b', 'c'], [], ['d']] },
  ];
  assert.deepEqual(await read(xlsOf([], { sheets })), { rows: [[1, ['read me']]], others: 3 });
});

test('refuses a workbook with either kind of password, or from Excel 95, and says why', async () => {
  const sealed = compoundFile([{ name: 'EncryptedPackage', content: Buffer.alloc(5_000, 1) }]);
  for (const bytes of [xlsOf([['a']], { password: true }), sealed])
    assert.equal(await words(bytes), 'the workbook has a password; save it without one');
  const old = [
    xlsOf([['a']], { version: 0x0500 }),
    compoundFile([{ name: 'Book', content: Buffer.alloc(5_000, 1) }]),
  ];
  for (const bytes of old)
    assert.equal(await words(bytes), 'a workbook of Excel 95 or an older program; save it as .xlsx or CSV');
  assert.equal(
    await read(compoundFile([{ name: 'WordDocument', content: Buffer.alloc(9) }])),
    'damaged_workbook',
  );
});

test('refuses a workbook truncated at any point', async () => {
  const bytes = xlsOf(Array.from({ length: 60 }, (_, at) => [`text ${at}`, at, DAY]));
  for (let length = 8; length < bytes.length; length += 101)
    assert.equal(await read(bytes.subarray(0, length)), 'damaged_workbook', `${length} bytes`);
});

test('refuses a workbook with a part overwritten with zeros, instead of silently reading fewer rows', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => [at, at / 7, at]);
  const intact = xlsOf(rows);
  for (let start = 2_048; start + 512 < intact.length; start += 512) {
    const bytes = Buffer.from(intact);
    bytes.fill(0, start, start + 512);
    assert.equal(await read(bytes), 'damaged_workbook', `zeros from ${start}`);
  }
});

test('never crashes on modified bytes', async () => {
  const intact = xlsOf(Array.from({ length: 40 }, (_, at) => [`text ${at}`, at, DAY, { shown: 'x' }]));
  const change = fc.tuple(fc.nat(intact.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const bytes = Buffer.from(intact);
      for (const [at, value] of changes) bytes[at] = value;
      const result = await read(bytes);
      const known = ['damaged_workbook', 'encrypted', 'legacy_xls', 'too_large'];
      assert.ok(typeof result === 'object' || known.includes(result), String(result));
    }),
    { numRuns: 400 },
  );
});

test('refuses a circular chain of sectors', async () => {
  const bytes = xlsOf(Array.from({ length: 400 }, (_, at) => [at, at]));
  const table = bytes.length - 512;
  bytes.writeUInt32LE(0, table + 4);
  assert.match((await words(bytes)) ?? '', /circle/);
});

/** Returns a workbook with records inserted before the end of its global records. */
function withRecords(records: Buffer, copies: number): Buffer {
  return xlsOf([['a']], {
    damage: (stream) => {
      const first = stream.readUInt16LE(2) + 4;
      return Buffer.concat([
        stream.subarray(0, first),
        ...Array<Buffer>(copies).fill(records),
        stream.subarray(first),
      ]);
    },
  });
}

test('rejects more records, strings or sheets than fit in memory, before reading any', async () => {
  const empty = Buffer.from([0x5c, 0, 0, 0]);
  const text = Buffer.concat([Buffer.from([0x04, 0x02, 0x00, 0x20]), Buffer.alloc(8_192)]);
  const sheet = Buffer.from([0x85, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const sheets = Buffer.concat(
    Array.from({ length: 300 }, (_, at) => {
      const copy = Buffer.from(sheet);
      copy.writeUInt32LE(at, 4);
      return copy;
    }),
  );
  // CPU time is not affected by other programs on the machine.
  const before = process.cpuUsage();
  assert.equal(await read(withRecords(empty, 3_000_001)), 'too_large');
  assert.equal(await read(withRecords(text, 2_049)), 'too_large');
  assert.equal(await read(withRecords(sheets, 1)), 'too_large');
  assert.ok(process.cpuUsage(before).user < 60_000_000);
});

test('refuses cells that the library would omit or invent', async () => {
  const changed = (from: number[], to: number[]) =>
    xlsOf([['a', { shown: 'b' }]], {
      damage: (stream) => {
        const at = stream.indexOf(Buffer.from(from));
        assert.ok(at > 0);
        Buffer.from(to).copy(stream, at);
        return stream;
      },
    });
  const label = [0xfd, 0, 10, 0];
  for (const [from, to] of [
    [label, [0xd6, 0, 10, 0]],
    [
      [...label, 0, 0, 0, 0, 0, 0, 0],
      [...label, 0, 0, 0, 0, 0, 0, 9],
    ],
    [
      [...label, 0, 0, 0, 0],
      [...label, 0, 0, 0, 1],
    ],
    [
      [0x06, 0, 22, 0],
      [0x03, 2, 22, 0],
    ],
  ])
    assert.equal(await read(changed(from ?? [], to ?? [])), 'damaged_workbook', String(to));
});

test('refuses a row that is longer than a record may be, and reads the other rows', async () => {
  const long = 'x'.repeat(4_000);
  const result = await read(xlsOf([['a'], Array<string>(9).fill(long), ['b']]));
  assert.deepEqual(result, {
    rows: [
      [1, ['a']],
      [2, ['row_too_long']],
      [3, ['b']],
    ],
    others: 0,
  });
});
