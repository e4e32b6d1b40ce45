import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Matches a static import that imports more than types. */
const STATIC = /^(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
/** Large libraries that most requests and many installations do not need. */
const LOADED_WHEN_NEEDED = [
  '@modelcontextprotocol/server',
  '@opentelemetry/sdk-trace-base',
  'age-encryption',
  'badge-maker',
  'hucre',
  'hyparquet-writer',
  'ioredis',
  'nodemailer',
  'pdfkit',
  'prom-client',
  'stripe',
  'tar-stream',
];

/** Returns the packages that loading a file would also load, each with a file that imports it. */
function packagesOf(entry: string): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const walk = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(STATIC))
      if (target.startsWith('.')) walk(path.resolve(path.dirname(file), target));
      else found.set(/^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target, path.relative(ROOT, file));
  };
  walk(path.join(ROOT, entry));
  return found;
}

test('startup does not load libraries that only some requests or settings need', () => {
  const packages = new Map(
    ['src/cli/run.ts', 'src/cli/serve/serve-command.ts'].flatMap((entry) => [...packagesOf(entry)]),
  );
  assert.ok(packages.has('fastify') && packages.has('kysely'), 'the walk finds what is loaded');
  const early = LOADED_WHEN_NEEDED.filter((name) => packages.has(name));
  assert.deepEqual(early, [], early.map((name) => `${name} is loaded by ${packages.get(name)}`).join('; '));
});
