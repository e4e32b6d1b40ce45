import { type Html, html } from '../kit/html.ts';
import { withNext } from '../kit/session.ts';
import {
  type AccountFormState,
  type AccountPageFrame,
  NEW_PASSWORD_HINT,
  nextField,
  renderAccountPage,
  renderEmail,
  renderForm,
  renderPassword,
} from './account-page.ts';

interface TokenState extends AccountFormState {
  readonly token: string;
}

/** Behind the link of sign-up: only who chose the password confirms with it. */
export function renderConfirmEmail(frame: AccountPageFrame, state: TokenState): Html {
  const field = renderPassword({
    name: 'password',
    label: 'Password',
    hint: 'The one you chose when you signed up.',
    error: state.errors?.password,
    autocomplete: 'current-password',
  });
  const content = html`<p class="lead">Type your password to confirm the address and sign in.</p>
${renderForm({ action: '/confirm-email', hidden: { token: state.token }, fields: [field], button: 'Confirm and sign in' })}
<p class="small">Password forgotten, or not the one who signed up? <a href="/forgot-password">Choose a new one</a>; that confirms the address too.</p>`;
  return renderAccountPage(frame, { ...state, title: 'Confirm your e-mail address', content });
}

/** Behind the link of a reset. */
export function renderResetPassword(frame: AccountPageFrame, state: TokenState): Html {
  const field = renderPassword({
    name: 'password',
    label: 'New password',
    hint: NEW_PASSWORD_HINT,
    error: state.errors?.password,
    autocomplete: 'new-password',
  });
  const content = html`<p class="lead">You are signed out everywhere and sign in again with the new one.</p>
${renderForm({ action: '/reset-password', hidden: { token: state.token }, fields: [field], button: 'Set the password' })}`;
  return renderAccountPage(frame, { ...state, title: 'Choose a new password', content });
}

/** Behind the link to a new address. A button, since mail programs open links by themselves. */
export function renderConfirmNewEmail(frame: AccountPageFrame, token: string): Html {
  const content = html`<p class="lead">From then on you sign in with the address that this link was sent to.</p>
${renderForm({ action: '/confirm-new-email', hidden: { token }, fields: [], button: 'Use the new address' })}`;
  return renderAccountPage(frame, { title: 'Confirm your new e-mail address', content });
}

interface AskState extends AccountFormState {
  readonly email?: string;
  /** A path on this site to go on to. */
  readonly next: string | undefined;
}

export function renderConfirmAgain(frame: AccountPageFrame, state: AskState): Html {
  return renderAccountPage(frame, {
    ...state,
    title: 'Send the link again',
    content: html`<p class="lead">For an account whose address is not confirmed yet.</p>
${renderForm({ action: '/confirm-email/again', hidden: nextField(state.next), fields: [renderAddress(state)], button: 'Send the link' })}`,
  });
}

export function renderForgotPassword(frame: AccountPageFrame, state: AskState): Html {
  return renderAccountPage(frame, {
    ...state,
    title: 'Password forgotten',
    content: html`<p class="lead">We send you a link to choose a new one.</p>
${renderForm({ action: '/forgot-password', hidden: nextField(state.next), fields: [renderAddress(state)], button: 'Send the link' })}
<p class="small"><a href="${withNext('/sign-in', state.next)}">Sign in</a></p>`,
  });
}

/** A link that was used, replaced, or made too long ago: which of them is not told apart. */
export function renderDeadLink(
  frame: AccountPageFrame,
  kind: 'confirm-email' | 'reset-password' | 'confirm-new-email',
): Html {
  const ways = {
    'confirm-email': html`Was the address confirmed already? Then <a href="/sign-in">sign in</a>. If not, <a href="/confirm-email/again">have the link sent again</a>.`,
    'reset-password': html`<a href="/forgot-password">Ask for another one</a>.`,
    'confirm-new-email': html`It works only for the account that asked for it. <a href="/settings">See your settings</a>.`,
  };
  const content = html`<p class="lead">It was used already, it is too old, or it was not copied whole. ${ways[kind]}</p>`;
  return renderAccountPage(frame, { title: 'This link does not work any more', content });
}

function renderAddress({ email, errors }: AskState): Html {
  return renderEmail({
    name: 'email',
    label: 'E-mail',
    value: email,
    error: errors?.email,
    autocomplete: 'username',
  });
}
