import type { SecondFactorState } from '../../../accounts/account/account.ts';
import { qrCodeOf } from '../../../decisions/receipts/qr.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import { renderInput } from '../../kit/forms/fields.ts';
import { AFTER_SIGN_IN } from '../../kit/frame/session.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
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
import { FACTOR } from './second-factor-messages.ts';

export const FACTOR_PAGE = '/settings/second-factor';

/**
 * The page's two forms. Each form's field names start with the form's name, so that errors appear next to the
 * right field.
 */
export type FactorForm = 'codes' | 'off';

interface FactorPageState extends AccountFormState {
  readonly factor: SecondFactorState;
  /** The path to continue to after the setup, for an operator who was redirected here. */
  readonly next: string | undefined;
  /** True if a recovery code was just used to sign in. */
  readonly isAfterRecovery: boolean;
}

/**
 * Renders the setup for a second factor. If it is already on, renders the forms for new recovery codes and
 * for turning it off.
 */
export function renderSecondFactor(frame: AccountPageFrame, state: FactorPageState): Html {
  const { language } = frame;
  const title = FACTOR[language].title;
  return renderAccountPage(frame, {
    ...state,
    title,
    current: '/settings',
    isPartOfSettings: true,
    content: contentOf(state, frame),
  });
}

function contentOf(state: FactorPageState, frame: AccountPageFrame): Html {
  const { factor, errors = {}, next } = state;
  const { language, account } = frame;
  const hidden = nextField(next);
  const t = FACTOR[language];
  switch (factor.kind) {
    case 'off':
      return html`<p class="lead">${t.offLead}</p><p>${t.offKeys}</p>
${renderForm({ action: `${FACTOR_PAGE}/begin`, hidden, fields: [renderPresent(frame, 'factor_password', errors)], button: t.begin })}`;
    case 'pending': {
      const { size, path } = qrCodeOf(factor.address);
      const key = html`<strong class="number">${factor.secret.match(/.{1,4}/g)?.join(' ')}</strong>`;
      return html`<p class="lead">${t.pendingLead}</p>
<p><svg viewBox="0 0 ${size} ${size}" width="232" height="232" role="img" aria-label="${t.qr}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#ffffff"/><path d="${path}" fill="#000000"/></svg></p>
<p>${t.orType({ open: linkTo(factor.address), key })}</p>
${renderForm({ action: `${FACTOR_PAGE}/confirm`, hidden, fields: [renderCode('code', { errors, hint: t.codeHint }, language)], button: t.confirm })}`;
    }
    case 'on': {
      const part = (form: FactorForm, heading: string, text: string, button: string, tone?: 'danger') => {
        const fields = [
          renderPresent(frame, `${form}_password`, errors),
          renderCode(`${form}_code`, { errors, hint: t.anyCodeHint }, language),
        ];
        return html`<section class="part"><h2>${heading}</h2><div><p>${text}</p>
${renderForm({ action: `${FACTOR_PAGE}/${form}`, fields, button, ...(tone ? { tone } : {}) })}</div></section>`;
      };
      return html`${state.isAfterRecovery ? renderAfterRecovery(next, language) : ''}<p class="lead">${t.onLead({ since: renderMoment(factor.since, language) })}</p>
<p>${t.codesLeft({ count: factor.codesLeft })}</p>
<p>${t.otherPhone}</p>
${part('codes', t.newCodes, t.newCodesText, t.makeCodes)}
${part('off', t.end, account?.isOperator ? t.endOperator : t.endText, t.endButton, 'danger')}`;
    }
  }
}

function renderAfterRecovery(next: string | undefined, language: Language): Html {
  const t = FACTOR[language];
  return html`<p class="done" role="status">${t.recoveryUsed}</p>
<p class="actions"><a class="button" href="${next ?? AFTER_SIGN_IN}">${t.goOn}</a></p>
`;
}

/** Renders the recovery codes, which are shown only once, right after they are created. */
export function renderRecoveryCodes(
  frame: AccountPageFrame,
  codes: readonly string[],
  next: string = FACTOR_PAGE,
): Html {
  const t = FACTOR[frame.language];
  const rows = codes.map((code) => html`<li><strong class="number">${code}</strong></li>`);
  const content = html`<p class="lead">${t.codesLead}</p>
<ul class="plain-list">${joinHtml(rows, '\n')}</ul>
<p class="actions"><a class="button" href="${next}">${t.codesDone}</a></p>`;
  return renderAccountPage(frame, { title: t.codesTitle, current: '/settings', content });
}

/** Renders the page that asks for the code after the password has been accepted. */
export function renderAskCode(
  frame: AccountPageFrame,
  state: AccountFormState & { readonly next: string | undefined },
): Html {
  const { errors = {}, next } = state;
  const t = FACTOR[frame.language];
  const content = html`<p class="lead">${t.askLead}</p>
${renderForm({
  action: '/sign-in/code',
  hidden: nextField(next),
  fields: [renderCode('code', { errors, hint: t.anyCodeHint }, frame.language)],
  button: t.askButton,
})}
<p class="small">${t.askLost({ contact: linkTo('/contact') })}</p>
<form action="/sign-out" method="post"><button class="quiet" type="submit">${t.askOther}</button></form>`;
  return renderAccountPage(frame, { ...state, title: t.askTitle, content });
}

function renderPresent(frame: AccountPageFrame, name: string, errors: FieldErrors): Html {
  const label = FACTOR[frame.language].yourPassword;
  return renderPresentPassword(frame, { name, label, error: errors[name] });
}

/** Renders the field for a code. */
export function renderCode(
  name: string,
  { errors, hint }: { readonly errors: FieldErrors; readonly hint: string },
  language: Language,
): Html {
  return renderInput({
    name,
    label: FACTOR[language].code,
    hint,
    error: errors[name],
    required: true,
    autocomplete: 'one-time-code',
    attributes: { maxlength: 40, autocapitalize: 'none', spellcheck: 'false' },
  });
}
