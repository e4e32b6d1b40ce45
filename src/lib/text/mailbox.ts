/**
 * Determines which addresses share a mailbox and which share an owner, so that a person with several
 * addresses counts only once. When in doubt, two addresses count as one.
 */

interface Provider {
  /** The domain that represents all of the provider's domains. */
  readonly domain: string;
  readonly ignoresDots?: true;
  /** A character that starts a tag, in addition to `+`. */
  readonly tag?: string;
}

/**
 * Providers that offer mailboxes to the public. At any other domain, all addresses belong to the domain's
 * owner.
 */
const PROVIDERS: ReadonlyMap<string, Provider> = new Map(
  (
    [
      [{ domain: 'gmail.com', ignoresDots: true }, ['gmail.com', 'googlemail.com']],
      [{ domain: 'proton.me', ignoresDots: true }, ['proton.me', 'protonmail.com', 'pm.me']],
      [{ domain: 'icloud.com' }, ['icloud.com', 'me.com', 'mac.com']],
      [{ domain: 'yahoo.com', tag: '-' }, ['yahoo.com', 'ymail.com', 'rocketmail.com']],
      ...[
        'outlook.com',
        'hotmail.com',
        'live.com',
        'msn.com',
        'aol.com',
        'gmx.com',
        'mail.com',
        'zoho.com',
        'fastmail.com',
        'tutanota.com',
        'comcast.net',
        'att.net',
        'bellsouth.net',
        'sbcglobal.net',
        'verizon.net',
        'cox.net',
        'charter.net',
        'earthlink.net',
        'embarqmail.com',
        'centurylink.net',
      ].map((domain): [Provider, string[]] => [{ domain }, [domain]]),
    ] satisfies [Provider, string[]][]
  ).flatMap(([provider, domains]) => domains.map((domain) => [domain, provider] as const)),
);

/** Public suffixes with two labels. The label before them identifies the owner. */
const TWO_LABEL_SUFFIX = /^(?:(?:co|com|net|org|gov|edu|ac)\.[a-z]{2}|[a-z]{2}\.us)$/;

/**
 * Returns an address without the parts that its provider ignores: case, tags and, at some providers, dots.
 */
export function mailboxOf(address: string): string {
  const { local, domain } = partsOf(address);
  const provider = PROVIDERS.get(domain);
  const [beforePlus = ''] = local.split('+');
  const [bare = ''] = provider?.tag === undefined ? [beforePlus] : beforePlus.split(provider.tag);
  const name = provider?.ignoresDots ? bare.replaceAll('.', '') : bare;
  return `${name === '' ? local : name}@${provider?.domain ?? domain}`;
}

/** Returns the owner of an address: its mailbox at a public provider, otherwise its domain. */
export function mailOwnerOf(address: string): string {
  const { domain } = partsOf(address);
  return PROVIDERS.has(domain) ? mailboxOf(address) : `@${registeredPartOf(domain)}`;
}

function partsOf(address: string): { readonly local: string; readonly domain: string } {
  const folded = address.trim().toLowerCase();
  const at = folded.lastIndexOf('@');
  return { local: folded.slice(0, Math.max(0, at)), domain: folded.slice(at + 1).replace(/\.+$/, '') };
}

function registeredPartOf(domain: string): string {
  const labels = domain.split('.');
  const suffix = labels.slice(-2).join('.');
  return labels.slice(TWO_LABEL_SUFFIX.test(suffix) ? -3 : -2).join('.');
}
