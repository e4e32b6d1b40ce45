import { parentPort, workerData } from 'node:worker_threads';
import { readPackFonts } from './fonts-service.ts';
import { drawPack } from './render-pack.ts';

/**
 * Draws the pack that this thread was started with, posts the bytes and exits. Requests are handled on
 * another thread.
 */
// Makes a copy, because transferred bytes must own their memory.
const bytes = new Uint8Array(await drawPack(workerData, { fonts: readPackFonts() }));
parentPort?.postMessage(bytes, [bytes.buffer]);
