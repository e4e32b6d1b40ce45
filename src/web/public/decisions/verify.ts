import type { VerificationOutcome } from '../../../decisions/receipts/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderFieldError } from './check-form.ts';
import { VERIFY } from './verify-messages.ts';
import { renderOutcome } from './verify-outcome.ts';

interface VerifyPage {
  /** The text that was pasted, which the form shows again. */
  readonly receipt: string;
  readonly error?: string | undefined;
  readonly outcome?: VerificationOutcome | undefined;
  readonly fictional: boolean | undefined;
  readonly canonical?: string;
  readonly language?: Language;
}

/**
 * Renders the form for pasting a receipt. If a receipt was checked, also renders its claims and the result.
 */
export function renderVerify(page: VerifyPage): Html {
  const { receipt, error, outcome, fictional, canonical, language = 'en' } = page;
  const t = VERIFY[language];
  const form = renderForm(outcome?.valid ? '' : receipt, error, language);
  const main = html`<h1>${t.title}</h1>
${outcome ? renderOutcome(outcome, language) : html`<p class="lead">${t.lead}</p>`}
${outcome ? html`<section class="part no-print again"><h2>${t.another}</h2><div>${form}</div></section>` : form}`;
  return renderPage({
    title: error === undefined ? t.title : t.errorTitle,
    description: t.description,
    language,
    ...(canonical === undefined ? {} : { canonical }),
    ...(outcome ? { robots: 'noindex' as const } : {}),
    fictional,
    current: '/verify',
    main,
  });
}

function renderForm(receipt: string, error: string | undefined, language: Language): Html {
  const t = VERIFY[language];
  const described = error === undefined ? 'receipt-hint' : 'receipt-error receipt-hint';
  return html`<form class="ask no-print" action="/verify" method="post">
<div class="field">
<label for="receipt">${t.label}</label>
<p class="hint" id="receipt-hint">${t.hint}</p>
${error === undefined ? '' : renderFieldError('receipt-error', html`${error}`, language)}
<textarea id="receipt" name="receipt" rows="6" spellcheck="false" autocomplete="off" aria-describedby="${described}" ${error === undefined ? '' : html`aria-invalid="true" autofocus`}>${receipt}</textarea>
</div>
<p><button type="submit">${t.submit}</button></p>
</form>`;
}
