import { parentPort } from 'node:worker_threads';
import type { VendorFacts } from '../intake/facts.ts';
import type { RecordContext } from '../vendors/record.ts';
import { makeRecords } from './make-records.ts';

/** Makes the records of what it is sent, one part after the other. What goes wrong ends the thread, and with it the publication. */
let context: RecordContext | undefined;
parentPort?.on('message', (message: string | RecordContext) => {
  if (typeof message !== 'string') context = message;
  // What the service wrote that started this thread, which sends the context first.
  else if (context) parentPort?.postMessage(makeRecords(JSON.parse(message) as VendorFacts[], context));
});
parentPort?.postMessage('ready');
