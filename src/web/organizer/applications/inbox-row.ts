import { licenseKindText } from '../../../decisions/decide/decision-words.ts';
import { countNoun } from '../../../lib/text/text.ts';
import { toLocal } from '../../../lib/time/zoned-time.ts';
import type { InboxPage, InboxRow } from '../../../organizer/applications/application.ts';
import { asksReason } from '../../../organizer/applications/decide/against-verdict.ts';
import {
  holdsSpot,
  isOpen,
  nextStatuses,
  waitsForDecision,
} from '../../../organizer/applications/decide/statuses.ts';
import { recordsOld } from '../../../published-state/records-age.ts';
import type { OtherLicense, OtherLicenseCode } from '../../../regulator/source/other-license.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { BookedHistory } from '../../../watch/booked/booked-change.ts';
import { DEPOSIT_NAMES, OUTCOME_NAMES, STATUS_NAMES } from '../../kit/applications/application-names.ts';
import { renderReasons } from '../../kit/decisions/reasons.ts';
import { FOOD_NAMES } from '../../kit/food-messages.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { renderShortDay } from '../../kit/render-dates.ts';
import { renderMark } from './application-standing.ts';
import { renderChangedFlag } from './changes-since-booking.ts';
import { inboxAddress } from './inbox-addresses.ts';

/** One application in a few lines, so that organizers can compare forty on a page. */

export const COLUMNS = ['Business', 'Verdict', 'Documents and deposit', 'Status'] as const;

/** Options for rendering a row. */
interface RowOptions {
  /** The query that preserves the inbox view in links. */
  readonly query: string;
  readonly changed: BookedHistory | undefined;
  /** The action id for one-click approval; undefined if this member may not approve. */
  readonly actionId: string | undefined;
  readonly now: Date;
}

export function renderRow({ event }: InboxPage, row: InboxRow, options: RowOptions): Html {
  const { query, changed } = options;
  const address = `${inboxAddress(event)}/${encodeURIComponent(row.id)}`;
  const link = query === '' ? address : `${address}?${query}`;
  const flags = [
    renderChangedFlag(changed),
    renderSameLicense(row),
    row.name_differs === null ? EMPTY_HTML : renderFlag(html`${row.name_differs}`),
  ];
  const [, ...names] = COLUMNS;
  const cells = [
    renderVerdict(row),
    renderPapers(row, address, options),
    renderStatus(row, event, link, options),
  ];
  return html`<tr><th scope="row">${event.access === 'viewer' ? EMPTY_HTML : renderTick(row)}<a href="${link}">${row.business_name}</a>${renderFood(row)}${renderLicense(row)}${flags}</th>${cells.map(
    (value, index) => html`<td data-label="${names[index]}">${value}</td>`,
  )}</tr>`;
}

/**
 * Returns the state that the organizer sees. If an application changes before the form is submitted, the form
 * does not act on it.
 */
function seenValue({ id, status, outcome }: InboxRow): string {
  return `${id}:${status}:${outcome ?? 'none'}`;
}

function renderTick(row: InboxRow): Html {
  const { id, business_name } = row;
  const value = seenValue(row);
  return html`<input type="hidden" name="shown" value="${value}"><span class="tick no-print"><input type="checkbox" id="tick-${id}" name="chosen" value="${value}"><label for="tick-${id}"><span class="visually-hidden">Choose ${business_name}</span></label></span> `;
}

/** Returns the description of a license type that is not in the records. */
export function otherLicense(kind: OtherLicenseCode): OtherLicense {
  const found = REGULATOR.otherLicenses('en').find(({ code }) => code === kind);
  if (!found) throw new Error(`no words for the license kind ${kind}`);
  return found;
}

/** Returns what the vendor serves in the vendor's own words, or else the kind of food. */
export function foodText({ food, vendor }: Pick<InboxRow, 'food' | 'vendor'>): string {
  if (food === null) return vendor?.cuisine ?? '';
  return food.text === '' ? FOOD_NAMES.en[food.kind] : food.text;
}

function renderFood(row: InboxRow): Html {
  const text = foodText(row);
  return text === '' ? EMPTY_HTML : html`<span class="small">${text}</span>`;
}

/**
 * Renders the link to the public record. The link uses the record's name if the applicant gave a different
 * one.
 */
function renderLicense({ vendor, license_number, license_kind, business_name }: InboxRow): Html {
  if (license_kind !== null)
    return html`<span class="small">${otherLicense(license_kind).name}${license_number === '' ? '' : html`, <span class="number">${license_number}</span>`}</span>`;
  if (!vendor) return html`<span class="small">Given as <span class="number">${license_number}</span></span>`;
  const { license, name } = vendor;
  const isSame = name.toUpperCase() === business_name.trim().toUpperCase();
  return html`<span class="small"><a href="/vendor/${encodeURIComponent(vendor.id)}"><span class="number">${license.number}</span>${isSame ? html`<span class="visually-hidden">: the record of ${name}</span>` : html`: ${name}`}</a>, ${licenseKindText(license)}</span>`;
}

/**
 * Renders the verdict and its main reason in one sentence, and the grade if the sentence does not name it. The
 * other reasons are collapsed.
 */
function renderVerdict(row: InboxRow): Html {
  const { standing, business_name, license_kind } = row;
  if (license_kind !== null)
    return html`Not in our records<span class="small">Collect the documents for this kind of license</span>`;
  if (!standing) return html`${renderMark(null)}<span class="small">No grade</span>`;
  const [first, ...rest] = standing.reasons;
  const hasGrade = first !== undefined && /\bgrade\b/i.test(first.text);
  const grade = hasGrade
    ? EMPTY_HTML
    : html` <span class="small">${standing.grade === null ? 'No grade' : `Grade ${standing.grade}`}</span>`;
  const more =
    rest.length === 0
      ? EMPTY_HTML
      : html` <details class="why"><summary>${countNoun(rest.length, 'more reason')}<span class="visually-hidden">: ${business_name}</span></summary>${renderReasons(standing.reasons)}</details>`;
  return html`${renderMark(standing, recordsOld(standing.records_reach_to, standing.today))}${grade} <span class="sentence">${first?.text ?? ''}</span>${more}`;
}

/** Renders how many documents are finished, which are pending, and the deposit. */
function renderPapers(row: InboxRow, address: string, { actionId, query }: RowOptions): Html {
  const { id, status, documents, business_name, deposit_status } = row;
  const done = documents.filter(({ state }) => state === 'confirmed' || state === 'waived').length;
  const received = documents.filter(({ state }) => state === 'received').length;
  const whose = html`<span class="visually-hidden"> of ${business_name}</span>`;
  const count =
    documents.length === 0
      ? EMPTY_HTML
      : html`<a href="${address}/documents">Documents ${done}/${documents.length}${whose}</a>`;
  const waits =
    received === 0 || !isOpen(status)
      ? EMPTY_HTML
      : renderFlag(html`<a href="${address}/documents">${received} to review${whose}</a>`);
  const early =
    isOpen(status) && documents.some(({ blocks_spot }) => blocks_spot)
      ? renderFlag(html`Insurance ends before the event is over`)
      : EMPTY_HTML;
  const deposit =
    deposit_status === 'not_required'
      ? EMPTY_HTML
      : html`<span class="small">Deposit: ${DEPOSIT_NAMES[deposit_status]}</span>${holdsSpot(status) && deposit_status === 'due' && actionId !== undefined ? html`<button class="quiet no-print" type="submit" name="paid" value="${id}" formaction="${address.slice(0, address.lastIndexOf('/'))}/paid${query === '' ? '' : `?${query}`}">Mark as paid<span class="visually-hidden">: ${business_name}</span></button>` : EMPTY_HTML}`;
  return html`${count}${waits}${early}${deposit}`;
}

/**
 * Renders the status, the outcome if one has been recorded, and the next step: one click to approve, or the
 * application's page if the verdict requires a reason.
 */
function renderStatus(
  row: InboxRow,
  event: InboxPage['event'],
  link: string,
  { actionId, now, query }: RowOptions,
): Html {
  const { status, submitted_at, outcome, standing, business_name } = row;
  const sent = renderShortDay(toLocal(submitted_at, event.timezone).slice(0, 10));
  const came = outcome === null ? '' : html`<span class="small">Outcome: ${OUTCOME_NAMES[outcome]}</span>`;
  const mayApprove =
    actionId !== undefined &&
    nextStatuses(status, event, now).includes('approved') &&
    !asksReason('approved', standing?.verdict ?? 'unknown');
  const back = query === '' ? '' : `?${query}`;
  const approve = mayApprove
    ? html`<button class="quiet no-print" type="submit" name="approve" value="${actionId}:${seenValue(row)}" formaction="${inboxAddress(event)}/approve${back}">Approve<span class="visually-hidden"> ${business_name}</span></button>`
    : actionId !== undefined && waitsForDecision(status)
      ? html`<a class="button quiet no-print" href="${link}">Decide<span class="visually-hidden"> on ${business_name}</span></a>`
      : EMPTY_HTML;
  return html`${STATUS_NAMES[status]}<span class="small">Sent ${sent}</span>${came}${approve}`;
}

/**
 * Renders a note if several open applications have the same license. Either this is a mistake, or two people
 * use the license.
 */
export function renderSameLicense({ same_license }: InboxRow): Html {
  if (same_license === 0) return EMPTY_HTML;
  const times = same_license === 1 ? 'once more' : `${same_license} more times`;
  return renderFlag(html`Also applied ${times} with this license`);
}

function renderFlag(text: Html): Html {
  return html` <span class="flag">${text}</span>`;
}
