import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { findRedis } from '../test/support/real-redis.ts';
import { CHROMIUM } from './browser/inspector.ts';

/**
 * The things that a program may require of the machine: a name to show if the thing is missing, and a check.
 */
const NEEDS = {
  browser: ['Chromium (CHROMIUM names it)', () => existsSync(CHROMIUM)],
  go: ['the Go distribution (go)', () => hasAll('go')],
  poppler: ['pdfinfo and pdftotext', () => hasAll('pdfinfo', 'pdftotext')],
  postgres: ['a PostgreSQL (TEST_DATABASE_URL)', () => Boolean(process.env.TEST_DATABASE_URL)],
  prometheus: ['prometheus and promtool', () => hasAll('prometheus', 'promtool')],
  qpdf: ['qpdf', () => hasAll('qpdf')],
  redis: ['a Redis', async () => (await findRedis()) !== undefined],
  unshare: ['unshare', () => hasAll('unshare')],
} as const satisfies Record<string, readonly [what: string, isThere: () => boolean | Promise<boolean>]>;
export type Need = keyof typeof NEEDS;

/** Describes the requirements that this machine does not meet. */
export async function findMissing(needs: readonly Need[]): Promise<string[]> {
  const missing: string[] = [];
  for (const need of needs) {
    const [what, isThere] = NEEDS[need];
    if (!(await isThere())) missing.push(what);
  }
  return missing;
}

function hasAll(...programs: readonly string[]): boolean {
  return programs.every(isOnPath);
}

export function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
