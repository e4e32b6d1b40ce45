import type { FastifyInstance } from 'fastify';
import { type FindSession, requireSession, signedInOf } from '../kit/session.ts';

/**
 * Everything in this context is for operators. Who is signed in and is none gets what an unknown address gets, from
 * whatever answers those, whatever the method; nobody signed in is led to the sign-in page. To be called before
 * anything else that answers.
 */
export function requireOperator(
  app: FastifyInstance,
  options: {
    readonly findSession: FindSession;
    readonly isOperator: (accountId: string) => Promise<boolean>;
  },
): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isUnlisted: true };
  });
  requireSession(app, options.findSession);
  app.addHook('onRequest', async (request, reply) => {
    if (await options.isOperator(signedInOf(request).accountId)) return;
    reply.callNotFound();
    return reply;
  });
}
