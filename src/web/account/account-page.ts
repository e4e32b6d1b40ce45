import { EMAIL_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../accounts/account/account-input.ts';
import type { FieldErrors } from '../../lib/field-errors.ts';
import type { Language } from '../../lib/language/language.ts';
import { renderErrorSummary, renderInput } from '../kit/forms/fields.ts';
import { renderPage } from '../kit/frame/render-page.ts';
import { type Html, html, joinHtml } from '../kit/html.ts';
import { ACCOUNT } from './messages.ts';
import { SETTINGS } from './settings/settings-messages.ts';

/** The values that every account page needs. */
export interface AccountPageFrame {
  readonly language: Language;
  /** Undefined before the first publication. */
  readonly fictional: boolean | undefined;
  readonly account?:
    | { readonly name: string; readonly email?: string; readonly isOperator?: boolean }
    | undefined;
}

export interface AccountFormState {
  readonly errors?: FieldErrors;
  /** A sentence that confirms the last change. */
  readonly notice?: string | undefined;
}

/** Returns the hint shown next to every new-password field. */
export function newPasswordHint(language: Language): string {
  return ACCOUNT[language].newPasswordHint({ min: PASSWORD_LENGTH_MIN });
}

/** Renders a page with its heading, the confirmation or the errors, and its content. */
export function renderAccountPage(
  frame: AccountPageFrame,
  page: AccountFormState & {
    readonly title: string;
    readonly current?: string;
    /** True if the page has a link back to the settings. */
    readonly isPartOfSettings?: boolean;
    readonly content: Html;
  },
): Html {
  const { title, errors = {}, notice, content, current, isPartOfSettings = false } = page;
  const hasErrors = Object.keys(errors).length > 0;
  return renderPage({
    ...frame,
    title: hasErrors ? `Error: ${title}` : title,
    description: ACCOUNT[frame.language].description,
    robots: 'noindex',
    ...(current === undefined ? {} : { current }),
    main: html`${isPartOfSettings ? renderBack(frame.language) : ''}<h1>${title}</h1>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors, frame.language)}
${content}`,
  });
}

function renderBack(language: Language): Html {
  return html`<p class="kicker"><a href="/settings">${SETTINGS[language].title}</a></p>\n`;
}

interface AccountFieldOptions {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly hint?: string;
  readonly error?: string | undefined;
}

/**
 * Renders the field for an email address. `username` lets a password manager recognize the address as the
 * account name.
 */
export function renderEmail(
  options: AccountFieldOptions & { readonly autocomplete: 'username' | 'email' },
): Html {
  const attributes = { maxlength: EMAIL_LENGTH_MAX, autocapitalize: 'none', spellcheck: 'false' };
  return renderInput({ ...options, type: 'email', required: true, attributes });
}

/** Renders the password field. After an error, the field is empty again. */
export function renderPassword(
  options: Omit<AccountFieldOptions, 'value'> & {
    readonly autocomplete: 'new-password' | 'current-password';
    /**
     * The account's email address, if the form has no field for it. Password managers look for an email
     * address next to the password.
     */
    readonly username?: string | undefined;
  },
): Html {
  const { username, ...rest } = options;
  // No maxlength, because it would silently truncate a password pasted by a password manager.
  const input = renderInput({ ...rest, type: 'password', required: true });
  return username === undefined
    ? input
    : html`<input type="email" name="username" value="${username}" autocomplete="username" readonly hidden>${input}`;
}

/** Renders the field for the signed-in account's current password. */
export function renderPresentPassword(
  { account }: AccountPageFrame,
  options: Pick<AccountFieldOptions, 'name' | 'label' | 'error'>,
): Html {
  return renderPassword({ ...options, autocomplete: 'current-password', username: account?.email });
}

/** Returns a hidden field with the path to continue to, or no field if there is no such path. */
export function nextField(next: string | undefined): Readonly<Record<string, string>> {
  return next === undefined ? {} : { next };
}

/** Renders a form that posts to `action`. Browser validation is off, since the server gives better errors. */
export function renderForm(options: {
  readonly action: string;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly fields: readonly Html[];
  readonly button: string;
  readonly tone?: 'danger' | 'quiet';
}): Html {
  const { action, hidden = {}, fields, button, tone } = options;
  const carried = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form action="${action}" method="post" novalidate>
${joinHtml(carried, '\n')}${joinHtml(fields, '\n')}
<p class="actions"><button${tone === undefined ? '' : html` class="${tone}"`} type="submit">${button}</button></p>
</form>`;
}
