import type { PasskeyEntry, PasskeyOptions } from '../../../accounts/passkeys/passkey.ts';
import { PASSKEY_NAME_LENGTH_MAX } from '../../../accounts/passkeys/passkey-rules.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import { renderChoices, renderInput } from '../../kit/forms/fields.ts';
import { withNext } from '../../kit/frame/session.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderMoment } from '../../kit/render-dates.ts';
import { linkTo } from '../../kit/tags.ts';
import {
  type AccountFormState,
  type AccountPageFrame,
  nextField,
  renderAccountPage,
  renderForm,
  renderPresentPassword,
} from '../account-page.ts';
import { FACTOR } from '../second-factor/second-factor-messages.ts';
import { FACTOR_PAGE } from '../second-factor/second-factor-page.ts';
import { PASSKEY } from './passkey-messages.ts';

export const PASSKEYS_PAGE = '/settings/passkeys';

interface PasskeysPageState extends AccountFormState {
  readonly passkeys: readonly PasskeyEntry[];
  /** True if passkeys work at this address. */
  readonly work: boolean;
  /** True if adding a passkey also requires an authenticator code. */
  readonly asksCode: boolean;
  /** The name that the user typed, or else the browser's name. */
  readonly typedName: string;
  /** The page that required a passkey; undefined if no page did. */
  readonly next: string | undefined;
}

/**
 * Renders the account's passkeys, with forms to add and remove passkeys. Only adding a passkey needs a
 * script.
 */
export function renderPasskeys(frame: AccountPageFrame, state: PasskeysPageState): Html {
  const { language } = frame;
  const { passkeys, next } = state;
  const t = PASSKEY[language];
  const part = (id: string, heading: string, content: Html) =>
    html`<section class="part" id="${id}"><h2>${heading}</h2><div>${content}</div></section>`;
  const adding = state.work ? renderAdding(state, frame) : html`<p>${t.notHere}</p>`;
  const content = html`<p class="lead">${t.lead}</p>
<p>${t.still({ factor: linkTo(FACTOR_PAGE) })}</p>
${passkeys.length > 0 && next !== undefined ? html`<p class="actions"><a class="button" href="${next}">${FACTOR[language].goOn}</a></p>` : ''}
${passkeys.length === 0 ? html`<p>${t.none}</p>` : part('passkeys', t.caption, renderList(passkeys, language))}
${part('passkey', t.add, adding)}
${passkeys.length === 0 ? '' : part('remove', t.remove, renderRemoving(state, frame))}`;
  return renderAccountPage(frame, {
    ...state,
    title: t.title,
    current: '/settings',
    isPartOfSettings: true,
    content,
  });
}

function renderList(passkeys: readonly PasskeyEntry[], language: Language): Html {
  const t = PASSKEY[language];
  const rows = passkeys.map(
    ({ name, createdAt, lastUsedAt }) =>
      html`<tr><th scope="row" data-label="${t.name}">${name}</th><td data-label="${t.added}">${renderMoment(createdAt, language)}</td><td data-label="${t.lastUsed}">${lastUsedAt === null ? t.never : renderMoment(lastUsedAt, language)}</td></tr>`,
  );
  return html`<div class="wide" tabindex="0" role="region" aria-label="${t.caption}"><table class="list stacked short"><caption class="visually-hidden">${t.caption}</caption>
<thead><tr><th scope="col">${t.name}</th><th scope="col">${t.added}</th><th scope="col">${t.lastUsed}</th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`;
}

function renderAdding(
  { errors = {}, asksCode, typedName, next }: PasskeysPageState,
  frame: AccountPageFrame,
): Html {
  const { language } = frame;
  const t = PASSKEY[language];
  const fields = [
    renderInput({
      name: 'passkey_name',
      label: t.name,
      hint: t.nameHint,
      value: typedName,
      error: errors.passkey_name,
      required: true,
      attributes: { maxlength: PASSKEY_NAME_LENGTH_MAX },
    }),
    renderPresent(frame, 'passkey_password', errors),
    ...(asksCode ? [renderCode(errors.passkey_code, language)] : []),
  ];
  return renderScripted('begin', {
    action: `${PASSKEYS_PAGE}/begin`,
    carried: nextField(next),
    fields,
    button: t.continue,
    language,
  });
}

function renderRemoving({ errors = {}, passkeys }: PasskeysPageState, frame: AccountPageFrame): Html {
  const { language } = frame;
  const t = PASSKEY[language];
  const choices = passkeys.map(({ id, name }) => ({ value: id, label: name }));
  const fields = [
    renderChoices({
      name: 'remove_passkey',
      label: t.which,
      choices,
      chosen: [],
      required: true,
      language,
      error: errors.remove_passkey,
    }),
    renderPresent(frame, 'remove_password', errors),
  ];
  return html`<p>${t.removeText}</p>
${renderForm({ action: `${PASSKEYS_PAGE}/remove`, fields, button: t.removeButton, tone: 'danger' })}`;
}

/** Renders the page that appears after the password and opens the browser's passkey dialog. */
export function renderCreatePasskey(
  frame: AccountPageFrame,
  {
    name,
    options,
    next,
  }: { readonly name: string; readonly options: PasskeyOptions; readonly next: string | undefined },
): Html {
  const { language } = frame;
  const t = PASSKEY[language];
  const form = renderScripted('create', {
    action: `${PASSKEYS_PAGE}/add`,
    carried: nextField(next),
    fields: [],
    button: t.createButton,
    language,
    options,
  });
  const content = html`<p class="lead">${t.createLead({ name })}</p>
${form}
<p><a href="${withNext(PASSKEYS_PAGE, next)}">${t.back}</a></p>`;
  return renderAccountPage(frame, { title: t.createTitle, current: '/settings', content });
}

/**
 * Renders the passkey form below the password form. It stays hidden if the browser does not support scripts
 * or passkeys.
 */
export function renderPasskeySignIn(next: string | undefined, language: Language): Html {
  const t = PASSKEY[language];
  return html`<div id="passkey">${renderScripted('sign-in', {
    action: '/sign-in/passkey',
    carried: nextField(next),
    fields: [],
    button: t.signIn,
    language,
    isQuiet: true,
  })}</div>`;
}

/** The script's task on a form: show it, or create or request a passkey before the form is sent. */
type ScriptedUse = 'begin' | 'create' | 'sign-in';

/**
 * Renders a form that `assets/passkeys.js` shows if the browser supports passkeys. Other browsers show a
 * sentence instead.
 */
function renderScripted(
  use: ScriptedUse,
  form: {
    readonly action: string;
    readonly carried?: Readonly<Record<string, string>>;
    readonly fields: readonly Html[];
    readonly button: string;
    readonly language: Language;
    readonly options?: PasskeyOptions;
    /** True to leave out the sentence for other browsers. */
    readonly isQuiet?: boolean;
  },
): Html {
  const { action, carried = {}, fields, button, language, options, isQuiet = false } = form;
  const sent = use === 'begin' ? carried : { ...carried, credential: '' };
  const hidden = Object.entries(sent).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const asked = options === undefined ? EMPTY_HTML : html` data-options="${JSON.stringify(options)}"`;
  return html`<form data-passkey="${use}"${asked} action="${action}" method="post" novalidate hidden>
${joinHtml(hidden, '\n')}${joinHtml(fields, '\n')}
<p class="actions"><button${isQuiet ? html` class="quiet"` : ''} type="submit">${button}</button></p>
<p role="status"></p>
</form>${
    isQuiet
      ? ''
      : html`
<p data-without-passkeys>${PASSKEY[language].needsScript}</p>`
  }`;
}

function renderPresent(frame: AccountPageFrame, name: string, errors: FieldErrors): Html {
  const label = PASSKEY[frame.language].yourPassword;
  return renderPresentPassword(frame, { name, label, error: errors[name] });
}

function renderCode(error: string | undefined, language: Language): Html {
  return renderInput({
    name: 'passkey_code',
    label: PASSKEY[language].code,
    hint: FACTOR[language].anyCodeHint,
    error,
    required: true,
    autocomplete: 'one-time-code',
    attributes: { maxlength: 40, autocapitalize: 'none', spellcheck: 'false' },
  });
}
