import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Component } from '../tools/sbom.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

const locked = Object.entries<Locked>(
  JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages,
).flatMap(([place, entry]) => {
  const name = place.split('node_modules/').at(-1) ?? '';
  return place.startsWith('node_modules/') && !entry.link ? [{ name, ...entry }] : [];
});

/** The licenses that docs/decisions/0049-supply.md allows. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  // Licenses that apply only to the files themselves: those of a font and of libraries whose files we do not
  // change.
  'MPL-2.0',
  'OFL-1.1',
]);
/** Packages that do not name their license but include its text, which we have read. */
const READ: Readonly<Record<string, string>> = { 'color-convert@0.5.3': 'MIT', 'png-js@2.0.0': 'MIT' };

describe('the running software', () => {
  test('is under licenses that allow its use in this service', () => {
    const licenseOf = ({ name, version, license }: Locked & { name: string }) =>
      license ?? READ[`${name}@${version}`] ?? 'none';
    const allowed = (license: string) =>
      license
        .replace(/[()]/g, '')
        .split(' OR ')
        .some((each) => ALLOWED.has(each));
    assert.ok(locked.length > 100);
    assert.deepEqual(
      locked.map((each) => [each.name, licenseOf(each)] as const).filter(([, license]) => !allowed(license)),
      [],
    );
    for (const [named, text] of Object.entries(READ)) {
      const name = named.slice(0, named.lastIndexOf('@'));
      assert.ok(
        locked.some((each) => `${each.name}@${each.version}` === named),
        named,
      );
      const license = readFileSync(path.join(ROOT, 'node_modules', name, 'LICENSE'), 'utf8');
      assert.equal(/Permission is hereby granted, free of charge/.test(license) && 'MIT', text);
    }
  });

  test('is listed completely: every package that is not only for development, Node, and the parts built into Node', async () => {
    const { stdout } = await run(process.execPath, ['tools/sbom.ts'], { cwd: ROOT, maxBuffer: 2 ** 26 });
    const bom = JSON.parse(stdout);
    const listed: readonly Component[] = bom.components;
    const refs = new Set(listed.map(({ purl = '' }) => decodeURIComponent(purl)));
    const missing = locked.filter(
      ({ name, version, dev }) => !dev && !refs.has(`pkg:npm/${name}@${version}`),
    );
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
    );
    const edges: readonly { ref: string; dependsOn: string[] }[] = bom.dependencies;
    const known = new Set([bom.metadata.component, ...listed].map((each) => each['bom-ref']));
    assert.deepEqual(
      edges.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref)),
      [],
    );
    const forTests = locked.filter(({ dev }) => dev).map(({ name }) => name);
    assert.ok(forTests.length > 20);
    assert.ok(!listed.some(({ name }) => name === 'typescript' || name === '@biomejs/biome'));
    assert.deepEqual(
      [bom.bomFormat, bom.specVersion, bom.metadata.component.name, bom.metadata.component.type],
      ['CycloneDX', '1.5', 'vendor-compliance-read-api', 'application'],
    );
    const { node, openssl, sqlite } = process.versions;
    const runtime = listed.find(({ name, type }) => name === 'node' && type === 'platform');
    assert.equal(runtime?.cpe, `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`);
    const builtIn = new Map(runtime.components?.map(({ name, version }) => [name, version]));
    assert.deepEqual([builtIn.get('openssl'), builtIn.get('sqlite')], [openssl, sqlite]);
    assert.equal(builtIn.has('modules'), false);
    const all = [...listed, ...(runtime.components ?? [])].map((each) => each['bom-ref']);
    assert.equal(new Set(all).size, all.length, 'each is named once');
  });
});

/** Runs the audit against a local registry that always returns the same response. */
async function audit(status: number, answer: string, ...args: string[]) {
  const server = createServer((request, response) => {
    const asked = request.method === 'POST' && request.url === '/-/npm/v1/security/advisories/bulk';
    request.resume().on('end', () => {
      response.writeHead(asked ? status : 404, { 'content-type': 'application/json' });
      response.end(asked ? answer : '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cache = mkdtempSync(path.join(tmpdir(), 'audit-'));
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    // npm caches advisories by number, so each run gets its own cache.
    const env = { ...process.env, npm_config_registry: registry, npm_config_cache: cache };
    return await run(process.execPath, ['tools/audit.ts', ...args], { cwd: ROOT, env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );
  } finally {
    rmSync(cache, { recursive: true });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('the check for known vulnerabilities', () => {
  const advisory = (severity: string) =>
    JSON.stringify({
      fastify: [
        { id: 1, url: 'https://advisories.example/1', title: 'A hole', severity, vulnerable_versions: '*' },
      ],
    });

  test('distinguishes a clean response from a missing one, and a missing one from a vulnerability', async () => {
    const clean = await audit(200, '{}');
    assert.deepEqual(
      [clean.code, /^known vulnerabilities: 0 packages of high/.test(clean.stdout)],
      [0, true],
    );
    for (const [status, answer] of [
      [405, ''],
      [500, '{}'],
      [200, 'no JSON'],
    ] as const) {
      const none = await audit(status, answer);
      assert.match(none.stdout, /^known vulnerabilities: NOT CHECKED, the registry gave no answer/);
      assert.equal(none.code, 0);
    }
    assert.equal((await audit(405, '', '--required')).code, 2);
  });

  test('fails at high and critical severity, and names the package, title, and URL', async () => {
    for (const severity of ['high', 'critical']) {
      const { code, stdout } = await audit(200, advisory(severity));
      assert.equal(code, 1);
      assert.ok(stdout.includes(`${severity}: fastify: A hole (https://advisories.example/1)`), stdout);
    }
    const moderate = await audit(200, advisory('moderate'));
    assert.equal(moderate.code, 0);
    assert.match(moderate.stdout, /0 packages of high or critical severity, \d+ of lower/);
  });
});

describe('the workflows', () => {
  const FOLDER = path.join(ROOT, '.github/workflows');
  const workflows = readdirSync(FOLDER).map(
    (name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')] as const,
  );

  test('name every action by commit hash, with its version next to it', () => {
    const used = workflows.flatMap(([name, text]) =>
      text.split('\n').flatMap((line) => (/\buses:/.test(line) ? [`${name}: ${line.trim()}`] : [])),
    );
    assert.ok(used.length >= 4);
    for (const line of used) assert.match(line, /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('have no permissions except those that each job names, and leave no token in the checkout', () => {
    assert.deepEqual(
      workflows.map(([name]) => name),
      ['ci.yml', 'nightly.yml', 'release.yml'],
    );
    for (const [name, text] of workflows) {
      assert.match(text, /^permissions: \{\}$/m, name);
      const checkouts = text.match(/uses: actions\/checkout@/g)?.length ?? 0;
      assert.equal(text.match(/persist-credentials: false/g)?.length, checkouts, name);
      // Text from other people (titles, branch names) must not become part of a script.
      assert.doesNotMatch(text, /run:[^\n]*\$\{\{|^\s+[^\n]*\$\{\{ *github\.(?:event|head_ref)/m, name);
    }
  });
});
