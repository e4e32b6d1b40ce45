import type { Worker } from 'node:worker_threads';

/**
 * Resolves to the one message that a thread sends before it ends. Rejects if the thread fails or ends without
 * a message. In the latter case, the error includes `name`.
 */
export function threadResult<Result>(thread: Worker, name: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread of ${name} ended with ${code}`)));
  });
}

/** Does the same for a thread that a signal can stop. Resolves to undefined if the thread was stopped. */
export async function threadResultUnlessStopped<Result>(
  thread: Worker,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Result | undefined> {
  const stop = () => void thread.terminate();
  signal?.addEventListener('abort', stop);
  try {
    return await threadResult<Result>(thread, name);
  } catch (error) {
    if (signal?.aborted) return undefined;
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
