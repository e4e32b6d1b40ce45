import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCertificates } from './certificates.ts';

/**
 * Lets the service follow a site with faults through ninety days. Compares the records published on each day
 * with registries that received only good files. Compares the service's statements with a separate oracle
 * that follows the same script. The rehearsal itself runs in a process that trusts the certificates created
 * here. Exits with 1 if anything differs.
 */
const folder = await mkdtemp(path.join(tmpdir(), 'rehearsal-certificates-'));
try {
  const certificates = await makeCertificates(folder);
  const file = path.join(folder, 'certificates.json');
  await writeFile(file, JSON.stringify(certificates), { mode: 0o600 });
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'rehearse.ts'), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificates.authority, REHEARSAL_CERTIFICATES: file },
    },
  );
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await rm(folder, { recursive: true });
}
