import { EVENT_TYPE_NAMES, requiredDocuments } from '../../../decisions/decision/documents.ts';
import { EVENT_TYPES } from '../../../decisions/decision/schemas.ts';
import { gradeText, reasonName, VERDICT_MEANINGS } from '../../../decisions/decision/words.ts';
import type { Claims } from '../../../decisions/receipts/schemas.ts';
import { JURISDICTION_ZONE } from '../../../lib/dates.ts';
import { shortNumberOf } from '../../../lib/short-number.ts';
import { numberWithLetters } from '../../../registry/licenses/number.ts';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { VERDICTS_GIVEN } from '../../../registry/vendors/filters.ts';
import { renderDay, renderZoned } from '../../kit/dates.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';

/** Everything a receipt says, field by field: what a person needs first, what programs compare behind a fold. */
export function renderClaims(claims: Claims): Html {
  const number = shortNumberOf(claims.jti);
  return html`${renderRows([
    ['Vendor', html`<strong>${claims.name}</strong>${claims.fictional ? ' (fictional: demo data)' : ''}`],
    ['License', html`${licenseText(claims)}`],
    ...renderExpiry(claims),
    ['Event', html`${eventTypeText(claims.event_type)}${renderEventDays(claims)}`],
    ['Verdict', html`<strong>${claims.verdict}</strong>${renderMeaning(claims.verdict)}`],
    ['Reasons', renderReasons(claims)],
    ...renderAskedDocuments(claims),
    ['Grade', html`${gradeText(claims.grade_status, claims.grade)}`],
    ['Decided', html`${renderIssued(claims.iat)}, as of ${renderDay(claims.as_of)}`],
    ['Records dated', renderDay(claims.data_as_of)],
    ['Issued by', html`${claims.iss}`],
    ['Receipt', html`<a class="number" href="/v/${number}">${number}</a>`],
  ])}
<details><summary>For comparing by program: rules, ID and fingerprint</summary>
${renderRows([
  [
    'Rules',
    html`Policy ${claims.policy_version} and scoring ${claims.score_version} of this service: <a href="/methodology">how both work</a>`,
  ],
  ['ID of the receipt', html`<span class="code">${claims.jti}</span>`],
  ['Fingerprint of the record', html`<span class="code">SHA-256 ${claims.record_sha256}</span>`],
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

/** As the decision asks for them, where it does not decline: they follow from the kind of event, and are not part of what was signed. */
function renderAskedDocuments({ verdict, event_type: type }: Claims): readonly Row[] {
  const eventType = EVENT_TYPES.find((each) => each === type);
  if (eventType === undefined || !VERDICTS_GIVEN.some((each) => each === verdict) || verdict === 'DECLINE')
    return [];
  const names = requiredDocuments(eventType).map(({ name }) => html`<li>${name}</li>`);
  return [
    [
      'Documents to collect',
      html`<ul>${joinHtml(names, '')}</ul><p class="small">By today’s <a href="/checklists/${eventType}">list for this kind of event</a>. The receipt signs the kind of event, not the list.</p>`,
    ],
  ];
}

/** Receipts of the first policy name no day. */
function renderEventDays({ event_date: first, event_last_date: last }: Claims): Html {
  if (first === undefined) return EMPTY_HTML;
  return last === undefined
    ? html`, on ${renderDay(first)}`
    : html`, from ${renderDay(first)} to ${renderDay(last)}`;
}

function renderIssued(seconds: number): Html {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? html`${seconds}` : renderZoned(date.toISOString(), JURISDICTION_ZONE);
}

/** Of receipts that were issued before they held it, it is not known. */
function renderExpiry({ license_expires_on: day }: Claims): (readonly [name: string, value: Html])[] {
  if (day === undefined) return [];
  return [['License expires', day === null ? html`Not on file` : renderDay(day)]];
}

function renderMeaning(verdict: string): Html {
  const known = Object.entries(VERDICT_MEANINGS).find(([each]) => each === verdict);
  return known ? html`<br>${known[1]}` : EMPTY_HTML;
}

/** The sentences that were signed; of earlier receipts the names of their codes. */
function renderReasons({ reasons, reason_codes: codes }: Claims): Html {
  const texts = reasons ?? codes.map((code) => reasonName(code));
  return html`<ul>${joinHtml(
    texts.map((text) => html`<li>${text}</li>`),
    '',
  )}</ul>`;
}

/** As on the license, as far as a receipt tells: two kinds of one type differ in their letters, and it names the type. */
function licenseText({ license_type: type, license_digits: digits }: Claims): string {
  const kind = REGULATOR.licenses.kindOfType(type);
  if (!kind) return `${digits}, license type ${type}`;
  const number = numberWithLetters(type, digits);
  return kind === 'caterer' ? `${number}, caterer` : `${digits}: food truck (${number}) or hot dog cart`;
}

/** An event type in words; one of another policy version as it is. */
export function eventTypeText(eventType: string): string {
  const known = EVENT_TYPES.find((each) => each === eventType);
  return known ? EVENT_TYPE_NAMES[known] : eventType;
}
