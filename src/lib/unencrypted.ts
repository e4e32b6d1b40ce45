/** Which addresses of other machines do not insist on TLS. Pure. */

interface Addresses {
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string | undefined;
}

/** The settings that `UNENCRYPTED_ALLOWED` may name. */
export const ADDRESS_SETTINGS = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL'] as const;

export const UNENCRYPTED_ADVICE =
  'Say it in the address: sslmode=verify-full for PostgreSQL, rediss:// for Redis, smtps:// or ?requireTLS=true for mail; or name the setting in UNENCRYPTED_ALLOWED, if nobody else can listen on the way.';

/** Settings whose address names another machine, does not insist on TLS, and is not allowed to be so on purpose. */
export function refusedUnencrypted(
  addresses: Addresses & { readonly unencryptedAllowed: readonly string[] },
): string[] {
  return unencrypted(addresses).filter((name) => !addresses.unencryptedAllowed.includes(name));
}

/** Names of {@link ADDRESS_SETTINGS}, separated by commas; undefined for anything else. */
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

function insistsOnTls({ searchParams }: URL): boolean {
  return (
    ['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '') ||
    searchParams.get('ssl') === 'true'
  );
}

function mailsEncrypted({ protocol, searchParams }: URL): boolean {
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
}

/** A socket has no host, or a folder as one. */
function isThisMachine({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? hostname;
  return /^(?:|localhost|127\.[\d.]+|\[::1\]|\/.*|%2F.*)$/i.test(host);
}
