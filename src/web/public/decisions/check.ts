import { describeEventDays } from '../../../decisions/decide/days-to-decide.ts';
import { licenseKindText, shownVerdict, verdictText } from '../../../decisions/decide/decision-words.ts';
import { EVENT_TYPES_NAMED, MEANINGS } from '../../../decisions/decide/messages.ts';
import type { DecisionResult } from '../../../decisions/decide/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { JURISDICTION_ZONE } from '../../../lib/time/dates.ts';
import { describeRecordsAge } from '../../../published-state/records-age.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { toneInAge, VERDICTS } from '../../kit/decisions/decision-names.ts';
import { renderEvidence } from '../../kit/decisions/evidence.ts';
import { renderReasons } from '../../kit/decisions/reasons.ts';
import { renderReceiptNumber } from '../../kit/decisions/receipt-number.ts';
import { SNAPSHOTS } from '../../kit/decisions/snapshot-texts.ts';
import { renderVerdictStamp } from '../../kit/decisions/verdict-stamp.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderDay, renderZoned } from '../../kit/render-dates.ts';
import { linkTo, strong } from '../../kit/tags.ts';
import { renderFollowPart } from '../follows/follow-form.ts';
import { type CheckFormState, EMPTY_CHECK, renderCheckForm } from './check-form.ts';
import { renderDocuments, renderRequirements } from './document-list.ts';
import { CHECK, MUST_CHANGE } from './messages.ts';

function describe(language: Language): string {
  return CHECK[language].description({ state: REGULATOR.jurisdiction });
}

/** Renders the page with the form, either empty or with the typed values and any errors. */
export function renderCheck(options: {
  readonly form?: CheckFormState;
  readonly fictional: boolean | undefined;
  readonly canonical?: string;
  readonly language?: Language;
}): Html {
  const { form = EMPTY_CHECK, language = 'en' } = options;
  const t = CHECK[language];
  const main = html`<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
${renderCheckForm(form, language)}
<p>${t.wholeList({ link: linkTo('/check/list') })}</p>
<p class="small">${t.noAccount}</p>`;
  const title = form.error ? t.errorTitle : t.title;
  return renderPage({
    title,
    description: describe(language),
    language,
    ...(options.canonical === undefined ? {} : { canonical: options.canonical }),
    fictional: options.fictional,
    current: '/check',
    main,
  });
}

/** Renders a decision as a page that organizers can also print for the event's file. */
export function renderDecision(
  decision: DecisionResult,
  typed: CheckFormState,
  language: Language = 'en',
): Html {
  const t = CHECK[language];
  const { vendor, verdict, fictional } = decision;
  const shown = shownVerdict(decision);
  const again = new URLSearchParams({ event_type: decision.event_type, event_date: typed.eventDate });
  const main = html`<article>
${renderHead(decision, language)}
${renderVerdict(decision, language)}
${renderActions(decision, language)}
<section class="part"><h2>${t.why}</h2><div>${renderReasons(decision.reasons, language)}
<p class="no-print"><a href="/vendor/${vendor.id}#inspections">${t.everyInspection({ name: displayName(vendor.name) })}</a></p></div></section>
<section class="part"><h2>${t.restsOn}</h2><div class="evidence">${renderEvidence(decision, language)}</div></section>
${verdict === 'DECLINE' ? renderWhatMustChange(decision, language) : renderPapers(decision, language)}
<section class="part receipt"><h2>${t.receipt}</h2><div>${renderReceipt(decision, language)}</div></section>
${renderFollowPart(vendor.id, language)}
</article>
<p class="actions no-print"><a class="button quiet" href="/check?${again.toString()}">${t.another}</a></p>`;
  const named = { verdict: verdictText(shown, language), name: displayName(vendor.name) };
  const title = decision.records_old ? t.oldTitle(named) : t.plainTitle(named);
  // Every visit makes a new decision and issues a receipt, so crawlers must not open the page.
  const robots = 'noindex';
  const description = describe(language);
  return renderPage({ title, description, language, robots, fictional, current: '/check', main });
}

function renderPapers(
  { required_documents: documents, event_type: type }: DecisionResult,
  language: Language,
): Html {
  const t = CHECK[language];
  const kind = EVENT_TYPES_NAMED[language][type].toLowerCase();
  return html`<section class="part papers"><h2>${t.documents}</h2><div>
${renderDocuments(documents, { lines: false, requirements: 'left out', language })}
<details><summary>${t.requirements}</summary>${renderRequirements(documents, language)}</details>
<p class="no-print"><a href="/checklists/${type}">${t.checklistFor({ kind })}</a></p>
</div></section>`;
}

/**
 * Renders what must change before the vendor can be booked, for each reason to decline. A declined vendor is
 * not asked for documents.
 */
function renderWhatMustChange({ reasons, vendor }: DecisionResult, language: Language): Html {
  const t = CHECK[language];
  const known: Readonly<Record<string, string>> = MUST_CHANGE[language];
  const changes = reasons.flatMap(({ code }) => known[code] ?? []);
  return html`<section class="part"><h2>${t.change}</h2><div>
<ul class="links">${changes.map((text) => html`<li>${text}</li>`)}</ul>
<p>${t.checkAgain}</p>
<p class="no-print"><a href="/improve/${vendor.id}">${t.vendorCan}</a></p>
</div></section>`;
}

function renderHead(decision: DecisionResult, language: Language): Html {
  const t = CHECK[language];
  const { vendor, event_type, decided_at, fictional } = decision;
  const { license } = vendor;
  const city = vendor.city && displayName(vendor.city);
  const place = [city, vendor.county ? t.county({ name: vendor.county }) : null].filter(
    (part) => part !== null,
  );
  return html`<p class="kicker">${t.decided({ kind: EVENT_TYPES_NAMED[language][event_type], days: describeEventDays(eventDaysOf(decision), language), moment: renderZoned(decided_at, JURISDICTION_ZONE, language) })}</p>
<h1>${displayName(vendor.name)}</h1>
<p class="under">${vendor.aka ? t.formerly({ name: displayName(vendor.aka) }) : ''}<strong class="number">${license.number}</strong> · ${licenseKindText(license, language)}${place.length > 0 ? ` · ${place.join(', ')}` : ''}</p>
${fictional ? html`<p class="fictional">${t.fictional}</p>` : ''}`;
}

function eventDaysOf({ event_date: first, event_last_date: last }: DecisionResult) {
  return { first, last: last ?? first };
}

function renderVerdict(decision: DecisionResult, language: Language): Html {
  const { as_of, data_as_of, records_old: old } = decision;
  const t = CHECK[language];
  const verdict = shownVerdict(decision);
  const { tone } = VERDICTS[verdict];
  return html`<section class="verdict tone-${toneInAge(tone, old)}" aria-label="${t.verdict}">
${renderVerdictStamp(verdict, language)}
<div>${old ? html`<p class="meaning">${t.old({ strong, age: describeRecordsAge(old, language) })}</p>` : ''}<p class="meaning">${MEANINGS[language][verdict]}</p>
<p class="small">${t.asOf({ day: renderDay(as_of, language), file: renderDay(data_as_of, language) })} ${SNAPSHOTS[language]}</p></div>
</section>`;
}

/** Renders what an organizer does next with the decision. */
function renderActions(
  { receipt, receipt_number: number, vendor }: DecisionResult,
  language: Language,
): Html {
  const t = CHECK[language];
  return html`<p class="actions no-print"><a class="button quiet" href="/v/${number}.pdf">${t.pdf}</a> <a href="/organizer/save-vendor?vendor=${vendor.id}">${t.save}</a> <a href="/verify?receipt=${encodeURIComponent(receipt)}">${t.verify}</a></p>`;
}

/**
 * Renders the receipt. On paper, the number and QR code lead back to this receipt. The full text allows
 * readers to verify it without us.
 */
function renderReceipt(decision: DecisionResult, language: Language): Html {
  const t = CHECK[language];
  const { receipt, receipt_number: number, receipt_url: url, policy_version } = decision;
  return html`<p>${t.proof}</p>
${renderReceiptNumber({ number, url, language })}
<details class="no-print"><summary>${t.text}</summary><label for="receipt">${t.copy}</label>
<textarea class="copyable" id="receipt" readonly rows="5" spellcheck="false">${receipt}</textarea>
<p class="small">${t.holds({ version: policy_version })}</p></details>`;
}
