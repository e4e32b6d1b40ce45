import type { VerificationOutcome } from '../../../decisions/receipts/schemas.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { renderFieldError } from './check-form.ts';
import { renderOutcome } from './verify-outcome.ts';

interface VerifyPage {
  /** What was pasted, kept in the form. */
  readonly receipt: string;
  readonly error?: string | undefined;
  readonly outcome?: VerificationOutcome | undefined;
  readonly fictional: boolean | undefined;
  readonly canonical?: string;
}

/** The form to paste a receipt into and, when one was checked, what it says and whether it is genuine. */
export function renderVerify({ receipt, error, outcome, fictional, canonical }: VerifyPage): Html {
  const main = html`<h1>Verify a receipt</h1>
${outcome ? renderOutcome(outcome) : INTRODUCTION}
${outcome ? html`<section class="part no-print again"><h2>Verify another</h2><div>${renderForm(outcome.valid ? '' : receipt, error)}</div></section>` : renderForm(receipt, error)}`;
  return renderPage({
    title: error === undefined ? 'Verify a receipt' : 'Error: Verify a receipt',
    description:
      'Whether a decision receipt is genuine, what it says, and whether things have changed since.',
    ...(canonical === undefined ? {} : { canonical }),
    ...(outcome ? { robots: 'noindex' as const } : {}),
    fictional,
    current: '/verify',
    main,
  });
}

const INTRODUCTION = html`<p class="lead">Every decision comes with a signed receipt. Paste one, or type its number, to see whether it is genuine, what it says, and whether anything has changed since.</p>`;

function renderForm(receipt: string, error: string | undefined): Html {
  const described = error === undefined ? 'receipt-hint' : 'receipt-error receipt-hint';
  return html`<form class="ask no-print" action="/verify" method="post">
<div class="field">
<label for="receipt">Receipt or receipt number</label>
<p class="hint" id="receipt-hint">Either the number from the paper, such as 27JS-9X41-JP61-1RRP, or the whole text, from the first character to the last. Line breaks from a mail do no harm; a link to it will do as well.</p>
${error === undefined ? '' : renderFieldError('receipt-error', html`${error}`)}
<textarea id="receipt" name="receipt" rows="6" spellcheck="false" autocomplete="off" aria-describedby="${described}" ${error === undefined ? '' : html`aria-invalid="true" autofocus`}>${receipt}</textarea>
</div>
<p><button type="submit">Verify this receipt</button></p>
</form>`;
}
