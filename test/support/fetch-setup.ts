import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  DownloadRequest,
  DownloadResult,
  Fetcher,
  FetcherOptions,
} from '../../src/platform/net/fetcher.ts';
import { createFetcher } from '../../src/platform/net/fetcher.ts';
import type { FakeRegulator } from './fake-regulator.ts';
import { startFakeRegulator } from './fake-regulator.ts';

export type FetchSetup = {
  readonly regulator: FakeRegulator;
  readonly fetcher: Fetcher;
  readonly directory: string;
  /** The waits that were requested, in milliseconds. None of them took any real time. */
  readonly waits: readonly number[];
  readonly sleep: (ms: number) => Promise<void>;
  /** Downloads a path from the fake regulator as `file.csv`. */
  download(path: string, request?: Partial<DownloadRequest>): Promise<DownloadResult>;
  /** Returns the file names in the directory, sorted. */
  listDirectory(): Promise<string[]>;
};

/** Opens a fake regulator, an empty directory, and a fetcher that does not retry by default. */
export async function setUpFetch(
  t: { after(end: () => Promise<void>): void },
  options: Partial<FetcherOptions> = {},
): Promise<FetchSetup> {
  const regulator = await startFakeRegulator(t);
  const directory = await mkdtemp(join(tmpdir(), 'live-'));
  t.after(() => rm(directory, { recursive: true }));
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const fetcher = createFetcher({
    userAgent: 'compliance-test/1.0',
    timeoutMs: 5_000,
    idleTimeoutMs: 5_000,
    maxBytes: 1_000_000,
    retries: 0,
    backoffMs: 1_000,
    sleep,
    random: () => 0.5,
    ...options,
  });
  return {
    regulator,
    fetcher,
    directory,
    waits,
    sleep,
    download: (path, request) =>
      fetcher.download({
        url: new URL(path, regulator.baseUrl),
        path: join(directory, 'file.csv'),
        ...request,
      }),
    listDirectory: async () => (await readdir(directory)).sort(),
  };
}
