import { withNext } from '../kit/frame/session.ts';
import type { SignedInFrame } from '../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../kit/html.ts';
import { renderOperatorPage } from './operator-page.ts';

/**
 * Renders the page that an operator without an authenticator or a passkey gets at every operator address. `next`
 * leads to the setup.
 */
export function renderSetupDue(frame: SignedInFrame, next: string): Html {
  return renderOperatorPage(frame, {
    title: 'Set up an authenticator or a passkey first',
    kicker: html`Operator`,
    content: html`<p class="lead">Your account is an operator of this service. Operators sign in with a password and a code, or with a passkey, so that a stolen password is not enough.</p>
<p>You need an authenticator, which is an app on your phone or your password manager, or a passkey, which is your phone, computer or security key itself. Either takes about two minutes. Afterwards, a link takes you back to the page you wanted.</p>
<p class="actions"><a class="button" href="${withNext('/settings/second-factor', next)}">Set up an authenticator</a> <a href="${withNext('/settings/passkeys', next)}">Add a passkey instead</a></p>
<p class="small">Until then all operator pages stay closed. If you just sent a form, nothing has changed.</p>`,
  });
}

/** Renders the page for an operator who has a passkey but no authenticator, and signed in with the password. */
export function renderPasskeyDue(frame: SignedInFrame): Html {
  return renderOperatorPage(frame, {
    title: 'Sign in with your passkey',
    kicker: html`Operator`,
    content: html`<p class="lead">You signed in with your password. Operator pages open only to a passkey or to a code, so that a stolen password is not enough.</p>
<p>Sign out, then sign in with your passkey. It needs a browser with JavaScript.</p>
<p class="small">If you lost every device with a passkey, ask the server’s administrator to run <code>accounts remove-passkeys</code>. If you just sent a form, nothing has changed.</p>`,
  });
}
