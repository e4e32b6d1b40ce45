/** Finds URLs of other machines that do not require TLS. Pure functions. */

interface Addresses {
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string | undefined;
}

/** The settings that may be listed in `UNENCRYPTED_ALLOWED`. */
export const ADDRESS_SETTINGS = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL'] as const;

export const UNENCRYPTED_ADVICE =
  'Require it in the address: sslmode=verify-full for PostgreSQL, rediss:// for Redis, smtps:// or ?requireTLS=true for email. Or name the setting in UNENCRYPTED_ALLOWED, if no one else can read the traffic.';

/**
 * Returns the settings whose URL is for another machine, does not require TLS and is not explicitly allowed.
 */
export function refusedUnencrypted(
  addresses: Addresses & { readonly unencryptedAllowed: readonly string[] },
): string[] {
  return unencrypted(addresses).filter((name) => !addresses.unencryptedAllowed.includes(name));
}

/** Parses a comma-separated list of {@link ADDRESS_SETTINGS}. Returns undefined for any other text. */
export function parseAllowed(text: string): readonly string[] | undefined {
  const names = text === '' ? [] : text.split(',').map((each) => each.trim());
  const known: readonly string[] = ADDRESS_SETTINGS;
  return names.every((each) => known.includes(each)) ? names : undefined;
}

function unencrypted({ databaseUrl, redisUrl, smtpUrl }: Addresses): string[] {
  const wrong = (url: URL | undefined, isEncrypted: (url: URL) => boolean) =>
    url !== undefined && !isThisMachine(url) && !isEncrypted(url);
  const read = (text: string | undefined) => (text === undefined ? undefined : new URL(text));
  return [
    ...(wrong(read(databaseUrl), insistsOnTls) ? ['DATABASE_URL'] : []),
    ...(wrong(read(redisUrl), ({ protocol }) => protocol === 'rediss:') ? ['REDIS_URL'] : []),
    ...(wrong(read(smtpUrl), mailsEncrypted) ? ['SMTP_URL'] : []),
  ];
}

/**
 * Returns true if a URL requires TLS. The driver uses the last of several values, and prefers `sslmode` over
 * `ssl`.
 */
function insistsOnTls({ searchParams }: URL): boolean {
  const mode = searchParams.getAll('sslmode').at(-1);
  if (mode !== undefined) return ['require', 'verify-ca', 'verify-full'].includes(mode);
  return searchParams.getAll('ssl').at(-1) === 'true';
}

function mailsEncrypted({ protocol, searchParams }: URL): boolean {
  if (protocol === 'smtps:') return true;
  return searchParams.getAll('requireTLS').at(-1) === 'true' && !searchParams.has('ignoreTLS');
}

/**
 * Returns true for a URL on this machine. The URL of a socket has no host, or has a folder as its host. Only
 * PostgreSQL's driver also takes the host from a parameter; it uses the last `host` parameter.
 */
function isThisMachine({ protocol, hostname, searchParams }: URL): boolean {
  const named = protocol.startsWith('postgres') ? searchParams.getAll('host').at(-1) : undefined;
  const host = named ?? hostname;
  return /^(?:|localhost|127\.[\d.]+|\[::1\]|\/.*|%2F.*)$/i.test(host);
}
