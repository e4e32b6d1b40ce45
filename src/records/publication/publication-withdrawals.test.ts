import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeBothEngines, openTestSqlite, type TestDatabase } from '../../../test/support/engines.ts';
import { allInForce, readBadFiles, readGoodFiles } from '../../../test/support/layered-files.ts';
import {
  AS_OF,
  cards,
  file,
  licenses,
  now,
  run,
  truck,
  visits,
} from '../../../test/support/publication-runs.ts';
import { isWholeRun } from '../../../test/support/whole-run.ts';
import { loadConfig } from '../../config.ts';
import { describeCoverage } from '../../intake/coverage/coverage-service.ts';
import { findFileToWithdraw, whyNotAcceptable } from '../../intake/log/named-files-service.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import { publish } from './service.ts';

const GOOD = await readGoodFiles();
const BAD = await readBadFiles();
const DECISION = { by: 'ola', because: 'The regulator sent it again.' };

/** Accepts files even if they exceed a limit, because the limits depend on earlier files. */
const accept = (database: TestDatabase, files: readonly ParsedFile[], asOf = AS_OF) =>
  publish(database, { files, asOf, now, acceptance: DECISION });
async function withdraw(database: TestDatabase, name: string) {
  const named = await findFileToWithdraw(database.db, name);
  assert.ok(named.found, named.found ? '' : named.message);
  const withdrawal = { ...DECISION, fileId: named.file.id };
  return publish(database, { files: [], asOf: AS_OF, now, withdrawal });
}
/** Returns the state after all files are read in one run. */
async function stateOf(files: readonly ParsedFile[]): Promise<string> {
  const database = await openTestSqlite();
  await accept(database, files);
  const state = await allInForce(database);
  await database.close();
  return state;
}

interface History {
  /** Good files in some order, some of them read in the same run. */
  readonly runs: readonly (readonly ParsedFile[])[];
  readonly bad: ParsedFile;
  /** The bad file is read before the run at index `badAt`, and is withdrawn `stays` runs later. */
  readonly badAt: number;
  readonly stays: number;
}

const histories: fc.Arbitrary<History> = fc
  .record({
    files: fc.shuffledSubarray(GOOD, { minLength: 3 }).filter((files) => files.some(makesVendors)),
    cuts: fc.array(fc.boolean(), { minLength: GOOD.length, maxLength: GOOD.length }),
    bad: fc.constantFrom(...BAD),
    badAt: fc.nat(GOOD.length),
    stays: fc.nat(3),
  })
  .map(({ files, cuts, ...rest }) => ({ ...rest, runs: cut(files, cuts) }));

function makesVendors({ records }: ParsedFile): boolean {
  return records?.kind === 'inspections' || records?.kind === 'licenses';
}

function cut(files: readonly ParsedFile[], cuts: readonly boolean[]): ParsedFile[][] {
  const runs: ParsedFile[][] = [];
  for (const [index, each] of files.entries()) {
    const last = runs.at(-1);
    if (last && !cuts[index]) last.push(each);
    else runs.push([each]);
  }
  return runs;
}

async function replay(database: TestDatabase, { runs, bad, badAt, stays }: History): Promise<void> {
  const start = Math.min(badAt, runs.length);
  const end = Math.min(start + stays, runs.length);
  for (const each of runs.slice(0, start)) await accept(database, each);
  await accept(database, [bad]);
  for (const each of runs.slice(start, end)) await accept(database, each);
  // The last file with vendors cannot be withdrawn, so a bad file with vendors waits until other files have
  // been read.
  const isAlone = !runs.slice(0, end).flat().some(makesVendors);
  if (!isAlone) await withdraw(database, bad.name);
  for (const each of runs.slice(end)) await accept(database, each);
  if (isAlone) await withdraw(database, bad.name);
}

test('files read in any order and any number of runs give byte-for-byte the same records after a bad file is withdrawn', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const database = await openTestSqlite();
      await replay(database, history);
      const state = await allInForce(database);
      await database.close();
      assert.equal(state, await stateOf(history.runs.flat()));
    }),
    { numRuns: isWholeRun ? 40 : 10 },
  );
});

test('the corrected version of an inspection file removes all of the bad version’s rows on the days that it covers', async () => {
  const bad = await visits('bad.csv', [
    { visitId: 9950001, visitedOn: '2025-07-02', licenseNumber: '1350003' },
    { visitId: 9950002, visitedOn: '2025-09-15', licenseNumber: '1350007' },
  ]);
  const september = GOOD.find(({ name }) => name === 'september.csv');
  assert.ok(september);
  // The file also covers other days, on which restaurants were inspected.
  const covered = { coveredDays: { first: '2025-07-01', last: '2025-09-15' } };
  const again = { ...september, ...covered, sha256: 'ff', publishedAt: '2026-01-03T00:00:00.000Z' };
  for (const order of [
    [bad, ...GOOD],
    [...GOOD, bad],
  ]) {
    const database = await openTestSqlite();
    for (const each of order) await accept(database, [each]);
    await accept(database, [again]);
    assert.equal(await allInForce(database), await stateOf([...GOOD, again]));
    await database.close();
  }
});

describeBothEngines('a withdrawn file', (open) => {
  test('leaves the same state as if it had never been read, on every engine', async () => {
    for (const bad of BAD) {
      const database = await open();
      await replay(database, { runs: GOOD.map((each) => [each]), bad, badAt: 6, stays: 2 });
      assert.equal(await allInForce(database), await stateOf(GOOD), bad.name);
      await database.close();
    }
  });

  test('remains listed with who withdrew it, when and why, and is imported again only with --accept', async () => {
    const database = await open();
    const bad = await licenses('bad.csv', '2025-12-02', [truck(1), truck(3)]);
    await run(database, [await licenses('a.csv', '2025-12-01', [truck(1), truck(2)])]);
    await run(database, [bad]);
    const { withdrawn } = await withdraw(database, bad.sha256.slice(0, 8));
    const at = now().toISOString();
    assert.deepEqual(withdrawn && [withdrawn.name, withdrawn.by, withdrawn.at], ['bad.csv', 'ola', at]);
    assert.deepEqual([...(await cards(database)).keys()], ['2014:1350001', '2014:1350002']);
    const again = await run(database, [bad]);
    assert.deepEqual(
      again.files.map(({ outcome, reason }) => [outcome, reason]),
      [['withdrawn', 'withdrawn on 2026-01-02 because The regulator sent it again.']],
    );
    const { withdrawn: listed } = await describeCoverage(database);
    assert.deepEqual(
      listed.map((each) => [each.name, each.because, each.withdrawn_at, each.accepted_again_at]),
      [['bad.csv', 'The regulator sent it again.', at, null]],
    );
    const accepted = await accept(database, [bad]);
    assert.deepEqual(
      [accepted.files[0]?.outcome, accepted.files[0]?.accepted],
      ['published', { ...DECISION, at, released: null }],
    );
    assert.equal((await cards(database)).has('2014:1350003'), true);
    // The history of a file remains public after it is imported again.
    const [history] = (await describeCoverage(database)).withdrawn;
    assert.deepEqual([history?.withdrawn_at, history?.accepted_again_at], [at, at]);
    await database.close();
  });

  test('that has the only vendors cannot be withdrawn, and nothing changes', async () => {
    const database = await open();
    await run(database, [await licenses('a.csv', '2025-12-01', [truck(1)])]);
    const before = await allInForce(database);
    await assert.rejects(withdraw(database, 'a.csv'), /no vendor would be on record/);
    assert.equal(await allInForce(database), before);
    await database.close();
  });

  test('gives way to the earlier state, no matter how many files have been read since', async () => {
    const database = await open();
    await run(database, [
      await visits('visits.csv', [{ visitId: 1, visitedOn: '2025-07-02', licenseNumber: '1350001' }]),
    ]);
    const states: string[] = [];
    const days = [1, 2, 3, 4, 5, 6].map((day) => `2025-12-0${day}`);
    for (const [index, day] of days.entries()) {
      await run(database, [await licenses(`${day}.csv`, day, [truck(1), truck(2), truck(index + 3)])]);
      states.push(await allInForce(database));
    }
    const left = await database.db
      .selectFrom('file_rows')
      .innerJoin('import_files', 'import_files.id', 'file_id')
      .select('name')
      .select(({ fn }) => fn.sum<number>('rows').as('rows'))
      .where('is_whole', '=', 0)
      .groupBy('name')
      .orderBy('name')
      .execute();
    assert.deepEqual(
      left.map(({ name, rows }) => [name, Number(rows)]),
      days.slice(1, -1).map((day) => [`${day}.csv`, 1]),
      'a replaced file has only what newer ones do not replace; the first shows since when a holder is listed',
    );
    for (const day of days.slice(1).reverse()) {
      const { withdrawn } = await withdraw(database, `${day}.csv`);
      assert.deepEqual(withdrawn?.notRestored, []);
      states.pop();
      assert.equal(await allInForce(database), states.at(-1), day);
    }
    await database.close();
  });

  test('requires the good file before it to be read again after REPLACED_DAYS, which gives the same records', async () => {
    const { replacedDays } = loadConfig({ REPLACED_DAYS: '90' });
    const database = { ...(await open()), replacedDays };
    const first = await licenses('first.csv', '2025-11-24', [truck(1)]);
    const good = await licenses('good.csv', '2025-12-01', [truck(1), truck(2)]);
    const bad = await licenses('bad.csv', '2025-12-02', [truck(1), truck(2), truck(7)]);
    const seen = await visits('visits.csv', [
      { visitId: 1, visitedOn: '2025-07-02', licenseNumber: '1350001' },
    ]);
    await run(database, [seen]);
    await run(database, [first]);
    await run(database, [good]);
    const before = await allInForce(database);
    await run(database, [bad]);
    const after = (days: number) => () => new Date(now().getTime() + days * 86_400_000);
    for (const [days, rows] of [
      [90, 1],
      [92, 0],
    ] as const) {
      await publish(database, { files: [], asOf: AS_OF, now: after(days) });
      const { rows_stored: stored } = await database.db
        .selectFrom('import_files')
        .select('rows_stored')
        .where('name', '=', 'good.csv')
        .executeTakeFirstOrThrow();
      assert.equal(stored, rows, `${days} days`);
    }
    const { withdrawn } = await withdraw(database, 'bad.csv');
    assert.deepEqual(
      [withdrawn?.inUse, withdrawn?.notRestored.map(({ name }) => name)],
      [null, ['good.csv']],
    );
    assert.notEqual(await allInForce(database), before);
    const coverage = await describeCoverage(database);
    assert.deepEqual(
      [coverage.files.map(({ name }) => name), coverage.missing.includes('licenses:district-6')],
      [['visits.csv'], true],
    );
    const { files } = await run(database, [good]);
    assert.deepEqual(
      files.map(({ outcome, reason }) => [outcome, reason]),
      [['published', 'read again: its rows were no longer stored']],
    );
    assert.equal(await allInForce(database), before);
    assert.equal((await run(database, [good])).files[0]?.outcome, 'unchanged');
    await database.close();
  });

  test('is identified by number, SHA-256 or name, and ambiguous and unknown names are reported', async () => {
    const database = await open();
    const files = [
      await licenses('same.csv', '2025-12-01', [truck(1)]),
      await licenses('same.csv', '2025-12-02', [truck(1)]),
    ];
    for (const each of files) await run(database, [each]);
    const [first, second] = await database.db.selectFrom('import_files').select('id').orderBy('id').execute();
    const byId = await findFileToWithdraw(database.db, String(first?.id));
    assert.ok(byId.found && byId.file.sha256 === files[0]?.sha256);
    const bySha = await findFileToWithdraw(database.db, (files[1]?.sha256 ?? '').slice(0, 8).toUpperCase());
    assert.ok(bySha.found && bySha.file.id === second?.id);
    const ambiguous = await findFileToWithdraw(database.db, 'same.csv');
    const [shaA, shaB] = files.map(({ sha256 }) => sha256.slice(0, 12));
    assert.equal(
      ambiguous.found ? '' : ambiguous.message,
      `"same.csv" names 2 files. Give the number of one: ${first?.id} (same.csv, SHA-256 ${shaA}, newest day 2025-12-01); ${second?.id} (same.csv, SHA-256 ${shaB}, newest day 2025-12-02).`,
    );
    const unknown = {
      'other.csv': 'No file is called "other.csv".',
      '4711': 'No file has the number 4711.',
      deadbeef: 'No file has a SHA-256 that begins with deadbeef.',
      dead: 'No file is called "dead". Of a SHA-256, give at least 8 characters.',
      '': 'No file is called "".',
      '99999999999': 'No file has a SHA-256 that begins with 99999999999.',
    };
    for (const [text, message] of Object.entries(unknown))
      assert.deepEqual(await findFileToWithdraw(database.db, text), {
        found: false,
        message: `${message} /operator/imports lists the files.`,
      });
    await database.close();
  });

  test('is found by its name with or without folders', async () => {
    const database = await open();
    await run(database, [await licenses('2025-12-01/hrfood6.csv', '2025-12-01', [truck(1)])]);
    await run(database, [await licenses('2025-12-02/hrfood6.csv', '2025-12-02', [truck(1)])]);
    for (const text of ['2025-12-01/hrfood6.csv', '/data/2025-12-01/hrfood6.csv']) {
      const named = await findFileToWithdraw(database.db, text);
      assert.ok(named.found && named.file.file_date === '2025-12-01', text);
    }
    const bare = await findFileToWithdraw(database.db, 'hrfood6.csv');
    assert.match(bare.found ? '' : bare.message, /^"hrfood6\.csv" names 2 files\./);
    assert.equal((await findFileToWithdraw(database.db, 'food6.csv')).found, false);
    await database.close();
  });

  test('is distinguished from an unknown file if it was already withdrawn or held', async () => {
    const database = await open();
    await run(database, [await licenses('a.csv', '2025-12-01', [truck(1)])]);
    await run(database, [await licenses('b.csv', '2025-12-02', [truck(1)])]);
    await run(database, [await file('home.csv', '<html>')]);
    await withdraw(database, 'b.csv');
    const ids = await database.db.selectFrom('import_files').select(['name', 'id']).execute();
    const idOf = (name: string) => ids.find((each) => each.name === name)?.id;
    const expected = {
      'b.csv': `File ${idOf('b.csv')} (b.csv) was withdrawn already, on 2026-01-02 because “The regulator sent it again.”. Nothing was changed.`,
      'home.csv': `File ${idOf('home.csv')} (home.csv) was held back, so nothing of it is on record and there is nothing to withdraw.`,
    };
    for (const [name, message] of Object.entries(expected))
      for (const text of [name, String(idOf(name))])
        assert.deepEqual(await findFileToWithdraw(database.db, text), { found: false, message });
    await database.close();
  });
});

describeBothEngines('an accepted file', (open) => {
  test('is published with the operator and the reason even if it exceeds a limit, but other limits still apply', async () => {
    const database = await open();
    const fleet = Array.from({ length: 20 }, (_, index) => truck(index));
    await run(database, [await licenses('a.csv', '2025-11-01', fleet)]);
    const few = await licenses('few.csv', '2025-12-01', [truck(1)]);
    assert.equal((await run(database, [few])).files[0]?.outcome, 'held_back');
    const { files } = await accept(database, [few]);
    const released =
      'far_fewer_rows: the file has 1 rows (1 of food trucks and caterers), and the previous one, a.csv, had 20 (20)';
    const at = now().toISOString();
    assert.deepEqual(
      [files[0]?.outcome, files[0]?.reason, files[0]?.accepted?.at, files[0]?.accepted?.by],
      ['published', null, at, 'ola'],
    );
    assert.ok(files[0]?.accepted?.released?.startsWith(released));
    assert.doesNotMatch(files[0]?.accepted?.released ?? '', /held back/);
    const [inUse] = (await describeCoverage(database)).files;
    assert.deepEqual(inUse?.accepted, {
      at,
      because: DECISION.because,
      released: files[0]?.accepted?.released,
    });
    const undated = await licenses('undated.csv', '', [truck(1)]);
    for (const bad of [undated, await file('home.csv', '<html>')])
      assert.equal((await accept(database, [bad])).files[0]?.outcome, 'held_back', bad.name);
    const late = { ...few, sha256: '0b', fileDate: null };
    assert.match(
      (await run(database, [late])).files[0]?.reason ?? '',
      /^undated: no row has a date, so the file has no known age\. It can’t be accepted\.$/,
    );
    const plain = await accept(database, [await licenses('b.csv', '2025-12-02', [truck(1)])]);
    assert.deepEqual([plain.files[0]?.outcome, plain.files[0]?.accepted], ['published', null]);
    await database.close();
  });

  test('must have been held or withdrawn before, and otherwise the reason states whether it counts, is set aside or is unknown', async () => {
    const database = await open();
    const fleet = Array.from({ length: 20 }, (_, index) => truck(index));
    const older = await licenses('older.csv', '2025-11-01', fleet);
    const inUse = await licenses('b.csv', '2025-11-08', fleet);
    const few = await licenses('few.csv', '2025-12-01', [truck(1)]);
    for (const each of [inUse, older, few]) await run(database, [each]);
    const why = (each: ParsedFile) => whyNotAcceptable(database.db, each.sha256);
    assert.equal(await why(few), undefined);
    assert.match(
      (await why(inUse)) ?? '',
      /^These bytes are file \d+ \(b\.csv\), which was taken in on 2026-01-02\./,
    );
    assert.match(
      (await why(older)) ?? '',
      /^These bytes are file \d+ \(older\.csv\), which was read and set aside because the newer file \d+ \(b\.csv\) is in use\./,
    );
    assert.match(
      (await why(await file('home.csv', '<html>'))) ?? '',
      /^These bytes were not held back or withdrawn/,
    );
    await withdraw(database, 'b.csv');
    assert.equal(await why(inUse), undefined);
    await database.close();
  });
});
