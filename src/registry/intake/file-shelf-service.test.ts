import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { inspectionCsv, inspectionRow } from '../../../test/support/regulator-files.ts';
import { REGULATOR } from '../sources/regulator.ts';
import { FileShelf, packFile } from './file-shelf-service.ts';
import { kindOf, openFile } from './run-files.ts';

async function readVisits(count: number) {
  const rows = Array.from({ length: count }, (_, index) =>
    inspectionRow({ visitId: 1_000 + index, visitedOn: '2025-09-28' }),
  );
  return REGULATOR.readFile(
    { name: 'visits.csv', bytes: Buffer.from(inspectionCsv(rows)), publishedAt: null },
    '2025-10-01',
  );
}

test('a file comes back from the shelf as it was read, however many parts its rows take', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shelf-'));
  const shelf = new FileShelf(folder);
  t.after(() => {
    shelf.close();
    rmSync(folder, { recursive: true });
  });
  for (const count of [1, 5_000, 5_001]) {
    const file = await readVisits(count);
    assert.equal(file.records?.rows.length, count);
    const shelved = shelf.put(packFile(file));
    assert.equal(kindOf(shelved), 'inspections');
    assert.deepEqual(openFile(shelved), file);
    assert.deepEqual(openFile(shelved), file, 'a second time');
  }
  const page = { name: 'page.html', bytes: Buffer.from('<!doctype html>'), publishedAt: null };
  const unusable = await REGULATOR.readFile(page, '2025-10-01');
  assert.deepEqual(openFile(shelf.put(packFile(unusable))), unusable);
});

test('the rows on the shelf have no name on the disk, so that nothing is left whatever ends the process', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shelf-'));
  const shelf = new FileShelf(folder);
  t.after(() => rmSync(folder, { recursive: true }));
  const shelved = shelf.put(packFile(await readVisits(3)));
  assert.deepEqual(readdirSync(folder), []);
  shelf.close();
  assert.throws(() => openFile(shelved));
});
