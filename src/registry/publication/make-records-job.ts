import { parentPort, workerData } from 'node:worker_threads';
import type { VendorFacts } from '../intake/facts.ts';
import type { RecordContext } from '../vendors/record.ts';
import { makeRecords } from './make-records.ts';

/** Makes the records of what it is sent, one part after the other. What goes wrong ends the thread, and with it the publication. */
const context: RecordContext = workerData;
parentPort?.on('message', (facts: string) => {
  // What the service wrote that started this thread.
  parentPort?.postMessage(makeRecords(JSON.parse(facts) as VendorFacts[], context));
});
parentPort?.postMessage('ready');
