import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Holds the code to docs/architecture.md: who may lean on whom, which files are pure, how long a file may
 * be. Prints each breach and exits 1 when there is any. A new feature is a word in FEATURES.
 */

/** Features in their order: each may import those before it. */
export const FEATURES = [
  'licenses',
  'regulator',
  'scoring',
  'vendors',
  'badges',
  'statistics',
  'receipts',
  'decisions',
  'accounts',
  'operators',
  'api-keys',
  'events',
  'applications',
  'risk-records',
  'claims',
  'replies',
  'disputes',
  'billing',
  'monitoring',
  'deprecations',
  'self-check',
];

/** The only feature files that may do input or output; every other one gives the same answer to the same input. */
const SHELL = new Set([
  ...['store', 'service', 'routes', 'job', 'state', 'facts', 'import', 'coverage', 'publish'],
  ...[
    'find-files',
    'runs',
    'listing',
    'source',
    'generate',
    'identify',
    'key-file',
    'ledger',
    'record-reader',
  ],
  ...['session-secret', 'library', 'join-vendors', 'refusal'],
]);
const PURE_NODE_MODULES = new Set(['node:crypto', 'node:zlib', 'node:net', 'node:path']);
const LINES_MAX = 400;

/** What each layer may import, besides itself. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  platform: ['lib'],
  http: ['lib', 'platform'],
  features: ['lib', 'platform', 'http'],
  jobs: ['lib', 'platform', 'features', 'config.ts'],
  web: ['lib', 'platform', 'http', 'features'],
  'config.ts': ['lib'],
  'services.ts': ['lib', 'platform', 'http', 'features', 'config.ts'],
  'pages.ts': ['lib', 'platform', 'http', 'features', 'web', 'config.ts', 'services.ts'],
  'app.ts': ['lib', 'platform', 'http', 'features', 'config.ts', 'services.ts', 'pages.ts'],
  cli: ['lib', 'platform', 'http', 'features', 'jobs', 'web', 'config.ts', 'services.ts', 'app.ts'],
  'main.ts': ['cli', 'config.ts'],
};

export interface Import {
  /** Path below `src/`, or a package's name. */
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Every breach in one file; `file` is its path below `src/`. */
export function checkFile(file: string, text: string): string[] {
  const breaches = importsOf(file, text).flatMap((each) => checkImport(file, each) ?? []);
  const lines = text.split('\n').length - 1;
  if (lines > LINES_MAX) breaches.push(`${lines} lines; at most ${LINES_MAX}`);
  return breaches.map((breach) => `src/${file}: ${breach}`);
}

function checkImport(file: string, { target, typeOnly }: Import): string | undefined {
  const layer = layerOf(file);
  if (!target.endsWith('.ts') && !target.endsWith('.json')) return checkPackage(file, target, typeOnly);
  const targetLayer = layerOf(target);
  if (targetLayer !== layer && !(LAYERS[layer] ?? []).includes(targetLayer))
    return `${layer} may not import ${target}`;
  return targetLayer === 'features'
    ? checkFeature(file, target, typeOnly)
    : checkPurity(file, target, typeOnly);
}

function checkFeature(file: string, target: string, typeOnly: boolean): string | undefined {
  const [feature, targetFeature] = [featureOf(file), featureOf(target)];
  if (!FEATURES.includes(targetFeature)) return `${targetFeature} is not in the list of features`;
  if (feature === targetFeature) return undefined;
  const name = path.basename(target, '.ts');
  if (name === 'store' && layerOf(file) !== 'jobs' && !typeOnly) return `${target} is private to its feature`;
  if (name === 'routes' && file !== 'app.ts') return `${target} is wired in app.ts alone`;
  if (layerOf(file) === 'features' && FEATURES.indexOf(targetFeature) > FEATURES.indexOf(feature))
    return `${feature} comes before ${targetFeature} and may not import ${target}`;
  return undefined;
}

function checkPurity(file: string, target: string, typeOnly: boolean): string | undefined {
  if (layerOf(file) !== 'features' || isShell(file) || typeOnly) return undefined;
  return layerOf(target) === 'platform' ? `a pure file may not import ${target}` : undefined;
}

function checkPackage(file: string, target: string, typeOnly: boolean): string | undefined {
  const pure = (layerOf(file) === 'features' && !isShell(file)) || layerOf(file) === 'lib';
  if (!pure || typeOnly || !target.startsWith('node:') || PURE_NODE_MODULES.has(target)) return undefined;
  return `a pure file may not import ${target}`;
}

function isShell(file: string): boolean {
  return SHELL.has(path.basename(file, '.ts')) || file.includes('/demo/output');
}

function layerOf(file: string): string {
  return file.split('/')[0] ?? '';
}

function featureOf(file: string): string {
  return layerOf(file) === 'features' ? (file.split('/')[1] ?? '') : '';
}

function importsOf(file: string, text: string): Import[] {
  const pattern = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
  return [...text.matchAll(pattern)].map(([, typeOnly, target = '']) => ({
    target: target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target,
    typeOnly: typeOnly !== undefined,
  }));
}

function main(): void {
  const root = path.resolve(import.meta.dirname, '../src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const breaches = files.flatMap((file) => checkFile(file, readFileSync(path.join(root, file), 'utf8')));
  for (const breach of breaches) console.error(breach);
  console.log(`architecture: ${files.length} files, ${breaches.length} breaches`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
