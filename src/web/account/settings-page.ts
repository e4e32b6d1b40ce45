import type { SessionEntry } from '../../ledger/accounts/account.ts';
import type { FieldErrors } from '../../lib/checked.ts';
import { renderMoment } from '../kit/dates.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../kit/html.ts';
import {
  type AccountFormState,
  type AccountPageFrame,
  NEW_PASSWORD_HINT,
  renderAccountPage,
  renderEmail,
  renderForm,
  renderPassword,
} from './account-page.ts';
import { deviceName } from './device-name.ts';

interface SettingsState extends AccountFormState {
  readonly name: string;
  readonly email: string;
  readonly sessions: readonly SessionEntry[];
  /** In the last day, from browsers that never signed in to the account. */
  readonly failedSignIns: number;
  /** The new address as it was typed. */
  readonly typedEmail?: string;
}

/** The account and all that can be done with it; each form has fields of its own names, so that errors find theirs. */
export function renderSettings(frame: AccountPageFrame, state: SettingsState): Html {
  const { name, email, sessions, failedSignIns, typedEmail, errors = {} } = state;
  const part = (title: string, content: Html) =>
    html`<section class="part"><h2>${title}</h2><div>${content}</div></section>`;
  const content = [
    part(
      'Account',
      html`<dl class="ledger"><div><dt>Name</dt><dd>${name}</dd></div><div><dt>E-mail</dt><dd>${email}</dd></div></dl>`,
    ),
    part(
      'Team',
      html`<p>For organizers: people who see and run your events with you. <a href="/settings/team">Manage your team</a></p>`,
    ),
    part(
      'Calendar',
      html`<p>For organizers: your events in the calendar on your phone or computer. <a href="/settings/calendar">Set up your calendar</a></p>`,
    ),
    part(
      'Your licenses',
      html`<p>For vendors: claim a license, reply to its record, have it watched. <a href="/settings/licenses">Manage your licenses</a></p>`,
    ),
    part(
      'API keys',
      html`<p>For programs that read your events. <a href="/settings/api-keys">Manage API keys</a></p>`,
    ),
    part('New e-mail', renderEmailForm(errors, typedEmail)),
    part('New password', renderPasswordForm(errors)),
    part('Signed in', html`${renderFailures(failedSignIns)}${renderSessions(sessions)}`),
    part('Delete account', renderDeletion(errors)),
  ];
  return renderAccountPage(frame, {
    ...state,
    title: 'Settings',
    current: '/settings',
    content: joinHtml(content, '\n'),
  });
}

function renderEmailForm(errors: FieldErrors, typedEmail: string | undefined): Html {
  const fields = [
    renderEmail({
      name: 'email',
      label: 'New e-mail address',
      hint: 'We send a link to it. Until you open that, nothing changes.',
      value: typedEmail,
      error: errors.email,
      autocomplete: 'email',
    }),
    renderPresent('email_password', 'Your password', errors),
  ];
  return renderForm({ action: '/settings/email', fields, button: 'Send the link' });
}

function renderPasswordForm(errors: FieldErrors): Html {
  const fields = [
    renderPresent('current_password', 'Current password', errors),
    renderPassword({
      name: 'new_password',
      label: 'New password',
      hint: `${NEW_PASSWORD_HINT} Other devices are signed out.`,
      error: errors.new_password,
      autocomplete: 'new-password',
    }),
  ];
  return renderForm({ action: '/settings/password', fields, button: 'Change the password' });
}

function renderSessions(sessions: readonly SessionEntry[]): Html {
  const rows = sessions.map(
    (each) =>
      html`<tr><td>${deviceName(each.userAgent)}${each.current ? ' (this one)' : ''}</td><td>${renderMoment(each.signedInAt)}</td><td>${renderMoment(each.lastUsedAt)}</td><td>${renderSignOut(each)}</td></tr>`,
  );
  const table = html`<div class="wide"><table class="list"><caption class="visually-hidden">Devices that are signed in</caption>
<thead><tr><th scope="col">Device</th><th scope="col">Signed in</th><th scope="col">Last used, about</th><th scope="col"><span class="visually-hidden">Sign out</span></th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`;
  if (sessions.every(({ current }) => current)) return table;
  return html`${table}
${renderForm({ action: '/settings/sessions', fields: [], button: 'Sign out everywhere else', tone: 'quiet' })}`;
}

/** Each device has a button of its own, the one that asks too. */
function renderSignOut({ id, userAgent, current }: SessionEntry): Html {
  const [action, hidden] = current ? ['/sign-out', {}] : ['/settings/sessions/end', { session: id }];
  const name = current ? 'this device' : deviceName(userAgent);
  const carried = Object.entries(hidden).map(
    ([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`,
  );
  return html`<form action="${action}" method="post">${carried}<button class="quiet" type="submit">Sign out <span class="visually-hidden">${name}</span></button></form>`;
}

function renderFailures(count: number): Html {
  if (count === 0) return EMPTY_HTML;
  const times = count === 1 ? 'Once' : `${count} times`;
  return html`<p>${times} in the last 24 hours a sign-in to your account failed, on a device that had not signed in to it before. If that was not you, you need not do anything: such tries are slowed down. If you use the same password elsewhere, change it.</p>`;
}

function renderDeletion(errors: FieldErrors): Html {
  const fields = [renderPresent('delete_password', 'Your password', errors)];
  return html`<p>Your events, their applications, your team and your API keys go with it. You can’t undo this.</p>
${renderForm({ action: '/settings/delete', fields, button: 'Delete my account', tone: 'danger' })}`;
}

function renderPresent(name: string, label: string, errors: FieldErrors): Html {
  return renderPassword({ name, label, error: errors[name], autocomplete: 'current-password' });
}
