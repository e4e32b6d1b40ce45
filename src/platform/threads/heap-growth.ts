import { setFlagsFromString } from 'node:v8';

/**
 * The percentage by which the heap grows before V8 collects garbage. By default V8 lets a heap grow to
 * several times the used size, and rarely releases memory. With this value, garbage caused by hostile clients
 * took 1.3 times a service's idle memory instead of 1.8 times, at the same throughput. Imports took half the
 * memory (docs/decisions/0011-hardening-http.md, 0067-reading-workbooks.md).
 */
export const HEAP_GROWTH = '--heap-growing-percent=50';

/** Applies to the process as a whole, including its threads. */
export function limitHeapGrowth(): void {
  setFlagsFromString(HEAP_GROWTH);
}
