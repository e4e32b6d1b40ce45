import type { SessionEntry } from '../../../accounts/account/account.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../lib/language/language.ts';
import { renderChoices } from '../../kit/forms/fields.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderMoment } from '../../kit/render-dates.ts';
import { hidden, linkTo } from '../../kit/tags.ts';
import {
  type AccountFormState,
  type AccountPageFrame,
  newPasswordHint,
  renderAccountPage,
  renderEmail,
  renderForm,
  renderPassword,
  renderPresentPassword,
} from '../account-page.ts';
import { ACCOUNT } from '../messages.ts';
import { deviceName } from '../passkeys/device-name.ts';
import { PASSKEY } from '../passkeys/passkey-messages.ts';
import { PASSKEYS_PAGE } from '../passkeys/passkey-page.ts';
import { FACTOR } from '../second-factor/second-factor-messages.ts';
import { FACTOR_PAGE, renderCode } from '../second-factor/second-factor-page.ts';
import { SETTINGS } from './settings-messages.ts';
import { YOUR_DATA } from './your-data-messages.ts';
import { YOUR_DATA_PAGE } from './your-data-page.ts';

interface SettingsState extends AccountFormState {
  readonly name: string;
  readonly email: string;
  /** The language of the account's emails. */
  readonly mailLanguage: Language;
  /** True if the account gets emails about expiry dates. */
  readonly hasReminders: boolean;
  readonly sessions: readonly SessionEntry[];
  /** The number of failed sign-ins in the last day from browsers that have never signed in to the account. */
  readonly failedSignIns: number;
  /** True if changing the password or email address requires a code in addition to the password. */
  readonly takesCode: boolean;
  /** The number of the account's passkeys. */
  readonly passkeys: number;
  /** The new email address that the user typed. */
  readonly typedEmail?: string;
}

/**
 * Renders the account settings with all forms. Field names differ between forms, so that errors appear next
 * to the right field.
 */
export function renderSettings(frame: AccountPageFrame, state: SettingsState): Html {
  const { name, email } = state;
  const { language } = frame;
  const t = SETTINGS[language];
  const part = (title: string, content: Html) =>
    html`<section class="part"><h2>${title}</h2><div>${content}</div></section>`;
  const text = (title: string, words: readonly (string | Html)[]) => html`<h3>${title}</h3><p>${words}</p>`;
  const fold = (title: string, fields: readonly string[], form: Html) =>
    html`<details${fields.some((field) => state.errors?.[field] !== undefined) ? ' open' : ''}><summary>${title}</summary>${form}</details>`;
  const row = (title: string, value: string) => html`<div><dt>${title}</dt><dd>${value}</dd></div>`;
  const content = [
    part(
      t.account,
      html`<dl class="ledger">${row(ACCOUNT[language].name, name)}${row(ACCOUNT[language].email, email)}${row(t.mails, LANGUAGE_NAMES[state.mailLanguage])}</dl>
${fold(t.changeEmail, ['email', 'email_password', 'email_code'], renderEmailForm(state, frame))}
${fold(t.changePassword, ['current_password', 'new_password', 'password_code'], renderPasswordForm(state, frame))}
${fold(t.changeLanguage, ['language'], renderLanguageForm(state, language))}`,
    ),
    part(
      t.security,
      html`${text(PASSKEY[language].title, PASSKEY[language].settingsText({ count: state.passkeys, manage: linkTo(PASSKEYS_PAGE) }))}
${text(FACTOR[language].title, FACTOR[language].settingsText({ state: state.takesCode ? 'on' : 'off', manage: linkTo(FACTOR_PAGE) }))}
<h3>${t.signedIn}</h3>${renderFailures(state.failedSignIns, language)}${renderSessions(state.sessions, language)}`,
    ),
    part(
      t.vendors,
      html`${text(t.licenses, t.licensesText({ manage: linkTo('/settings/licenses') }))}
<h3>${t.reminders}</h3>${renderRemindersForm(state, language)}`,
    ),
    part(
      t.organizers,
      html`${text(t.team, t.teamText({ manage: linkTo('/settings/team') }))}
${text(t.calendar, t.calendarText({ manage: linkTo('/settings/calendar') }))}`,
    ),
    part(
      t.programs,
      html`${text(t.apiKeys, t.apiKeysText({ manage: linkTo('/settings/api-keys') }))}
${text(t.webhooks, t.webhooksText({ manage: linkTo('/settings/webhooks') }))}`,
    ),
    part(
      YOUR_DATA[language].title,
      html`<p>${YOUR_DATA[language].settingsText({ manage: linkTo(YOUR_DATA_PAGE) })}</p>
${fold(t.deletion, ['delete_password', 'delete_code'], renderDeletion(state, frame))}`,
    ),
  ];
  return renderAccountPage(frame, {
    ...state,
    title: t.title,
    current: '/settings',
    content: joinHtml(content, '\n'),
  });
}

function renderLanguageForm({ mailLanguage, errors = {} }: SettingsState, language: Language): Html {
  const t = SETTINGS[language];
  const field = renderChoices({
    name: 'language',
    label: t.mailsLabel,
    hint: t.mailsHint,
    error: errors.language,
    required: true,
    chosen: [mailLanguage],
    choices: LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] })),
  });
  return renderForm({ action: '/settings/language', fields: [field], button: t.mailsButton });
}

function renderRemindersForm({ hasReminders, errors = {} }: SettingsState, language: Language): Html {
  const t = SETTINGS[language];
  const field = renderChoices({
    name: 'reminders',
    label: t.remindersLabel,
    hint: t.remindersHint,
    error: errors.reminders,
    required: true,
    chosen: [hasReminders ? 'on' : 'off'],
    choices: [
      { value: 'on', label: t.on },
      { value: 'off', label: t.off },
    ],
  });
  return renderForm({ action: '/settings/reminders', fields: [field], button: t.remindersButton });
}

function renderEmailForm(
  { errors = {}, typedEmail, takesCode }: SettingsState,
  frame: AccountPageFrame,
): Html {
  const { language } = frame;
  const t = SETTINGS[language];
  const fields = [
    renderEmail({
      name: 'email',
      label: t.newEmailLabel,
      hint: t.newEmailHint,
      value: typedEmail,
      error: errors.email,
      autocomplete: 'email',
    }),
    renderPresentPassword(frame, {
      name: 'email_password',
      label: t.yourPassword,
      error: errors.email_password,
    }),
    ...(takesCode ? [renderAnyCode('email_code', errors, language)] : []),
  ];
  return renderForm({ action: '/settings/email', fields, button: ACCOUNT[language].sendLink });
}

function renderPasswordForm({ errors = {}, takesCode }: SettingsState, frame: AccountPageFrame): Html {
  const { language } = frame;
  const t = SETTINGS[language];
  const fields = [
    renderPresentPassword(frame, {
      name: 'current_password',
      label: t.currentPassword,
      error: errors.current_password,
    }),
    renderPassword({
      name: 'new_password',
      label: ACCOUNT[language].newPassword,
      hint: t.newPasswordHint({ hint: newPasswordHint(language) }),
      error: errors.new_password,
      autocomplete: 'new-password',
    }),
    ...(takesCode ? [renderAnyCode('password_code', errors, language)] : []),
  ];
  return renderForm({ action: '/settings/password', fields, button: t.changePassword });
}

function renderAnyCode(name: string, errors: FieldErrors, language: Language): Html {
  return renderCode(name, { errors, hint: FACTOR[language].anyCodeHint }, language);
}

function renderSessions(sessions: readonly SessionEntry[], language: Language): Html {
  const t = SETTINGS[language];
  const rows = sessions.map(
    (each) =>
      html`<tr><th scope="row">${deviceName(each.userAgent, language)}${each.current ? ` ${t.thisOne}` : ''}</th><td data-label="${t.signedInAt}">${renderMoment(each.signedInAt, language)}</td><td data-label="${t.lastUsed}">${renderMoment(each.lastUsedAt, language)}</td><td>${renderSignOut(each, language)}</td></tr>`,
  );
  const table = html`<div class="wide"><table class="list stacked"><caption class="visually-hidden">${t.devices}</caption>
<thead><tr><th scope="col">${t.device}</th><th scope="col">${t.signedInAt}</th><th scope="col">${t.lastUsed}</th><th scope="col"><span class="visually-hidden">${t.signOut}</span></th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`;
  if (sessions.every(({ current }) => current)) return table;
  return html`${table}
${renderForm({ action: '/settings/sessions', fields: [], button: t.signOutOthers, tone: 'quiet' })}`;
}

/** Renders the sign-out button for one device, which may be the current one. */
function renderSignOut({ id, userAgent, current }: SessionEntry, language: Language): Html {
  const t = SETTINGS[language];
  const [action, fields] = current ? ['/sign-out', {}] : ['/settings/sessions/end', { session: id }];
  const device = current ? t.thisDevice : deviceName(userAgent, language);
  const carried = Object.entries(fields).map(
    ([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`,
  );
  return html`<form action="${action}" method="post">${carried}<button class="quiet" type="submit">${t.signOutOf({ device, hidden })}</button></form>`;
}

function renderFailures(count: number, language: Language): Html {
  return count === 0 ? EMPTY_HTML : html`<p>${SETTINGS[language].failures({ count })}</p>`;
}

function renderDeletion({ errors = {}, takesCode }: SettingsState, frame: AccountPageFrame): Html {
  const { language } = frame;
  const t = SETTINGS[language];
  const fields = [
    renderPresentPassword(frame, {
      name: 'delete_password',
      label: t.yourPassword,
      error: errors.delete_password,
    }),
    ...(takesCode ? [renderAnyCode('delete_code', errors, language)] : []),
  ];
  return html`<p>${t.deletionStays}</p>
<p>${t.deletionText}</p>
${renderForm({ action: '/settings/delete', fields, button: t.deleteButton, tone: 'danger' })}`;
}
