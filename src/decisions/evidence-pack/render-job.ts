import { parentPort, workerData } from 'node:worker_threads';
import { readPackFonts } from './fonts-service.ts';
import { drawPack } from './render-pack.ts';

/**
 * Draws the one pack that it was started with, posts the bytes and ends. Another thread answers requests in
 * the meantime.
 */
// A copy, because bytes that are posted without one must own their memory.
const bytes = new Uint8Array(await drawPack(workerData, { fonts: readPackFonts() }));
parentPort?.postMessage(bytes, [bytes.buffer]);
