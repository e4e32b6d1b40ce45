import { parentPort, workerData } from 'node:worker_threads';
import type { FileOnDisk } from '../../intake/fetch/disk-files-service.ts';
import { packOne } from './read-files.ts';

/**
 * Reads the files that it receives, one after the other, and transfers their rows instead of copying them.
 */
parentPort?.on('message', async (file: FileOnDisk) => {
  const packed = await packOne(file, String(workerData));
  parentPort?.postMessage(
    packed,
    packed.parts.map(({ buffer }) => buffer),
  );
});
