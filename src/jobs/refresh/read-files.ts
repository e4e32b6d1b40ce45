import { mkdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expandZip, type FileOnDisk, loadMember } from '../../intake/fetch/disk-files-service.ts';
import { ParsedRowsStore, type RunFile } from '../../intake/fetch/parsed-rows-service.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { PackedFile, ParsedFile } from '../../regulator/source/parsed-file.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

export interface Reading {
  /** The current day. No row can be dated later than the day after it. */
  readonly latest: IsoDate;
  /** The folder where rows are stored until the run needs them. */
  readonly folder: string;
  /**
   * The total file sizes at which using one thread begins to help, and at which threads must read everything.
   * Tests use smaller values.
   */
  readonly threadFromBytes?: number;
  readonly threadsFromBytes?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, all: number, name: string) => void) | undefined;
}

/** Below this size, starting a thread takes as long as it saves. */
const THREAD_FROM_BYTES = 8_000_000;
/**
 * At this size and above, the rows do not fit in memory: they take up to five times as much space as their
 * files.
 */
const THREADS_FROM_BYTES = 24_000_000;
/** Each thread holds one file in memory, so there cannot be many threads. */
const THREADS_MAX = 2;
const LARGE_BYTES = 32_000_000;
/** The largest real file takes a minute to read. */
const READ_WITHIN_MS = 15 * 60_000;
/** As much memory as an entire import may use in the service. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 16 } as const;

/**
 * Reads files, passes them to `use` in the given order, and discards them once it is done. A zip is read as
 * the files in it. A file that cannot be used has the reason in its `problem`. If the files are large enough,
 * two are read at a time. If they fit in memory, one of the two is read on this thread; otherwise both are
 * read on other threads. Very large files are read one at a time. Rows from another thread are stored on disk
 * until they are needed.
 */
export async function withFiles<Value>(
  given: readonly FileOnDisk[],
  reading: Reading,
  use: (files: readonly RunFile[]) => Promise<Value>,
): Promise<Value> {
  const files: FileOnDisk[] = [];
  for (const file of given) files.push(...(await expandZip(file)));
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  const isSmall = bytes < (reading.threadsFromBytes ?? THREADS_FROM_BYTES);
  const isAlone = files.length < 2 || availableParallelism() < 2;
  if (isSmall && (isAlone || bytes < (reading.threadFromBytes ?? THREAD_FROM_BYTES)))
    return use(await readHere(files, reading));
  mkdirSync(reading.folder, { recursive: true, mode: 0o700 });
  const store = new ParsedRowsStore(reading.folder);
  try {
    return await use(await readOnThreads(files, reading, { store, isOneHere: isSmall }));
  } finally {
    store.close();
  }
}

/** Reads one file on the current thread. */
export async function readOne(file: FileOnDisk, latest: IsoDate): Promise<ParsedFile> {
  return REGULATOR.readFile({ ...(await loadMember(file)), checkTime: stopAfter(READ_WITHIN_MS) }, latest);
}

/** Reads one file and packs its rows for another thread. */
export async function packOne(file: FileOnDisk, latest: IsoDate): Promise<PackedFile> {
  return REGULATOR.packFile({ ...(await loadMember(file)), checkTime: stopAfter(READ_WITHIN_MS) }, latest);
}

/**
 * Returns a function that throws once this time has passed, because a file could be crafted to take hours.
 */
export function stopAfter(ms: number, now = () => performance.now()): () => void {
  const startedAt = now();
  return () => {
    if (now() - startedAt > ms)
      throw new Error(`reading it took more than ${Math.round(ms / 60_000)} minutes`);
  };
}

/** Returns 0 for a file that is gone or unreachable. Reading it later reports the problem. */
function sizeOf({ path: file, member }: FileOnDisk): number {
  try {
    return member?.bytes ?? statSync(file).size;
  } catch {
    return 0;
  }
}

async function readHere(
  files: readonly FileOnDisk[],
  { latest, signal, onProgress }: Reading,
): Promise<ParsedFile[]> {
  const read: ParsedFile[] = [];
  for (const [index, file] of files.entries()) {
    signal?.throwIfAborted();
    onProgress?.(index, files.length, path.basename(file.name));
    read.push(await readOne(file, latest));
  }
  return read;
}

async function readOnThreads(
  files: readonly FileOnDisk[],
  { latest, signal, onProgress }: Reading,
  { store, isOneHere }: { readonly store: ParsedRowsStore; readonly isOneHere: boolean },
): Promise<RunFile[]> {
  const read: RunFile[] = [];
  // The largest file is read first. If it started last, one thread would be busy with it while the other was
  // idle.
  const left = [...files.entries()].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
  let done = 0;
  const readAll = async (
    take: () => (typeof left)[number] | undefined,
    readFile: (file: FileOnDisk) => Promise<RunFile>,
  ) => {
    for (let next = take(); next; next = take()) {
      signal?.throwIfAborted();
      const [index, file] = next;
      read[index] = await readFile(file);
      onProgress?.(++done, files.length, path.basename(file.name));
    }
  };
  const onThread = async () => {
    const thread = new ReaderThread(latest);
    const takeLargest = () => left.shift();
    await readAll(takeLargest, async (file) => store.put(await thread.read(file))).finally(() =>
      thread.stop(),
    );
  };
  const takeSmallest = () => left.pop();
  const here = () => readAll(takeSmallest, (file) => readOne(file, latest));
  // Each thread holds a whole file in memory, so very large files are read one at a time.
  const isLarge = files.some((file) => sizeOf(file) > LARGE_BYTES);
  const threads = isOneHere || isLarge ? 1 : Math.min(THREADS_MAX, availableParallelism(), files.length);
  const readers = [...Array.from({ length: threads }, () => onThread), ...(isOneHere ? [here] : [])];
  const stopOthers = (error: unknown) => {
    left.length = 0;
    throw error;
  };
  const results = await Promise.allSettled(readers.map((reader) => reader().catch(stopOthers)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return read;
}

/** A thread that reads files one after the other. */
class ReaderThread {
  readonly #worker: Worker;
  #reading: PromiseWithResolvers<PackedFile> | undefined;

  constructor(latest: IsoDate) {
    this.#worker = new Worker(new URL('./read-files-worker.ts', import.meta.url), {
      workerData: latest,
      resourceLimits: THREAD_MEMORY,
    });
    this.#worker.on('message', (packed: PackedFile) => this.#reading?.resolve(packed));
    this.#worker.on('error', (error) => this.#reading?.reject(error));
    this.#worker.on('exit', () => this.#reading?.reject(new Error('A thread that read files ended early.')));
  }

  async read(file: FileOnDisk): Promise<PackedFile> {
    this.#reading = Promise.withResolvers<PackedFile>();
    this.#worker.postMessage(file);
    return this.#reading.promise;
  }

  async stop(): Promise<void> {
    this.#reading = undefined;
    await this.#worker.terminate();
  }
}
