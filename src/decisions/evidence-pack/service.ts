import { Worker } from 'node:worker_threads';
import { AppError } from '../../http/errors/errors.ts';
import { inEach } from '../../lib/language/language.ts';
import {
  type Asker,
  ClientFullError,
  createBoundedPool,
  PoolFullError,
} from '../../platform/threads/bounded-pool.ts';
import { PACK_ERRORS } from './messages.ts';
import { type EvidencePack, PACK_ENTRIES_MAX, type PrintedTable } from './pack.ts';

/**
 * Renders an evidence pack as a tagged PDF. The same pack always gives the same bytes. Throws 400 for more
 * than 500 entries and 429 if the client is already waiting for two packs. Throws 503 if too many packs are
 * queued or this pack takes too long. If the caller's signal is aborted, the pack leaves the queue or its
 * thread ends, and the abort reason is thrown.
 */
export type RenderPack = (pack: EvidencePack | PrintedTable, asker?: Asker) => Promise<Uint8Array>;

/**
 * The number of packs drawn at once. Two threads keep two processors busy, and one of the threads may need
 * the memory below.
 */
const AT_ONCE = 2;
/**
 * A pack of 500 entries makes the process grow by about 600 MB, so long packs are drawn one after another.
 */
const LONG_AT_ONCE = 1;
const WAITING_MAX = 8;
const OF_CLIENT_MAX = 2;
/** A pack with up to this many entries takes under a second and goes ahead of longer packs in the queue. */
const SHORT_ENTRIES_MAX = 20;
const WORKER_MEMORY_MB = 768;
const MINUTES_MAX = 2;
const RETRY_AFTER_SECONDS = 15;

interface RendererOptions {
  /** The worker program. Tests use other programs. */
  readonly program?: URL;
  readonly msMax?: number;
  readonly memoryMb?: number;
}

/**
 * Draws each pack on its own thread, so that the main thread can keep handling requests. At most two packs
 * are drawn at a time: a long one and a short one, or two short ones.
 */
export function createPackRenderer(options: RendererOptions = {}): RenderPack {
  const { program = new URL('./render-job.ts', import.meta.url) } = options;
  const { msMax = MINUTES_MAX * 60_000, memoryMb = WORKER_MEMORY_MB } = options;
  const pool = createBoundedPool({
    atOnce: AT_ONCE,
    secondAtOnce: LONG_AT_ONCE,
    waitingMax: WAITING_MAX,
    ofClientMax: OF_CLIENT_MAX,
  });
  return async (pack, asker) => {
    const { length } = pack.entries;
    if (length > PACK_ENTRIES_MAX)
      throw new AppError(
        'invalid_parameter',
        `An evidence pack holds at most ${PACK_ENTRIES_MAX} vendors; this one would have ${length}.`,
      );
    try {
      const lane = length > SHORT_ENTRIES_MAX ? 'second' : 'first';
      const draw = () => runOnThread({ program, msMax, memoryMb }, pack, asker?.signal);
      return await pool.run(draw, lane, asker);
    } catch (error) {
      if (error instanceof ClientFullError) throw tooMany(error);
      throw error instanceof PoolFullError ? busy('many', error) : error;
    }
  };
}

/** Resolves or rejects only when the thread has ended, so that the count of running threads is exact. */
function runOnThread(
  options: Required<RendererOptions>,
  pack: EvidencePack | PrintedTable,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { program, msMax, memoryMb } = options;
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      workerData: pack,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    let bytes: Uint8Array | undefined;
    let failure: Error | undefined;
    const timer = setTimeout(() => {
      failure = busy('slow');
      void worker.terminate();
    }, msMax);
    const leave = () => {
      failure = signal?.reason;
      void worker.terminate();
    };
    signal?.addEventListener('abort', leave, { once: true });
    worker.once('message', (made: Uint8Array) => {
      bytes = made;
    });
    worker.once('error', (cause) => {
      failure = new Error('the thread that draws an evidence pack failed', { cause });
    });
    worker.once('exit', (code) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      if (bytes && !failure) resolve(bytes);
      else reject(failure ?? new Error(`the thread that draws an evidence pack ended with ${code}`));
    });
  });
}

function tooMany(cause: Error): AppError {
  return new AppError('rate_limited', `${OF_CLIENT_MAX} PDF files are being made for you; wait for them.`, {
    cause,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}

function busy(why: 'many' | 'slow', cause?: Error): AppError {
  const forPeople = inEach((language) => PACK_ERRORS[language][why]({ seconds: RETRY_AFTER_SECONDS }));
  return new AppError('busy', forPeople.en, {
    cause,
    forPeople,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}
