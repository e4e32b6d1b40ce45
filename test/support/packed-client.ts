import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export const CLIENT = path.resolve(import.meta.dirname, '../../client');
const run = promisify(execFile);

/**
 * Packs the client package from a copy of its sources, because tests that pack it at the same time would
 * overwrite each other's build. `prepare` may change the copy. Returns the path of the tarball in `folder`.
 */
export async function packClient(
  folder: string,
  prepare: (checkout: string) => void = () => {},
): Promise<string> {
  const place = mkdtempSync(path.join(tmpdir(), 'client-sources-'));
  try {
    const checkout = path.join(place, 'client');
    mkdirSync(checkout);
    for (const name of ['package.json', 'README.md', 'tsconfig.json', 'src'])
      cpSync(path.join(CLIENT, name), path.join(checkout, name), { recursive: true });
    cpSync(path.join(CLIENT, '../tsconfig.json'), path.join(place, 'tsconfig.json'));
    mkdirSync(path.join(place, 'node_modules'));
    for (const name of ['.bin', '@types', 'undici-types', 'typescript', '@typescript'])
      symlinkSync(path.join(CLIENT, '../node_modules', name), path.join(place, 'node_modules', name));
    prepare(checkout);
    const { stdout } = await run('npm', ['pack', '--silent'], { cwd: checkout });
    const name = stdout.trim().split('\n').at(-1) ?? '';
    const tarball = path.join(folder, name);
    renameSync(path.join(checkout, name), tarball);
    return tarball;
  } finally {
    rmSync(place, { recursive: true });
  }
}
