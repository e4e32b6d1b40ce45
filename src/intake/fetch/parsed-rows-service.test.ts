import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import {
  applicationCsv,
  applicationRow,
  closureRow,
  closureWorkbook,
  inspectionCsv,
  inspectionRow,
  licenseCsv,
  licenseRow,
} from '../../../test/support/regulator-files.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { kindOf, openFile, ParsedRowsStore } from './parsed-rows-service.ts';

function fileOf(content: string | Uint8Array) {
  return { name: 'a file', bytes: Buffer.from(content), publishedAt: null };
}

function visits(count: number) {
  return Array.from({ length: count }, (_, index) =>
    inspectionRow({ visitId: 1_000 + index, visitedOn: '2025-09-28' }),
  );
}

/**
 * Files of every kind and of several sizes. They include two different rows for one visit, and dates in
 * another year.
 */
const FILES: Readonly<Record<string, { readonly content: string | Uint8Array; readonly rows: number }>> = {
  ...Object.fromEntries(
    [1, 5_000, 5_001].map((rows) => [`${rows} visits`, { content: inspectionCsv(visits(rows)), rows }]),
  ),
  'visits that contradict each other, or are of another year': {
    content: inspectionCsv([
      ...visits(5_002),
      inspectionRow({ visitId: 1_000, visitedOn: '2024-01-01' }),
      inspectionRow({ visitId: 9_000, visitedOn: '2024-01-01' }),
    ]),
    rows: 5_002,
  },
  licenses: { content: licenseCsv([licenseRow()]), rows: 1 },
  applications: { content: applicationCsv([applicationRow()]), rows: 1 },
  closures: { content: await closureWorkbook([closureRow()]), rows: 1 },
  observations: {
    content: JSON.stringify({
      9900001: [{ code: '35A-03-4', observation: 'Basic - Pretend shelf soiled.' }],
    }),
    rows: 1,
  },
  'no file of ours': { content: '<!doctype html>', rows: 0 },
};

test('a stored file of any kind and size is returned exactly as it was read', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shelf-'));
  const store = new ParsedRowsStore(folder);
  t.after(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  for (const [what, { content, rows }] of Object.entries(FILES)) {
    const file = await REGULATOR.readFile(fileOf(content), '2025-10-01');
    assert.equal(file.records?.rows.length ?? 0, rows, what);
    const stored = store.put(await REGULATOR.packFile(fileOf(content), '2025-10-01'));
    assert.equal(kindOf(stored), file.records?.kind ?? 'unknown');
    assert.deepEqual(openFile(stored), file, what);
    assert.deepEqual(openFile(stored), file, `${what}, a second time`);
  }
});

test('stored rows have no file name on disk, so nothing remains no matter how the process ends', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shelf-'));
  const store = new ParsedRowsStore(folder);
  t.after(() => rmSync(folder, { recursive: true }));
  const stored = store.put(await REGULATOR.packFile(fileOf(inspectionCsv(visits(3))), '2025-10-01'));
  assert.deepEqual(readdirSync(folder), []);
  store.close();
  assert.throws(() => openFile(stored));
});
