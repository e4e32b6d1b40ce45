import path from 'node:path';
import { checkSourceUrl } from './lib/address/source-url.ts';
import { BACKUP_SETTINGS, type BackupsConfig, readBackups } from './lib/settings/backup-settings.ts';
import {
  addressList,
  baseUrl,
  offByDefault,
  oneOf,
  optionalFile,
  optionalSetting,
  pattern,
  wholeNumber,
  wholeSetting,
} from './lib/settings/parse-settings.ts';
import { parseWitnesses, type WitnessSetting } from './lib/settings/parse-witnesses.ts';
import {
  ADDRESS_SETTINGS,
  parseAllowed,
  refusedUnencrypted,
  UNENCRYPTED_ADVICE,
} from './lib/settings/refuse-unencrypted.ts';
import { type IsoDate, jurisdictionDay, parseIsoDate } from './lib/time/dates.ts';

/** The source of the regulator's records. */
type RegulatorSource =
  | { readonly type: 'demo' }
  | { readonly type: 'directory'; readonly directory: string }
  | { readonly type: 'url'; readonly url: URL };

export const LIMIT_NAMES = [
  ...(['KEYED', 'SEARCH', 'SCORECARD', 'IDENTITY', 'BADGE', 'STATS'] as const),
  ...(['DECISION', 'IMPROVE', 'VERIFY', 'PUBLIC_EVENTS', 'ACCOUNT', 'APPLY', 'PAGE'] as const),
  ...(['APPLY_DAY', 'SIGNED_IN', 'KEYED_DECISIONS', 'LIST_DAY', 'LIST_LINES', 'LIST_LINES_DAY'] as const),
  ...(['CHANGES', 'MCP', 'DECISION_DAY', 'KEYED_DECISIONS_DAY'] as const),
] as const;
type LimitName = (typeof LIMIT_NAMES)[number];

/** The earliest as-of date. Earlier inspections did not count violations in three tiers. */
export const AS_OF_EARLIEST: IsoDate = '2013-01-01';

/** Addresses that only this machine can reach. */
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/;

const LOG_FORMATS = ['auto', 'json', 'text'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** The public address, without a trailing slash. */
  readonly baseUrl: string;
  readonly dataDir: string;
  /** The key ring file; if undefined, one is created in the data folder. */
  readonly receiptKeysFile: string | undefined;
  /** The file with the secret that signs sessions; if undefined, one is created in the data folder. */
  readonly sessionSecretFile: string | undefined;
  /** The email server; if undefined, emails are saved as files in the data folder. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** The operator's details for the footer and for the pages about the operator; empty if not set. */
  readonly operator: { readonly name: string; readonly email: string; readonly address: string };
  /** For monitoring payments. Set both or neither. */
  readonly stripeSecretKey: string | undefined;
  readonly stripeWebhookSecret: string | undefined;
  /** Stripe's id for the monitoring price. */
  readonly stripePrice: string | undefined;
  /** Replaces Stripe's own address, for tests against a server that mimics its API. */
  readonly stripeApiBase: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** The names of settings whose address may point to another machine without TLS. */
  readonly unencryptedAllowed: readonly string[];
  /** The cost of password hashes: the base-2 logarithm of scrypt's N. */
  readonly passwordHashCost: number;
  /** The maximum size of all applicants' files combined, in megabytes. */
  readonly documentsMbMax: number;
  /** The maximum size of all stored lists combined, in megabytes. */
  readonly listsMbMax: number;
  /** The number of days to keep data files; 0 to create none. */
  readonly dataFilesDays: number;
  /** The number of days to keep replaced snapshots, and to keep rows from replaced regulator files. */
  readonly snapshotsDays: number;
  readonly replacedDays: number;
  /** The number of days to keep data that is no longer needed; see docs/data-retention.md. */
  readonly retention: { readonly applications: number; readonly closed: number; readonly proof: number };
  /** True if webhooks may use loopback and private addresses, any port, and loopback without TLS. */
  readonly webhooksAllowPrivate: boolean;
  /** Witnesses that sign the public log's checkpoints, with their keys (c2sp.org/tlog-witness). */
  readonly logWitnesses: readonly WitnessSetting[];
  /** True if browsers must also use HTTPS for every subdomain of the address. */
  readonly hstsSubdomains: boolean;
  readonly regulatorSource: RegulatorSource;
  /** A file that lists the files to fetch; if undefined, the service uses its own list. */
  readonly regulatorFiles: string | undefined;
  /** The service's name in requests to the regulator; `regulatorContact` says how to reach the operator. */
  readonly regulatorUserAgent: string;
  readonly regulatorContact: string | undefined;
  /** The date to treat as today; undefined to use the real date. */
  readonly asOf: IsoDate | undefined;
  /** IP addresses and networks of the proxies whose X-Forwarded-For header is trusted. */
  readonly trustProxy: readonly string[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly logFormat: (typeof LOG_FORMATS)[number];
  /** The address and token for metrics; undefined if metrics are off. */
  readonly metrics: MetricsConfig | undefined;
  /** The locations where the service stores backups; undefined if it does not make any. */
  readonly backups: BackupsConfig | undefined;
  /** Requests per minute, or per day for names that end in `_DAY`; 0 for no limit. */
  readonly limits: Readonly<Record<LimitName, number>>;
}

export interface MetricsConfig {
  readonly port: number;
  readonly host: string;
  /** May be undefined only if no other machine can reach the address. */
  readonly token: string | undefined;
}

/** A setting: its documented default, and how its text is parsed. */
interface Setting<Value> {
  readonly fallback: string;
  readonly accepts: string;
  /** Returns the value, or undefined if the text is invalid. */
  readonly parse: (text: string) => Value | undefined;
}

export class ConfigError extends Error {}

const SETTINGS = {
  PORT: { fallback: '3000', accepts: 'a port from 0 to 65535', parse: wholeNumber(0, 65_535) },
  HOST: {
    fallback: '127.0.0.1',
    accepts: 'an address or host name to listen on',
    parse: pattern(/^[\w.:-]{1,253}$/),
  },
  BASE_URL: { fallback: '', accepts: 'an http or https address without query', parse: baseUrl },
  DATA_DIR: { fallback: './.data', accepts: 'a folder', parse: (text: string) => path.resolve(text) },
  RECEIPT_KEYS_FILE: { fallback: '', accepts: 'a file', parse: optionalFile },
  SESSION_SECRET_FILE: { fallback: '', accepts: 'a file', parse: optionalFile },
  SMTP_URL: optionalSetting('a smtp:// or smtps:// address', /^smtps?:\/\/\S+$/),
  MAIL_FROM: {
    fallback: 'Vendor Compliance <no-reply@localhost>',
    accepts: 'a mail address, with a name before it or without',
    parse: pattern(/^(?:[^<>\r\n]{1,100}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
  },
  OPERATOR_NAME: optionalSetting('a name of at most 100 characters', /^[^\r\n]{1,100}$/),
  OPERATOR_EMAIL: optionalSetting('a mail address', /^[^\s<>@]{1,64}@[^\s<>@]{1,190}$/),
  OPERATOR_ADDRESS: optionalSetting(
    'a postal address on one line of at most 200 characters',
    /^[^\r\n]{1,200}$/,
  ),
  STRIPE_SECRET_KEY: optionalSetting('a secret key of Stripe', /^(sk|rk)_\w{8,200}$/),
  STRIPE_WEBHOOK_SECRET: optionalSetting('the signing secret of a webhook', /^whsec_\S{8,200}$/),
  STRIPE_PRICE: optionalSetting('the id of a price at Stripe', /^price_\w{1,100}$/),
  STRIPE_API_BASE: { fallback: '', accepts: 'an http or https address without query', parse: baseUrl },
  DATABASE_URL: optionalSetting('a postgres:// address', /^postgres(ql)?:\/\/\S+$/),
  REDIS_URL: optionalSetting('a redis:// or rediss:// address', /^rediss?:\/\/\S+$/),
  UNENCRYPTED_ALLOWED: {
    fallback: '',
    accepts: `names of ${ADDRESS_SETTINGS.join(', ')}, separated by commas`,
    parse: parseAllowed,
  },
  PASSWORD_HASH_COST: wholeSetting(17, 10, 20),
  DOCUMENTS_MB_MAX: wholeSetting(10_000, 0, 10_000_000),
  LISTS_MB_MAX: wholeSetting(1_000, 0, 10_000_000),
  DATA_FILES_DAYS: wholeSetting(30, 0, 366),
  SNAPSHOTS_DAYS: wholeSetting(7, 0, 366),
  REPLACED_DAYS: wholeSetting(365, 1, 3_660),
  RETENTION_APPLICATIONS_DAYS: wholeSetting(1_095, 91, 36_500),
  RETENTION_CLOSED_DAYS: wholeSetting(365, 91, 36_500),
  RETENTION_PROOF_DAYS: wholeSetting(2_555, 365, 36_500),
  WEBHOOKS_ALLOW_PRIVATE: offByDefault,
  LOG_WITNESSES: {
    fallback: '',
    accepts: 'up to 10 witnesses, separated by commas, each an http or https address, a blank and its key',
    parse: parseWitnesses,
  },
  HSTS_SUBDOMAINS: offByDefault,
  REGULATOR_SOURCE: {
    fallback: 'demo',
    accepts: '"demo", a folder, or an https address',
    parse: regulatorSource,
  },
  REGULATOR_FILES: { fallback: '', accepts: 'a file', parse: optionalFile },
  REGULATOR_USER_AGENT: {
    fallback: 'vendor-compliance-read-api/1 (reads public records of licenses and inspections once a day)',
    accepts: 'at most 200 characters of ASCII',
    parse: pattern(/^[\x21-\x7e][\x20-\x7e]{0,199}$/),
  },
  REGULATOR_CONTACT: optionalSetting(
    'an email address or an https address',
    /^(?:[\w.+-]{1,64}@[\w.-]{1,100}|https:\/\/[\x21-\x27\x2a-\x3a\x3c-\x7e]{1,150})$/,
  ),
  AS_OF: { fallback: '', accepts: `a day from ${AS_OF_EARLIEST} on, YYYY-MM-DD`, parse: optionalAsOf },
  TRUST_PROXY: { fallback: '', accepts: 'addresses or networks, separated by commas', parse: addressList },
  LOG_LEVEL: oneOf('info', LOG_LEVELS),
  LOG_FORMAT: oneOf('auto', LOG_FORMATS),
  METRICS_PORT: {
    fallback: '',
    accepts: 'a port from 0 to 65535',
    parse: (text: string) => (text === '' || wholeNumber(0, 65_535)(text) !== undefined ? text : undefined),
  },
  METRICS_HOST: {
    fallback: '127.0.0.1',
    accepts: 'an address or host name to listen on',
    parse: pattern(/^[\w.:-]{1,253}$/),
  },
  METRICS_TOKEN: optionalSetting('at least 16 characters of ASCII without blanks', /^[\x21-\x7e]{16,200}$/),
  ...BACKUP_SETTINGS,
} as const satisfies Record<string, Setting<unknown>>;

/** Settings from earlier versions, each with advice on what to use instead. */
const REMOVED_SETTINGS = {
  WORKERS: 'One process serves. For several, see docs/operations.md, “Several machines”.',
} as const;

const LIMIT_DEFAULTS: Readonly<Record<LimitName, number>> = {
  KEYED: 60,
  SEARCH: 60,
  SCORECARD: 40,
  IDENTITY: 120,
  BADGE: 600,
  STATS: 60,
  DECISION: 60,
  IMPROVE: 60,
  VERIFY: 120,
  PUBLIC_EVENTS: 120,
  ACCOUNT: 20,
  APPLY: 20,
  PAGE: 240,
  APPLY_DAY: 100,
  SIGNED_IN: 240,
  KEYED_DECISIONS: 600,
  LIST_DAY: 2_000,
  LIST_LINES: 2_000,
  LIST_LINES_DAY: 20_000,
  CHANGES: 60,
  MCP: 240,
  DECISION_DAY: 1_000,
  KEYED_DECISIONS_DAY: 20_000,
};

/** Returns the as-of date for publishing records: the date in the settings, or today in the jurisdiction. */
export function asOfDay({ asOf }: Pick<Config, 'asOf'>, now: Date): IsoDate {
  return asOf ?? jurisdictionDay(now);
}

/**
 * Returns the as-of date for a publication. A date in the settings replaces the date that an operator chose
 * for an import.
 */
export function publicationDay(
  config: Pick<Config, 'asOf'>,
  now: Date,
): { readonly asOf: IsoDate; readonly keepAsOf?: false } {
  const asOf = asOfDay(config, now);
  return config.asOf === undefined ? { asOf } : { asOf, keepAsOf: false };
}

/** Lists every setting with its name and default, so that tests can compare them with the documentation. */
export function listSettings(): { name: string; fallback: string; accepts: string }[] {
  const named = Object.entries(SETTINGS).map(([name, { fallback, accepts }]) => ({
    name,
    fallback,
    accepts,
  }));
  const limits = LIMIT_NAMES.map((name) => ({
    name: `RATE_LIMIT_${name}`,
    fallback: String(LIMIT_DEFAULTS[name]),
    accepts: `requests a ${name.endsWith('_DAY') ? 'day' : 'minute'}, 0 for no limit`,
  }));
  return [...named, ...limits];
}

/** Lists settings that have a value but no longer exist, so that the log can name them. */
export function listRemovedSettings(
  environment: Readonly<Record<string, string | undefined>>,
): { readonly name: string; readonly instead: string }[] {
  return Object.entries(REMOVED_SETTINGS)
    .filter(([name]) => environment[name]?.trim())
    .map(([name, instead]) => ({ name, instead }));
}

/**
 * Reads all settings at once. Throws a {@link ConfigError} that names the first invalid setting, its value
 * and what is accepted. The message leaves out secrets and addresses.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const read = <Value>(name: string, { fallback, accepts, parse }: Setting<Value>): Value => {
    const text = environment[name]?.trim() || fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    const shown = text.includes('://')
      ? 'an address that is not acceptable'
      : /SECRET|TOKEN|RECIPIENTS/.test(name)
        ? 'not one that can be used (it is not shown here)'
        : JSON.stringify(text.slice(0, 80));
    throw new ConfigError(`The setting ${name} is ${shown}; it must be ${accepts}.`);
  };
  const limit = (name: LimitName) =>
    read(`RATE_LIMIT_${name}`, {
      fallback: String(LIMIT_DEFAULTS[name]),
      accepts: 'a whole number from 0 to 1000000, 0 for no limit',
      parse: wholeNumber(0, 1_000_000),
    });
  const limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, limit(name)]));
  const port = read('PORT', SETTINGS.PORT);
  return Object.freeze({
    port,
    host: read('HOST', SETTINGS.HOST),
    baseUrl: read('BASE_URL', SETTINGS.BASE_URL) || `http://localhost:${port}`,
    dataDir: read('DATA_DIR', SETTINGS.DATA_DIR),
    receiptKeysFile: read('RECEIPT_KEYS_FILE', SETTINGS.RECEIPT_KEYS_FILE) || undefined,
    sessionSecretFile: read('SESSION_SECRET_FILE', SETTINGS.SESSION_SECRET_FILE) || undefined,
    smtpUrl: read('SMTP_URL', SETTINGS.SMTP_URL) || undefined,
    mailFrom: read('MAIL_FROM', SETTINGS.MAIL_FROM),
    operator: {
      name: read('OPERATOR_NAME', SETTINGS.OPERATOR_NAME),
      email: read('OPERATOR_EMAIL', SETTINGS.OPERATOR_EMAIL),
      address: read('OPERATOR_ADDRESS', SETTINGS.OPERATOR_ADDRESS),
    },
    stripeSecretKey: read('STRIPE_SECRET_KEY', SETTINGS.STRIPE_SECRET_KEY) || undefined,
    stripeWebhookSecret: read('STRIPE_WEBHOOK_SECRET', SETTINGS.STRIPE_WEBHOOK_SECRET) || undefined,
    stripePrice: read('STRIPE_PRICE', SETTINGS.STRIPE_PRICE) || undefined,
    stripeApiBase: read('STRIPE_API_BASE', SETTINGS.STRIPE_API_BASE) || undefined,
    databaseUrl: read('DATABASE_URL', SETTINGS.DATABASE_URL) || undefined,
    redisUrl: read('REDIS_URL', SETTINGS.REDIS_URL) || undefined,
    unencryptedAllowed: read('UNENCRYPTED_ALLOWED', SETTINGS.UNENCRYPTED_ALLOWED),
    passwordHashCost: read('PASSWORD_HASH_COST', SETTINGS.PASSWORD_HASH_COST),
    documentsMbMax: read('DOCUMENTS_MB_MAX', SETTINGS.DOCUMENTS_MB_MAX),
    listsMbMax: read('LISTS_MB_MAX', SETTINGS.LISTS_MB_MAX),
    dataFilesDays: read('DATA_FILES_DAYS', SETTINGS.DATA_FILES_DAYS),
    snapshotsDays: read('SNAPSHOTS_DAYS', SETTINGS.SNAPSHOTS_DAYS),
    replacedDays: read('REPLACED_DAYS', SETTINGS.REPLACED_DAYS),
    retention: {
      applications: read('RETENTION_APPLICATIONS_DAYS', SETTINGS.RETENTION_APPLICATIONS_DAYS),
      closed: read('RETENTION_CLOSED_DAYS', SETTINGS.RETENTION_CLOSED_DAYS),
      proof: read('RETENTION_PROOF_DAYS', SETTINGS.RETENTION_PROOF_DAYS),
    },
    webhooksAllowPrivate: read('WEBHOOKS_ALLOW_PRIVATE', SETTINGS.WEBHOOKS_ALLOW_PRIVATE),
    logWitnesses: read('LOG_WITNESSES', SETTINGS.LOG_WITNESSES),
    hstsSubdomains: read('HSTS_SUBDOMAINS', SETTINGS.HSTS_SUBDOMAINS),
    regulatorSource: read('REGULATOR_SOURCE', SETTINGS.REGULATOR_SOURCE),
    regulatorFiles: read('REGULATOR_FILES', SETTINGS.REGULATOR_FILES) || undefined,
    regulatorUserAgent: read('REGULATOR_USER_AGENT', SETTINGS.REGULATOR_USER_AGENT),
    regulatorContact: read('REGULATOR_CONTACT', SETTINGS.REGULATOR_CONTACT) || undefined,
    asOf: read('AS_OF', SETTINGS.AS_OF) || undefined,
    trustProxy: read('TRUST_PROXY', SETTINGS.TRUST_PROXY),
    logLevel: read('LOG_LEVEL', SETTINGS.LOG_LEVEL),
    logFormat: read('LOG_FORMAT', SETTINGS.LOG_FORMAT),
    metrics: readMetrics(read),
    backups: readBackups(
      (name) => read<string | number>(name, SETTINGS[name]),
      (sentence) => new ConfigError(sentence),
    ),
    limits: { ...LIMIT_DEFAULTS, ...limits },
  });
}

/** Reads the metrics settings. A token is required if other machines can reach the metrics address. */
function readMetrics(read: (name: string, setting: Setting<string>) => string): MetricsConfig | undefined {
  const port = read('METRICS_PORT', SETTINGS.METRICS_PORT);
  const host = read('METRICS_HOST', SETTINGS.METRICS_HOST);
  const token = read('METRICS_TOKEN', SETTINGS.METRICS_TOKEN) || undefined;
  if (port === '') return undefined;
  if (token === undefined && !LOOPBACK.test(host))
    throw new ConfigError(
      `METRICS_HOST is ${host}, which others can reach: set METRICS_TOKEN, or let METRICS_HOST be 127.0.0.1.`,
    );
  return { port: Number(port), host, token };
}

function optionalAsOf(text: string): string | undefined {
  const day = parseIsoDate(text);
  return text === '' ? '' : day !== undefined && day >= AS_OF_EARLIEST ? day : undefined;
}

function regulatorSource(text: string): RegulatorSource | undefined {
  if (text === 'demo') return { type: 'demo' };
  if (!text.includes('://')) return { type: 'directory', directory: path.resolve(text) };
  try {
    return { type: 'url', url: checkSourceUrl(text) };
  } catch {
    return undefined;
  }
}

/**
 * Prevents a service with real users from sending credentials or personal data over a network unencrypted.
 * Throws a {@link ConfigError} that names the settings but not their addresses. `isReal` is true if real
 * records are published, regardless of the current source.
 */
export function refuseUnencrypted(config: Config, isReal = config.regulatorSource.type !== 'demo'): void {
  if (!isReal) return;
  const refused = refusedUnencrypted(config);
  if (refused.length > 0)
    throw new ConfigError(
      `${refused.join(' and ')} may leave this machine unencrypted, with passwords and people’s data. ${UNENCRYPTED_ADVICE}`,
    );
}
