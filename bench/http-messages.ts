import { type Static, Type } from 'typebox';

/**
 * Asks the load generator to keep this many connections busy for this long, each with one request at a time.
 */
export const LoadOrder = Type.Object({
  port: Type.Integer(),
  connections: Type.Integer({ minimum: 1 }),
  seconds: Type.Number(),
  paths: Type.Array(Type.String(), { minItems: 1 }),
});
export type LoadOrder = Static<typeof LoadOrder>;

export const LoadResult = Type.Object({
  perSecond: Type.Number(),
  p50Ms: Type.Number(),
  p99Ms: Type.Number(),
  /**
   * The share of time that the generator itself was busy. If it is close to 1, the generator limits the
   * results.
   */
  busy: Type.Number(),
  slowest: Type.Object({ path: Type.String(), medianMs: Type.Number() }),
});
export type LoadResult = Static<typeof LoadResult>;

/**
 * Asks the bare server to fetch these responses from the service and then serve them. If `ledger` is set,
 * each response is first stored in that file.
 */
export const BareOrder = Type.Object({
  servicePort: Type.Integer(),
  paths: Type.Array(Type.String()),
  ledger: Type.Optional(Type.String()),
});
export const BareReady = Type.Object({ port: Type.Integer() });
