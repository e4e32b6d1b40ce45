import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readRegulatorFile } from '../../src/regulator/florida/read-file.ts';
import {
  isFictionalDigits,
  isFictionalVisit,
} from '../../src/regulator/florida/vocabulary/fictional-numbers.ts';
import { readOptions } from './options.ts';
import { cutAtLine, dayOfName } from './real-files.ts';
import { isAllGood, line, renderSummary } from './report.ts';
import { inventRegister, isListed, type Register, splitRows } from './site/register.ts';
import { INDEX_PATH, openSite } from './site/server.ts';
import { openFileWriter, type SiteFile } from './site/site-files.ts';
import { inspectionRows } from './site/visits.ts';
import { isRemoved } from './site/world.ts';

const DAY = '2026-10-07';
const SETTINGS = { rows: 1_000, day: '2026-10-04', since: '2023-07-01', until: '2026-11-10' };

describe('the first day’s files', () => {
  let register: Register;
  let folder = '';
  before(async () => {
    register = inventRegister({ seed: 1, ...SETTINGS });
    folder = await mkdtemp(path.join(tmpdir(), 'first-day-test-'));
  });
  after(() => rm(folder, { recursive: true }));

  const read = async ({ file, path: name }: SiteFile) =>
    readRegulatorFile({ name: path.basename(name), bytes: await readFile(file), publishedAt: null }, DAY);

  test('a register lists exactly as many licenses as it should, in districts from one to three times the smallest size', () => {
    const sizes = splitRows(70_000);
    assert.equal(
      [...sizes.values()].reduce((sum, size) => sum + size, 0),
      70_000,
    );
    const [least = 0, most = 0] = [Math.min(...sizes.values()), Math.max(...sizes.values())];
    assert.ok(most / least > 2.9 && most / least < 3.1, `${most / least}`);
    const listed = [...register.districts.values()].flat().filter((each) => isListed(each, SETTINGS.day));
    assert.equal(listed.length, SETTINGS.rows);
  });

  test('the same seed gives the same register, and a different seed gives a different one', () => {
    assert.deepEqual(inventRegister({ seed: 1, ...SETTINGS }), register);
    assert.notDeepEqual(inventRegister({ seed: 2, ...SETTINGS }).districts, register.districts);
  });

  test('no number is in the series that the service treats as fictional', () => {
    const licenses = [...register.districts.values()].flat();
    assert.ok(licenses.length > SETTINGS.rows);
    assert.ok(licenses.every(({ digits }) => /^\d{7}$/.test(digits) && !isFictionalDigits(digits)));
    const ids = [...inspectionRows(register, 2026, '2026-12-31')].map((row) => Number(row.at(-1)));
    assert.ok(ids.length > 100 && !ids.some(isFictionalVisit));
    assert.equal(new Set(ids).size, ids.length);
  });

  test('earlier visits stay the same when later days are added', () => {
    const early = [...inspectionRows(register, 2026, '2026-09-01')];
    const late = new Set([...inspectionRows(register, 2026, '2026-10-01')].map((row) => row.join()));
    assert.ok(early.length > 50);
    assert.ok(early.every((row) => late.has(row.join())));
  });

  test('the service reads every row in the files for licenses, the current year, past years, applications and closures', async () => {
    const writer = openFileWriter(register, folder);
    const [license] = register.districts.get(2) ?? [];
    assert.ok(license);
    const closure = { license, closedOn: '2026-09-30', reopenedOn: '2026-10-01', condition: 'Sewage' };
    const files = [
      await writer.licenses(2, '2026-10-05'),
      await writer.runningYear(2, 2026, '2026-10-05'),
      await writer.finishedYear(2025, 'stale'),
      await writer.finishedYear(2024, 'database'),
      await writer.applications('new_licenses', 2026, '2026-10-05'),
      await writer.closures('2026-10-04', [closure], 'usual'),
    ];
    for (const file of files) {
      const parsed = await read(file);
      assert.equal(parsed.problem, undefined, file.path);
      assert.deepEqual([parsed.rowsRead, parsed.refusals], [file.rows, {}], file.path);
      assert.equal(parsed.sha256, file.sha256);
      assert.ok(file.rows > 0, file.path);
    }
  });

  test('a truncated file has 60 % of its rows, and a mass removal drops one license in 25', async () => {
    const writer = openFileWriter(register, folder);
    const whole = await writer.licenses(4, '2026-10-05');
    const cut = await writer.licenses(4, '2026-10-05', { share: 0.6, flaw: 'cut' });
    assert.equal(cut.rows, Math.floor(whole.rows * 0.6));
    const removed = await writer.licenses(4, '2026-10-05', { without: isRemoved, flaw: 'removed' });
    assert.ok(removed.rows < whole.rows && removed.rows > whole.rows * 0.9);
    assert.equal((await read(removed)).rowsRead, removed.rows);
  });

  test('the site behaves like the regulator’s', async () => {
    const writer = openFileWriter(register, folder);
    const file = await writer.licenses(6, '2026-10-05');
    const site = await openSite({ latencyMs: 0, now: () => new Date(`${DAY}T12:00:00Z`) });
    try {
      site.put(file);
      const ask = (address: string, headers: Record<string, string> = {}) =>
        fetch(site.url + address, { headers, redirect: 'manual' });
      const sent = await ask(file.path);
      assert.equal((await sent.arrayBuffer()).byteLength, file.bytes);
      const again = await ask(file.path, { 'if-none-match': sent.headers.get('etag') ?? '' });
      assert.equal(again.status, 304);
      assert.equal(
        (await ask(file.path, { 'if-modified-since': sent.headers.get('last-modified') ?? '' })).status,
        304,
      );
      const gone = await ask('/hr/inspections/fdinspi_2122.xlsx');
      assert.equal(gone.status, 200);
      assert.match(await gone.text(), /^<!DOCTYPE html>/);
      assert.ok((await (await ask(INDEX_PATH)).text()).includes(file.path));
      site.behave('challenge');
      const refused = await ask(file.path);
      assert.deepEqual([refused.status, refused.headers.get('cf-mitigated')], [403, 'challenge']);
      site.behave('limited');
      const limited = [await ask(file.path), await ask(file.path), await ask(file.path)];
      assert.deepEqual(
        limited.map(({ status }) => status),
        [429, 429, 200],
      );
      await limited[2]?.arrayBuffer();
      site.behave('elsewhere');
      const moved = await ask(file.path);
      assert.equal(moved.status, 302);
      assert.notEqual(new URL(moved.headers.get('location') ?? '').host, new URL(site.url).host);
      assert.equal(site.strays(), 0);
    } finally {
      await site.close();
    }
    // A response is listed after its last byte is sent. A short response may therefore be listed before a
    // file that was requested earlier, and a client may receive the last response before it is listed.
    const counts = Object.groupBy(site.sent, ({ answer }) => answer);
    assert.deepEqual(Object.fromEntries(Object.entries(counts).map(([kind, each]) => [kind, each?.length])), {
      file: 2,
      unchanged: 2,
      soft_404: 1,
      index: 1,
      refused: 1,
      limited: 2,
      redirected: 1,
    });
  });
});

describe('the first-day program', () => {
  test('reads its options and rejects invalid ones', () => {
    assert.deepEqual([...readOptions(['--real-only']).parts], ['real']);
    assert.equal(readOptions([]).rows, 70_000);
    assert.equal(readOptions(['--small']).isPolite, false);
    assert.throws(() => readOptions(['--rows', '10']), /--rows is 10/);
    assert.throws(() => readOptions(['--only', 'nonsense']), /must be one of/);
    assert.throws(() => readOptions(['--only', 'month']), /first/);
  });

  test('dates a real file by the day, month or fiscal year in its name', () => {
    assert.equal(dayOfName('licenses/2025-06-25/hrfood1.csv'), '2025-06-25');
    assert.equal(dayOfName('licenses/2019-07/hrfood1.csv'), '2019-07-31');
    assert.equal(dayOfName('inspections/6fdinspi_1516.csv'), '2016-07-10');
    assert.equal(dayOfName('hrfood1.csv'), undefined);
  });

  test('truncates a file at the end of a line', () => {
    assert.equal(Buffer.from(cutAtLine(Buffer.from('one\ntwo\nthree\n'), 0.6)).toString(), 'one\ntwo\n');
  });

  test('fails if a target was missed or a sentence was false', () => {
    const finding = { where: 'page', says: 'a | b', but: 'c', when: 'on a day' } as const;
    assert.ok(isAllGood([line('x', '1', '1', true), line('y', '1')], []));
    assert.ok(!isAllGood([line('x', '2', '1', false)], []));
    assert.ok(!isAllGood([], [finding]));
    assert.match(
      renderSummary([], [finding, finding]),
      /\| 2 \| page, first on a day \| “a \\\| b”, but c \|/,
    );
  });
});
