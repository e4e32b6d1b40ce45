import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Certificate } from './site.ts';
import type { BadCertificate } from './site-faults.ts';

const run = promisify(execFile);

export interface Certificates {
  /** The path of the authority's own certificate, for NODE_EXTRA_CA_CERTS. */
  readonly authority: string;
  readonly good: Certificate;
  readonly bad: Readonly<Record<BadCertificate, Certificate>>;
}

const HERE = 'IP:127.0.0.1';

/** Creates new certificates with `openssl`, from an authority that is not trusted outside this rehearsal. */
export async function makeCertificates(folder: string): Promise<Certificates> {
  const openssl = (...args: readonly string[]) => run('openssl', [...args], { cwd: folder });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=rehearsal',
  );
  const signed = async (name: string, host: string, period: readonly string[]): Promise<Certificate> => {
    await openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    await writeFile(path.join(folder, `${name}.ext`), `subjectAltName=${host}\n`);
    await openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-out',
      `${name}.pem`,
      '-extfile',
      `${name}.ext`,
      ...period,
    );
    return read(folder, name);
  };
  await openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'self_signed.key',
    '-out',
    'self_signed.pem',
    '-days',
    '2',
    '-subj',
    '/CN=self_signed',
    '-addext',
    `subjectAltName=${HERE}`,
  );
  return {
    authority: path.join(folder, 'ca.pem'),
    good: await signed('good', HERE, ['-days', '2']),
    bad: {
      // `openssl x509` does not accept an end date before the start date.
      expired: await signed('expired', HERE, ['-days', '0']),
      self_signed: await read(folder, 'self_signed'),
      wrong_host: await signed('wrong_host', 'DNS:elsewhere.example', ['-days', '2']),
    },
  };
}

async function read(folder: string, name: string): Promise<Certificate> {
  const text = (file: string) => readFile(path.join(folder, file), 'utf8');
  return { key: await text(`${name}.key`), cert: await text(`${name}.pem`) };
}
