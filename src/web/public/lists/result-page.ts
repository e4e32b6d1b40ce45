import { EVENT_TYPE_NAMES } from '../../../decisions/decision/documents.ts';
import { reasonName } from '../../../decisions/decision/words.ts';
import type { CheckedList, DecidedLine, OpenLine, OpenReason } from '../../../ledger/lists/checked-list.ts';
import { shownText } from '../../../ledger/lists/lines.ts';
import { KEPT_DAYS } from '../../../ledger/lists/service.ts';
import { describeDay, JURISDICTION_ZONE, jurisdictionDay } from '../../../lib/dates.ts';
import { renderDay, renderZoned } from '../../kit/dates.ts';
import { toneInAge, VERDICTS } from '../../kit/decision-names.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { renderReasons } from '../../kit/reasons.ts';
import { expiryText, type ListOrder, sortDecided, VERDICT_ORDER } from './attention.ts';
import { renderBackToChoices } from './back-form.ts';
import { renderNotes, renderSpoilt } from './review-page.ts';

/** The checked list: counts on top, then each vendor by what needs attention, and every line that was not decided apart. */
export function renderResult(options: {
  readonly list: CheckedList;
  /** Of this page, without a query. */
  readonly address: string;
  /** Where it is saved to an event, for whoever signs in. */
  readonly saveAddress: string;
  readonly order: ListOrder;
  readonly fictional: boolean | undefined;
  readonly requiredDocuments: readonly string[];
}): Html {
  const { list, address, order, fictional } = options;
  const { decided, spoilt, eventType, eventDate } = list;
  const main = html`<p class="kicker">${EVENT_TYPE_NAMES[eventType]} on ${describeDay(eventDate)} · checked ${renderZoned(list.checkedAt, JURISDICTION_ZONE)}</p>
<h1>${decided.length === 1 ? 'One vendor' : `${decided.length} vendors`} checked</h1>
${renderTally(list)}
<p class="actions no-print"><a class="button" href="${address}/list.csv">Download as CSV</a> <a class="button quiet" href="${address}/evidence-pack.pdf">Evidence pack (PDF)</a> ${decided.length === 0 ? '' : html`<a href="${options.saveAddress}">Save to an event</a>`} <a href="/check/list">Check another list</a></p>
<p class="small no-print">Saving to an event needs an account; signing in or up leads back to this list. This page is kept for ${KEPT_DAYS} days at its address; whoever has the address sees it. Opening it again decides nothing anew.</p>
${renderOpen(list)}
${decided.length === 0 ? '' : html`<section class="part broad"><h2>Vendors</h2><div>${renderOrder(address, order)}<ol class="checked rows">${sortDecided(decided, order).map((each) => renderDecided(each, eventDate, jurisdictionDay(new Date(list.checkedAt))))}</ol></div></section>`}
${decided.length === 0 ? '' : renderDocuments(options)}
${renderSpoilt(spoilt)}`;
  return renderPage({
    title: `${decided.length === 1 ? 'One vendor' : `${decided.length} vendors`} checked`,
    description: 'Verdicts on a list of vendors.',
    robots: 'noindex',
    fictional,
    current: '/check',
    main,
  });
}

function renderTally({ decided, open }: CheckedList): Html {
  const counts = VERDICT_ORDER.map((verdict) => ({
    verdict,
    count: decided.filter(({ decision }) => decision.verdict === verdict).length,
  }));
  return html`<ul class="tally" aria-label="Verdicts">${counts.map(
    ({ verdict, count }) =>
      html`<li class="tone-${VERDICTS[verdict].tone}"><strong>${count}</strong> <span aria-hidden="true">${VERDICTS[verdict].sign}</span> ${verdict}</li>`,
  )}<li><strong>${open.length}</strong> not decided</li></ul>`;
}

function renderOrder(address: string, order: ListOrder): Html {
  return html`<p class="no-print">${
    order === 'attention'
      ? html`<strong>What needs attention first</strong> · <a href="${address}?sort=name">By name</a>`
      : html`<a href="${address}">What needs attention first</a> · <strong>By name</strong>`
  }</p>`;
}

function renderDecided({ line, decision }: DecidedLine, eventDate: string, today: string): Html {
  const { vendor, verdict, reasons, receipt_number: receipt } = decision;
  const { sign, tone } = VERDICTS[verdict];
  const { number, expires_on: expiresOn } = vendor.license;
  const names = reasons.map(({ code }) => reasonName(code)).join(', ');
  return html`<li><h3><span class="mark tone-${toneInAge(tone, decision.records_old)}"><span aria-hidden="true">${sign}</span> ${verdict}</span> <a href="/vendor/${vendor.id}">${vendor.name}</a></h3>
<p>${number}${vendor.city ? ` · ${vendor.city}` : ''} · license ${expiresOn === null ? 'has ' : html`until ${renderDay(expiresOn)}: `}${expiryText(expiresOn, eventDate, today)}</p>
<details><summary><span class="visually-hidden">${vendor.name}: </span>${names}</summary>${renderReasons(reasons)}
<p>Receipt <a class="code" href="/v/${receipt}">${receipt}</a></p><p class="small">Line ${line.line}: ${shownText(line)}</p></details>${renderNotes(line)}</li>`;
}

const OPEN_WORDS: Readonly<Record<OpenReason, string>> = {
  not_on_record: 'Not on record: ask for the license number.',
  none_of_these: 'You said that it is none of the vendors found: ask for the license number.',
  not_chosen: 'It is not sure which vendor is meant, and none was chosen.',
};
/** Of a line that is a license number: asking for one would not help. */
const NUMBER_WORDS: Readonly<Record<OpenReason, string>> = {
  not_on_record:
    'No food truck or caterer on record has this license number: compare it with the license itself.',
  none_of_these:
    'No food truck or caterer on record has exactly this license number, and you said that it is none of those with nearly the same: compare it with the license itself.',
  not_chosen:
    'No food truck or caterer on record has exactly this license number. Some have nearly the same, and none was chosen: compare it with the license itself.',
};
const SHARED_WORDS: Readonly<Record<OpenReason, string>> = {
  ...NUMBER_WORDS,
  none_of_these:
    'Several licenses have this number, and you said that it is none of them: ask for its letters.',
  not_chosen: 'Several licenses have this number, and none was chosen: ask for its letters.',
};

function renderOpen(list: CheckedList): Html {
  const { open } = list;
  if (open.length === 0) return EMPTY_HTML;
  return html`<section class="part"><h2>Not decided</h2><div><p>${open.every(({ reason }) => reason === 'not_on_record') ? 'We found no vendor for these lines.' : 'We do not know which vendor these lines mean: we found none, or none was chosen.'} That is neither good nor bad.</p>
<ol class="plain-list">${open.map(
    (each) =>
      html`<li><span class="line-number">Line ${each.line.line}</span> <strong>${shownText(each.line)}</strong><br>${openWords(each)}${renderNotes(each.line)}</li>`,
  )}</ol>
${renderBackToChoices(list)}</div></section>`;
}

function renderDocuments({
  list,
  requiredDocuments,
}: {
  readonly list: CheckedList;
  readonly requiredDocuments: readonly string[];
}): Html {
  return html`<section class="part"><h2>Documents to collect</h2><div><p>From each of these vendors:</p><ul>${requiredDocuments.map((name) => html`<li>${name}</li>`)}</ul>
<p class="no-print"><a href="/checklists/${list.eventType}">What each must show, to print</a></p></div></section>`;
}

/** Why a line was not decided, and what to ask for. */
export function openWords({ reason, number }: OpenLine): string {
  if (number === undefined) return OPEN_WORDS[reason];
  return (number === 'shared' ? SHARED_WORDS : NUMBER_WORDS)[reason];
}
