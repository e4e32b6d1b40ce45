import { reasonName, verdictText } from '../../../decisions/decide/decision-words.ts';
import { DOCUMENT_NAMES } from '../../../decisions/decide/documents/document-messages.ts';
import { asksForRenewal } from '../../../decisions/decide/documents/required-documents.ts';
import { EVENT_TYPES_NAMED } from '../../../decisions/decide/messages.ts';
import { joinWords, type Language } from '../../../lib/language/language.ts';
import { describeDay, JURISDICTION_ZONE, jurisdictionDay } from '../../../lib/time/dates.ts';
import type { CheckedList, DecidedLine } from '../../../organizer/lists/checked-list.ts';
import { type ListLine, shownText } from '../../../organizer/lists/list-lines.ts';
import { KEPT_DAYS } from '../../../organizer/lists/service.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { VERDICTS } from '../../kit/decisions/decision-names.ts';
import { renderReasons } from '../../kit/decisions/reasons.ts';
import { renderVerdictMark } from '../../kit/decisions/verdict-stamp.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { renderDay, renderZoned } from '../../kit/render-dates.ts';
import { strong } from '../../kit/tags.ts';
import { expiryOf, type ListOrder, shownVerdictOf, sortDecided, VERDICT_ORDER } from './attention.ts';
import { CHECKED, OTHER_LINES, REVIEW } from './messages.ts';
import { openWords, otherLicenseFor, repeatedWords } from './open-words.ts';
import { typedLines } from './result-table.ts';
import { renderLineNumber, renderNotes, renderSpoilt, startLower } from './review-page.ts';

/**
 * Renders the checked list. Counts are at the top, followed by the vendors, with those that need attention
 * first. Lines without a decision are in a separate list.
 */
export function renderResult(options: {
  readonly list: CheckedList;
  /** The address of this page, without a query. */
  readonly address: string;
  /** The address for saving the list to an event. Saving requires signing in. */
  readonly saveAddress: string;
  readonly order: ListOrder;
  readonly fictional: boolean | undefined;
  readonly language: Language;
  readonly requiredDocuments: readonly string[];
}): Html {
  const { list, address, order, fictional, language } = options;
  const { decided, spoilt, eventType, eventDate } = list;
  const t = CHECKED[language];
  const main = html`<p class="kicker">${t.kicker({ kind: EVENT_TYPES_NAMED[language][eventType], day: describeDay(eventDate, language), moment: renderZoned(list.checkedAt, JURISDICTION_ZONE, language) })}</p>
<h1>${t.title({ count: decided.length })}</h1>
${renderTally(list, language)}
<p class="actions no-print"><a class="button" href="${address}/list.xlsx">${t.workbook}</a> <a class="button quiet" href="${address}/list.csv">${t.csv}</a> <a class="button quiet" href="${address}/evidence-pack.pdf">${t.pdf}</a> <a href="${address}/evidence-pack.pdf?pages=all">${t.pdfAll}</a> ${decided.length === 0 ? '' : html`<a href="${options.saveAddress}">${t.save}</a>`} <a href="/check/list">${REVIEW[language].another}</a></p>
<p class="small no-print">${t.kept({ days: KEPT_DAYS })}</p>
${renderOpen(list, language)}
${decided.length === 0 ? '' : html`<section class="part broad"><h2>${t.vendors}</h2><div>${renderOrder(address, order, language)}<ol class="checked rows">${sortDecided(decided, order).map((each) => renderDecided(each, eventDate, { today: jurisdictionDay(new Date(list.checkedAt)), language }))}</ol></div></section>`}
${decided.length === 0 ? '' : renderDocuments(options)}
${renderSpoilt(spoilt, language, (line) => repeatedWords(list, line, language))}`;
  return renderPage({
    title: t.title({ count: decided.length }),
    description: t.description,
    language,
    robots: 'noindex',
    fictional,
    current: '/check',
    main,
  });
}

function renderTally({ decided, open }: CheckedList, language: Language): Html {
  const t = CHECKED[language];
  const counts = VERDICT_ORDER.map((verdict) => ({
    verdict,
    count: decided.filter((each) => shownVerdictOf(each) === verdict).length,
  }));
  return html`<ul class="tally" aria-label="${t.tally}">${counts.map(
    ({ verdict, count }) =>
      html`<li class="tone-${VERDICTS[verdict].tone}"><strong>${count}</strong> <span aria-hidden="true">${VERDICTS[verdict].sign}</span> ${verdictText(verdict, language)}</li>`,
  )}<li>${t.countOpen({ strong, count: open.length })}</li></ul>`;
}

function renderOrder(address: string, order: ListOrder, language: Language): Html {
  const t = CHECKED[language];
  return html`<p class="no-print">${
    order === 'attention'
      ? html`<strong>${t.byAttention}</strong> · <a href="${address}?sort=name">${t.byName}</a>`
      : html`<a href="${address}">${t.byAttention}</a> · <strong>${t.byName}</strong>`
  }</p>`;
}

function renderDecided(
  decided: DecidedLine,
  eventDate: string,
  { today, language }: { readonly today: string; readonly language: Language },
): Html {
  const t = CHECKED[language];
  const { line, decision, told } = decided;
  const { vendor, reasons, receipt_number: receipt } = decision;
  const { number, expires_on: expiresOn } = vendor.license;
  const names = reasons.map(({ code }) => reasonName(code, language)).join(', ');
  return html`<li><h3>${renderVerdictMark(shownVerdictOf(decided), decision.records_old, language)} <a href="/vendor/${vendor.id}">${displayName(vendor.name)}</a></h3>
<p>${number}${vendor.city ? ` · ${displayName(vendor.city)}` : ''} · ${renderExpiry(expiresOn, expiryOf(expiresOn, eventDate, today), language)}</p>
<details><summary><span class="visually-hidden">${displayName(vendor.name)}: </span>${names}</summary>${renderRecordNote(reasons, told, language)}
<p>${t.receipt} <a class="code" href="/v/${receipt}">${receipt}</a></p><p class="small">${REVIEW[language].line({ line: line.line })}: ${shownText(line)}</p></details>${renderNotes(line, language)}</li>`;
}

function renderExpiry(
  expiresOn: string | null,
  expiry: ReturnType<typeof expiryOf>,
  language: Language,
): Html {
  const t = CHECKED[language];
  const day = renderDay(expiresOn ?? '', language);
  switch (expiry) {
    case 'noExpiry':
      return html`${t.noExpiry}`;
    case 'expired':
      return html`${t.expired({ day })}`;
    case 'endsBefore':
      return html`${t.endsBefore({ day })}`;
    case 'runsPast':
      return html`${t.runsPast({ day })}`;
  }
}

/**
 * Renders the reasons in the reader's language if the list was checked in that language. Otherwise, the
 * reasons are in English, as signed.
 */
function renderRecordNote(
  signed: DecidedLine['decision']['reasons'],
  told: DecidedLine['told'],
  language: Language,
): Html {
  if (language === 'en') return renderReasons(signed);
  return told?.language === language
    ? renderReasons(told.reasons, language)
    : html`<div lang="en">${renderReasons(signed)}</div>`;
}

function renderOpen(list: CheckedList, language: Language): Html {
  const { open } = list;
  const t = CHECKED[language];
  if (open.length === 0) return EMPTY_HTML;
  return html`<section class="part"><h2>${t.open}</h2><div><p>${open.every(({ reason }) => reason === 'not_on_record') ? t.openNone : t.openUnknown} ${t.openNeither}</p>
<ol class="plain-list">${open.map(
    (each) =>
      html`<li>${renderLineNumber(each.line, language)} <strong>${shownText(each.line)}</strong><br>${openWords(each, language)}${renderOtherLicense(each.line, language)}${renderNotes(each.line, language)}</li>`,
  )}</ol>
${renderBackToChoices(list, language)}</div></section>`;
}

/**
 * Renders the documents to collect for a license type that is not in the records, with a link to an
 * explanation.
 */
function renderOtherLicense(line: ListLine, language: Language): Html {
  const other = otherLicenseFor(line, language);
  if (!other) return EMPTY_HTML;
  const t = OTHER_LINES[language];
  return html` ${t.collect({ documents: other.documents.map(startLower).join('; ') })} <a href="/other-licenses#${other.code}">${t.more}</a>`;
}

function renderDocuments({
  list,
  requiredDocuments,
  language,
}: {
  readonly list: CheckedList;
  readonly requiredDocuments: readonly string[];
  readonly language: Language;
}): Html {
  const t = CHECKED[language];
  const asked = list.decided.filter(({ decision }) => decision.verdict !== 'DECLINE');
  const renewing = asked.filter(({ decision }) => asksForRenewal(decision.reasons.map(({ code }) => code)));
  const vendors = joinWords(
    renewing.map(({ decision }) => displayName(decision.vendor.name)),
    language,
  );
  return html`<section class="part"><h2>${t.documents}</h2><div><p>${t.fromEach}</p><ul>${requiredDocuments.map((name) => html`<li>${name}</li>`)}</ul>
${renewing.length === 0 ? '' : html`<p>${t.renewed({ count: renewing.length, document: DOCUMENT_NAMES[language].renewed_license, vendors })}</p>`}
<p class="no-print"><a href="/checklists/${list.eventType}">${t.toPrint}</a></p></div></section>`;
}

/**
 * Renders the form that leads from a checked list back to the choices that were skipped. The form contains
 * the lines and choices from the previous step.
 */
function renderBackToChoices(list: CheckedList, language: Language): Html {
  const { decided, open, eventType, eventDate } = list;
  const t = CHECKED[language];
  const skipped = open.filter(({ reason }) => reason === 'not_chosen').length;
  if (skipped === 0) return EMPTY_HTML;
  const { rows, roles, titleLine } = list.own ?? typedLines(list);
  const choices = decided.map(
    ({ line, decision }) =>
      html`<input type="hidden" name="choice-${line.line}" value="${decision.vendor.id}">`,
  );
  return html`<form class="no-print" action="/check/list" method="post" novalidate>
<input type="hidden" name="table" value="${JSON.stringify(rows)}">${roles.map((role, index) => html`<input type="hidden" name="column-${index}" value="${role}">`)}${titleLine === null ? '' : html`<input type="hidden" name="titles" value="${titleLine}">`}
<input type="hidden" name="event_type" value="${eventType}"><input type="hidden" name="event_date" value="${eventDate}">${choices}
<p><button class="quiet" type="submit">${t.back({ count: skipped })}</button></p>
<p class="small">${t.backTold}</p>
</form>`;
}
