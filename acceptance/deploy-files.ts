import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isOnPath } from './needs.ts';

/**
 * Checks each example in deploy/ with the program that it was written for, if that program is installed.
 * Exits with 1 if a program rejects its example.
 */
const DEPLOY = path.resolve(import.meta.dirname, '../deploy');
const folder = mkdtempSync(path.join(tmpdir(), 'deploy-files-'));
const place = (name: string) => path.join(folder, name);

const CHECKS: readonly (readonly [
  program: string,
  file: string,
  args: (file: string) => readonly string[],
])[] = [
  ['nginx', 'proxy/nginx.conf', (file) => ['-t', '-c', nginxAround(file)]],
  ['caddy', 'proxy/Caddyfile', (file) => ['validate', '--adapter', 'caddyfile', '--config', file]],
  ['logrotate', 'proxy/logrotate', (file) => ['--debug', '--state', place('state'), ownCopy(file)]],
  ['amtool', 'observability/alertmanager.yml', (file) => ['check-config', file]],
];

try {
  for (const [program, file, argsFor] of CHECKS) {
    if (!isOnPath(program)) {
      console.log(`${file}: not checked, there is no ${program}`);
      continue;
    }
    execFileSync(program, argsFor(path.join(DEPLOY, file)), { stdio: 'pipe' });
    console.log(`${file}: ${program} takes it`);
  }
} catch (error) {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  console.error(stderr || error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** Returns an nginx configuration that includes the example and uses a temporary certificate and folders. */
function nginxAround(file: string): string {
  const key = place('key.pem');
  const certificate = place('certificate.pem');
  const subject = ['-subj', '/CN=vendors.example', '-days', '2'];
  const made = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...made, ...subject], {
    stdio: 'ignore',
  });
  const text = readFileSync(file, 'utf8')
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
    .replaceAll('/var/log/nginx/', `${folder}/`);
  writeFileSync(place('site.conf'), text);
  const whole = `events {}\npid ${place('pid')};\nerror_log ${place('error.log')};\nhttp { include ${place('site.conf')}; }\n`;
  writeFileSync(place('nginx.conf'), whole);
  return place('nginx.conf');
}

/** Makes a private copy, because logrotate rejects a file that other users can write to. */
function ownCopy(file: string): string {
  copyFileSync(file, place('logrotate'));
  chmodSync(place('logrotate'), 0o644);
  return place('logrotate');
}
