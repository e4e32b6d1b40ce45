import {
  gradeText,
  reasonName,
  shownVerdict,
  verdictText,
} from '../../../decisions/decide/decision-words.ts';
import { documentsAfter } from '../../../decisions/decide/documents/required-documents.ts';
import { EVENT_TYPES_NAMED, MEANINGS } from '../../../decisions/decide/messages.ts';
import { EVENT_TYPES } from '../../../decisions/decide/schemas.ts';
import type { Claims } from '../../../decisions/receipts/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { shortNumberOf } from '../../../lib/text/short-number.ts';
import { JURISDICTION_ZONE } from '../../../lib/time/dates.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { VERDICTS_GIVEN } from '../../../records/record/filters.ts';
import { numberWithLetters } from '../../../regulator/licenses/number.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay, renderZoned } from '../../kit/render-dates.ts';
import { linkTo } from '../../kit/tags.ts';
import { CLAIMS } from './verify-messages.ts';

/**
 * Renders every claim in a receipt. The fields that people need come first, and the fields that programs
 * compare are collapsed. Set `hasNumber` to false on a page that already shows the receipt's number.
 */
export function renderClaims(claims: Claims, language: Language, hasNumber = true): Html {
  const t = CLAIMS[language];
  const number = shortNumberOf(claims.jti);
  const decided = { moment: renderIssued(claims.iat, language), day: renderDay(claims.as_of, language) };
  const rules = { policy: claims.policy_version, score: claims.score_version };
  return html`${renderRows([
    [t.vendor, html`<strong>${displayName(claims.name)}</strong>${claims.fictional ? t.fictional : ''}`],
    [t.license, html`${licenseText(claims, language)}`],
    ...renderExpiry(claims, language),
    [t.event, renderEvent(claims, language)],
    [
      t.verdict,
      html`<strong>${verdictText(shownVerdict(claims), language)}</strong>${renderMeaning(shownVerdict(claims), language)}`,
    ],
    [t.reasons, renderReasons(claims, language)],
    ...renderAskedDocuments(claims, language),
    [t.grade, html`${gradeText(claims.grade_status, claims.grade, language)}`],
    [t.decided, html`${t.decidedAsOf(decided)}`],
    [t.recordsDated, renderDay(claims.data_as_of, language)],
    [t.issuedBy, html`${claims.iss}`],
    ...(hasNumber
      ? [[t.receipt, html`<a class="number" href="/v/${number}">${number}</a>`] satisfies Row]
      : []),
  ])}
<details><summary>${t.forPrograms}</summary>
${renderRows([
  [t.rules, html`${t.rulesOf({ ...rules, link: linkTo('/methodology') })}`],
  [t.verdict, html`<span class="code">${claims.verdict}</span>`],
  [t.id, html`<span class="code">${claims.jti}</span>`],
  [t.fingerprint, html`<span class="code">SHA-256 ${claims.record_sha256}</span>`],
])}
</details>`;
}

type Row = readonly [name: string, value: Html];

function renderRows(rows: readonly Row[]): Html {
  return html`<dl class="ledger">
${joinHtml(
  rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`),
  '\n',
)}
</dl>`;
}

/**
 * Renders the documents that go with the decision, unless the decision is to decline. They depend on the
 * event type and are not part of the signed receipt.
 */
function renderAskedDocuments(
  { verdict, event_type: type, reason_codes: codes }: Claims,
  language: Language,
): readonly Row[] {
  const t = CLAIMS[language];
  const eventType = EVENT_TYPES.find((each) => each === type);
  if (eventType === undefined || !VERDICTS_GIVEN.some((each) => each === verdict) || verdict === 'DECLINE')
    return [];
  const names = documentsAfter(codes, eventType, language).map(({ name }) => html`<li>${name}</li>`);
  const told = t.documentsList({ link: linkTo(`/checklists/${eventType}`) });
  return [[t.documents, html`<ul>${joinHtml(names, '')}</ul><p class="small">${told}</p>`]];
}

/** Renders the event that the receipt is for, such as "Festival, on November 29, 2026". */
export function renderEvent(claims: Claims, language: Language): Html {
  return html`${eventTypeText(claims.event_type, language)}${renderEventDays(claims, language)}`;
}

/** Renders the event dates. Receipts issued under the first policy do not have any. */
function renderEventDays({ event_date: first, event_last_date: last }: Claims, language: Language): Html {
  const t = CLAIMS[language];
  if (first === undefined) return EMPTY_HTML;
  const day = renderDay(first, language);
  return html`${last === undefined ? t.onDay({ day }) : t.fromTo({ first: day, last: renderDay(last, language) })}`;
}

function renderIssued(seconds: number, language: Language): Html {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime())
    ? html`${seconds}`
    : renderZoned(date.toISOString(), JURISDICTION_ZONE, language);
}

/** Returns the row with the license's expiration date, or no row for older receipts, which lack this date. */
function renderExpiry({ license_expires_on: day }: Claims, language: Language): readonly Row[] {
  const t = CLAIMS[language];
  if (day === undefined) return [];
  return [[t.expires, day === null ? html`${t.notOnFile}` : renderDay(day, language)]];
}

function renderMeaning(verdict: string, language: Language): Html {
  const known = Object.entries(MEANINGS[language]).find(([each]) => each === verdict);
  return known ? html`<br>${known[1]}` : EMPTY_HTML;
}

/**
 * Renders the signed English sentences. For readers of another language, adds the names of the codes. Earlier
 * receipts have only the codes, so only their names are shown.
 */
function renderReasons({ reasons, reason_codes: codes }: Claims, language: Language): Html {
  const names = codes.map((code) => reasonName(code, language));
  if (reasons === undefined || language === 'en') return renderList(reasons ?? names);
  return html`${renderList(names)}<p class="small">${CLAIMS[language].signedInEnglish}</p><div lang="en">${renderList(reasons)}</div>`;
}

function renderList(texts: readonly string[]): Html {
  return html`<ul>${joinHtml(
    texts.map((text) => html`<li>${text}</li>`),
    '',
  )}</ul>`;
}

/**
 * Returns as much of the license number as the receipt contains. The receipt names the license type, but
 * licenses of the same type can have different letters.
 */
function licenseText({ license_type: type, license_digits: digits }: Claims, language: Language): string {
  const t = CLAIMS[language];
  const kind = REGULATOR.licenses.kindOfType(type);
  if (!kind) return t.otherType({ digits, type });
  return kind === 'caterer'
    ? t.caterer({ number: numberWithLetters(type, digits) })
    : t.truckOrCart({ digits });
}

/** Returns the name of an event type. A type from another policy version is returned unchanged. */
export function eventTypeText(eventType: string, language: Language): string {
  const known = EVENT_TYPES.find((each) => each === eventType);
  return known ? EVENT_TYPES_NAMED[language][known] : eventType;
}
