import { type Static, Type } from 'typebox';

const Milliseconds = Type.Number({ minimum: 0 });

export const WholeTimes = Type.Object({
  wholeMs: Milliseconds,
  /** `score` includes writing the records, `publish` ends with the commit. */
  stepsMs: Type.Object({
    read: Milliseconds,
    merge: Milliseconds,
    score: Milliseconds,
    publish: Milliseconds,
  }),
  maxRssMb: Type.Number(),
});
export type WholeTimes = Static<typeof WholeTimes>;

export const RawTimes = Type.Object({
  wholeMs: Milliseconds,
  textIndexMs: Milliseconds,
  rows: Type.Integer(),
});
export type RawTimes = Static<typeof RawTimes>;
