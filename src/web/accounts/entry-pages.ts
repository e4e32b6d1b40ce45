import { html } from 'ghtml';
import { NAME_LENGTH_MAX } from '../../features/accounts/account-input.ts';
import { renderInput } from '../fields.ts';
import {
  type FormState,
  type Frame,
  NEW_PASSWORD_HINT,
  renderAccountPage,
  renderEmail,
  renderForm,
  renderPassword,
} from './account-frame.ts';

export function renderSignUp(
  frame: Frame,
  state: FormState & { readonly name?: string; readonly email?: string },
): string {
  const { errors = {}, name, email } = state;
  const fields = [
    renderInput({
      name: 'name',
      label: 'Name',
      hint: 'Yours, or your organization’s.',
      value: name,
      error: errors.name,
      required: true,
      autocomplete: 'name',
      attributes: { maxlength: NAME_LENGTH_MAX },
    }),
    renderEmail({
      name: 'email',
      label: 'E-mail',
      value: email,
      error: errors.email,
      autocomplete: 'username',
    }),
    renderPassword({
      name: 'password',
      label: 'Password',
      hint: NEW_PASSWORD_HINT,
      error: errors.password,
      autocomplete: 'new-password',
    }),
  ];
  const content = html`<p class="lead">An account is free. With it you run events, take applications and make API keys. Checking a vendor needs none.</p>
!${renderForm({ action: '/sign-up', fields, button: 'Sign up' })}
<p class="small">You have an account? <a href="/sign-in">Sign in</a>.</p>`;
  return renderAccountPage(frame, { ...state, title: 'Sign up', current: '/organizer', content });
}

/** Shown whether the address was new or not: what differs is in the mail. */
export function renderMailSent(frame: Frame, what: 'sign-up' | 'again' | 'reset'): string {
  const [text, again] = MAIL_SENT[what];
  const content = html`<p class="lead">${text}</p>
<p>Nothing there after some minutes? Look among the unwanted mail, or <a href="${again}">ask for it again</a>.</p>`;
  return renderAccountPage(frame, { title: 'Check your mail', content });
}

/** What to expect, and where to ask for it again. */
const MAIL_SENT = {
  'sign-up': [
    'We have written to that address. Open the link in the mail within 24 hours and type your password again: then your account is ready.',
    '/confirm-email/again',
  ],
  again: [
    'If an account with that address waits to be confirmed, we have sent it a new link, good for 24 hours.',
    '/confirm-email/again',
  ],
  reset: [
    'If there is an account with that address, we have sent it a link to choose a new password, good for an hour.',
    '/forgot-password',
  ],
} as const;

/** `next` is a path on this site to go on to. */
export function renderSignIn(
  frame: Frame,
  state: FormState & { readonly email?: string; readonly next: string },
): string {
  const { errors = {}, email, next } = state;
  const fields = [
    renderEmail({
      name: 'email',
      label: 'E-mail',
      value: email,
      error: errors.email,
      autocomplete: 'username',
    }),
    renderPassword({
      name: 'password',
      label: 'Password',
      error: errors.password,
      autocomplete: 'current-password',
    }),
  ];
  const content = html`!${renderForm({ action: '/sign-in', hidden: { next }, fields, button: 'Sign in' })}
<p><a href="/forgot-password">Password forgotten</a> · <a href="/sign-up">Sign up</a></p>
!${email === undefined ? '' : renderUnconfirmed(email)}`;
  return renderAccountPage(frame, { ...state, title: 'Sign in', current: '/organizer', content });
}

/** After every sign-in that failed: to say it only where it is so would tell who has an account. */
function renderUnconfirmed(email: string): string {
  const button = 'Send the link again';
  return html`<section class="part"><h2>Just signed up?</h2><div>
<p>Sign-in works once you have opened the link that we sent to your address.</p>
!${renderForm({ action: '/confirm-email/again', hidden: { email }, fields: [], button, tone: 'quiet' })}</div></section>`;
}
