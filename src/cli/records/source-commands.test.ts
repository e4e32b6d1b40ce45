import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startFakeRegulator } from '../../../test/support/fake-regulator.ts';
import { ConfigError, loadConfig } from '../../config.ts';
import { createOutput, EXIT } from '../output.ts';
import { listCommand } from './source-commands.ts';

const NOW = new Date('2026-11-27T17:00:00Z');

type Options = Partial<Parameters<typeof listCommand>[1]>;

async function list(settings: Record<string, string>, json = false, options: Options = {}): Promise<string> {
  const stdout = new PassThrough();
  const output = createOutput({ json, stdout, stderr: new PassThrough(), now: () => 0 });
  assert.equal(await listCommand(loadConfig(settings), { now: NOW, ...options }, output), EXIT.done);
  return String(stdout.read());
}

describe('source list', () => {
  const folder = (t: { after(end: () => void): void }) => {
    const made = mkdtempSync(path.join(tmpdir(), 'source-list-'));
    t.after(() => rmSync(made, { recursive: true }));
    return made;
  };

  test('prints every URL with its file name, in order, for any source', async (t) => {
    const text = await list({ DATA_DIR: folder(t), REGULATOR_SOURCE: 'demo' });
    const lines = text.split('\n').filter((line) => /^[^#]/.test(line));
    assert.match(
      lines[0] ?? '',
      /^hrfood1\.csv +https:\/\/www2\.myfloridalicense\.com\/sto\/file_download\/extracts\/hrfood1\.csv$/,
    );
    const named = (name: string) =>
      lines.filter((line) => line.startsWith(name)).map((line) => line.split(/ +/)[1]);
    assert.deepEqual(named('fdinspi_2526.xlsx'), [
      'https://www2.myfloridalicense.com/hr/inspections/fdinspi_2526.xlsx',
    ]);
    assert.equal(new Set(lines).size, lines.length);
    assert.equal(new Set(lines.map((line) => line.split(/ +/)[0])).size, lines.length, 'each name once');
    assert.match(text, /\n# fdinspi_2526\.xlsx +https:\S+\/sto\/file_download\/hr\/fdinspi_2526\.xlsx\n/);
    const script = await list({ DATA_DIR: folder(t) }, false, { isScript: true });
    assert.match(script, /\n\[ -s fdinspi_2526\.xlsx \] \|\| save 1fdinspi_2526\.csv 'https:/);
    assert.equal(named('EOS_Weekly_Extract_2026-11-22.xlsx').length, 1);
    assert.equal(named('rdar1126.csv').length, 1);
    assert.match(text, /^# Save each file under its name in one folder/);
  });

  test('prints the same list as JSON, with the latest URLs from the page', async (t) => {
    const dataDir = folder(t);
    mkdirSync(path.join(dataDir, 'regulator'));
    const link = { name: 'newfood.csv', path: '/moved/newfood.csv', pattern: 'newfood.csv', part: '' };
    const kept = { askedAt: '2026-11-27T12:20:00Z', siteUrl: 'https://mirror.example/dbpr', links: [link] };
    writeFileSync(path.join(dataDir, 'regulator', 'links.json'), JSON.stringify(kept));
    const settings = { DATA_DIR: dataDir, REGULATOR_SOURCE: 'https://mirror.example/dbpr' };
    const { files } = JSON.parse(await list(settings, true));
    const own = files.filter(({ name }: { name: string }) => name === 'newfood.csv');
    assert.deepEqual(own, [
      {
        name: 'newfood.csv',
        kind: 'new_licenses',
        period: null,
        url: 'https://mirror.example/dbpr/moved/newfood.csv',
        other_urls: ['https://mirror.example/dbpr/sto/file_download/extracts/newfood.csv'],
        unless: null,
      },
    ]);
  });

  test('leaves out files that the site did not have, and URLs without a file', async (t) => {
    const row = (name: string, path: string, outcome: string) => ({
      name,
      url: `https://www2.myfloridalicense.com${path}`,
      outcome,
      sha256: outcome === 'missing' ? null : 'a',
    });
    const known = [
      row('fdinspi_2223.xlsx', '/sto/file_download/hr/fdinspi_2223.xlsx', 'unchanged'),
      row('2026-EOS.zip', '/hr/inspections/documents/2026-EOS.zip', 'missing'),
    ];
    const text = await list({ DATA_DIR: folder(t) }, false, { known });
    assert.match(text, /\nfdinspi_2223\.xlsx +\S+\/sto\/file_download\/hr\/fdinspi_2223\.xlsx\n/);
    assert.doesNotMatch(text, /hr\/inspections\/fdinspi_2223|\dfdinspi_2223|2026-EOS/);
  });

  test('prints a script that saves each file, pauses between files, and discards a web page sent in place of a file', async (t) => {
    const regulator = await startFakeRegulator(t);
    const directory = folder(t);
    const files = {
      page: '',
      files: [
        { name: 'a.csv', kind: 'licenses', paths: ['/old/a.csv', '/new/a.csv'], max_bytes: 100 },
        { name: 'b.csv', kind: 'licenses', paths: ['/b.csv'], max_bytes: 100 },
      ],
    };
    writeFileSync(path.join(directory, 'files.json'), JSON.stringify(files));
    const page = { kind: 'html', body: '<html>', contentType: 'text/html' } as const;
    regulator.plan('/old/a.csv', page);
    regulator.plan('/new/a.csv', { kind: 'file', body: 'a', lastModified: 'Tue, 06 Oct 2026 10:48:00 GMT' });
    regulator.plan('/b.csv', page);
    const settings = { DATA_DIR: directory, REGULATOR_FILES: path.join(directory, 'files.json') };
    const source = { REGULATOR_SOURCE: regulator.baseUrl.href };
    const script = await list({ ...settings, ...source }, false, { isScript: true });
    assert.match(script, /^#!\/bin\/sh\n/);
    assert.match(script, /\n {4}sleep 2\n/);
    const saved = path.join(directory, 'saved');
    mkdirSync(saved);
    const run = promisify(execFile);
    for (const _time of [1, 2]) {
      const { stderr } = await run('sh', ['-c', script.replace('sleep 2', ':')], { cwd: saved });
      assert.equal(stderr, 'not saved: b.csv (200 text/html)\n');
      assert.deepEqual(readdirSync(saved), ['a.csv']);
      assert.equal(readFileSync(path.join(saved, 'a.csv'), 'utf8'), 'a');
    }
    const asked = regulator.requests.map(({ path: address }) => address);
    assert.ok(regulator.requests.at(-2)?.headers['if-modified-since'] !== undefined, asked.join());
  });

  test('uses the list that REGULATOR_FILES names, and reports errors in it without its path', async (t) => {
    const dataDir = folder(t);
    const file = path.join(dataDir, 'files.json');
    const entry = { name: 'a.csv', kind: 'licenses', paths: ['/b/a.csv'], max_bytes: 100 };
    writeFileSync(file, JSON.stringify({ page: '', files: [entry] }));
    const settings = { DATA_DIR: dataDir, REGULATOR_FILES: file };
    assert.match(await list(settings), /\na\.csv {2}https:\/\/www2\.myfloridalicense\.com\/b\/a\.csv\n$/);
    writeFileSync(file, JSON.stringify({ page: '', files: [{ ...entry, kind: 'letters' }] }));
    await assert.rejects(list(settings), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /^REGULATOR_FILES names .*: files\[0\]\.kind must be one of licenses/);
      return true;
    });
    rmSync(file);
    await assert.rejects(list(settings), (error) => {
      assert.ok(error instanceof ConfigError && !error.message.includes(dataDir));
      assert.match(error.message, /it cannot be read \(ENOENT\)/);
      return true;
    });
  });
});
