import { EVENT_TYPE_NAMES } from '../../../decisions/decide/documents/required-documents.ts';
import { countNoun } from '../../../lib/text/text.ts';
import type { ComplianceFile } from '../../../organizer/applications/application.ts';
import { holdsSpot, isOpen } from '../../../organizer/applications/decide/statuses.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import type { BookedHistory } from '../../../watch/booked/booked-change.ts';
import { NOT_ON_RECORD, STATUS_NAMES } from '../../kit/applications/application-names.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { countPages, isBeyond, rangeText, renderBeyond, renderPaging } from '../../kit/paging.ts';
import { renderDay, renderPeriod, renderZoned } from '../../kit/render-dates.ts';
import { renderRequirements } from '../../public/decisions/document-list.ts';
import { renderMark } from '../applications/application-standing.ts';
import { inboxAddress } from '../applications/inbox-addresses.ts';
import {
  type ComplianceEntry,
  countDocuments,
  documentsToCollect,
  licenseText,
  renderEntry,
  verdictToday,
} from './compliance-entry.ts';

/**
 * Renders the compliance file, for organizers to print and keep. A long file is split into numbered parts
 * with one page each, so that a printer never gets two thousand sheets in one job.
 */
export function renderCompliance(options: {
  readonly file: ComplianceFile;
  readonly account: { readonly name: string };
  readonly baseUrl: string;
  readonly madeAt: Date;
  readonly fictional: boolean | undefined;
  /** A sentence that confirms the last change. */
  readonly done?: string | undefined;
  /** Changes to the records of vendors with a spot, keyed by application. */
  readonly changed?: ReadonlyMap<string, BookedHistory>;
}): Html {
  const { changed = new Map() } = options;
  const { file, account, baseUrl, madeAt, fictional, done } = options;
  const { event, entries, page, pageSize } = file;
  const open = entries.filter(({ application }) => isOpen(application.status));
  const closed = entries.filter(({ application }) => !isOpen(application.status));
  const title = `Event file: ${event.name}${countPages(file) > 1 ? `, part ${page}` : ''}`;
  const addressOf = (part: number) => `${complianceAddress(event)}${part > 1 ? `?part=${part}` : ''}`;
  const groups = groupOpen(open, (page - 1) * pageSize + 1);
  const main = html`<p class="kicker"><a href="${inboxAddress(event)}">Applications</a> · ${EVENT_TYPE_NAMES[event.event_type]}</p>
<h1>${title}</h1>
${done === undefined ? '' : html`<p class="done no-print" role="status">${done}</p>`}
${renderCover(file, event.owner_name, madeAt)}
${open.length > 0 ? renderDownload(file) : ''}
${file.open > 0 ? renderFileAll(file) : NONE_OPEN}
${open.length > 0 ? html`<section class="part"><h2>In this ${countPages(file) > 1 ? 'part' : 'file'}</h2><div>${groups.map((group) => renderContents(group, event))}</div></section>` : ''}
${isBeyond(file) ? renderBeyond(file, addressOf) : ''}
${groups.map(
  ({ name, entries: listed }) => html`<h2 class="group no-print">${name}</h2>
${joinHtml(
  listed.map(({ entry, number }) =>
    renderEntry(entry, { event, number, baseUrl, changed: changed.get(entry.application.id) }),
  ),
  '\n',
)}
`,
)}
${closed.length > 0 ? renderClosed(closed) : ''}
${open.length > 0 ? renderAsked(open, event) : ''}
${renderPaging(file, addressOf)}`;
  return renderPage({ title, description: title, fictional, current: '/organizer', account, main });
}

/** The file lists only applications, so the vendors in a checked list do not appear here until they apply. */
const NONE_OPEN = html`<p class="lead">No application is open.</p>
<p class="no-print">This file lists applications only. Shortlisted vendors are in it once they apply. For a folder of vendors that have not applied, <a href="/check/list">check them as a list</a> and download its evidence pack.</p>`;

export function complianceAddress({ id }: Pick<StoredEvent, 'id'>): string {
  return `/organizer/events/${encodeURIComponent(id)}/compliance`;
}

function renderCover(file: ComplianceFile, organizer: string, madeAt: Date): Html {
  const { event, entries, page } = file;
  const place = [event.venue_name, event.address, event.city, event.county && `${event.county} County`];
  const dataAsOf = entries
    .map(({ application, decision }) => application.standing?.data_as_of ?? decision?.data_as_of ?? '')
    .reduce((newest, day) => (day > newest ? day : newest), '');
  return html`<dl class="ledger">
<div><dt>When</dt><dd>${renderPeriod(event.starts_at, event.ends_at, event.timezone)}</dd></div>
<div><dt>Place</dt><dd>${place.filter(Boolean).join(', ')}</dd></div>
<div><dt>Organizer</dt><dd>${organizer}</dd></div>
<div><dt>Made</dt><dd>${renderZoned(madeAt.toISOString(), event.timezone)}</dd></div>
${countPages(file) > 1 ? html`<div><dt>Part</dt><dd>${page} of ${countPages(file)}: applications ${rangeText(file)}. Vendors with a spot come first, then other open applications, then closed ones. The file is complete with all parts.</dd></div>` : ''}
${entries.length === 0 ? '' : html`<div><dt>Records through</dt><dd>${dataAsOf === '' ? NOT_ON_RECORD : renderDay(dataAsOf)}</dd></div>`}
</dl>`;
}

interface Group {
  readonly name: string;
  readonly entries: readonly { readonly entry: ComplianceEntry; readonly number: number }[];
}

/** Separates the vendors that have a spot from the applications that are still open. */
function groupOpen(open: readonly ComplianceEntry[], first: number): readonly Group[] {
  const numbered = open.map((entry, index) => ({ entry, number: first + index }));
  const takesPart = ({ entry }: (typeof numbered)[number]) => holdsSpot(entry.application.status);
  return [
    { name: 'Taking part', entries: numbered.filter(takesPart) },
    { name: 'Still open', entries: numbered.filter((each) => !takesPart(each)) },
  ].filter(({ entries }) => entries.length > 0);
}

function renderDownload(file: ComplianceFile): Html {
  const { event, page, unfiled } = file;
  const parts = countPages(file);
  const look = unfiled > 0 && event.access !== 'viewer' ? 'button quiet' : 'button';
  return html`<div class="actions no-print"><a class="${look}" href="${complianceAddress(event)}.pdf${page > 1 ? `?part=${page}` : ''}">Download ${parts > 1 ? 'this part' : 'the folder'} as PDF</a></div>`;
}

const COLUMNS = ['Vendor', 'Verdict', 'Status', 'Filed', 'Documents'] as const;

/**
 * Renders one group of the cover page. On paper, each vendor starts on a new page, so the cover page lists all
 * vendors and their open tasks.
 */
function renderContents({ name, entries }: Group, event: StoredEvent): Html {
  const [first, ...labels] = COLUMNS;
  const rows = entries.map(({ entry, number }) => {
    const { application, decision } = entry;
    const today = verdictToday(entry);
    const { done, required } = countDocuments(entry, event);
    const cells = [
      html`${renderMark(decision ?? application.standing)}${today === undefined ? '' : html` <strong>(${today})</strong>`}`,
      STATUS_NAMES[application.status],
      decision ? 'Yes' : html`<strong>Not yet</strong>`,
      `${done} of ${required}`,
    ];
    return html`<tr><th scope="row"><a href="#entry-${number}">${number}. ${application.business_name}</a> <span class="number small">${licenseText(application)}</span></th>${cells.map((value, index) => html`<td${index < 2 ? '' : html` data-label="${labels[index]}"`}>${value}</td>`)}</tr>`;
  });
  return html`<div class="wide" role="region" aria-label="${name}" tabindex="0"><table class="list stacked brief contents"><caption>${name}: ${entries.length}</caption>
<thead><tr><th scope="col">${first}</th>${labels.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>
${joinHtml(rows, '\n')}
</tbody></table></div>
`;
}

function renderFileAll({ event, open, unfiled, unfileable }: ComplianceFile): Html {
  if (event.access === 'viewer') return EMPTY_HTML;
  const count = [
    ...(unfiled + unfileable === 0 ? ['Each open application has a filed decision.'] : []),
    ...(unfiled === 0
      ? []
      : [`${unfiled.toLocaleString('en-US')} of ${countNoun(open, 'open application')} not filed yet.`]),
    ...(unfileable === 0
      ? []
      : [
          `${countNoun(unfileable, 'open application')} cannot be filed: the license number names no single vendor on record. Ask for a copy of the license.`,
        ]),
  ].join(' ');
  return html`<form class="no-print" action="${complianceAddress(event)}" method="post">
<p>${count} Filing makes a signed receipt for each vendor on record, from today’s records. Older receipts stay valid.</p>
<div class="actions"><button${unfiled > 0 ? '' : html` class="quiet"`} type="submit">File decisions for all now</button></div>
</form>`;
}

/** Explains, once for all vendors, what each listed document must show. */
function renderAsked(open: readonly ComplianceEntry[], event: StoredEvent): Html {
  const asked = new Map(
    open.flatMap((entry) => documentsToCollect(entry, event)).map((document) => [document.code, document]),
  );
  return html`<section class="part"><h2>What each document must show</h2><div><details><summary>${countNoun(asked.size, 'document')}</summary>${renderRequirements([...asked.values()])}</details></div></section>`;
}

function renderClosed(closed: readonly ComplianceEntry[]): Html {
  const items = closed.map(
    ({ application, decision }) =>
      html`<li>${application.business_name}, <span class="number">${licenseText(application)}</span>: ${STATUS_NAMES[application.status]}. ${decision ? html`Filed: ${renderMark(decision)}` : 'Not filed.'}</li>`,
  );
  return html`<section class="part"><h2>Not taking part</h2><div><ul>${joinHtml(items, '\n')}</ul></div></section>`;
}
