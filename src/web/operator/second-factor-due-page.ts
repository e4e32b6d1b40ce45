import { type Html, html } from '../kit/html.ts';
import { withNext } from '../kit/session.ts';
import type { SignedInFrame } from '../kit/signed-in-frame.ts';
import { renderOperatorPage } from './operator-page.ts';

/** What an operator without a second factor gets at every operator address. `next` is where setting one up leads. */
export function renderSecondFactorDue(frame: SignedInFrame, next: string): Html {
  return renderOperatorPage(frame, {
    title: 'Set up a second factor first',
    kicker: html`Operator`,
    content: html`<p class="lead">Your account is an operator of this service. Operators sign in with a password and a code, or with a passkey, so that a stolen password alone opens nothing here.</p>
<p>You need an authenticator, even if you have a passkey: an app on your phone, or your password manager. Setting it up takes about two minutes. Then you come back to this page.</p>
<p class="actions"><a class="button" href="${withNext('/settings/second-factor', next)}">Set up a second factor</a></p>
<p class="small">Until then all operator pages stay closed. If you just sent a form, nothing was changed.</p>`,
  });
}
