import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, test } from 'node:test';
import { SHARED_PROCESS } from '../../../test/support/cli.ts';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import {
  applicationCsv,
  applicationRow,
  inspectionCsv,
  inspectionRow,
  licenseCsv,
  licenseRow,
} from '../../../test/support/regulator-files.ts';
import { createOutput, EXIT } from '../../cli/output.ts';
import { forgetCommand, importCommand } from '../../cli/records/import-commands.ts';
import { loadConfig } from '../../config.ts';
import { describeCoverage } from '../../intake/coverage/coverage-service.ts';
import { listRuns } from '../../intake/log/runs-service.ts';
import type { DownloadFailureReason, Fetcher } from '../../platform/net/fetcher.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { SourceFile } from '../../regulator/source/source.ts';
import { refresh } from './refresh.ts';
import type { RefreshContext } from './refresh-context.ts';
import { logRefresh, summarizeRefresh } from './refresh-result.ts';

const TODAY = '2025-10-01';
const LICENSES = licenseCsv([licenseRow({ lastInspectedOn: '2025-09-28' })]);
const VISITS = inspectionCsv([inspectionRow({ visitedOn: '2025-09-28' })]);
const NAMES = REGULATOR.listFiles().map(({ name }) => name);

/** Returns a valid file with one row, of the kind that the site has under this name. */
function soundFile({ kind, district }: SourceFile): string {
  // Any county whose license numbers belong to the district would do.
  const number = `${REGULATOR.counties.find((county) => county.district === district)?.code ?? 47}58801`;
  switch (kind) {
    case 'licenses':
      return licenseCsv([
        licenseRow({ district: `${district}`, licenseNumber: `MFD${number}`, lastInspectedOn: '2025-09-28' }),
      ]);
    case 'inspections':
      return inspectionCsv([
        inspectionRow({
          district: `D${district}`,
          licenseNumber: number,
          visitId: `880${district}`,
          visitedOn: '2025-09-28',
        }),
      ]);
    case 'new_licenses':
      return applicationCsv([applicationRow({ approvedOn: '2025-09-28' })]);
    case 'ownership_changes':
      return applicationCsv(
        [
          applicationRow({
            applicationNumber: '660002',
            approvedOn: '2025-09-28',
            applicationType: 'Approve Change Owner Request',
          }),
        ],
        { file: 'change_of_owner' },
      );
    case 'closures':
    case 'final_orders':
      throw new Error(`${kind} are not renewed`);
  }
}

/** The files on the site by name, each with its text or the reason it is unavailable. */
type Site = Map<string, { readonly text: string } | { readonly reason: DownloadFailureReason }>;

/** Behaves like the real fetcher. It does not send a copy that the caller already has. */
function fakeFetcher(site: Site): Fetcher {
  return {
    async download({ url, path: target, validators }) {
      const answer = site.get(url.pathname.split('/').at(-1) ?? '') ?? { reason: 'http_404' };
      if ('reason' in answer)
        return {
          status: 'failed',
          reason: answer.reason,
          message: `${url}: ${answer.reason}, EACCES, ${target}`,
        };
      const sha256 = createHash('sha256').update(answer.text).digest('hex');
      if (validators?.etag === sha256) return { status: 'not_modified' };
      await writeFile(target, answer.text);
      const bytes = answer.text.length;
      return { status: 'downloaded', path: target, bytes, sha256, etag: sha256, lastModified: undefined };
    },
  };
}

describeEngines('a refresh whose files are not available', (open) => {
  let database: TestDatabase;
  let folder: string;
  let site: Site;

  beforeEach(async () => {
    database = await open();
    folder = await mkdtemp(path.join(tmpdir(), 'source-'));
    site = new Map([
      ['hrfood6.csv', { text: LICENSES }],
      ['6fdinspi.csv', { text: VISITS }],
    ]);
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const contextOn = (day: string, source: string): RefreshContext => ({
    config: loadConfig({ REGULATOR_SOURCE: source, DATA_DIR: path.join(folder, 'data'), AS_OF: TODAY }),
    database,
    now: () => new Date(`${day}T12:00:00Z`),
    fetcher: fakeFetcher(site),
    sleep: async () => undefined,
    force: true,
  });
  const onDay = (day: string) => contextOn(day, 'https://regulator.example');
  const runImport = async (context: RefreshContext) => {
    const stdout = new PassThrough();
    const output = createOutput({ json: false, stdout, stderr: new PassThrough(), now: () => 0 });
    const code = await importCommand(context, { from: [] }, output, SHARED_PROCESS);
    return { code, text: String(stdout.read()) };
  };
  const problemsOf = async () =>
    new Map((await describeCoverage(database)).source.map(({ name, problem }) => [name, problem?.code]));

  test('fails if no file is available, names each with its reason, and never reports that nothing is new', async () => {
    await refresh(onDay('2025-10-01'));
    site.clear();
    const { code, text } = await runImport(onDay('2025-10-02'));
    assert.equal(code, EXIT.failed);
    for (const name of NAMES) assert.match(text, new RegExp(`PROBLEM   ${name}: .*http_404`));
    assert.match(
      text,
      /FAILED: no file of the source is available; version 2 with 1 vendor rests on earlier/,
    );
    assert.doesNotMatch(text, /Nothing new/);
    const [run] = await listRuns(database.db, { offset: 0, rowsMax: 1 });
    assert.deepEqual([run?.source?.expected, run?.source?.missed], [NAMES.length, NAMES.length]);
  });

  test('fails if an empty service gets no file, and reports that nothing was ever published', async () => {
    site.clear();
    const { code, text } = await runImport(onDay('2025-10-01'));
    assert.equal(code, EXIT.failed);
    assert.match(text, /hrfood1\.csv: The regulator’s site has no such file\./);
    assert.match(text, /No copy was ever read/);
    assert.match(text, /nothing was ever published/);
  });

  test('is partial if some files are unavailable, and describes each reason: a 404, a web page, a truncated body, or a timeout', async () => {
    site.set('hrfood1.csv', { reason: 'html_instead_of_data' });
    site.set('hrfood2.csv', { reason: 'truncated' });
    site.set('hrfood3.csv', { reason: 'timeout' });
    const { code, text } = await runImport(onDay('2025-10-01'));
    assert.equal(code, EXIT.partial);
    const codes = await problemsOf();
    assert.deepEqual(
      ['hrfood1.csv', 'hrfood2.csv', 'hrfood3.csv', 'hrfood4.csv', 'hrfood6.csv'].map((name) =>
        codes.get(name),
      ),
      ['web_page', 'incomplete', 'unreachable', 'not_found', undefined],
    );
    assert.match(text, /hrfood1\.csv: The regulator’s site sent a web page instead of the file/);
    assert.match(text, /Do: Open its address in a browser/);
    assert.doesNotMatch(text, /PROBLEM {3}hrfood6/);
  });

  test('is complete if every file is new or unchanged', async () => {
    for (const file of REGULATOR.listFiles()) site.set(file.name, { text: soundFile(file) });
    assert.equal((await runImport(onDay('2025-10-01'))).code, EXIT.done);
    const again = await runImport(onDay('2025-10-02'));
    assert.deepEqual(
      [again.code, /files of the source: 16 \(unchanged 16\)/.test(again.text)],
      [EXIT.done, true],
    );
  });

  test('distinguishes a file that was checked and is unchanged from one that could not be checked', async () => {
    await refresh(onDay('2025-10-01'));
    site.set('6fdinspi.csv', { reason: 'network' });
    await refresh(onDay('2025-10-03'));
    const { source } = await describeCoverage(database);
    const find = (name: string) => source.find((file) => file.name === name);
    const licenses = find('hrfood6.csv');
    const visits = find('6fdinspi.csv');
    assert.deepEqual(
      [licenses?.outcome, licenses?.confirmed_at, licenses?.problem],
      ['unchanged', '2025-10-03T12:00:00.000Z', null],
    );
    assert.deepEqual(
      [visits?.outcome, visits?.checked_at, visits?.confirmed_at, visits?.arrived_at],
      ['failed', '2025-10-03T12:00:00.000Z', '2025-10-01T12:00:00.000Z', '2025-10-01T12:00:00.000Z'],
    );
    assert.match(visits?.problem?.records ?? '', /copy read on October 1, 2025/);
  });

  test('is partial if a file has been unchanged for longer than the regulator’s usual interval', async () => {
    for (const file of REGULATOR.listFiles()) site.set(file.name, { text: soundFile(file) });
    await refresh(onDay('2025-10-01'));
    assert.equal((await runImport(onDay('2025-10-16'))).code, EXIT.done);
    const { code, text } = await runImport(onDay('2025-10-17'));
    assert.equal(code, EXIT.partial);
    assert.match(text, /PROBLEM {3}hrfood6\.csv: The file was checked and has been the same for 16 days/);
    assert.equal((await problemsOf()).get('hrfood6.csv'), 'late');
  });

  test('reports that the site has an older copy again, and does not use that copy', async () => {
    await refresh(onDay('2025-10-01'));
    const newer = licenseCsv([licenseRow({ lastInspectedOn: '2025-09-30' })]);
    site.set('hrfood6.csv', { text: newer });
    await refresh(onDay('2025-10-02'));
    site.set('hrfood6.csv', { text: LICENSES });
    await refresh(onDay('2025-10-03'));
    const { source } = await describeCoverage(database);
    const licenses = source.find(({ name }) => name === 'hrfood6.csv');
    assert.deepEqual([licenses?.problem?.code, licenses?.file_date], ['older', '2025-09-30']);
    // This content is new to the service, and is set aside.
    site.set('hrfood6.csv', { text: licenseCsv([licenseRow({ lastInspectedOn: '2025-09-20' })]) });
    await refresh(onDay('2025-10-04'));
    const coverage = await describeCoverage(database);
    const aside = coverage.source.find(({ name }) => name === 'hrfood6.csv');
    assert.deepEqual(
      [coverage.set_aside.length, aside?.problem?.code, aside?.file_date],
      [1, 'older', '2025-09-30'],
    );
    assert.match(
      licenses?.problem?.records ?? '',
      /copy read on October 2, 2025, whose newest day is September 30/,
    );
    site.set('hrfood6.csv', { text: newer });
    await refresh(onDay('2025-10-04'));
    assert.equal((await problemsOf()).get('hrfood6.csv'), undefined);
  });

  test('reports which file the site has in place of another, whether new or already read, until the right one is back', async () => {
    await refresh(onDay('2025-10-01'));
    const elsewhere = inspectionCsv([
      inspectionRow({ visitedOn: '2025-09-29', visitId: 99, district: 'D7' }),
    ]);
    site.set('6fdinspi.csv', { text: elsewhere });
    site.set('hrfood6.csv', { text: VISITS });
    await refresh(onDay('2025-10-02'));
    const { source } = await describeCoverage(database);
    const told = new Map(source.map(({ name, problem, file_date }) => [name, [problem?.code, file_date]]));
    assert.deepEqual(told.get('6fdinspi.csv'), ['other_file', '2025-09-28']);
    assert.deepEqual(told.get('hrfood6.csv'), ['other_file', '2025-09-28']);
    const [inspections] = source.filter(({ name }) => name === '6fdinspi.csv');
    assert.match(inspections?.problem?.what ?? '', /a different file .* \(inspections of district 7\)/);
    assert.match(inspections?.problem?.records ?? '', /copy read on October 1, 2025/);
    site.set('6fdinspi.csv', { text: VISITS });
    site.set('hrfood6.csv', { text: LICENSES });
    await refresh(onDay('2025-10-03'));
    assert.equal((await problemsOf()).get('6fdinspi.csv'), undefined);
  });

  test('reports that the site has the previous fiscal year’s file under the current year’s name', async () => {
    await refresh(onDay('2025-10-01'));
    site.set('6fdinspi.csv', {
      text: inspectionCsv([inspectionRow({ visitedOn: '2025-05-28', visitId: 7 })]),
    });
    await refresh(onDay('2025-10-02'));
    const { source } = await describeCoverage(database);
    const inspections = source.find(({ name }) => name === '6fdinspi.csv');
    assert.deepEqual([inspections?.problem?.code, inspections?.file_date], ['older', '2025-09-28']);
  });

  test('publishes the new day when one file is rejected and the others are unchanged', async () => {
    await refresh(onDay('2025-10-01'));
    site.set('6fdinspi.csv', { text: 'not,a,file\n' });
    const result = await refresh(onDay('2025-10-02'));
    assert.equal(result.outcome, 'unchanged');
    assert.equal((await problemsOf()).get('6fdinspi.csv'), 'held_back');
    site.set('6fdinspi.csv', { text: VISITS });
    await refresh(onDay('2025-10-03'));
    const coverage = await describeCoverage(database);
    assert.deepEqual([coverage.held_back, (await problemsOf()).get('6fdinspi.csv')], [[], undefined]);
  });

  test('is logged as a warning that uses the same words as the coverage page', async () => {
    const result = summarizeRefresh(await refresh(onDay('2025-10-01')));
    const lines: unknown[][] = [];
    const write =
      (level: string) =>
      (...line: unknown[]) =>
        void lines.push([level, ...line]);
    logRefresh({ info: write('info'), warn: write('warn') }, result);
    const [[level, , message] = []] = lines;
    assert.deepEqual([level, message], ['warn', 'refresh finished with problems in 14 of 16 source files']);
    const { source } = await describeCoverage(database);
    const shown = source.flatMap(({ name, problem }) => (problem ? [{ name, ...problem }] : []));
    assert.deepEqual(result.problems, shown);
  });

  test('names twenty of many files in a log line, and counts the rest', async () => {
    const result = summarizeRefresh(await refresh(onDay('2025-10-01')));
    const names = Array.from({ length: 2000 }, (_, at) => `file-${at}.csv`);
    const links = names.map((path) => ({ path, kind: 'symbolic link' as const }));
    const lines: Record<string, unknown>[] = [];
    const write = (line: object) => void lines.push(line as Record<string, unknown>);
    logRefresh({ info: write, warn: write }, { ...result, heldBack: names, skipped: links });
    const [skipped, finished] = lines as [Record<string, unknown>, { result: Record<string, unknown> }];
    assert.deepEqual(skipped, { skipped: links.slice(0, 20), notNamed: { skipped: 1980 } });
    assert.deepEqual(finished.result.heldBack, names.slice(0, 20));
    assert.deepEqual(finished.result.notNamed, { heldBack: 1980, skipped: 1980 });
    assert.equal(finished.result.expected, result.expected);
  });

  test('names a file that is missing from a folder until the file is back, replaced, or forgotten', async () => {
    const records = path.join(folder, 'records');
    await mkdir(records);
    const licenses = path.join(records, 'licenses.csv');
    const visits = path.join(records, 'visits.csv');
    await writeFile(licenses, LICENSES);
    await writeFile(visits, VISITS);
    const context = contextOn('2025-10-01', records);
    assert.equal((await runImport(context)).code, EXIT.done);
    await unlink(visits);
    const { code, text } = await runImport(context);
    assert.equal(code, EXIT.partial);
    assert.match(text, /PROBLEM {3}records\/visits\.csv: The folder no longer has this file/);
    assert.equal((await describeCoverage(database)).source[1]?.url, 'folder:records/visits.csv');
    await writeFile(path.join(records, 'renamed.csv'), VISITS);
    assert.equal((await runImport(context)).code, EXIT.done);
    await unlink(path.join(records, 'renamed.csv'));
    assert.equal((await runImport(context)).code, EXIT.partial);
    const output = createOutput({
      json: false,
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      now: () => 0,
    });
    assert.equal(await forgetCommand(context, 'records/nothing.csv', output), EXIT.failed);
    assert.equal(await forgetCommand(context, 'records/renamed.csv', output), EXIT.done);
    assert.equal((await runImport(context)).code, EXIT.done);
    await rm(records, { recursive: true });
    const gone = await runImport(context);
    assert.deepEqual([gone.code, /records\/licenses\.csv/.test(gone.text)], [EXIT.failed, true]);
  });

  test('keeps this machine’s paths out of the coverage page', async () => {
    site.set('hrfood6.csv', { reason: 'storage' });
    await refresh(onDay('2025-10-01'));
    const { source } = await describeCoverage(database);
    const failed = source.find(({ name }) => name === 'hrfood6.csv');
    assert.deepEqual([failed?.reason, failed?.problem?.code], ['storage: EACCES', 'not_stored']);
    assert.doesNotMatch(JSON.stringify(failed), new RegExp(folder));
  });
});
