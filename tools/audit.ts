import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * Asks the registry for known vulnerabilities in production packages: `node tools/audit.ts [--required]`. npm
 * exits the same way when it finds a vulnerability and when it cannot reach the registry, so this program
 * separates the two.
 *
 * Exits with 0 if there is no vulnerability of high or critical severity, and with 1 otherwise. If the
 * registry does not respond, exits with 0 and prints that nothing was checked. With `--required` (before a
 * release), it exits with 2 instead.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const WITHIN_MS = 45_000;
const SEVERE: readonly string[] = ['high', 'critical'];

interface Report {
  readonly vulnerabilities: Readonly<
    Record<string, { readonly severity: string; readonly range: string; readonly via: readonly unknown[] }>
  >;
  readonly metadata: { readonly dependencies: { readonly prod: number } };
}

const asked = spawnSync(
  'npm',
  ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'],
  {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: WITHIN_MS,
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  },
);
const report = reportIn(asked.stdout);
if (report === undefined) {
  const required = process.argv.includes('--required');
  console.log(
    `known vulnerabilities: NOT CHECKED, the registry gave no answer${required ? '' : ' (a release needs one: node tools/audit.ts --required)'}`,
  );
  process.exitCode = required ? 2 : 0;
} else {
  const found = Object.entries(report.vulnerabilities);
  const severe = found.filter(([, { severity }]) => SEVERE.includes(severity));
  for (const [name, { severity, via }] of found) console.log(`${severity}: ${name}: ${titlesOf(via)}`);
  console.log(
    `known vulnerabilities: ${severe.length} packages of high or critical severity, ${found.length - severe.length} of lower, of ${report.metadata.dependencies.prod} asked for`,
  );
  process.exitCode = severe.length > 0 ? 1 : 0;
}

/**
 * Returns undefined for anything except a complete report: npm also prints JSON if it could not reach the
 * registry.
 */
function reportIn(text: string): Report | undefined {
  try {
    const value = JSON.parse(text);
    return value.auditReportVersion === 2 && value.metadata.dependencies.prod > 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the title and URL of each advisory. For a package affected only through a dependency, returns the
 * dependency's name.
 */
function titlesOf(via: readonly unknown[]): string {
  return via
    .map((each) => {
      const { title, url } = each as { title?: string; url?: string };
      return typeof each === 'string' ? `by ${each}` : `${title} (${url})`;
    })
    .join('; ');
}
