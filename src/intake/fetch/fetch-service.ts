import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { locateFile } from '../../lib/address/source-url.ts';
import { hashFile } from '../../platform/files/hash-file.ts';
import type { DownloadFailureReason, DownloadResult, Fetcher, Sleep } from '../../platform/net/fetcher.ts';
import { sleepUnlessAborted } from '../../platform/net/fetcher.ts';
import type { SourceFile, SourceFileKind } from '../../regulator/source/source.ts';

/** The last imported file with this name. A file without an entry is treated as new. */
export type RememberedFile = {
  /**
   * The address that the file came from. The validators are sent only to this address, or to any address if
   * it is undefined.
   */
  readonly url?: string | undefined;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly sha256: string;
};

type Described = { readonly name: string; readonly url: string; readonly kind: SourceFileKind };
type Published = Omit<RememberedFile, 'url'> & {
  /** The time from Last-Modified, in ISO 8601; undefined if the regulator did not send it. */
  readonly publishedAt: string | undefined;
};

export type FetchedFile = Described &
  (
    | ({ readonly outcome: 'downloaded'; readonly path: string; readonly bytes: number } & Published)
    | ({ readonly outcome: 'unchanged' } & Published)
    | ({ readonly outcome: 'failed' } & Failure)
    /** The site does not have a file for this period at any of the file's addresses. */
    | ({ readonly outcome: 'missing' } & Failure)
  );

interface Failure {
  readonly reason: FetchFailureReason;
  readonly message: string;
}

/**
 * `not_asked` means that the site had already rejected the service, or that the visit's time was up.
 * `message` begins with the reason.
 */
type FetchFailureReason = DownloadFailureReason | 'bad_name' | 'not_asked';

export type SiteOptions = {
  /** A URL from `checkSourceUrl`. Its path, if any, is prepended to each file's path. */
  readonly baseUrl: URL;
  /** Created if missing. */
  readonly directory: string;
  /** The last imported files, by name. */
  readonly remembered: ReadonlyMap<string, RememberedFile>;
  readonly fetcher: Fetcher;
  /**
   * The pause between the end of one request and the start of the next. One second is added for each received
   * megabyte, up to 30 s.
   */
  readonly pauseMs: number;
  readonly sleep: Sleep;
  readonly now: () => Date;
  /** The maximum duration of the visit. After that, no more files are requested. Unlimited by default. */
  readonly timeMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called for each file before the next one is requested. An error thrown by this callback ends the run. */
  readonly onFile?: ((file: FetchedFile) => void | Promise<void>) | undefined;
};

/**
 * One visit to the regulator's site, with files stored in `directory`. Sends one request at a time, with a
 * pause before each except the first. Stops sending requests once the site rejects the service or the visit's
 * time is up.
 */
export class SiteVisit {
  readonly #options: SiteOptions;
  #pauseMs = 0;
  #refusal: string | undefined;
  readonly #startedAt: number;

  constructor(options: SiteOptions) {
    this.#options = options;
    this.#startedAt = options.now().getTime();
  }

  /** Why the visit stopped sending requests, without an address; undefined while requests continue. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  /**
   * Fetches files one after the other. If a file fails, its earlier copy is kept and the other files are not
   * delayed. Returns one result per file, in order, and throws only if the directory cannot be created.
   */
  async fetch(files: readonly SourceFile[]): Promise<FetchedFile[]> {
    await this.#makeDirectory();
    const fetched: FetchedFile[] = [];
    for (const file of files) {
      const result = await this.#fetchOne(file);
      this.#refusal ??= refusalOf(result);
      fetched.push(result);
      await this.#options.onFile?.(result);
    }
    return fetched;
  }

  /**
   * Fetches a web page and decodes it as UTF-8. Returns undefined if the page could not be fetched. A
   * rejected page request does not end the visit.
   */
  async fetchPage(path: string, maxBytes: number): Promise<string | undefined> {
    await this.#makeDirectory();
    await this.#pause();
    const { directory, fetcher, signal } = this.#options;
    const target = join(directory, 'page.new');
    const url = locateFile(this.#options.baseUrl, path);
    const result = await fetcher.download({ url, path: target, maxBytes, isPage: true, signal });
    if (result.status !== 'downloaded') return undefined;
    const text = await readFile(target, 'utf8');
    await rm(target);
    return text;
  }

  async #fetchOne(file: SourceFile): Promise<FetchedFile> {
    const { name, kind } = file;
    const described = {
      name,
      url: locateFile(this.#options.baseUrl, file.path).href,
      kind,
      outcome: 'failed' as const,
    };
    if (!isPlainFileName(name))
      return { ...described, reason: 'bad_name', message: `"${name}" is not a plain file name` };
    this.#refusal ??= this.#whyTooLate();
    if (this.#refusal !== undefined) return { ...described, reason: 'not_asked', message: this.#refusal };
    let result = await this.#fetchAt(file, file.path);
    for (const path of file.otherPaths ?? []) {
      if (!isNotThere(result)) return result;
      result = await this.#fetchAt(file, path);
    }
    const isOfPeriod = (file.period ?? null) !== null;
    return isOfPeriod && isNotThere(result) ? { ...result, outcome: 'missing' } : result;
  }

  async #fetchAt(file: SourceFile, path: string): Promise<FetchedFile> {
    await this.#pause();
    const result = await fetchFile(this.#options, file, locateFile(this.#options.baseUrl, path));
    const megabytes = result.outcome === 'downloaded' ? Math.floor(result.bytes / 1_000_000) : 0;
    this.#pauseMs = Math.min(PAUSE_MS_MAX, this.#options.pauseMs + megabytes * 1_000);
    return result;
  }

  #whyTooLate(): string | undefined {
    const { now, timeMs = Number.POSITIVE_INFINITY } = this.#options;
    const isOver = now().getTime() - this.#startedAt > timeMs;
    return isOver
      ? `out_of_time: the downloads of one run took more than ${Math.round(timeMs / 60_000)} minutes`
      : undefined;
  }

  async #pause(): Promise<void> {
    const { sleep, pauseMs, signal } = this.#options;
    if (this.#pauseMs > 0) await sleepUnlessAborted(sleep, this.#pauseMs, signal);
    this.#pauseMs = pauseMs;
  }

  async #makeDirectory(): Promise<void> {
    await mkdir(this.#options.directory, { recursive: true, mode: 0o700 });
  }
}

const PAUSE_MS_MAX = 30_000;

/** Returns a site's reason for rejecting the service, without the file's address. */
function refusalOf(file: FetchedFile): string | undefined {
  if (file.outcome !== 'failed' || !/^(http_403|http_429|challenge)$/.test(file.reason)) return undefined;
  return `${file.reason}: ${file.message.replace(`${file.url}: `, '')}`;
}

/**
 * Returns true if the site does not have the file. In that situation, the real site responds with a web page
 * and status 200.
 */
function isNotThere(file: FetchedFile): file is Extract<FetchedFile, Failure> {
  return file.outcome === 'failed' && /^(http_404|http_410|html_instead_of_data)$/.test(file.reason);
}

async function fetchFile(options: SiteOptions, file: SourceFile, url: URL): Promise<FetchedFile> {
  const { directory, fetcher, signal } = options;
  const described = { name: file.name, url: url.href, kind: file.kind };
  const known = options.remembered.get(file.name);
  const path = join(directory, `${file.name}.new`);
  const validators = known && (known.url ?? url.href) === url.href ? known : undefined;
  const result = await fetcher.download({ url, path, validators, maxBytes: file.maxBytes, signal });
  switch (result.status) {
    case 'failed':
      return { ...described, outcome: 'failed', reason: result.reason, message: result.message };
    case 'not_modified':
      // Only a request for a remembered file is conditional.
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

/** Moves a complete download into place, unless the stored file already has the same content. */
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
    // A copy that is missing or unreadable is replaced.
    const copy = isUnchanged ? await hashFile(path).catch(() => undefined) : undefined;
    if (copy?.sha256 === result.sha256) await rm(result.path);
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
 * Returns the publication time and validators. A date in the future is ignored: later files would seem older,
 * and a server would report nothing newer until that date.
 */
function describePublished({ sha256, etag, lastModified }: RememberedFile, now: Date): Published {
  const moment = Date.parse(lastModified ?? '');
  if (moment > now.getTime()) return { sha256, etag, lastModified: undefined, publishedAt: undefined };
  const publishedAt = Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
  return { sha256, etag, lastModified, publishedAt };
}

/**
 * Returns true if a name is safe to use as a path. Names come from data, so folders, hidden files, and
 * characters that a shell or file system could interpret are not allowed.
 */
function isPlainFileName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name);
}
