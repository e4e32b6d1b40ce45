import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { CACHE_SIZES } from '../lib/cache/cache-sizes.ts';
import type { PreviewTask } from './preview-worker.ts';
import { createBoundedPool } from './threads/bounded-pool.ts';
import { threadResultUnlessStopped } from './threads/thread-result.ts';

/**
 * Renders a stranger's file as a new picture, so that none of the file's bytes reach a browser. Returns
 * undefined if the file cannot be rendered in time. `id` identifies the file, whose content must never
 * change. Throws `PoolFullError` if too many requests are waiting.
 */
export type DrawPreview = (id: string, load: () => Promise<PreviewTask>) => Promise<Buffer | undefined>;

const WAITING_MAX = 20;
/** Far more than a sound file needs, so that a busy machine also shows it. */
const TIME_MAX_MS = 30_000;
const WORKER_MEMORY_MB = 256;

/**
 * Renders one file at a time, each on its own thread, which is stopped if rendering takes too long. Recent
 * pictures are cached.
 */
export function createPreviewer({ timeMaxMs = TIME_MAX_MS } = {}): DrawPreview {
  const pool = createBoundedPool({ atOnce: 1, waitingMax: WAITING_MAX });
  const kept = new LRUCache<string, Buffer>({
    maxSize: CACHE_SIZES.pictures,
    sizeCalculation: ({ length }) => length,
  });
  return async (id, load) => {
    const known = kept.get(id);
    if (known) return known;
    return pool.run(async () => {
      const waited = kept.get(id);
      const picture = waited ?? (await drawOnThread(await load(), timeMaxMs));
      if (picture) kept.set(id, picture);
      return picture;
    }, 'first');
  };
}

async function drawOnThread(task: PreviewTask, timeMaxMs: number): Promise<Buffer | undefined> {
  const worker = new Worker(new URL('./preview-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    // Keeps a library's output about a stranger's file out of the log.
    stdout: true,
    stderr: true,
  });
  try {
    const drawn = await threadResultUnlessStopped<Uint8Array | undefined>(
      worker,
      'a preview',
      AbortSignal.timeout(timeMaxMs),
    );
    return drawn && Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength);
  } catch {
    // The file is damaged, encrypted or hostile; the user can still download it.
    return undefined;
  } finally {
    await worker.terminate();
  }
}
