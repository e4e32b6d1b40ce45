import type { Worker } from 'node:worker_threads';

/** The one message that a thread ends with, which its program makes. Rejects when the thread fails, or ends without one; `name` tells which. */
export function threadResult<Result>(thread: Worker, name: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread of ${name} ended with ${code}`)));
  });
}

/** The same of a thread that is ended by a signal; undefined when it was. */
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
