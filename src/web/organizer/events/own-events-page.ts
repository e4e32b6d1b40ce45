import { countNoun } from '../../../lib/text/text.ts';
import type { Waiting } from '../../../organizer/applications/inbox/todo.ts';
import { EVENT_STATUSES, type EventStatus } from '../../../organizer/events/schemas.ts';
import type { TeamEvent } from '../../../organizer/events/stored-event.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { type PageOf, rangeText, renderPlace } from '../../kit/paging.ts';
import { renderZoned } from '../../kit/render-dates.ts';
import { spotsText } from '../../public/events/event-facts.ts';
import { EVENT_STATUS_NAMES } from './todo-names.ts';

/** Renders the organizer's home page with all events, or with only the events that have a given status. */
export function renderOwnEvents(
  options: SignedInFrame & {
    readonly events: readonly TeamEvent[];
    readonly status: EventStatus | undefined;
    readonly list: PageOf;
    /** The number of pending items for each upcoming event. */
    readonly waiting: ReadonlyMap<string, Waiting>;
    /** The number of drafts that were just created by copying another event. */
    readonly copied?: number | undefined;
  },
): Html {
  const { account, fictional, events, status, list, waiting, copied } = options;
  const isNew = list.total === 0 && status === undefined;
  const addressOf = (page: number) => addressOfPage(status, page);
  const main = html`<h1>Your events</h1>
${copied === undefined ? '' : html`<p class="done" role="status">${countNoun(copied, 'draft')} made. Publish each when it is ready.</p>`}
${
  isNew
    ? renderWelcome()
    : html`<div class="actions no-print"><a class="button" href="/organizer/events/new">New event</a> <a href="/organizer/vendors">Your vendors</a></div>
${renderFilter(status)}
${list.total === 0 && status !== undefined ? html`<p>You have no event with the status “${EVENT_STATUS_NAMES[status]}”.</p>` : ''}
${events.length === 0 ? '' : renderTable(events, list, waiting)}
${renderPlace(list, addressOf)}`
}`;
  return renderPage({
    title: 'Your events',
    description: 'Your events',
    current: '/organizer',
    account,
    fictional,
    main,
  });
}

function renderWelcome(): Html {
  return html`<p class="lead">You have no event yet. It takes a few minutes:</p>
<ol>
<li>Describe the event: when, where, how many vendors fit. It stays a draft that only you see.</li>
<li>Add questions for vendors, if you have any.</li>
<li>Publish it. It then has a public page where vendors apply, and you see how each one stands with the state.</li>
</ol>
<div class="actions"><a class="button" href="/organizer/events/new">New event</a></div>`;
}

function renderFilter(status: EventStatus | undefined): Html {
  const links = [undefined, ...EVENT_STATUSES].map((each) => {
    return html`<a href="${addressOfPage(each, 1)}"${each === status ? html` aria-current="page"` : ''}>${each === undefined ? 'All' : EVENT_STATUS_NAMES[each]}</a>`;
  });
  return html`<nav class="tabs no-print" aria-label="Status"><ul>${links.map((link) => html`<li>${link}</li>`)}</ul></nav>`;
}

function addressOfPage(status: EventStatus | undefined, page: number): string {
  const query = new URLSearchParams();
  if (status !== undefined) query.set('status', status);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '/organizer' : `/organizer?${query}`;
}

function renderTable(
  events: readonly TeamEvent[],
  list: PageOf,
  waiting: ReadonlyMap<string, Waiting>,
): Html {
  return html`<div class="wide" tabindex="0" role="region" aria-label="Your events"><table class="list stacked brief"><caption>Events: ${rangeText(list)}</caption>
<thead><tr><th scope="col">Event</th><th scope="col">Starts</th><th scope="col">Place</th><th scope="col">Status</th><th scope="col" class="amount">Applications</th><th scope="col">Spots</th></tr></thead>
<tbody>
${joinHtml(
  events.map((event) => renderRow(event, waiting.get(event.id))),
  '\n',
)}
</tbody></table></div>`;
}

/** Renders the organizer's tasks as counts with links. */
function renderWaiting({ id, name }: TeamEvent, { decide, documents }: Waiting): Html {
  const link = (count: number, query: string, text: string) =>
    count === 0
      ? ''
      : html` <a class="flag" href="/organizer/events/${id}/applications?${query}">${count} ${text}<span class="visually-hidden">: ${name}</span></a>`;
  return html`${link(decide, 'tab=decide', 'to decide')}${link(documents, 'todo=documents', 'with documents to review')}`;
}

function renderRow(event: TeamEvent, waiting: Waiting | undefined): Html {
  const { id, name, status, applications_received: received } = event;
  const isPast = status === 'Completed' || status === 'Cancelled';
  const applications = html`<a href="/organizer/events/${id}/applications" aria-label="${received} applications for ${name}">${received}</a>`;
  return html`<tr${isPast ? html` class="past"` : ''}><th scope="row"><a href="/organizer/events/${id}">${name}</a>${waiting ? renderWaiting(event, waiting) : ''}${event.access === 'owner' ? '' : html`<br><span class="small">of ${event.owner_name}; you are a ${event.access}</span>`}</th><td>${renderZoned(event.starts_at, event.timezone)}</td><td>${event.venue_name}, ${event.city}</td><td>${EVENT_STATUS_NAMES[status]}</td><td class="amount" data-label="Applications">${applications}</td><td data-label="Spots">${spotsText(event)}</td></tr>`;
}
