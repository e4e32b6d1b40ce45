import type { LogDescription } from '../../../decisions/log/service.ts';
import type { VerificationOutcome } from '../../../decisions/receipts/schemas.ts';
import { type Language, LOCALES } from '../../../lib/language/language.ts';
import { JURISDICTION_ZONE } from '../../../lib/time/dates.ts';
import { renderBars } from '../../kit/charts/bars.ts';
import type { Tone } from '../../kit/decisions/decision-names.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderZoned } from '../../kit/render-dates.ts';
import { linkTo, strong } from '../../kit/tags.ts';
import { renderFieldError } from '../decisions/check-form.ts';
import { PROOF } from './proof-messages.ts';
import { renderProofPicture } from './proof-picture.ts';

/** A receipt that was looked up in the log. */
export interface CheckedReceipt {
  readonly text: string;
  readonly outcome: VerificationOutcome;
}

interface ProofPage {
  /** Undefined before the first checkpoint. */
  readonly log: LogDescription | undefined;
  /** The text that was typed, which the form shows again. */
  readonly typed: string;
  readonly error?: string | undefined;
  readonly checked?: CheckedReceipt | undefined;
  readonly fictional: boolean | undefined;
  readonly canonical?: string;
  readonly language: Language;
}

/** The maximum number of days to show in the chart of how the log grows. */
const DAYS_SHOWN = 10;

/**
 * Renders how the log keeps the service honest, the log's current state, and a receipt's entry in the log.
 */
export function renderProof(page: ProofPage): Html {
  const { log, checked, fictional, canonical, language } = page;
  const t = PROOF[language];
  const main = html`<h1>${t.heading}</h1>
${checked ? renderResult(checked, language) : html`<p class="lead">${t.lead}</p>`}
<section class="part no-print" id="check"><h2>${t.check}</h2><div>${renderForm(page)}</div></section>
<section class="part"><h2>${t.how}</h2><div>
${renderProofPicture(language)}
<ul><li>${t.howReceipt({ strong })}</li>
<li>${t.howRecords({ strong })}</li>
<li>${t.howWitnesses({ strong })}</li></ul>
<p>${t.keep({ keys: linkTo('/.well-known/jwks.json') })}</p></div></section>
<section class="part"><h2>${t.today}</h2><div>${log ? renderLog(log, language) : html`<p>${t.none}</p>`}</div></section>`;
  return renderPage({
    title: t.title,
    description: t.description,
    language,
    ...(canonical === undefined ? {} : { canonical }),
    ...(checked ? { robots: 'noindex' as const } : {}),
    fictional,
    current: '/proof',
    main,
  });
}

function renderForm({ typed, error, checked, language }: ProofPage): Html {
  const t = PROOF[language];
  const described = error === undefined ? 'receipt-hint' : 'receipt-error receipt-hint';
  return html`<form class="ask" action="/proof" method="post">
<div class="field">
<label for="receipt">${t.label}</label>
<p class="hint" id="receipt-hint">${t.hint}</p>
${error === undefined ? '' : renderFieldError('receipt-error', html`${error}`, language)}
<textarea id="receipt" name="receipt" rows="3" spellcheck="false" autocomplete="off" aria-describedby="${described}" ${error === undefined ? '' : html`aria-invalid="true" autofocus`}>${checked ? '' : typed}</textarea>
</div>
<p><button type="submit">${t.submit}</button></p>
</form>`;
}

interface Result {
  readonly word: string;
  readonly sign: string;
  readonly tone: Tone;
  readonly meaning: Html;
}

/**
 * Renders the service's result. If the browser runs scripts, it then verifies this result itself, using the
 * text blocks below.
 */
function renderResult({ text, outcome }: CheckedReceipt, language: Language): Html {
  const t = PROOF[language];
  const { word, sign, tone, meaning } = resultOf(outcome, language);
  const verdict = html`<section class="verdict tone-${tone}" aria-label="${t.result}">
<p class="stamp"><span aria-hidden="true">${sign}</span>${word}</p>
<div><p class="meaning">${meaning}</p></div>
</section>`;
  if (!outcome.log) return verdict;
  return html`${verdict}
<section class="part" data-log-proof="1"><h2>${t.files}</h2><div>
<p class="field"><label for="receipt-text">${t.receiptText}</label><textarea class="copyable" id="receipt-text" rows="3" readonly>${text}</textarea></p>
<p class="field"><label for="proof-text">${t.proofText}</label><textarea class="copyable" id="proof-text" rows="6" readonly>${outcome.log.proof}</textarea></p>
</div></section>`;
}

/** Receipts normally enter the log within a minute. After an hour, the page says that a receipt was late. */
const DELAY_MAX_SECONDS = 3_600;

function resultOf({ valid, reason, issued, log, receipt }: VerificationOutcome, language: Language): Result {
  const t = PROOF[language];
  if (log && valid) {
    const moment = renderZoned(log.logged_at, JURISDICTION_ZONE, language);
    const isLate = receipt !== null && Date.parse(log.logged_at) / 1_000 - receipt.iat > DELAY_MAX_SECONDS;
    const issuedAt = new Date((receipt?.iat ?? 0) * 1_000).toISOString();
    const late = isLate
      ? html` ${t.lateText({ issued: renderZoned(issuedAt, JURISDICTION_ZONE, language) })}`
      : '';
    const meaning = html`${t.inLogText({ index: countText(log.index, language), moment })}${late}`;
    return { word: t.inLog, sign: '✓', tone: 'good', meaning };
  }
  if (reason === 'key_compromised')
    return { word: t.compromised, sign: '✗', tone: 'bad', meaning: html`${t.compromisedText}` };
  if (valid && issued) return { word: t.notYet, sign: '!', tone: 'care', meaning: html`${t.notYetText}` };
  if (valid && issued === false) {
    const meaning = html`${t.deniedText({ docs: linkTo('/docs/receipts') })}`;
    return { word: t.denied, sign: '!', tone: 'care', meaning };
  }
  const meaning = html`${t.notInLogText({ verify: linkTo('/verify') })}`;
  return { word: t.notInLog, sign: '✗', tone: 'bad', meaning };
}

function renderLog({ note, size, signedAt, sizes, witnesses }: LogDescription, language: Language): Html {
  const t = PROOF[language];
  const moment = (time: string) => renderZoned(time, JURISDICTION_ZONE, language);
  const signed =
    witnesses.length === 0
      ? html`${t.noWitness({ docs: linkTo('/docs/receipts') })}`
      : html`<ul>${witnesses.map(
          (each) =>
            html`<li>${t.witness({ name: each.name, size: countText(each.size, language), moment: moment(each.signedAt) })}</li>`,
        )}</ul>`;
  const rows: readonly (readonly [name: string, value: Html])[] = [
    [t.entries, html`${countText(size, language)}`],
    [t.signedAt, moment(signedAt)],
    [t.witnesses, signed],
  ];
  const bars = sizes.slice(-DAYS_SHOWN).map((each) => ({
    label: each.day,
    value: each.size,
    text: countText(each.size, language),
  }));
  const words = { id: 'growth', title: t.growthTitle, description: t.growthText, language };
  return html`<dl class="ledger">
${joinHtml(
  rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`),
  '\n',
)}
</dl>
<h3>${t.growthTitle}</h3>
${renderBars(bars, { ...words, columns: [t.day, t.entries] })}
<h3>${t.checkpoint}</h3>
<p>${t.checkpointText({ log: linkTo('/log/checkpoint') })}</p>
<pre class="code" tabindex="0" aria-label="${t.checkpoint}">${note}</pre>`;
}

function countText(count: number, language: Language): string {
  return count.toLocaleString(LOCALES[language]);
}
