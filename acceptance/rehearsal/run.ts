import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCertificates } from './certificates.ts';

/**
 * The service follows a site with faults through ninety days: what it publishes each day is compared with registries that got good
 * files only, and what it says with what a separate oracle says of the same script. The program itself runs in a process that trusts the certificates made here. Exits 1 when anything differs.
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
