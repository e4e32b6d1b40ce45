import type { Worker } from 'node:cluster';

/**
 * Closes the connection that a worker was being handed when it was killed. Node hands a worker one connection at a time and waits
 * for its word; where that never comes, Node keeps the connection open, and its client would wait for as long as it can. Node
 * has no documented way to see these connections; a test checks that this one works.
 */
export function closeHandedConnection({ process: worker }: Worker): () => void {
  let handed: { close(): void } | undefined;
  const send: unknown = worker.send;
  if (typeof send !== 'function') throw new Error('A worker of this version of Node has no channel.');
  worker.send = (...args: unknown[]): boolean => {
    if (isHandle(args[1])) handed = args[1];
    return Reflect.apply(send, worker, args) === true;
  };
  // Closing one that the worker did take is nothing new to Node.
  return () => handed?.close();
}

function isHandle(value: unknown): value is { close(): void } {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';
}
