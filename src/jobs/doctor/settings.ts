import type { Config } from '../../config.ts';
import type { Finding } from './finding.ts';

/** Settings that are each acceptable and together not what a service for real people should have. Pure. */
export function judgeSettings(config: Config): Finding[] {
  const isReal = config.regulatorSource.type !== 'demo';
  const { name, email } = config.operator;
  const stripe = [config.stripeSecretKey, config.stripeWebhookSecret, config.stripePrice];
  const wrong: readonly (readonly [boolean, string, string])[] = [
    [
      isReal && !config.baseUrl.startsWith('https:'),
      `BASE_URL is ${config.baseUrl}: links and cookies travel unencrypted.`,
      'Set BASE_URL to the https address that people use.',
    ],
    [
      isReal && (name === '' || email === ''),
      'Nobody says who runs this service.',
      'Set OPERATOR_NAME and OPERATOR_EMAIL.',
    ],
    [
      isReal && config.smtpUrl === undefined,
      'There is no mail server: mail goes to files in DATA_DIR/outbox, and nobody can confirm an address.',
      'Set SMTP_URL and MAIL_FROM.',
    ],
    [
      isReal && config.passwordHashCost < 17,
      `PASSWORD_HASH_COST is ${config.passwordHashCost}: passwords are cheap to guess from a stolen ledger.`,
      'Set it to 17 or leave it out.',
    ],
    [
      config.asOf !== undefined,
      `AS_OF is ${config.asOf}: every verdict is as if it were that day.`,
      'Leave it out, unless you look at the past on purpose.',
    ],
    [
      stripe.some((each) => each !== undefined) && !stripe.every((each) => each !== undefined),
      'Of the three settings of Stripe some are missing, so the watch is not for sale.',
      'Set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE, or none.',
    ],
    [
      config.webhooksAllowPrivate && isReal,
      'WEBHOOKS_ALLOW_PRIVATE is true: every account can make this service call addresses in your network.',
      'Set it to false, unless every account may.',
    ],
    [
      isReal && unencrypted(config).length > 0,
      `${unencrypted(config).join(' and ')} may leave this machine unencrypted.`,
      'Say it in the address: sslmode=verify-full for PostgreSQL, rediss:// for Redis, smtps:// or ?requireTLS=true for mail.',
    ],
    [
      config.databaseUrl !== undefined && config.redisUrl === undefined,
      'Over PostgreSQL without Redis, each machine counts limits by itself.',
      'Set REDIS_URL if more than one machine serves.',
    ],
  ];
  const found = wrong
    .filter(([applies]) => applies)
    .map(([, says, advice]): Finding => ({ name: 'settings', state: 'warning', says, advice }));
  return found.length > 0
    ? found
    : [{ name: 'settings', state: 'ok', says: 'Every setting can be used, and they fit together.' }];
}

/** Settings whose address names another machine and does not insist on TLS. */
function unencrypted({ databaseUrl, redisUrl, smtpUrl }: Config): string[] {
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
