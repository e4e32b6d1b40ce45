import { verdictText } from '../../../decisions/decide/decision-words.ts';
import type { Verdict } from '../../../judgment/score/recommendation.ts';
import type { TeamEvent } from '../../../organizer/events/stored-event.ts';
import type { CheckedList } from '../../../organizer/lists/checked-list.ts';
import type { ShortlistedVendor } from '../../../organizer/shortlist/shortlist-service.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { VERDICTS_GIVEN } from '../../../records/record/filters.ts';
import { STATUS_NAMES } from '../../kit/applications/application-names.ts';
import { renderVerdictMark } from '../../kit/decisions/verdict-stamp.ts';
import { renderErrorSummary, renderInput, renderSelect } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay, renderZoned } from '../../kit/render-dates.ts';

/** Notices about the last action, by the key in the address. */
const DONE = new Map([
  ['created', 'The event is saved as a draft, and these vendors are on its list.'],
  ['saved', 'Saved. These vendors are on the list of this event.'],
  ['checked', 'Checked for the days of this event.'],
  ['invited', 'Invited. Each vendor gets one email for this event, and can stop invitations.'],
  ['removed', 'Removed from this list. Their receipts stay genuine.'],
]);

/** Renders the vendors on an event's shortlist. */
export function renderShortlist(
  options: SignedInFrame & {
    readonly event: TeamEvent;
    /** The event's last date. */
    readonly lastDay: string;
    readonly vendors: readonly ShortlistedVendor[];
    readonly baseUrl: string;
    readonly done?: string | null;
    readonly refusal?: string | undefined;
  },
): Html {
  const { account, fictional, event, lastDay, baseUrl, refusal } = options;
  // Sort vendors that need attention to the top.
  const vendors = options.vendors.toSorted((one, other) => orderOf(one) - orderOf(other));
  const others = vendors.filter((vendor) => vendor.event_date !== lastDay).length;
  const isMixed = others > 0 && others < vendors.length;
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
<p id="shortlist">${count} shortlisted. Only your team sees this. ${invitedText(vendors)}</p>
${mayChange && vendors.length > 0 ? html`<form class="no-print" action="${address}/recheck" method="post"><button type="submit">Check all for this event’s days</button></form>` : ''}
<p class="no-print"><a href="/check/list">Check another list</a></p>
${event.status === 'Published' ? html`<p>Invite them by email below, or with this link: <a class="code" href="/events/${event.id}">${baseUrl}/events/${event.id}</a></p>` : html`<p>Publish the event to invite them.</p>`}
${renderOtherDays(others, vendors.length)}
${renderSince(vendors)}
<ol class="checked rows">${vendors.map((each) => renderVendor(each, { address, eventAddress, mayChange, lastDay, isMixed, timezone: event.timezone }))}</ol>
${mayChange && event.status === 'Published' ? renderInvite(vendors, address) : EMPTY_HTML}`;
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
    isMixed,
    timezone,
  }: {
    readonly address: string;
    readonly eventAddress: string;
    readonly mayChange: boolean;
    readonly lastDay: string;
    /** True if the vendors were checked for different dates. */
    readonly isMixed: boolean;
    readonly timezone: string;
  },
): Html {
  const { since } = vendor;
  const name = displayName(vendor.name);
  const typed = [vendor.typed_name, vendor.typed_number].filter(Boolean).join(' · ');
  return html`<li><h2 class="entry">${renderVerdictMark(verdictOf(vendor.verdict))} ${since?.kind === 'gone' ? name : html`<a href="/vendor/${vendor.vendor_id}">${name}</a>`}</h2>
<p>${since === undefined ? '' : html`<strong>${sinceText(since)}</strong> · `}${vendor.license_number}${vendor.city === '' ? '' : ` · ${displayName(vendor.city)}`} · ${isMixed && vendor.event_date !== lastDay ? html`<strong>decided for ${renderDay(vendor.event_date)}</strong> · ` : ''}${vendor.invitedAt === undefined ? EMPTY_HTML : html`invited ${renderZoned(vendor.invitedAt, timezone)} · `}${renderApplied(vendor.applied, `${eventAddress}/applications`)}</p>
<details><summary>Receipt${mayChange ? ', remove' : ''}<span class="visually-hidden">: ${name}</span></summary>
<p>Decided ${renderZoned(vendor.decided_at, timezone)} for an event until ${renderDay(vendor.event_date)}, receipt <a class="code" href="/v/${vendor.receipt_number}">${vendor.receipt_number}</a></p>
<p class="small">Added ${renderZoned(vendor.added_at, timezone)} by ${vendor.added_by}${typed === '' ? '' : `, as “${typed}”`}</p>
${mayChange ? html`<form class="no-print" action="${address}/${vendor.id}/remove" method="post"><button class="quiet" type="submit">Remove<span class="visually-hidden"> ${name}</span></button></form>` : ''}</details></li>`;
}

function invitedText(vendors: readonly ShortlistedVendor[]): string {
  const invited = vendors.filter(({ invitedAt }) => invitedAt !== undefined).length;
  return invited === 0 ? 'No one has been invited yet.' : `${invited} of ${vendors.length} invited.`;
}

/**
 * Renders an email field for each vendor who has not been invited and has not applied. Known addresses are
 * filled in.
 */
function renderInvite(vendors: readonly ShortlistedVendor[], address: string): Html {
  const open = vendors.filter(
    ({ invitedAt, applied, verdict }) =>
      invitedAt === undefined && applied.length === 0 && verdict !== 'DECLINE',
  );
  if (open.length === 0) return EMPTY_HTML;
  const fields = open.map(({ id, name, knownEmail }) =>
    renderInput({
      name: `email-${id}`,
      label: displayName(name),
      value: knownEmail,
      type: 'email',
      autocomplete: 'off',
    }),
  );
  return html`<section class="part no-print" id="invite"><h2>Invite by email</h2><div><p>Each vendor gets one email with the event’s facts and the link to apply. Leave an address blank to skip that vendor.</p>
<form action="${address}/invite" method="post">${fields}<p class="actions"><button type="submit">Send invitations</button></p></form></div></section>`;
}

/** Renders one sentence about all vendors that were checked for a different date. */
function renderOtherDays(others: number, all: number): Html {
  if (others === 0) return EMPTY_HTML;
  const some = others === 1 ? 'One of them was' : `${others} of them were`;
  const which = others < all ? some : all === 1 ? 'It was' : 'All of them were';
  return html`<p><strong>${which} decided for another day than this event’s: check again.</strong></p>`;
}

/**
 * Renders changes to shortlisted vendors. Organizers do not get emails about vendors without a spot, so the
 * page shows the changes on every visit.
 */
function renderSince(vendors: readonly ShortlistedVendor[]): Html {
  const count = (kind: string) => vendors.filter(({ since }) => since?.kind === kind).length;
  const gone = count('gone');
  const other = count('other');
  const texts = [
    ...(gone === 0
      ? []
      : [
          `${gone === 1 ? 'One vendor is' : `${gone} vendors are`} no longer on record: what you see is the decision from before.`,
        ]),
    ...(other === 0
      ? []
      : [
          `${other === 1 ? 'One vendor' : `${other} vendors`} would be decided otherwise today for this event’s days: check again.`,
        ]),
  ];
  return texts.length === 0 ? EMPTY_HTML : html`<p><strong>${texts.join(' ')}</strong></p>`;
}

function sinceText(since: NonNullable<ShortlistedVendor['since']>): string {
  return since.kind === 'gone' ? 'no longer on record' : `today: ${verdictText(since.verdict)}`;
}

function renderApplied(applied: ShortlistedVendor['applied'], address: string): Html {
  const links = applied.map(
    ({ id, status, isUnclear }) =>
      html`<a href="${address}/${id}">${STATUS_NAMES[status]}</a>${isUnclear ? ' (its number is that of several licenses: look which)' : ''}`,
  );
  return links.length === 0
    ? html`no application with this license`
    : html`applied to this event: ${joinHtml(links, ', ')}`;
}

/**
 * Returns the sort position, based on the filed verdict or today's, whichever is worse. A vendor without a
 * record comes first.
 */
function orderOf({ verdict, since }: ShortlistedVendor): number {
  const order = ['DECLINE', 'REVIEW', 'CONDITIONAL', 'CLEAR'];
  if (since?.kind === 'gone') return -1;
  return Math.min(order.indexOf(verdict), order.indexOf(since?.verdict ?? verdict));
}

function verdictOf(text: string): Verdict {
  return VERDICTS_GIVEN.find((each) => each === text) ?? 'REVIEW';
}

/** Renders a choice of events to save a checked list to. */
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
    ? html`<p id="event">You have no event that you can change and that is a draft or published.</p>`
    : html`<form class="ask" action="/organizer/save-list" method="post"><input type="hidden" name="list" value="${token}">
${renderSelect({ name: 'event', label: 'Event', required: true, error: refusal, choices: events.map(({ id, name, status }) => ({ value: id, label: `${name} (${status})` })) })}
<p><button type="submit">Save these vendors</button></p></form>`
}
<p class="actions"><a class="button${events.length === 0 ? '' : ' quiet'}" href="/organizer/events/new?${new URLSearchParams({ list: token }).toString()}">Make a new event for this list</a></p>`;
  const title = refusal === undefined ? 'Save to an event' : 'Error: Save to an event';
  return renderPage({ title, description: title, current: '/organizer', account, fictional, main });
}
