import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../http/limits/rate-limits.ts';

export type DecisionLimits = Readonly<
  Record<'DECISION' | 'DECISION_DAY' | 'KEYED_DECISIONS' | 'KEYED_DECISIONS_DAY', number>
>;

/**
 * The decisions per day of a client without a key, at all addresses together. Each may file a receipt, which
 * is kept forever.
 */
export function decisionsOfDay({ DECISION_DAY }: { readonly DECISION_DAY: number }) {
  return { name: 'decision-day', perDay: DECISION_DAY, onlyRefuses: true } as const;
}

/** Counts decisions by key if there is one, even if its address is used up, and otherwise by address. */
export function takeDecisions(app: FastifyInstance, limits: DecisionLimits) {
  const takeOpen = app.takeLimit({ name: 'decision', perMinute: limits.DECISION });
  const takeOpenDay = app.takeLimit(decisionsOfDay(limits));
  const takeKeyed = app.takeLimit({ name: 'keyed-decisions', perMinute: limits.KEYED_DECISIONS });
  const takeKeyedDay = app.takeLimit({
    name: 'keyed-decisions-day',
    perDay: limits.KEYED_DECISIONS_DAY,
    onlyRefuses: true,
  });
  return async (request: FastifyRequest, reply: FastifyReply, items?: { readonly items: number }) => {
    if (request.caller) {
      await takeKeyed(reply, request.caller.keyId, items);
      // An account may have many keys, so its day is counted across all of them.
      await takeKeyedDay(reply, request.caller.accountId, items);
    } else {
      await takeOpen(reply, networkOf(request), items);
      await takeOpenDay(reply, networkOf(request), items);
    }
  };
}
