import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCommandOf, startServiceOf } from '../support/service.ts';

/**
 * Runs the protocol's own conformance suite against `/mcp`, with every scenario for features that the service
 * offers. The suite's other scenarios call the tools, prompts and resources of a sample server by name. The
 * suite is not a dependency; install it elsewhere:
 *
 *     mkdir /tmp/suite && cd /tmp/suite && npm init -y && npm install @modelcontextprotocol/conformance@0.2.0-alpha.12
 *     npm run acceptance -- mcp-conformance --suite /tmp/suite
 *
 * Exits with 1 if a check fails that is not listed below.
 */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'input-required-result-unsupported-methods',
  ],
};
/** The suite's tests for servers with prompts, resources or subscriptions, and for its sample tools. */
const NOT_OFFERED = /prompts?\/|resources\/|subscriptions\/listen|test_\w+|listChanged|not testable/i;

const CHECKOUT = path.resolve(import.meta.dirname, '../..');

interface Check {
  readonly id: string;
  readonly status: string;
  readonly description?: string;
  readonly errorMessage?: string;
}

const { values } = parseArgs({ options: { suite: { type: 'string', default: '' } } });
const program = path.join(values.suite, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
if (!existsSync(program))
  throw new Error(
    'Name the folder in which the suite is installed: --suite <folder>. docs/mcp.md says how to install it.',
  );

const dataDir = await mkdtemp(path.join(tmpdir(), 'mcp-conformance-'));
const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
const counts = { passed: 0, failed: 0, not_offered: 0 };
try {
  const made = await runCommandOf(CHECKOUT, ['demo', '--vendors', '300'], settings);
  assert.equal(made.code, 0, made.stderr);
  const service = await startServiceOf(CHECKOUT, { ...settings, RATE_LIMIT_MCP: '0' });
  try {
    for (const [version, scenarios] of Object.entries(SCENARIOS))
      for (const scenario of scenarios) report(version, scenario, await run(service, version, scenario));
  } finally {
    await service.stop();
  }
} finally {
  await rm(dataDir, { recursive: true });
}
console.log(
  `\n${counts.passed} checks passed, ${counts.failed} failed, ${counts.not_offered} of things not offered here.`,
);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;

/**
 * Runs one scenario. The suite connects to the service as `localhost`, as it would to any server on the same
 * machine.
 */
async function run({ port }: { readonly port: number }, version: string, scenario: string): Promise<Check[]> {
  const folder = path.join(dataDir, `${version}-${scenario}`);
  const child = spawn(
    process.execPath,
    [program, 'server', '--url', `http://localhost:${port}/mcp`].concat(
      ['--scenario', scenario],
      ['--spec-version', version],
      ['--output-dir', folder],
    ),
    { stdio: 'ignore' },
  );
  await once(child, 'exit');
  const files = globSync('**/checks.json', { cwd: folder });
  assert.equal(files.length, 1, `${scenario}: the suite wrote ${files.length} results`);
  return JSON.parse(readFileSync(path.join(folder, files[0] ?? ''), 'utf8'));
}

function report(version: string, scenario: string, checks: readonly Check[]): void {
  const passed = checks.filter(({ status }) => status === 'SUCCESS');
  const failed = checks.filter(({ status }) => status === 'FAILURE');
  const notOffered = failed.filter((check) => NOT_OFFERED.test(`${check.description} ${check.errorMessage}`));
  const wrong = failed.filter((check) => !NOT_OFFERED.test(`${check.description} ${check.errorMessage}`));
  counts.passed += passed.length;
  counts.failed += wrong.length;
  counts.not_offered += notOffered.length;
  console.log(`${version}  ${scenario}: ${passed.length} passed, ${wrong.length} failed`);
  for (const { id, errorMessage } of notOffered) console.log(`    not offered: ${id}: ${errorMessage}`);
  for (const { id, errorMessage } of wrong) console.log(`    FAILED: ${id}: ${errorMessage}`);
}
