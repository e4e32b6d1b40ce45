import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../http/limits/rate-limits.ts';

export type DecisionLimits = Readonly<
  Record<'DECISION' | 'DECISION_DAY' | 'KEYED_DECISIONS' | 'KEYED_DECISIONS_DAY', number>
>;

/**
 * The daily decision limit for a client without a key, across all endpoints. Each decision may issue a
 * receipt, which is stored permanently.
 */
export function decisionsOfDay({ DECISION_DAY }: { readonly DECISION_DAY: number }) {
  return { name: 'decision-day', perDay: DECISION_DAY, onlyRefuses: true } as const;
}

/**
 * Returns a function that counts decisions against the limits. Decisions with a key count toward the key,
 * even if the IP address has used up its limit. Other decisions count toward the IP address.
 */
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
      // An account may have many keys, so its daily limit is counted across all of them.
      await takeKeyedDay(reply, request.caller.accountId, items);
    } else {
      await takeOpen(reply, networkOf(request), items);
      await takeOpenDay(reply, networkOf(request), items);
    }
  };
}
