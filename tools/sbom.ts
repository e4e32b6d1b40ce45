import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Prints a list of everything that runs in production, as a CycloneDX 1.5 document: `node tools/sbom.ts >
 * sbom.cdx.json`. npm lists the lock file's packages that are not only for development. This tool adds the
 * Node versions among those packages and the parts of Node (OpenSSL, SQLite, V8 …). It uses the names that
 * vulnerability scanners know.
 */
const ROOT = path.resolve(import.meta.dirname, '..');

/** The property that npm gives to a package used only for development. */
const DEVELOPMENT = 'cdx:npm:package:development';

/**
 * Maps a part's name in `process.versions` to its maker and product in the National Vulnerability Database.
 */
const KNOWN_AS: Readonly<Record<string, string>> = {
  ares: 'c-ares:c-ares',
  brotli: 'google:brotli',
  llhttp: 'llhttp:llhttp',
  nghttp2: 'nghttp2:nghttp2',
  node: 'nodejs:node.js',
  openssl: 'openssl:openssl',
  sqlite: 'sqlite:sqlite',
  undici: 'nodejs:undici',
  uv: 'libuv:libuv',
  v8: 'google:v8',
  zlib: 'zlib:zlib',
};

export interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly cpe?: string;
  readonly properties?: readonly { readonly name: string }[];
  readonly components?: readonly Component[];
}

interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Describes the Node that runs this program, which is the version pinned in the lock file, and its parts. */
function describeNode(versions: Readonly<Record<string, string | undefined>>): Component {
  const { node = '', ...parts } = versions;
  const component = (name: string, version: string, type: string): Component => {
    const known = KNOWN_AS[name];
    return {
      'bom-ref': `${name}@${version}`,
      type,
      name,
      version,
      ...(known && { cpe: `cpe:2.3:a:${known}:${version}:*:*:*:*:*:*:*` }),
    };
  };
  return {
    ...component('node', node, 'platform'),
    purl: `pkg:generic/node@${node}`,
    components: Object.entries(parts)
      // `modules`, `napi` and the like are interface versions, not built-in components.
      .filter(([, version]) => version?.includes('.'))
      .map(([name, version = '']) => component(name, version, 'library')),
  };
}

function main(): void {
  // Reads the lock file instead of node_modules, so that packages for every platform are listed. `--omit dev`
  // does not work: npm 11 then also leaves out production packages that a development package needs too.
  const listed: Bom = JSON.parse(
    execFileSync(
      'npm',
      ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
      {
        cwd: ROOT,
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    ),
  );
  const { name } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const { metadata } = listed;
  const runs = listed.components.filter((each) => !each.properties?.some(({ name }) => name === DEVELOPMENT));
  const refs = new Set([metadata.component, ...runs].map((each) => each['bom-ref']));
  const document = {
    ...listed,
    // npm would use the folder's name.
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components: [...runs, describeNode(process.versions)],
    dependencies: listed.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  };
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

if (import.meta.main) main();
