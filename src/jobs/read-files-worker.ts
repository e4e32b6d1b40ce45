import { parentPort, workerData } from 'node:worker_threads';
import { packFile } from '../registry/intake/file-shelf-service.ts';
import { type FileOnDisk, readOne } from './read-files.ts';

/** Reads the files that it is sent, one after the other, and hands their rows over without copying them. */
parentPort?.on('message', async (file: FileOnDisk) => {
  const packed = packFile(await readOne(file, String(workerData)));
  parentPort?.postMessage(
    packed,
    packed.parts.map(({ buffer }) => buffer),
  );
});
