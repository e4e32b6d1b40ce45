import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKS } from './checks.ts';
import { startDemo } from './demo.ts';
import { CACHE, install, PACKAGES, type Tool } from './tools.ts';

/**
 * Tests the service with third-party programs: linters, a proxy that checks responses against the document,
 * collections, client generators, MCP, webhooks and data files. If a program cannot be installed, the run
 * fails, unless `--skip` names the program.
 */
const { values } = parseArgs({
  options: { skip: { type: 'string', default: '' }, only: { type: 'string' } },
});
const skipped = values.skip.split(',');
const chosen = (Object.keys(CHECKS) as Tool[]).filter(
  (tool) => !values.only || values.only.split(',').includes(tool),
);
const demo = await startDemo();
let failures = 0;
try {
  await install('redocly').catch(() => {});
  const folder = mkdtempSync(path.join(CACHE, 'run-'));
  const document = path.join(folder, 'openapi.json');
  writeFileSync(document, await (await fetch(`${demo.baseUrl}/openapi.json`)).text());
  for (const tool of chosen) {
    if (skipped.includes(tool)) {
      console.log(`skipped  ${tool}`);
      continue;
    }
    try {
      if (tool in PACKAGES) await install(tool as keyof typeof PACKAGES);
      console.log(`passed   ${tool}: ${await CHECKS[tool]({ ...demo, document, folder })}`);
    } catch (error) {
      failures += 1;
      console.log(`FAILED   ${tool}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  rmSync(folder, { recursive: true });
} finally {
  await demo.stop();
}
console.log(`${chosen.length} programs of others, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;
