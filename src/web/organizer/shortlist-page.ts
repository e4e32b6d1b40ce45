import type { TeamEvent } from '../../ledger/events/stored-event.ts';
import type { CheckedList } from '../../ledger/lists/checked-list.ts';
import type { ShortlistedVendor } from '../../ledger/lists/shortlist-service.ts';
import { STATUS_NAMES } from '../kit/application-names.ts';
import { renderDay, renderZoned } from '../kit/dates.ts';
import { VERDICTS } from '../kit/decision-names.ts';
import { renderErrorSummary, renderSelect } from '../kit/fields.ts';
import { type Html, html, joinHtml } from '../kit/html.ts';
import { renderPage } from '../kit/page.ts';
import type { SignedInFrame } from '../kit/signed-in-frame.ts';

/** What was done just before, as the address says it. */
const DONE = new Map([
  ['saved', 'Saved. These vendors are on the list of this event.'],
  ['checked', 'Checked for the days of this event.'],
  ['removed', 'Removed from this list. Their receipts stay genuine.'],
]);

/** The vendors that an organizer keeps for an event. */
export function renderShortlist(
  options: SignedInFrame & {
    readonly event: TeamEvent;
    /** Of the event. */
    readonly lastDay: string;
    readonly vendors: readonly ShortlistedVendor[];
    readonly baseUrl: string;
    readonly done?: string | null;
    readonly refusal?: string | undefined;
  },
): Html {
  const { account, fictional, event, lastDay, baseUrl, refusal } = options;
  // What needs attention first.
  const vendors = options.vendors.toSorted((one, other) => orderOf(one) - orderOf(other));
  const done = DONE.get(options.done ?? '');
  const eventAddress = `/organizer/events/${event.id}`;
  const address = `${eventAddress}/shortlist`;
  const mayChange = event.access !== 'viewer';
  const count =
    vendors.length === 1 ? 'One vendor' : `${vendors.length === 0 ? 'No' : vendors.length} vendors`;
  const main = html`<p class="kicker"><a href="/organizer/events/${event.id}">${event.name}</a></p>
<h1>Shortlisted vendors</h1>
${done === undefined ? '' : html`<p class="done" role="status">${done}</p>`}
${refusal === undefined ? '' : renderErrorSummary({ shortlist: refusal })}
<p id="shortlist">${count} on this list. Only you and your team see it; it invites nobody by itself.</p>
${mayChange && vendors.length > 0 ? html`<form class="no-print" action="${address}/recheck" method="post"><button type="submit">Check all for this event’s days</button></form>` : ''}
<p class="no-print"><a href="/check/list">Check another list</a></p>
${event.status === 'Published' ? html`<p>Invite them to apply with this link: <a class="code" href="/events/${event.id}">${baseUrl}/events/${event.id}</a></p>` : html`<p>Once the event is published, its page has a link to invite them with.</p>`}
<ol class="checked">${vendors.map((each) => renderVendor(each, { address, eventAddress, mayChange, lastDay, timezone: event.timezone }))}</ol>`;
  const title = refusal === undefined ? `Shortlisted vendors: ${event.name}` : `Error: Shortlisted vendors`;
  return renderPage({ title, description: title, current: '/organizer', account, fictional, main });
}

function renderVendor(
  vendor: ShortlistedVendor,
  {
    address,
    eventAddress,
    mayChange,
    lastDay,
    timezone,
  }: {
    readonly address: string;
    readonly eventAddress: string;
    readonly mayChange: boolean;
    readonly lastDay: string;
    readonly timezone: string;
  },
): Html {
  const { sign, tone } = verdictOf(vendor.verdict);
  const typed = [vendor.typed_name, vendor.typed_number].filter(Boolean).join(' · ');
  return html`<li><h2 class="entry"><span class="mark tone-${tone}"><span aria-hidden="true">${sign}</span> ${vendor.verdict}</span> <a href="/vendor/${vendor.vendor_id}">${vendor.name}</a></h2>
<p>${vendor.license_number}${vendor.city === '' ? '' : ` · ${vendor.city}`} · decided ${renderZoned(vendor.decided_at, timezone)} for an event until ${renderDay(vendor.event_date)}, receipt <a class="code" href="/v/${vendor.receipt_number}">${vendor.receipt_number}</a></p>
${vendor.event_date === lastDay ? '' : html`<p><strong>Decided for ${renderDay(vendor.event_date)}, not for this event’s days: check again.</strong></p>`}
${renderApplied(vendor.applied, `${eventAddress}/applications`)}<p class="small">Added ${renderZoned(vendor.added_at, timezone)} by ${vendor.added_by}${typed === '' ? '' : `, as “${typed}”`}</p>
${mayChange ? html`<form class="no-print" action="${address}/${vendor.id}/remove" method="post"><button class="quiet" type="submit">Remove<span class="visually-hidden"> ${vendor.name}</span></button></form>` : ''}</li>`;
}

function renderApplied(applied: ShortlistedVendor['applied'], address: string): Html {
  const links = applied.map(
    ({ id, status, isUnclear }) =>
      html`<a href="${address}/${id}">${STATUS_NAMES[status]}</a>${isUnclear ? ' (its number is that of several licenses: look which)' : ''}`,
  );
  return html`<p>${links.length === 0 ? 'No application to this event with this license.' : html`Applied to this event: ${joinHtml(links, ', ')}`}</p>
`;
}

function orderOf({ verdict }: ShortlistedVendor): number {
  return ['DECLINE', 'REVIEW', 'CONDITIONAL', 'CLEAR'].indexOf(verdict);
}

function verdictOf(verdict: string): { sign: string; tone: string } {
  return Object.entries(VERDICTS).find(([name]) => name === verdict)?.[1] ?? VERDICTS.REVIEW;
}

/** Which event a checked list is saved to. */
export function renderSaveList(
  options: SignedInFrame & {
    readonly list: CheckedList;
    readonly token: string;
    readonly events: readonly TeamEvent[];
    readonly refusal?: string | undefined;
  },
): Html {
  const { account, fictional, list, token, events, refusal } = options;
  const count = list.decided.length === 1 ? 'One vendor' : `${list.decided.length} vendors`;
  const main = html`<p class="kicker"><a href="/check/list/${token}">The checked list</a></p>
<h1>Save to an event</h1>
${refusal === undefined ? '' : renderErrorSummary({ event: refusal })}
<p class="lead">${count} of this list will be shortlisted. Lines that were not decided are not saved.</p>
${
  events.length === 0
    ? html`<p id="event">You have no event that you can change and that is a draft or published. <a href="/organizer/events/new">Make one</a>, then come back to this list.</p>`
    : html`<form class="ask" action="/organizer/save-list" method="post"><input type="hidden" name="list" value="${token}">
${renderSelect({ name: 'event', label: 'Event', required: true, error: refusal, choices: events.map(({ id, name, status }) => ({ value: id, label: `${name} (${status})` })) })}
<p><button type="submit">Save these vendors</button></p></form>`
}`;
  const title = refusal === undefined ? 'Save to an event' : 'Error: Save to an event';
  return renderPage({ title, description: title, current: '/organizer', account, fictional, main });
}
