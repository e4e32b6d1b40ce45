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
import { LINKS } from './link-messages.ts';

interface TokenState extends AccountFormState {
  readonly token: string;
  /** The email address for the account that the link belongs to. */
  readonly email: string;
}

/**
 * Renders the page for a sign-up link. The page asks for the password, so that only the person who chose the
 * password can confirm.
 */
export function renderConfirmEmail(frame: AccountPageFrame, state: TokenState): Html {
  const t = LINKS[frame.language];
  const field = renderPassword({
    name: 'password',
    label: ACCOUNT[frame.language].password,
    hint: t.confirmHint,
    error: state.errors?.password,
    autocomplete: 'current-password',
    username: state.email,
  });
  const content = html`<p class="lead">${t.confirmLead}</p>
${renderForm({ action: '/confirm-email', hidden: { token: state.token }, fields: [field], button: t.confirmButton })}
<p class="small">${t.confirmForgotten({ choose: linkTo('/forgot-password') })}</p>`;
  return renderAccountPage(frame, { ...state, title: t.confirmTitle, content });
}

/** Renders the page for a password reset link. */
export function renderResetPassword(frame: AccountPageFrame, state: TokenState): Html {
  const t = LINKS[frame.language];
  const field = renderPassword({
    name: 'password',
    label: ACCOUNT[frame.language].newPassword,
    hint: newPasswordHint(frame.language),
    error: state.errors?.password,
    autocomplete: 'new-password',
    username: state.email,
  });
  const content = html`<p class="lead">${t.resetLead}</p>
${renderForm({ action: '/reset-password', hidden: { token: state.token }, fields: [field], button: t.resetButton })}`;
  return renderAccountPage(frame, { ...state, title: t.resetTitle, content });
}

/**
 * Renders the page for confirming a new email address. The visitor must press a button, because email
 * programs open links automatically.
 */
export function renderConfirmNewEmail(frame: AccountPageFrame, token: string): Html {
  const t = LINKS[frame.language];
  const content = html`<p class="lead">${t.newEmailLead}</p>
${renderForm({ action: '/confirm-new-email', hidden: { token }, fields: [], button: t.newEmailButton })}`;
  return renderAccountPage(frame, { title: t.newEmailTitle, content });
}

interface AskState extends AccountFormState {
  readonly email?: string;
  /** The path on this site to continue to. */
  readonly next: string | undefined;
}

export function renderConfirmAgain(frame: AccountPageFrame, state: AskState): Html {
  const t = ACCOUNT[frame.language];
  return renderAccountPage(frame, {
    ...state,
    title: t.sendAgain,
    content: html`<p class="lead">${LINKS[frame.language].againLead}</p>
${renderForm({ action: '/confirm-email/again', hidden: nextField(state.next), fields: [renderAddress(frame, state)], button: t.sendLink })}`,
  });
}

export function renderForgotPassword(frame: AccountPageFrame, state: AskState): Html {
  const t = ACCOUNT[frame.language];
  return renderAccountPage(frame, {
    ...state,
    title: t.forgotten,
    content: html`<p class="lead">${LINKS[frame.language].forgottenLead}</p>
${renderForm({ action: '/forgot-password', hidden: nextField(state.next), fields: [renderAddress(frame, state)], button: t.sendLink })}
<p class="small"><a href="${withNext('/sign-in', state.next)}">${t.signIn}</a></p>`,
  });
}

/** Renders the page for a link that has been used, replaced or has expired. The page does not say which. */
export function renderDeadLink(
  frame: AccountPageFrame,
  kind: 'confirm-email' | 'reset-password' | 'confirm-new-email',
): Html {
  const t = LINKS[frame.language];
  const texts = {
    'confirm-email': t.deadConfirm({ signIn: linkTo('/sign-in'), again: linkTo('/confirm-email/again') }),
    'reset-password': t.deadReset({ again: linkTo('/forgot-password') }),
    'confirm-new-email': t.deadNewEmail({ settings: linkTo('/settings') }),
  };
  return renderAccountPage(frame, {
    title: t.deadTitle,
    content: html`<p class="lead">${texts[kind]}</p>`,
  });
}

function renderAddress({ language }: AccountPageFrame, { email, errors }: AskState): Html {
  return renderEmail({
    name: 'email',
    label: ACCOUNT[language].email,
    value: email,
    error: errors?.email,
    autocomplete: 'username',
  });
}
