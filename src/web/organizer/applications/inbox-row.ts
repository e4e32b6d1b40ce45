import { licenseKindText } from '../../../decisions/decide/decision-words.ts';
import { countNoun } from '../../../lib/text/text.ts';
import { toLocal } from '../../../lib/time/zoned-time.ts';
import type { InboxPage, InboxRow } from '../../../organizer/applications/application.ts';
import { isOpen } from '../../../organizer/applications/decide/statuses.ts';
import type { LastInspection } from '../../../organizer/applications/inbox/last-inspections.ts';
import { recordsOld } from '../../../registry/published-state/records-age.ts';
import type { BookedHistory } from '../../../watch/booked/noticed-change.ts';
import { DEPOSIT_NAMES, OUTCOME_NAMES, STATUS_NAMES } from '../../kit/applications/application-names.ts';
import { renderReasons } from '../../kit/decisions/reasons.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderShortDay } from '../../kit/render-dates.ts';
import { resultOf } from '../../public/record/record-texts.ts';
import { gradeWords, renderMark, scoreText } from './application-standing.ts';
import { renderChangedFlag } from './changes-since-booking.ts';
import { inboxAddress } from './inbox-addresses.ts';

/** One application in few lines: forty of them are compared on one page. */

export const COLUMNS = ['Business', 'Verdict and grade', 'Last inspections', 'Status'] as const;

export function renderRow(
  { event, inspections }: InboxPage,
  row: InboxRow,
  query: string,
  changed: BookedHistory | undefined,
): Html {
  const address = `${inboxAddress(event)}/${encodeURIComponent(row.id)}`;
  const link = query === '' ? address : `${address}?${query}`;
  const flags = [
    renderChangedFlag(changed),
    ...renderDocumentFlags(row, address),
    renderSameLicense(row),
    row.name_differs === null ? EMPTY_HTML : renderFlag(html`${row.name_differs}`),
  ];
  const [, ...names] = COLUMNS;
  const cells = [renderVerdict(row), renderInspections(row, inspections), renderStatus(row, event.timezone)];
  return html`<tr><th scope="row">${event.access === 'viewer' ? EMPTY_HTML : renderTick(row)}<a href="${link}">${row.business_name}</a>${renderLicense(row)}${flags}</th>${cells.map(
    (value, index) => html`<td data-label="${names[index]}">${value}</td>`,
  )}</tr>`;
}

/** What was seen goes along, so that nothing is done to an application that changed meanwhile. */
function renderTick({ id, status, outcome, business_name }: InboxRow): Html {
  const value = `${id}:${status}:${outcome ?? 'none'}`;
  return html`<input type="hidden" name="shown" value="${value}"><span class="tick no-print"><input type="checkbox" id="tick-${id}" name="chosen" value="${value}"><label for="tick-${id}"><span class="visually-hidden">Choose ${business_name}</span></label></span> `;
}

/** The way to the public record, under its name where the applicant gave another one. */
function renderLicense({ vendor, license_number, business_name }: InboxRow): Html {
  if (!vendor) return html`<span class="small">Given as <span class="number">${license_number}</span></span>`;
  const { license, name } = vendor;
  const isSame = name.toUpperCase() === business_name.trim().toUpperCase();
  return html`<span class="small"><a href="/vendor/${encodeURIComponent(vendor.id)}"><span class="number">${license.number}</span>${isSame ? html`<span class="visually-hidden">: the record of ${name}</span>` : html`: ${name}`}</a>, ${licenseKindText(license)}</span>`;
}

function renderVerdict(row: InboxRow): Html {
  const { standing, business_name } = row;
  if (!standing) return html`${renderMark(null)}<span class="small">No grade, no score</span>`;
  const score = row.service_score === null ? 'no score' : scoreText(row);
  const words = gradeWords(standing);
  const grade = standing.grade === null ? `Grade: ${words}; ${score}` : `Grade ${words}, ${score}`;
  return html`${renderMark(standing, recordsOld(standing.records_reach_to, standing.today))} <details class="why"><summary>Why<span class="visually-hidden">: ${business_name}</span></summary>${renderReasons(standing.reasons)}</details><span class="small">${grade}</span>`;
}

/** A visit that is not counted for the applicant must not look as if it were theirs. */
const WHOSE: Readonly<Record<LastInspection['owner'], string>> = {
  current: '',
  prior: ', under a prior owner',
  uncertain: ', owner uncertain',
};

function renderInspections({ vendor, standing }: InboxRow, inspections: InboxPage['inspections']): Html {
  if (!vendor) return html`<span class="small">Inspections unknown</span>`;
  const visits = inspections.get(vendor.id) ?? [];
  const isNotKnown = standing?.reasons.some(({ code }) => code === 'coverage_too_short');
  if (visits.length === 0)
    return html`<span class="small">${isNotKnown ? 'Inspections not known: files are missing here' : 'No inspection on file'}</span>`;
  return joinHtml(
    visits.map(
      (visit) =>
        html`<span class="small">${renderShortDay(visit.date)}: ${resultOf(visit).name}${WHOSE[visit.owner]}</span>`,
    ),
    '',
  );
}

/** Deposit and outcome only where there is one: most of a season there is neither. */
function renderStatus({ status, submitted_at, deposit_status, outcome }: InboxRow, zone: string): Html {
  const sent = renderShortDay(toLocal(submitted_at, zone).slice(0, 10));
  const deposit =
    deposit_status === 'not_required'
      ? ''
      : html`<span class="small">Deposit: ${DEPOSIT_NAMES[deposit_status]}</span>`;
  const came = outcome === null ? '' : html`<span class="small">Outcome: ${OUTCOME_NAMES[outcome]}</span>`;
  return html`${STATUS_NAMES[status]}<span class="small">Sent ${sent}</span>${deposit}${came}`;
}

/** What waits of the documents of an open application, with the way to them. */
function renderDocumentFlags(
  { status, documents, business_name }: InboxRow,
  address: string,
): readonly Html[] {
  if (!isOpen(status)) return [];
  const received = documents.filter(({ state }) => state === 'received').length;
  const waiting = html`<a href="${address}/documents">${countNoun(received, 'document')} to look at<span class="visually-hidden"> of ${business_name}</span></a>`;
  return [
    ...(received === 0 ? [] : [renderFlag(waiting)]),
    ...(documents.some(({ blocks_spot }) => blocks_spot)
      ? [renderFlag(html`Insurance ends before the event is over`)]
      : []),
  ];
}

/** Several open applications under one license are somebody's mistake, or two who use it. */
export function renderSameLicense({ same_license }: InboxRow): Html {
  if (same_license === 0) return EMPTY_HTML;
  const times = same_license === 1 ? 'once more' : `${same_license} more times`;
  return renderFlag(html`Also applied ${times} with this license`);
}

function renderFlag(text: Html): Html {
  return html` <span class="flag">${text}</span>`;
}
