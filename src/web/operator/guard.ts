import type { FastifyInstance } from 'fastify';
import type { OperatorService } from '../../operators/access/service.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { acceptForms, sendPage } from '../kit/forms/forms.ts';
import { type PageContext, preparePages } from '../kit/frame/page-context.ts';
import {
  type FindSession,
  requireSession,
  returnAddress,
  signedInOf,
  withNext,
} from '../kit/frame/session.ts';
import { frameOf, type SignedInFrame } from '../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../kit/html.ts';
import { renderOperatorPage } from './operator-page.ts';

/** The look-ups needed to decide who may see the operators' pages. */
export interface OperatorGuard {
  readonly findSession: FindSession;
  readonly operatorAccess: OperatorService['operatorAccess'];
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

interface OperatorContext extends OperatorGuard {
  readonly forms: NonNullable<PageContext['forms']>;
}

/**
 * Restricts a context to operators. For every method, other accounts get the same response as for an unknown
 * address. Readers without a session are redirected to sign in. An operator with neither an authenticator nor
 * a passkey only gets a page that links to the setup. An operator who has a passkey but signed in with a
 * password only gets a page that explains this. Call this before adding any routes.
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
  // Runs after the guard, so that submitting a form does not reveal to an outsider that the address exists.
  acceptForms(app, forms);
}

/**
 * Renders the page that operators without an authenticator or a passkey get at every operator address. `next`
 * is the path to return to after the setup.
 */
function renderSetupDue(frame: SignedInFrame, next: string): Html {
  return renderOperatorPage(frame, {
    title: 'Set up an authenticator or a passkey first',
    kicker: html`Operator`,
    content: html`<p class="lead">Your account is an operator of this service. Operators sign in with a password and a code, or with a passkey, so that a stolen password is not enough.</p>
<p>You need an authenticator, which is an app on your phone or your password manager, or a passkey, which is your phone, computer or security key itself. Either takes about two minutes. Afterwards, a link takes you back to the page you wanted.</p>
<p class="actions"><a class="button" href="${withNext('/settings/second-factor', next)}">Set up an authenticator</a> <a href="${withNext('/settings/passkeys', next)}">Add a passkey instead</a></p>
<p class="small">Until then all operator pages stay closed. If you just sent a form, nothing has changed.</p>`,
  });
}

/** Renders the page for an operator who has a passkey but no authenticator and signed in with a password. */
function renderPasskeyDue(frame: SignedInFrame): Html {
  return renderOperatorPage(frame, {
    title: 'Sign in with your passkey',
    kicker: html`Operator`,
    content: html`<p class="lead">You signed in with your password. Operator pages open only to a passkey or to a code, so that a stolen password is not enough.</p>
<p>Sign out, then sign in with your passkey. It needs a browser with JavaScript.</p>
<p class="small">If you lost every device with a passkey, ask the server’s administrator to run <code>accounts remove-passkeys</code>. If you just sent a form, nothing has changed.</p>`,
  });
}
