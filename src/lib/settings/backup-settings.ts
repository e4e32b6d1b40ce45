import { optionalFile, optionalSetting, pattern, wholeSetting } from './parse-settings.ts';

/**
 * Settings for scheduled backups: where they go and how many are kept. At least one of `folder` and `s3` is
 * set.
 */
export interface BackupsConfig {
  readonly folder: string | undefined;
  readonly s3: S3Config | undefined;
  /** One or more public age keys. */
  readonly recipients: readonly string[];
  readonly everyHours: number;
  /** The number of backups to keep. */
  readonly keep: number;
}

/** A bucket in an S3-compatible store. The credentials come from the standard AWS_ variables or files. */
export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** The prefix for object names. It ends with `/` unless it is empty. */
  readonly prefix: string;
}

export const BACKUP_SETTINGS = {
  BACKUP_FOLDER: { fallback: '', accepts: 'a folder', parse: optionalFile },
  BACKUP_RECIPIENTS: optionalSetting(
    'public age keys (age1…), separated by commas',
    /^age1[a-z0-9]{20,2000}(?:\s*,\s*age1[a-z0-9]{20,2000}){0,19}$/,
  ),
  BACKUP_EVERY_HOURS: wholeSetting(24, 1, 744),
  BACKUP_KEEP: wholeSetting(14, 1, 10_000),
  BACKUP_S3_ENDPOINT: optionalSetting(
    'an http or https address without a path, and without a name or password',
    /^https?:\/\/[\w.:[\]-]{1,253}\/?$/,
  ),
  BACKUP_S3_BUCKET: optionalSetting(
    'the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  ),
  BACKUP_S3_REGION: {
    fallback: 'us-east-1',
    accepts: 'the name of a region: small letters, digits and hyphens',
    parse: pattern(/^[a-z0-9-]{2,40}$/),
  },
  BACKUP_S3_PREFIX: optionalSetting(
    'what names in the bucket begin with: letters, digits, "_", "-", "." and "/" within',
    /^[\w.-]+(?:\/[\w.-]+){0,9}\/?$/,
  ),
} as const;

type Name = keyof typeof BACKUP_SETTINGS;

/**
 * Reads the settings for backups. Backups contain the ledger and the keys, so they are always encrypted.
 * Throws the error that `refuse` creates from a message.
 */
export function readBackups(
  read: (name: Name) => string | number,
  refuse: (sentence: string) => Error,
): BackupsConfig | undefined {
  const text = (name: Name) => String(read(name));
  const folder = text('BACKUP_FOLDER') || undefined;
  const s3 = readS3(text, refuse);
  const recipients = text('BACKUP_RECIPIENTS')
    .split(',')
    .map((key) => key.trim());
  const everyHours = Number(read('BACKUP_EVERY_HOURS'));
  const keep = Number(read('BACKUP_KEEP'));
  if (folder === undefined && s3 === undefined) return undefined;
  if (recipients[0] === '')
    throw refuse(
      `${folder === undefined ? 'BACKUP_S3_ENDPOINT' : 'BACKUP_FOLDER'} is set and BACKUP_RECIPIENTS is not: name a key that backups are encrypted to ("backup-key" makes one).`,
    );
  return { folder, s3, recipients, everyHours, keep };
}

function readS3(text: (name: Name) => string, refuse: (sentence: string) => Error): S3Config | undefined {
  const endpoint = text('BACKUP_S3_ENDPOINT');
  const bucket = text('BACKUP_S3_BUCKET');
  const region = text('BACKUP_S3_REGION');
  const prefix = text('BACKUP_S3_PREFIX');
  if (endpoint === '' && bucket === '') return undefined;
  if (endpoint === '' || bucket === '')
    throw refuse('BACKUP_S3_ENDPOINT and BACKUP_S3_BUCKET belong together: set both, or none.');
  return { endpoint, bucket, region, prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/` };
}
