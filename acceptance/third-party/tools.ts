import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Third-party programs that people use with this service, in the versions that are tested. */
export const PACKAGES = {
  redocly: '@redocly/cli@2.77.0',
  spectral: '@stoplight/spectral-cli@6.16.3',
  prism: '@stoplight/prism-cli@5.16.0',
  newman: 'newman@6.2.2',
  'openapi-typescript': 'openapi-typescript@7.13.0',
  'openapi-ts': '@hey-api/openapi-ts@0.99.0',
  orval: 'orval@8.38.0',
  'mcp-inspector': '@modelcontextprotocol/inspector@2.12.0',
  svix: 'svix@2.5.0',
  duckdb: '@duckdb/node-api@1.5.6-r.1',
} as const;
export type Tool = keyof typeof PACKAGES | 'python';

/**
 * The folder for installed programs. It is outside the repository, so that the programs never become
 * dependencies of the service.
 */
export const CACHE =
  process.env.THIRD_PARTY_CACHE ?? path.join(homedir(), '.cache/vendor-compliance-third-party');

/**
 * Installs a package without running its scripts, unless it is already installed. Throws with npm's message.
 */
export async function install(tool: keyof typeof PACKAGES): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  if (!existsSync(path.join(CACHE, 'package.json')))
    writeFileSync(path.join(CACHE, 'package.json'), '{"private":true}');
  const name = PACKAGES[tool].replace(/(?!^)@[^@]+$/, '');
  if (existsSync(path.join(CACHE, 'node_modules', name))) return;
  const options = ['--no-audit', '--no-fund', '--silent', '--ignore-scripts'];
  await run('npm', ['install', ...options, PACKAGES[tool]], { seconds: 180 });
}

/** Returns the path of an installed package's command. */
export function commandOf(name: string): string {
  return path.join(CACHE, 'node_modules/.bin', name);
}

/**
 * Runs a program in the cache until it ends, and returns its output. Throws with the output if the program
 * fails or takes too long.
 */
export async function run(
  file: string,
  args: readonly string[],
  { seconds = 120 }: { readonly seconds?: number } = {},
): Promise<string> {
  const child = spawn(file, args, {
    cwd: CACHE,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      CI: '1',
      NO_COLOR: '1',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
    signal: AbortSignal.timeout(seconds * 1_000),
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0)
    throw new Error(text.trim().split('\n').slice(-60).join('\n') || `${file} ended with ${code}`);
  return text;
}
