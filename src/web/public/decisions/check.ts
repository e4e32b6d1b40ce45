import { EVENT_TYPE_NAMES } from '../../../decisions/decision/documents.ts';
import { describeEventDays } from '../../../decisions/decision/event-days.ts';
import type { DecisionResult } from '../../../decisions/decision/schemas.ts';
import { licenseKindText } from '../../../decisions/decision/words.ts';
import { JURISDICTION_ZONE } from '../../../lib/dates.ts';
import { describeRecordsAge } from '../../../registry/published-state/records-age.ts';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { RECENT_CLOSURE_DAYS } from '../../../registry/vendors/concerns.ts';
import { renderDay, renderZoned } from '../../kit/dates.ts';
import { VERDICTS } from '../../kit/decision-names.ts';
import { renderEvidence } from '../../kit/evidence.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { renderReasons } from '../../kit/reasons.ts';
import { renderReceiptNumber } from '../../kit/receipt-number.ts';
import { SNAPSHOT } from '../../kit/snapshot-texts.ts';
import { type CheckFormState, EMPTY_CHECK, renderCheckForm } from './check-form.ts';
import { renderDocuments } from './document-list.ts';

const DESCRIPTION = `Whether a ${REGULATOR.jurisdiction} food truck or caterer may stand at your event, with reasons and proof.`;

/** The form, empty or with what was typed and what is wrong with it. */
export function renderCheck(options: {
  readonly form?: CheckFormState;
  readonly fictional: boolean | undefined;
  readonly canonical?: string;
}): Html {
  const form = options.form ?? EMPTY_CHECK;
  const main = html`<h1>Check a vendor</h1>
<p class="lead">One license number in; a verdict, its reasons, the papers to ask for and a receipt for your file out.</p>
${renderCheckForm(form)}
<p><a href="/check/list">Check a whole list</a> of vendors at once, pasted or from a spreadsheet.</p>
<p class="small">No account and no key. A verdict follows fixed rules from public records; a vendor’s street address or phone is never shown.</p>`;
  const title = form.error ? 'Error: Check a vendor' : 'Check a vendor';
  return renderPage({
    title,
    description: DESCRIPTION,
    ...(options.canonical === undefined ? {} : { canonical: options.canonical }),
    fictional: options.fictional,
    current: '/check',
    main,
  });
}

/** A decision as a page that is also the sheet for the event's file. */
export function renderDecision(decision: DecisionResult, typed: CheckFormState): Html {
  const { vendor, verdict, fictional } = decision;
  const main = html`<article>
${renderHead(decision)}
${renderVerdict(decision)}
<section class="part"><h2>Why</h2><div>${renderReasons(decision.reasons)}</div></section>
<section class="part"><h2>What it rests on</h2><div class="evidence">${renderEvidence(decision)}
<p class="no-print"><a href="/vendor/${vendor.id}">Every inspection of ${vendor.name}</a></p></div></section>
${verdict === 'DECLINE' ? renderWhatMustChange(decision) : renderPapers(decision)}
<section class="part receipt"><h2>Receipt</h2><div>${renderReceipt(decision)}</div></section>
</article>
<section class="part no-print again"><h2>Check another</h2><div>${renderCheckForm({ ...typed, licenseNumber: '' })}</div></section>`;
  const title = `${verdict}${decision.records_old ? ', old records' : ''}: ${vendor.name}`;
  // Each time it is opened it decides anew and issues a receipt: nothing for whoever reads all pages.
  const robots = 'noindex';
  return renderPage({ title, description: DESCRIPTION, robots, fictional, current: '/check', main });
}

function renderPapers({ required_documents: documents, event_type: type }: DecisionResult): Html {
  return html`<section class="part papers"><h2>Documents to collect</h2><div>
${renderDocuments(documents, { lines: false })}
<p class="no-print"><a href="/checklists/${type}">Printable checklist for a ${EVENT_TYPE_NAMES[type].toLowerCase()}</a></p>
</div></section>`;
}

/** Nobody collects papers from a vendor who is declined. What has to happen first, for each reason that declines. */
function renderWhatMustChange({ reasons, vendor }: DecisionResult): Html {
  const changes = reasons.flatMap(({ code }) => MUST_CHANGE[code] ?? []);
  return html`<section class="part"><h2>What has to change first</h2><div>
<ul class="links">${changes.map((text) => html`<li>${text}</li>`)}</ul>
<p>Check the vendor again after that, and collect no documents before.</p>
<p class="no-print"><a href="/improve/${vendor.id}">What the vendor can do</a></p>
</div></section>`;
}

const MUST_CHANGE: Readonly<Record<string, string>> = {
  regulator_hold: 'A later visit or report of the regulator must lift what is listed above.',
  grade_f: 'Newer inspections must raise the grade above F.',
  unresolved_enforcement: 'A later visit must meet the regulator’s standards.',
  recent_emergency_closure: `${RECENT_CLOSURE_DAYS} days must pass after the closure.`,
};

function renderHead(decision: DecisionResult): Html {
  const { vendor, event_type, decided_at, fictional } = decision;
  const { license } = vendor;
  const place = [vendor.city, vendor.county ? `${vendor.county} County` : null].filter(
    (part) => part !== null,
  );
  return html`<p class="kicker">${EVENT_TYPE_NAMES[event_type]} ${describeEventDays(eventDaysOf(decision))} · decided ${renderZoned(decided_at, JURISDICTION_ZONE)}</p>
<h1>${vendor.name}</h1>
<p class="under">${vendor.aka ? html`formerly ${vendor.aka} · ` : ''}<strong class="number">${license.number}</strong> · ${licenseKindText(license)}${place.length > 0 ? ` · ${place.join(', ')}` : ''}</p>
${fictional ? html`<p class="fictional">Fictional vendor: demo data. No such business exists.</p>` : ''}`;
}

function eventDaysOf({ event_date: first, event_last_date: last }: DecisionResult) {
  return { first, last: last ?? first };
}

function renderVerdict({ verdict, as_of, data_as_of, records_old: old }: DecisionResult): Html {
  const { sign, tone, meaning } = VERDICTS[verdict];
  return html`<section class="verdict tone-${tone}" aria-label="Verdict">
<p class="stamp"><span aria-hidden="true">${sign}</span>${verdict}</p>
<div>${old ? html`<p class="meaning"><strong>Old records.</strong> ${describeRecordsAge(old)}</p>` : ''}<p class="meaning">${meaning}</p>
<p class="small">As of ${renderDay(as_of)}; newest file of ${renderDay(data_as_of)}. ${SNAPSHOT}</p></div>
</section>`;
}

/** On paper the number and its code lead back to the receipt; the whole text is for those who verify without us. */
function renderReceipt(decision: DecisionResult): Html {
  const { receipt, receipt_number: number, receipt_url: url, policy_version } = decision;
  return html`<p>Signed proof of this decision. Keep it with the event’s papers; anyone can verify it, at any time.</p>
${renderReceiptNumber({ number, url })}
<p class="no-print"><a href="/v/${number}.pdf">Download as PDF</a></p>
<div class="no-print"><label for="receipt">Receipt, to copy</label>
<textarea id="receipt" readonly rows="5" spellcheck="false">${receipt}</textarea>
<p><a href="/verify?receipt=${encodeURIComponent(receipt)}">Verify this receipt</a></p></div>
<p class="small">Policy ${policy_version}. The receipt holds the name, license, verdict, reasons, event and dates above.</p>`;
}
