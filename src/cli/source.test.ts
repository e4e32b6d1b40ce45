import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { ConfigError, loadConfig } from '../config.ts';
import { createOutput, EXIT } from './output.ts';
import { listCommand } from './source.ts';

const NOW = new Date('2026-11-27T17:00:00Z');

async function list(settings: Record<string, string>, json = false): Promise<string> {
  const stdout = new PassThrough();
  const output = createOutput({ json, stdout, stderr: new PassThrough(), now: () => 0 });
  assert.equal(await listCommand(loadConfig(settings), NOW, output), EXIT.done);
  return String(stdout.read());
}

describe('source list', () => {
  const folder = (t: { after(end: () => void): void }) => {
    const made = mkdtempSync(path.join(tmpdir(), 'source-list-'));
    t.after(() => rmSync(made, { recursive: true }));
    return made;
  };

  test('prints every address with its name, in order, whatever the source is', async (t) => {
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
      'https://www2.myfloridalicense.com/sto/file_download/hr/fdinspi_2526.xlsx',
    ]);
    assert.equal(named('EOS_Weekly_Extract_2026-11-22.xlsx').length, 1);
    assert.equal(named('rdar1126.csv').length, 1);
    assert.match(text, /^# Save each file under its name in one folder/);
  });

  test('has the same as JSON, and the addresses that the page linked last', async (t) => {
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
      },
      {
        ...{ name: 'newfood.csv', kind: 'new_licenses', period: null },
        url: 'https://mirror.example/dbpr/sto/file_download/extracts/newfood.csv',
      },
    ]);
  });

  test('takes the list that REGULATOR_FILES names, and says what is wrong with it without its path', async (t) => {
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
