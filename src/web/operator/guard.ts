import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../kit/forms.ts';
import { type PageContext, preparePages } from '../kit/page-context.ts';
import { type FindSession, requireSession, signedInOf } from '../kit/session.ts';

interface OperatorContext {
  readonly findSession: FindSession;
  readonly isOperator: (accountId: string) => Promise<boolean>;
  readonly forms: NonNullable<PageContext['forms']>;
}

/**
 * Makes a context of pages for operators alone. An account that is no operator gets what an unknown address gets, for
 * every method; whoever is not signed in is sent to sign in. Call it before anything else that answers.
 */
export function prepareOperatorPages(
  app: FastifyInstance,
  { findSession, isOperator, forms }: OperatorContext,
): void {
  preparePages(app);
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isUnlisted: true };
  });
  requireSession(app, findSession);
  app.addHook('onRequest', async (request, reply) => {
    if (await isOperator(signedInOf(request).accountId)) return;
    reply.callNotFound();
    return reply;
  });
  // After the guard, so that a form tells no stranger that there is an address.
  acceptForms(app, forms);
}
