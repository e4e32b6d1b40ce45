import type { FastifyInstance } from 'fastify';
import type { OperatorService } from '../../operators/access/service.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { acceptForms, sendPage } from '../kit/forms/forms.ts';
import { type PageContext, preparePages } from '../kit/frame/page-context.ts';
import { type FindSession, requireSession, returnAddress, signedInOf } from '../kit/frame/session.ts';
import { frameOf } from '../kit/frame/signed-in-frame.ts';
import { renderPasskeyDue, renderSetupDue } from './access-due-page.ts';

/** The accounts that may see operators' pages. */
export interface OperatorGuard {
  readonly findSession: FindSession;
  readonly operatorAccess: OperatorService['operatorAccess'];
  /** Undefined before anything is published. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

interface OperatorContext extends OperatorGuard {
  readonly forms: NonNullable<PageContext['forms']>;
}

/**
 * Makes a context of pages only for operators. Any other account gets the answer of an unknown address, for every
 * method, and a reader without a session is sent to sign in. An operator with neither an authenticator nor a passkey
 * gets only a page that leads to the setup. An operator who has a passkey but signed in with the password gets only a
 * page that says so. Call it before anything else that answers.
 */
export function prepareOperatorPages(
  app: FastifyInstance,
  { findSession, operatorAccess, isFictional, forms }: OperatorContext,
): void {
  preparePages(app);
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isUnlisted: true };
  });
  requireSession(app, findSession);
  app.addHook('onRequest', async (request, reply) => {
    const frame = () => frameOf(request, { isFictional });
    switch (await operatorAccess(signedInOf(request))) {
      case 'full':
        return;
      case 'setup_due':
        return sendPage(reply, 403, renderSetupDue(await frame(), returnAddress(request)));
      case 'passkey_due':
        return sendPage(reply, 403, renderPasskeyDue(await frame()));
      case 'none':
        logSecurity(request.log, 'operator_refused', { account_id: signedInOf(request).accountId });
        reply.callNotFound();
        return reply;
    }
  });
  // After the guard, so that a form does not show a stranger that there is an address.
  acceptForms(app, forms);
}
