import { type Static, Type } from 'typebox';

/** The setting that says what a service counts: `blocks`, or bytes. */
export const COUNT = 'BENCH_COUNT';

export const Counted = Type.Object({
  statements: Type.Integer(),
  allocatedBytes: Type.Number(),
  blocks: Type.Number(),
});
export type Counted = Static<typeof Counted>;
