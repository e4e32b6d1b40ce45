import { type Becomes, FILE_FAULTS } from './faults.ts';

/** A fault of the whole site, or of the machine that sends requests to it. */
type SiteFault = { readonly says: string } & (
  | { readonly is: 'every_file'; readonly fault: string }
  | { readonly is: 'down' }
  | { readonly is: 'certificate'; readonly certificate: BadCertificate; readonly detail: RegExp }
  /** The service runs, but its jobs do not. */
  | { readonly is: 'no_jobs' }
);

export type BadCertificate = 'expired' | 'self_signed' | 'wrong_host';

export const SITE_FAULTS: Readonly<Record<string, SiteFault>> = {
  site_down: { says: 'no connection', is: 'down' },
  certificate_expired: {
    says: 'a certificate that has expired',
    is: 'certificate',
    certificate: 'expired',
    detail: /certificate has expired/,
  },
  certificate_self_signed: {
    says: 'a certificate that nobody vouches for',
    is: 'certificate',
    certificate: 'self_signed',
    detail: /self.signed certificate/,
  },
  certificate_of_another_host: {
    says: 'a certificate of another host',
    is: 'certificate',
    certificate: 'wrong_host',
    detail: /does not match certificate/,
  },
  site_firewall: { says: 'every file: 403 with the page of a firewall', is: 'every_file', fault: 'firewall' },
  site_home_page: { says: 'every file: a web page with status 200', is: 'every_file', fault: 'soft_404' },
  site_without_tls: {
    says: 'every file: 301 to an address without TLS',
    is: 'every_file',
    fault: 'moved_to_http',
  },
  site_new_titles: {
    says: 'every file: a column has another title',
    is: 'every_file',
    fault: 'column_renamed',
  },
  no_jobs: { says: 'nothing: no process does the jobs', is: 'no_jobs' },
};

const NO_CONNECTION: Becomes = { is: 'failed', code: 'unreachable', reason: 'network', line: 'network' };

/** Returns what a fault does to every file. */
export function becomesOf(fault: SiteFault): Becomes {
  return fault.is === 'every_file' ? (FILE_FAULTS[fault.fault]?.becomes ?? NO_CONNECTION) : NO_CONNECTION;
}
