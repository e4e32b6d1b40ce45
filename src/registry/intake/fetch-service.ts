import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DownloadFailureReason, DownloadResult, Fetcher, Sleep } from '../../platform/fetcher.ts';
import { sleepUnlessAborted } from '../../platform/fetcher.ts';
import type { SourceFile, SourceFileKind } from '../sources/source.ts';

/** What the caller took in last under this name; without an entry a file counts as never seen. */
export type RememberedFile = {
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly sha256: string;
};

type Described = { readonly name: string; readonly url: string; readonly kind: SourceFileKind };
type Published = RememberedFile & {
  /** ISO 8601, from Last-Modified; undefined when the regulator did not say. */
  readonly publishedAt: string | undefined;
};

export type FetchedFile = Described &
  (
    | ({ readonly outcome: 'downloaded'; readonly path: string; readonly bytes: number } & Published)
    | ({ readonly outcome: 'unchanged' } & Published)
    | {
        readonly outcome: 'failed';
        readonly reason: DownloadFailureReason | 'bad_name';
        readonly message: string;
      }
  );

export type FetchSourceFilesOptions = {
  /** From `checkSourceUrl`; a path it carries goes before that of each file. */
  readonly baseUrl: URL;
  readonly files: readonly SourceFile[];
  /** Made when missing. */
  readonly directory: string;
  /** By file name. */
  readonly remembered: ReadonlyMap<string, RememberedFile>;
  readonly fetcher: Fetcher;
  /** Between the end of one request and the start of the next. */
  readonly pauseMs: number;
  readonly sleep: Sleep;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
  /** Told of each file before the next is asked for; what it throws ends the run. */
  readonly onFile?: ((file: FetchedFile) => void | Promise<void>) | undefined;
};

/**
 * Fetches the regulator's files into `directory`, one at a time. A file that fails keeps its earlier copy and
 * holds up none of the others. Answers in the order of `files`, and throws only when the directory cannot be made.
 */
export async function fetchSourceFiles(options: FetchSourceFilesOptions): Promise<FetchedFile[]> {
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  const fetched: FetchedFile[] = [];
  let hasAsked = false;
  for (const file of options.files) {
    const isNamed = isPlainFileName(file.name);
    if (isNamed && hasAsked) await sleepUnlessAborted(options.sleep, options.pauseMs, options.signal);
    hasAsked ||= isNamed;
    const result = isNamed ? await fetchFile(options, file) : refuseName(options, file);
    fetched.push(result);
    await options.onFile?.(result);
  }
  return fetched;
}

async function fetchFile(options: FetchSourceFilesOptions, file: SourceFile): Promise<FetchedFile> {
  const { directory, fetcher, signal } = options;
  const url = locate(options.baseUrl, file);
  const described = { name: file.name, url: url.href, kind: file.kind };
  const known = options.remembered.get(file.name);
  const path = join(directory, `${file.name}.new`);
  const result = await fetcher.download({ url, path, validators: known, maxBytes: file.maxBytes, signal });
  switch (result.status) {
    case 'failed':
      return { ...described, outcome: 'failed', reason: result.reason, message: result.message };
    case 'not_modified':
      // Only a remembered file is asked for with conditions.
      return known
        ? { ...described, outcome: 'unchanged', ...describePublished(known, options.now()) }
        : { ...described, outcome: 'failed', reason: 'http_304', message: `${url}: answered 304 unasked` };
    case 'downloaded':
      return settle(described, result, {
        known,
        path: join(directory, file.name),
        published: describePublished(result, options.now()),
      });
  }
}

/** Puts a complete copy in its place, unless the stored file is that copy already. */
async function settle(
  described: Described,
  result: Extract<DownloadResult, { status: 'downloaded' }>,
  {
    known,
    path,
    published,
  }: {
    readonly known: RememberedFile | undefined;
    readonly path: string;
    readonly published: Published;
  },
): Promise<FetchedFile> {
  const isUnchanged = result.sha256 === known?.sha256;
  try {
    if (isUnchanged && (await hashFile(path)) === result.sha256) await rm(result.path);
    else await rename(result.path, path);
  } catch (error) {
    await rm(result.path, { force: true });
    return { ...described, outcome: 'failed', reason: 'storage', message: `${path}: ${String(error)}` };
  }
  return isUnchanged
    ? { ...described, outcome: 'unchanged', ...published }
    : { ...described, outcome: 'downloaded', path, bytes: result.bytes, ...published };
}

/**
 * A date that lies ahead says nothing: by it the next files would seem older, and a server asked with it would have nothing newer
 * until it passed.
 */
function describePublished({ sha256, etag, lastModified }: RememberedFile, now: Date): Published {
  const moment = Date.parse(lastModified ?? '');
  if (moment > now.getTime()) return { sha256, etag, lastModified: undefined, publishedAt: undefined };
  const publishedAt = Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
  return { sha256, etag, lastModified, publishedAt };
}

function refuseName({ baseUrl }: FetchSourceFilesOptions, file: SourceFile): FetchedFile {
  const { name, kind } = file;
  const message = `"${name}" is not a plain file name`;
  return { name, url: locate(baseUrl, file).href, kind, outcome: 'failed', reason: 'bad_name', message };
}

/** Names come from data and become paths: no folders, no hidden files, nothing a shell or a disk reads otherwise. */
function isPlainFileName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name);
}

function locate(baseUrl: URL, { path }: SourceFile): URL {
  const url = new URL(baseUrl);
  url.pathname = `${baseUrl.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
  return url;
}

async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch {
    // No file there, or none that can be read: the new copy takes its place.
    return undefined;
  }
  return hash.digest('hex');
}
