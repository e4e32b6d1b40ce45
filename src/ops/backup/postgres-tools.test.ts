import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runTool, toolEnvironment } from './postgres-tools.ts';

describe('a PostgreSQL program', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tools-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const runScript = async (script: string) => {
    writeFileSync(path.join(folder, 'pg_dump'), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    const to = path.join(folder, 'out');
    rmSync(to, { force: true });
    const url = 'postgres://user:p%40ss@db.example:6432/ledger?options=-csearch_path%3Dx';
    const environment = toolEnvironment(url, folder);
    await runTool('pg_dump', ['--format=custom'], {
      environment: { ...environment, PATH: `${folder}:${environment.PATH}` },
      to,
    });
    return readFileSync(to, 'utf8');
  };

  test('gets the address and the password in its environment, and nothing else from the service', async () => {
    process.env.STRIPE_SECRET_KEY = 'of the service';
    const lines = (await runScript('echo "args=$*"; env')).trim().split('\n');
    delete process.env.STRIPE_SECRET_KEY;
    assert.equal(lines[0], 'args=--no-password --format=custom');
    const set = lines.filter((line) => line.startsWith('PG') && !line.startsWith('PGPASSFILE'));
    assert.deepEqual(set.sort(), [
      'PGCONNECT_TIMEOUT=10',
      'PGDATABASE=ledger',
      'PGHOST=db.example',
      'PGOPTIONS=-csearch_path=x',
      'PGPASSWORD=p@ss',
      'PGPORT=6432',
      'PGSSLMODE=disable',
      'PGUSER=user',
    ]);
    assert.doesNotMatch(lines.join('\n'), /STRIPE/);
  });

  test('that fails is reported with its first error, without the password or any rows', async () => {
    const said = [
      'pg_dump: last built-in OID is 16383',
      'pg_dump: error: no way for p@ss here',
      'CONTEXT: COPY accounts, line 1: a@b.example',
    ];
    const script = `${said.map((line) => `echo '${line}' >&2`).join('\n')}\nexit 1`;
    await assert.rejects(runScript(script), { message: 'pg_dump failed: no way for … here' });
    await assert.rejects(runScript('kill -9 $$'), { message: 'pg_dump failed: SIGKILL' });
    const older =
      'aborting because of server version mismatch\npg_dump: detail: server version: 17.2; pg_dump version: 15.20';
    await assert.rejects(
      runScript(`echo 'pg_dump: error: ${older}' >&2; exit 1`),
      /failed: aborting because of server version mismatch\. Install .* apt install postgresql-client-17\)/,
    );
    // This is more output than is quoted, and more than fits in a pipe.
    await assert.rejects(runScript('yes "pg_dump: error: again and again" | head -c 3000000 >&2; exit 3'), {
      message: 'pg_dump failed: again and again',
    });
  });

  test('that writes to a full disk fails with the disk error', {
    skip: !existsSync('/dev/full'),
  }, async () => {
    writeFileSync(path.join(folder, 'pg_dump'), '#!/bin/sh\nyes | head -c 3000000\n', { mode: 0o700 });
    const environment = { PATH: `${folder}:${process.env.PATH}` };
    await assert.rejects(runTool('pg_dump', [], { environment, to: '/dev/full' }), { code: 'ENOSPC' });
  });

  test('checks the server’s certificate as the service does, with the same list', () => {
    const variablesOf = (query: string) => toolEnvironment(`postgres://u@db.example/d${query}`, folder);
    const roots = path.join(folder, 'roots.pem');
    for (const [query, mode] of [
      ['', 'disable'],
      ['?sslmode=disable', 'disable'],
      ['?sslmode=no-verify', 'require'],
      ['?uselibpqcompat=true&sslmode=require', 'require'],
    ] as const) {
      assert.equal(variablesOf(query).PGSSLMODE, mode, query);
      assert.equal(existsSync(roots), false, query);
    }
    for (const query of ['?sslmode=require', '?sslmode=verify-full', '?ssl=true']) {
      const { PGSSLMODE, PGSSLROOTCERT } = variablesOf(query);
      assert.deepEqual(
        { PGSSLMODE, PGSSLROOTCERT },
        { PGSSLMODE: 'verify-full', PGSSLROOTCERT: roots },
        query,
      );
      assert.match(readFileSync(roots, 'utf8'), /^-----BEGIN CERTIFICATE-----/);
    }
    const own = path.join(folder, 'own.pem');
    writeFileSync(own, 'a certificate');
    assert.equal(variablesOf(`?sslmode=verify-full&sslrootcert=${own}`).PGSSLROOTCERT, own);
    const compatible = `?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${own}`;
    assert.equal(variablesOf(compatible).PGSSLMODE, 'verify-ca');
  });
});
