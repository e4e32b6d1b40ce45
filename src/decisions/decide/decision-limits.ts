import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../http/limits/rate-limits.ts';

export type DecisionLimits = Readonly<
  Record<'DECISION' | 'DECISION_DAY' | 'KEYED_DECISIONS' | 'KEYED_DECISIONS_DAY', number>
>;

/** Decisions a day of a client without a key, wherever it asks for them: each may file a receipt, which is kept for good. */
export function decisionsOfDay({ DECISION_DAY }: { readonly DECISION_DAY: number }) {
  return { name: 'decision-day', perDay: DECISION_DAY, onlyRefuses: true } as const;
}

/** Counts decisions by key where there is one, whatever its address has left, and by address otherwise. */
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
      // Keys are many, so an account's day is counted for all of them.
      await takeKeyedDay(reply, request.caller.accountId, items);
    } else {
      await takeOpen(reply, networkOf(request), items);
      await takeOpenDay(reply, networkOf(request), items);
    }
  };
}
