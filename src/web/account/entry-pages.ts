import { NAME_LENGTH_MAX } from '../../ledger/accounts/account-input.ts';
import { RECIPIENT_LIMITS } from '../../platform/mail/recipient-limit.ts';
import { renderInput } from '../kit/fields.ts';
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

/** `next`, here and below, is a path on this site to go on to. */
export function renderSignUp(
  frame: AccountPageFrame,
  state: AccountFormState & {
    readonly name?: string;
    readonly email?: string;
    readonly next: string | undefined;
  },
): Html {
  const { errors = {}, name, email, next } = state;
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
  const content = html`<p class="lead">An account is free. Organizers run events with it, take applications and make API keys; vendors claim their license and reply to its record. Checking a vendor needs none.</p>
${renderForm({ action: '/sign-up', hidden: nextField(next), fields, button: 'Sign up' })}
<p class="small">You have an account? <a href="${withNext('/sign-in', next)}">Sign in</a>.</p>`;
  return renderAccountPage(frame, { ...state, title: 'Sign up', ...currentOf(next), content });
}

/** Shown whether the address was new or not: what differs is in the mail. */
export function renderMailSent(
  frame: AccountPageFrame,
  what: 'sign-up' | 'again' | 'reset',
  next: string | undefined,
): Html {
  const [text, again, most] = MAIL_SENT[what];
  const known = html`<p class="small">If that address has an account already, the mail says so: <a href="${withNext('/sign-in', next)}">sign in</a>.</p>`;
  const content = html`<p class="lead">${text}</p>
<p>If you don’t get it within ten minutes, look in your spam folder. ${most} If you have had fewer, <a href="${withNext(again, next)}">ask for it again</a>; if not, use the newest link that you got, or ask again later.</p>
${what === 'sign-up' ? known : ''}`;
  return renderAccountPage(frame, { title: 'Check your mail', content });
}

const SIGN_UP_MAILS = `We send at most ${RECIPIENT_LIMITS['sign-up'].hourly} such mails an hour to one address, and ${RECIPIENT_LIMITS['sign-up'].daily} a day.`;

/** What to expect, where to ask for it again, and how many there are at most. */
const MAIL_SENT = {
  'sign-up': [
    'We have written to that address. Open the link in the mail within 24 hours and type your password again: then your account is ready.',
    '/confirm-email/again',
    SIGN_UP_MAILS,
  ],
  again: [
    'If an account with that address waits to be confirmed, we have sent it a new link, good for 24 hours.',
    '/confirm-email/again',
    SIGN_UP_MAILS,
  ],
  reset: [
    'If there is an account with that address, it gets a link to choose a new password, good for an hour.',
    '/forgot-password',
    `We send at most ${RECIPIENT_LIMITS.reset.hourly} such mails an hour to one address.`,
  ],
} as const;

export function renderSignIn(
  frame: AccountPageFrame,
  state: AccountFormState & { readonly email?: string; readonly next: string | undefined },
): Html {
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
  const content = html`${renderForm({ action: '/sign-in', hidden: nextField(next), fields, button: 'Sign in' })}
<p><a href="${withNext('/forgot-password', next)}">Password forgotten</a> · <a href="${withNext('/sign-up', next)}">Sign up</a></p>
${email === undefined ? '' : renderUnconfirmed(email, next)}`;
  return renderAccountPage(frame, { ...state, title: 'Sign in', ...currentOf(next), content });
}

/** After every sign-in that failed: to say it only where it is so would tell who has an account. */
function renderUnconfirmed(email: string, next: string | undefined): Html {
  const button = 'Send the link again';
  return html`<section class="part"><h2>Just signed up?</h2><div>
<p>Sign-in works once you have opened the link that we sent to your address.</p>
${renderForm({ action: '/confirm-email/again', hidden: { email, ...nextField(next) }, fields: [], button, tone: 'quiet' })}</div></section>`;
}

/** Only who comes for the organizers' pages is at “For organizers”: vendors sign in here too. */
function currentOf(next: string | undefined): { current?: string } {
  return next === undefined || next.startsWith('/organizer') ? { current: '/for-organizers' } : {};
}
