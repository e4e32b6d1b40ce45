import { type Static, Type } from 'typebox';

/** The setting that selects what a service counts: `blocks`, or otherwise bytes. */
export const COUNT = 'BENCH_COUNT';

export const Counted = Type.Object({
  statements: Type.Integer(),
  allocatedBytes: Type.Number(),
  blocks: Type.Number(),
});
export type Counted = Static<typeof Counted>;
