import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { facts, license, visit } from '../../../test/support/visits.ts';
import { writeDemoFiles } from '../../demo/florida/files-service.ts';
import { loadFile } from '../intake/files-service.ts';
import { REGULATOR } from '../sources/regulator.ts';
import { makeRecords } from './make-records.ts';
import { RecordMaker, type WhereMade } from './record-maker-service.ts';
import { publish } from './service.ts';

const AS_OF = '2025-12-31';
const now = () => new Date('2026-01-02T12:00:00Z');
const CONTEXT = {
  asOf: AS_OF,
  dataAsOf: AS_OF,
  fictional: false,
  licenseDistricts: new Set([6]),
  covers: new Map([
    [
      6,
      {
        reach_to: AS_OF,
        whole_year: true,
        inspections_from: '2020-01-01',
        licenses_to: AS_OF,
        inspections_to: AS_OF,
      },
    ],
  ]),
};

const vendor = (digits: string) =>
  facts({ digits, license: license({ digits }), visits: [visit({ visitedOn: '2025-09-01' })] });
const PARTS = [[vendor('1350001'), vendor('1350002')], [], [vendor('1350003')]];

function makerOf(where: WhereMade): RecordMaker {
  const maker = new RecordMaker(where);
  maker.begin(CONTEXT);
  return maker;
}

/** No part of a row can be read. */
const BROKEN = { ...vendor('1350009'), visits: [null as never] };

async function published({ db }: TestDatabase) {
  const state = await db.selectFrom('published_state').selectAll().executeTakeFirstOrThrow();
  return {
    state,
    vendors: await db.selectFrom('vendors').selectAll().orderBy('position').execute(),
    records: await db.selectFrom('vendor_records').selectAll().orderBy('vendor_id').execute(),
    changes: await db.selectFrom('record_changes').selectAll().orderBy('number').execute(),
  };
}

describeEngines('records made on a thread', (open) => {
  test('are published exactly as those made here, on the first day and when all are made anew', async (t) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'records-'));
    t.after(() => rmSync(directory, { recursive: true }));
    const paths = await writeDemoFiles({ directory, today: AS_OF, vendorCount: 120 });
    const files = await Promise.all(
      paths.map(async (each) => REGULATOR.readFile(await loadFile(each, path.basename(each), null), AS_OF)),
    );
    const publishBy = async (database: TestDatabase, whereMade: WhereMade) => {
      await publish(database, { files, asOf: AS_OF, now, whereMade });
      const first = await published(database);
      await publish(database, { files: [], asOf: '2026-01-30', keepAsOf: true, now, whereMade });
      return [first, await published(database)];
    };
    const [here, onThread] = [await open(), await open()];
    const expected = await publishBy(here, 'here');
    assert.equal(expected[0]?.records.length, 120);
    assert.notDeepEqual(expected[1]?.records, expected[0]?.records);
    assert.deepEqual(await publishBy(onThread, 'thread'), expected);
    for (const { close } of [here, onThread]) await close();
  });
});

test('parts that are asked for together come back each with its own records, in order', async () => {
  for (const where of ['here', 'thread'] as const) {
    const maker = makerOf(where);
    const made = await Promise.all(PARTS.map((part) => maker.make(part)));
    await maker.close();
    assert.deepEqual(
      made,
      PARTS.map((part) => makeRecords(part, CONTEXT)),
    );
  }
});

test('a record that cannot be made is named, wherever that was tried', async () => {
  for (const where of ['here', 'thread'] as const) {
    const maker = makerOf(where);
    const parts = [[vendor('1350001'), BROKEN], [vendor('1350002')]].map((part) => maker.make(part));
    await assert.rejects(Promise.all(parts), /the record of license 1350009 \(\w+\) could not be made/);
    await Promise.allSettled(parts);
    if (where === 'thread') await assert.rejects(maker.make([vendor('1350003')]), /1350009/);
    await maker.close();
  }
});

test('a part that the thread never answered fails when the thread is ended', async () => {
  const maker = makerOf('thread');
  const made = maker.make([vendor('1350001')]);
  await Promise.all([assert.rejects(made, /ended early/), maker.close()]);
});

test('a thread that was started beforehand makes the same records', async () => {
  const maker = new RecordMaker('thread');
  maker.warmUp();
  maker.begin(CONTEXT);
  const [part = []] = PARTS;
  assert.deepEqual(await maker.make(part), makeRecords(part, CONTEXT));
  await maker.close();
});
