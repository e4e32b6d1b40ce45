import type { Config } from '../../config.ts';
import { refusedUnencrypted, UNENCRYPTED_ADVICE } from '../../lib/settings/refuse-unencrypted.ts';
import type { Finding } from './doctor-finding.ts';

/**
 * Finds settings that are valid but, in combination, are unsuitable for a service with real users. `isReal`
 * is true if the service has real records. Pure.
 */
export function judgeSettings(config: Config, isReal: boolean): Finding[] {
  const { name, email } = config.operator;
  const refused = refusedUnencrypted(config);
  const stripe = [config.stripeSecretKey, config.stripeWebhookSecret];
  const isStripeUsed = [...stripe, config.stripePrice].some((each) => each !== undefined);
  const wrong: readonly (readonly [boolean, string, string, 'failed'?])[] = [
    [
      isReal && !config.baseUrl.startsWith('https:'),
      `BASE_URL is ${config.baseUrl}: links and cookies travel unencrypted.`,
      'Set BASE_URL to the https address that people use.',
    ],
    [
      config.baseUrl.startsWith('https:') && config.trustProxy.length === 0,
      'BASE_URL is https and TRUST_PROXY names no proxy. If there is a proxy, limits count all clients as one.',
      'Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1. `/readyz` says whether it is read: "forwarded".',
    ],
    [
      isReal && (name === '' || email === ''),
      'The operator of this service is not named.',
      'Set OPERATOR_NAME and OPERATOR_EMAIL.',
    ],
    [
      isReal && config.smtpUrl === undefined,
      'There is no email server: emails go to files in DATA_DIR/outbox. Only you can read the links in it with which people confirm an address.',
      'Set SMTP_URL and MAIL_FROM.',
    ],
    [
      isReal && config.passwordHashCost < 17,
      `PASSWORD_HASH_COST is ${config.passwordHashCost}: passwords are cheap to guess from a stolen ledger.`,
      'Set it to 17 or leave it out.',
    ],
    [
      config.asOf !== undefined,
      `AS_OF is ${config.asOf}: grades and windows of time are as of that day. Event days and the age of the records go by the clock.`,
      'Leave it out, unless you look at the past on purpose.',
    ],
    [
      isStripeUsed && !stripe.every((each) => each !== undefined),
      'A secret of Stripe is missing, so monitoring is not for sale.',
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or none of the settings of Stripe.',
    ],
    [
      config.webhooksAllowPrivate && isReal,
      'WEBHOOKS_ALLOW_PRIVATE is true: every account can make this service call addresses in your network.',
      'Set it to false, unless every account may.',
    ],
    [
      isReal && refused.length > 0,
      `${refused.join(' and ')} may leave this machine unencrypted, so the service does not start.`,
      UNENCRYPTED_ADVICE,
      'failed',
    ],
    [
      config.databaseUrl !== undefined && config.redisUrl === undefined,
      'Over PostgreSQL without Redis, each machine counts limits by itself.',
      'Set REDIS_URL if more than one machine serves.',
    ],
  ];
  const found = wrong
    .filter(([applies]) => applies)
    .map(
      ([, says, advice, state]): Finding => ({ name: 'settings', state: state ?? 'warning', says, advice }),
    );
  return found.length > 0
    ? found
    : [{ name: 'settings', state: 'ok', says: 'Every setting can be used, and they fit together.' }];
}
