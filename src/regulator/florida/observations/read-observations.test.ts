import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refuseByItself } from '../../../intake/check/refuse-file.ts';
import type { ObservationRow, ParsedFile } from '../../source/parsed-file.ts';
import { readRegulatorFile } from '../read-file.ts';

const HEAD = 'id,visitid,violation,details_id,obs';
const TEXT = 'Basic - Pretend shelf soiled. **Warning**';
const ROW: ObservationRow = {
  visitId: 9900001,
  position: 1,
  code: '35A-03-4',
  category: 35,
  tier: 'basic',
  text: 'Pretend shelf soiled.',
  flags: ['warning'],
};

function read(content: string | Uint8Array): Promise<ParsedFile> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return readRegulatorFile({ name: 'whatever.txt', bytes, publishedAt: null }, '2026-03-16');
}

function rowsOf({ records }: ParsedFile): readonly ObservationRow[] {
  assert.ok(records?.kind === 'observations');
  return records.rows;
}

const json = (items: unknown, visit = '9900001') => JSON.stringify({ [visit]: items });
const item = (change: object = {}) => ({ code: ROW.code, observation: TEXT, ...change });

describe('observation files', () => {
  test('are recognized by their content and produce the same records in both formats', async () => {
    const csv = await read(`${HEAD}\r\n1,9900001,35A-03-4,7,${TEXT}\r\n`);
    const object = await read(json([item()]));
    for (const file of [csv, object]) {
      assert.deepEqual(rowsOf(file), [ROW]);
      assert.deepEqual([file.rowsRead, file.rowsKept, file.problem], [1, 1, undefined]);
      assert.equal(refuseByItself(file)[0], undefined);
    }
  });

  test('may contain line breaks and doubled quotes in quoted text, and number each record by the line where it begins', async () => {
    const file = await read(
      `${HEAD}\n1,9900001,35A-03-4,7,"Basic - Shelf ""A"", left.\n\nSoiled, too. **Warning**"\n2,x,35A-03-4,8,${TEXT}\n3,9900001,22-02-4,9,High Priority - Bin.`,
    );
    assert.deepEqual(
      rowsOf(file).map(({ position, text, tier }) => [position, text, tier]),
      [
        [1, 'Shelf "A", left.\nSoiled, too.', 'basic'],
        [2, 'Bin.', 'high_priority'],
      ],
    );
    assert.deepEqual(file.refused, [{ line: 5, reason: 'visit_id_malformed', content: '["x","35A-03-4"]' }]);
  });

  test('have malformed rows refused with a reason and without storing any of their text', async () => {
    const cases: readonly (readonly [unknown, string])[] = [
      [item({ code: 'A-1' }), 'code_malformed'],
      [item({ code: '59-03-4' }), 'code_malformed'],
      [item({ code: 7 }), 'code_malformed'],
      [item({ observation: undefined }), 'text_missing'],
      [item({ observation: '**Warning**' }), 'text_missing'],
      [item({ observation: `Cook Zebulon ${'x'.repeat(4_000)}` }), 'text_too_long'],
      ['Zebulon', 'code_malformed'],
      [null, 'code_malformed'],
    ];
    for (const [bad, reason] of cases) {
      const file = await read(json([item(), bad]));
      assert.deepEqual([file.refusals, file.rowsKept], [{ [reason]: 1 }, 1]);
      assert.ok(!JSON.stringify(file).includes('Zebulon'));
    }
    const many = await read(
      json(Array.from({ length: 101 }, (_, index) => item({ observation: `${TEXT} ${index}` }))),
    );
    assert.deepEqual([many.rowsKept, many.refusals], [100, { too_many_of_visit: 1 }]);
    for (const visit of ['99999999999', '0'])
      assert.deepEqual((await read(json([item()], visit))).refusals, { visit_id_malformed: 1 });
  });

  test('have a text refused if it contains a NUL, a lost letter or an overwritten part, or appears twice at a visit', async () => {
    for (const damage of ['\0', '\ufffd', ' '.repeat(30)]) {
      const file = await read(json([item(), item({ observation: `Basic - Pretend${damage} bin.` })]));
      assert.deepEqual([file.refusals, file.rowsKept], [{ text_damaged: 1 }, 1]);
    }
    const twice = await read(json([item(), item(), item({ code: '22-02-4' })]));
    assert.deepEqual([twice.refusals, twice.rowsKept], [{ row_repeated: 1 }, 2]);
  });

  test('have a row refused for a missing or extra column or a stray quote, but the next row is still read', async () => {
    const good = `"2","9900001","22-02-4","8","High Priority - Pretend bin."\r\n`;
    const cases = [
      ['"1","9900001","35A-03-4","7"\r\n', { column_count: 1 }],
      ['"1","9900001","35A-03-4","7","","Basic - Shelf."\r\n', { column_count: 1 }],
      ['"1","9900001","35A-03-4,"7","Basic - Shelf, soiled."\r\n', { column_count: 1 }],
      ['"1","9900001","35A-03-4","7","Basic - Shelf." soiled."\r\n', { quotes_broken: 1 }],
      // The first row has the beginning of a text that lost a quote, and the second row is the rest of that
      // text.
      ['"1","9900001","35A-03-4","7",Basic - Shelf.\r\nSoiled, too."\r\n', { column_count: 2 }],
    ] as const;
    for (const [row, refusals] of cases) {
      const file = await read(`${HEAD}\r\n${row}${good}`);
      assert.deepEqual(
        [file.refusals, rowsOf(file).map(({ text }) => text)],
        [refusals, ['Pretend bin.']],
        row,
      );
    }
  });

  test('have names redacted and counted before the reader returns any text', async () => {
    const file = await read(
      json([item({ code: '53B-01-5', observation: 'Basic - No training.\nZebulon Quillfeather.' })]),
    );
    assert.equal(rowsOf(file)[0]?.text, 'No training.\n[name].');
    assert.deepEqual(file.warnings, { names_struck_out: 1 });
    assert.ok(!JSON.stringify(file).includes('Quillfeather'));
  });

  test('are held if their keys may be license numbers, because the text may belong to another business', async () => {
    const file = await read(JSON.stringify({ 5850001: [item()], 5800002: [item()], 5800003: [item()] }));
    assert.equal(refuseByItself(file)[0]?.code, 'keyed_by_license');
    const csv = await read(`${HEAD}\n1,5850001,35A-03-4,7,${TEXT}`);
    assert.equal(refuseByItself(csv)[0], undefined);
  });

  test('have a row with enormous text or a million cells refused, but the rows around it are read', async () => {
    const good = (shelf: string) => `1,9900001,35A-03-4,7,${TEXT} ${shelf}\n`;
    for (const row of [
      `1,9900001,35A-03-4,7,"${'""'.repeat(20_000_000)}"\n`,
      `1,9900001,35A-03-4,7,${'x'.repeat(4_000_000)}\n`,
      `1,9900001,35A-03-4${','.repeat(1_000_000)}\n`,
    ]) {
      const file = await read(`${HEAD}\n${good('A')}${row}${good('B')}`);
      assert.deepEqual([file.rowsRead, file.rowsKept, file.refused[0]?.line], [3, 2, 3], row.slice(0, 40));
    }
  });

  test('are held before JSON parsing if they have more parts than there could be citations', async () => {
    for (const part of ['0,', '{},', '[],']) {
      const file = await read(`{"9900001":[${part.repeat(8_000_001)}0]}`);
      assert.equal(file.problem?.code, 'too_large', part);
    }
  });

  test('are held as a whole if they are damaged or empty', async () => {
    const problems = [
      [json([item()]).slice(0, -2), 'damaged_json'],
      [`${HEAD}\n1,9900001,35A-03-4,7,${TEXT}\n2,9900001,35A-03-4,8,"Basic - cut`, 'truncated'],
      [HEAD, 'no_rows'],
      ['{"9900001": []}', 'no_rows'],
      ['{}', 'unrecognised'],
      ['{"visits": [1]}', 'unrecognised'],
      [json([{}, {}, {}, {}, {}, {}]), 'too_many_refused'],
    ] as const;
    for (const [content, code] of problems)
      assert.equal(refuseByItself(await read(content))[0]?.code, code, content.slice(0, 60));
  });

  test('are dated by the newest follow-up mentioned in the text that is not in the future', async () => {
    const text =
      'Basic - Shelf. - From follow-up inspection 2026-02-01: Clean. - From follow-up inspection 2999-01-01: **Warning**';
    const file = await read(json([item(), item({ observation: text.replace('2999-01-01', '2026-03-02') })]));
    assert.equal(file.fileDate, '2026-03-02');
    assert.equal((await read(json([item({ observation: text })]))).fileDate, null);
  });
});
