import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Config } from '../../lib/settings/backup-settings.ts';
import { type BackupStore, begunAtOf, type StoredBackup } from './list-backups.ts';

/** Backups in a bucket. Loaded only if a bucket is set, because the library is optional. */

type Environment = Readonly<Record<string, string | undefined>>;

/** The time limit for one request. A part of 8 MB takes less than a minute at 2 Mbit/s. */
const REQUEST_MS = 60_000;
const TRIES = 3;
const PART_BYTES = 8 * 1024 * 1024;
/** The maximum number of parts; stores accept at most 10,000. */
const PARTS_MAX = 9_000;
/** The maximum number of pages in a list, with a thousand names each. */
const PAGES_MAX = 100;
/**
 * The age at which unfinished uploads are removed. No upload takes that long; an older upload was left behind
 * by a killed process.
 */
const LEFT_AFTER_MS = 24 * 3_600_000;

interface S3Limits {
  readonly requestMs: number;
  readonly tries: number;
  readonly partBytes: number;
}

/**
 * Opens the configured store. Every error explains the problem with the store's error code, and never
 * contains keys or response bodies.
 */
export function s3Store(
  config: S3Config,
  environment: Environment,
  limits: Partial<S3Limits> & { readonly now?: () => Date } = {},
): BackupStore & { fetch(address: string, to: string): Promise<void>; close(): void } {
  const { requestMs = REQUEST_MS, tries = TRIES, partBytes = PART_BYTES, now = () => new Date() } = limits;
  const client = connect(config, environment, { requestMs, tries });
  const { bucket: Bucket, prefix } = config;
  const place = `s3://${Bucket}/${prefix}`;
  const keyOf = (address: string) => address.slice(`s3://${Bucket}/`.length);
  const told = <Result>(doing: string, work: Promise<Result>) =>
    work.catch((error: unknown) => {
      throw new Error(`${place}: the store cannot ${doing} (${codeOf(error)}).`);
    });

  return {
    kind: 'bucket',
    place,
    list: () => told('list backups', listAll(client, Bucket, prefix, place)),
    async put(file, name) {
      const Key = prefix + name;
      const { size } = await stat(file);
      const partSize = Math.max(partBytes, Math.ceil(size / PARTS_MAX));
      const leftAt = now().getTime() - LEFT_AFTER_MS;
      // A store that does not list unfinished uploads cannot be cleaned up, but still accepts backups.
      await removeLeftParts(client, Bucket, prefix, leftAt).catch(() => undefined);
      const upload = new Upload({
        client,
        params: { Bucket, Key, Body: createReadStream(file, { highWaterMark: 1024 * 1024 }) },
        queueSize: 2,
        partSize,
        leavePartsOnError: false,
      });
      await told('take a backup', upload.done());
      const { ContentLength } = await told(
        'say what it took',
        client.send(new HeadObjectCommand({ Bucket, Key })),
      );
      if (ContentLength === size) return `${place}${name}`;
      await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(() => undefined);
      throw new Error(`${place}: the store has ${ContentLength} of the ${size} bytes of ${name}.`);
    },
    async remove({ file }) {
      await told('remove a backup', client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(file) })));
    },
    async fetch(address, to) {
      const Key = keyOf(address);
      const { Body } = await told('give the backup', client.send(new GetObjectCommand({ Bucket, Key })));
      if (!(Body instanceof Readable)) throw new Error(`${place}: the store gives nothing.`);
      await told('give the backup', pipeline(Body, createWriteStream(to, { flags: 'wx', mode: 0o600 })));
    },
    close: () => client.destroy(),
  };
}

function connect(
  { endpoint, region }: S3Config,
  environment: Environment,
  { requestMs, tries }: Pick<S3Limits, 'requestMs' | 'tries'>,
): S3Client {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  const sessionToken = environment.AWS_SESSION_TOKEN;
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    maxAttempts: tries,
    // Each part is signed with its SHA-256, which every store checks; some stores do not support other
    // checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(10_000, requestMs),
      socketTimeout: requestMs,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
    },
    ...(accessKeyId && secretAccessKey
      ? { credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } }
      : {}),
  });
}

async function listAll(
  client: S3Client,
  Bucket: string,
  prefix: string,
  place: string,
): Promise<StoredBackup[]> {
  const kept: StoredBackup[] = [];
  let pages = 0;
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
    pages += 1;
    if (pages > PAGES_MAX) throw new Error('the list has no end');
    for (const { Key = '' } of Contents) {
      const name = Key.slice(prefix.length);
      const begunAt = Key.startsWith(prefix) ? begunAtOf(name) : undefined;
      if (begunAt) kept.push({ file: `${place}${name}`, begunAt });
    }
  }
  return kept.sort((a, b) => b.begunAt.getTime() - a.begunAt.getTime());
}

/**
 * Removes the parts of uploads that a killed process left behind, a thousand at a time. They are invisible
 * but cost as much as a backup.
 */
async function removeLeftParts(
  client: S3Client,
  Bucket: string,
  prefix: string,
  leftAt: number,
): Promise<void> {
  const listed = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }));
  for (const { Key = '', UploadId, Initiated } of listed.Uploads ?? [])
    if (begunAtOf(Key.slice(prefix.length)) && (Initiated?.getTime() ?? leftAt) < leftAt)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
}

/** Returns the store's error code and status. Its message is left out because it may quote signed content. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const status =
    '$metadata' in error ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode : undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return [status, code].filter((each) => each !== undefined).join(' ');
}
