import { NAME_LENGTH_MAX } from '../../../accounts/account/account-input.ts';
import type { Language } from '../../../lib/language/language.ts';
import { RECIPIENT_LIMITS } from '../../../platform/mail/recipient-limit.ts';
import { renderInput } from '../../kit/forms/fields.ts';
import { withNext } from '../../kit/frame/session.ts';
import { type Html, html } from '../../kit/html.ts';
import { linkTo } from '../../kit/tags.ts';
import {
  type AccountFormState,
  type AccountPageFrame,
  newPasswordHint,
  nextField,
  renderAccountPage,
  renderEmail,
  renderForm,
  renderPassword,
} from '../account-page.ts';
import { ACCOUNT } from '../messages.ts';
import { renderPasskeySignIn } from '../passkeys/passkey-page.ts';
import { ENTRY } from './sign-in-messages.ts';

/** Renders the sign-up page. Here and below, `next` is the path to continue to on this site. */
export function renderSignUp(
  frame: AccountPageFrame,
  state: AccountFormState & {
    readonly name?: string;
    readonly email?: string;
    readonly next: string | undefined;
  },
): Html {
  const { errors = {}, name, email, next } = state;
  const { language } = frame;
  const t = ENTRY[language];
  const of = ACCOUNT[language];
  const fields = [
    renderInput({
      name: 'name',
      label: of.name,
      hint: t.nameHint,
      value: name,
      error: errors.name,
      required: true,
      autocomplete: 'name',
      attributes: { maxlength: NAME_LENGTH_MAX },
    }),
    renderEmail({
      name: 'email',
      label: of.email,
      value: email,
      error: errors.email,
      autocomplete: 'username',
    }),
    renderPassword({
      name: 'password',
      label: of.password,
      hint: newPasswordHint(language),
      error: errors.password,
      autocomplete: 'new-password',
    }),
  ];
  const content = html`<p class="lead">${t.signUpLead}</p>
${renderForm({ action: '/sign-up', hidden: nextField(next), fields, button: of.signUp })}
<p class="small">${t.haveAccount({ signIn: linkTo(withNext('/sign-in', next)) })}</p>`;
  return renderAccountPage(frame, { ...state, title: of.signUp, content });
}

/**
 * Renders the page shown after an email is sent. It is the same for new and registered addresses; only the
 * email differs.
 */
export function renderMailSent(
  frame: AccountPageFrame,
  what: 'sign-up' | 'again' | 'reset',
  next: string | undefined,
  hasMailServer: boolean,
): Html {
  const t = ENTRY[frame.language];
  const { text, path, most } = mailSent(frame.language)[what];
  const again = linkTo(withNext(path, next));
  const known = html`<p class="small">${t.known({ signIn: linkTo(withNext('/sign-in', next)) })}</p>`;
  const content = html`<p class="lead">${text}</p>
<p>${hasMailServer ? t.spam : t.asFile} ${t.late({ most, again })}</p>
${what === 'sign-up' ? known : ''}`;
  return renderAccountPage(frame, { title: t.checkMail, content });
}

/** Returns the wording about the email: what it contains, how to get another, and the limit on emails. */
function mailSent(language: Language) {
  const t = ENTRY[language];
  const { 'sign-up': signUps, reset: resets } = RECIPIENT_LIMITS;
  const most = t.mostSignUp({ hourly: signUps.hourly, daily: signUps.daily });
  return {
    'sign-up': { text: t.sentSignUp, path: '/confirm-email/again', most },
    again: { text: t.sentAgain, path: '/confirm-email/again', most },
    reset: { text: t.sentReset, path: '/forgot-password', most: t.mostReset({ hourly: resets.hourly }) },
  } as const;
}

export function renderSignIn(
  frame: AccountPageFrame,
  state: AccountFormState & {
    readonly email?: string;
    readonly next: string | undefined;
    /** True if passkeys work at this address. */
    readonly passkeys: boolean;
  },
): Html {
  const { errors = {}, email, next, passkeys } = state;
  const t = ACCOUNT[frame.language];
  const fields = [
    renderEmail({
      name: 'email',
      label: t.email,
      value: email,
      error: errors.email,
      autocomplete: 'username',
    }),
    renderPassword({
      name: 'password',
      label: t.password,
      error: errors.password,
      autocomplete: 'current-password',
    }),
  ];
  const content = html`${renderForm({ action: '/sign-in', hidden: nextField(next), fields, button: t.signIn })}
${passkeys ? renderPasskeySignIn(next, frame.language) : ''}
<p><a href="${withNext('/forgot-password', next)}">${t.forgotten}</a> · <a href="${withNext('/sign-up', next)}">${t.signUp}</a></p>
${email === undefined ? '' : renderUnconfirmed(email, next, frame.language)}`;
  return renderAccountPage(frame, { ...state, title: t.signIn, content });
}

/**
 * Renders the hint about unconfirmed accounts after every failed sign-in. If only unconfirmed accounts got
 * the hint, it would reveal who has an account.
 */
function renderUnconfirmed(email: string, next: string | undefined, language: Language): Html {
  const t = ENTRY[language];
  const button = ACCOUNT[language].sendAgain;
  return html`<section class="part"><h2>${t.justSignedUp}</h2><div>
<p>${t.confirmFirst}</p>
${renderForm({ action: '/confirm-email/again', hidden: { email, ...nextField(next) }, fields: [], button, tone: 'quiet' })}</div></section>`;
}
