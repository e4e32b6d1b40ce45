import { setFlagsFromString } from 'node:v8';

/**
 * The percentage by which the heap may grow before V8 collects garbage. By default, V8 lets a heap grow to
 * several times the size in use, and rarely releases memory. With this value and under load from hostile
 * clients, a service took 1.3 times its idle memory instead of 1.8 times, at the same throughput. Imports
 * took half as much memory as before (docs/decisions/0011-hardening-http.md, 0067-reading-workbooks.md).
 */
export const HEAP_GROWTH = '--heap-growing-percent=50';

/** Limits the growth of the heap in the whole process, including its threads. */
export function limitHeapGrowth(): void {
  setFlagsFromString(HEAP_GROWTH);
}
