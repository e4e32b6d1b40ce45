import { countNoun } from '../../../lib/text/text.ts';
import type { TodoCounts } from '../../../organizer/applications/inbox/todo.ts';
import type { EventStatus } from '../../../organizer/events/schemas.ts';
import type { EventOverview } from '../../../organizer/events/service.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { renderErrorSummary } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderEventFacts } from '../../public/events/event-facts.ts';
import { dayAddress } from '../applications/inbox-addresses.ts';
import { EVENT_STATUS_NAMES, renderTodoList } from './todo-names.ts';

/** Notices about the last action, by the key in the address. */
const DONE = new Map(
  Object.entries({
    created: 'Saved as a draft. Only you and your team can see it until you publish it.',
    saved: 'Saved.',
    published: 'Published. It is open to vendors now.',
    unpublished: 'Back to a draft. The public page is gone.',
    completed: 'Marked as completed.',
    cancelled: 'Canceled. We’re emailing everyone with an open application.',
  }),
);

/** Renders an event for its organizer, with the actions that are currently possible. */
export function renderOverview(
  options: SignedInFrame & {
    readonly overview: EventOverview;
    readonly baseUrl: string;
    readonly done?: string | null;
    /** The number of open tasks in the event's applications. */
    readonly todos: TodoCounts;
    /** The number of shortlisted vendors whose record is gone or whose verdict would be different today. */
    readonly shortlistChanged: number;
    /** The reason why the last action was not possible. */
    readonly refusal?: string;
  },
): Html {
  const { account, fictional, overview, baseUrl, refusal } = options;
  const { event } = overview;
  const done = doneText(options.done ?? '', overview);
  const applications = html`<section class="part"><h2>Applications</h2><div>${renderApplications(overview, options.todos, options.shortlistChanged)}</div></section>`;
  const main = html`<p class="kicker"><a href="/organizer">Your events</a></p>
<h1>${event.name}</h1>
<p class="under"><span class="mark tone-${event.status === 'Published' ? 'good' : 'none'}">${EVENT_STATUS_NAMES[event.status]}</span></p>
${event.access === 'owner' ? '' : html`<p class="under">Event of ${event.owner_name}. You are a ${event.access} in their team.</p>`}
${done === undefined ? '' : html`<p class="done" role="status">${done}</p>`}
${refusal === undefined ? '' : renderErrorSummary({ status: refusal })}
${event.status === 'Draft' ? '' : applications}
<section class="part"><h2 id="status">Status</h2><div>${renderStatus(overview, baseUrl)}</div></section>
${event.status === 'Draft' ? applications : ''}
<section class="part"><h2>Details</h2><div>${renderEventFacts(event)}
${renderEditLink(overview)}</div></section>
<section class="part"><h2>Questions</h2><div><p>${renderQuestionsLink(overview)}</p></div></section>
${renderMore(overview)}`;
  return renderPage({
    title: refusal === undefined ? event.name : `Error: ${event.name}`,
    description: event.name,
    current: '/organizer',
    account,
    fictional,
    main,
  });
}

/**
 * Returns the notice about an action. Outside the application window, it does not say that vendors can apply;
 * the status below it gives the reason.
 */
function doneText(step: string, { taking }: EventOverview): string | undefined {
  return step === 'published' && !taking.taking ? 'Published. Its page is public.' : DONE.get(step);
}

/** Renders the confirmation page for canceling an event. Canceling cannot be undone. */
export function renderCancel(
  options: SignedInFrame & { readonly overview: EventOverview; readonly refusal?: string },
): Html {
  const { account, fictional, overview, refusal } = options;
  const { event, cancelRefusal } = overview;
  const address = `/organizer/events/${event.id}`;
  const main = html`<p class="kicker"><a href="${address}">${event.name}</a></p>
<h1>${cancelRefusal === undefined ? 'Cancel this event?' : 'This event cannot be canceled'}</h1>
${refusal === undefined ? '' : renderErrorSummary({ cancel: refusal })}
${
  cancelRefusal === undefined
    ? html`<p class="lead">You can’t undo this. Open applications are canceled, too, and we email each of those vendors.</p>
<div class="actions" id="cancel"><form action="${address}/cancel" method="post"><button class="danger" type="submit">Cancel the event</button></form> <a href="${address}">Keep it</a></div>`
    : html`<p class="lead" id="cancel">${cancelRefusal}</p>
<p><a href="${address}">Back to the event</a></p>`
}`;
  const title = refusal === undefined ? `Cancel ${event.name}` : `Error: Cancel ${event.name}`;
  return renderPage({ title, description: title, current: '/organizer', account, fictional, main });
}

function renderStatus({ event, taking, next }: EventOverview, baseUrl: string): Html {
  const isPublic = event.status !== 'Draft';
  const publicAddress = `${baseUrl}/events/${event.id}`;
  const steps = next.filter((to) => to !== 'Cancelled');
  return html`<p><strong>${EVENT_STATUS_NAMES[event.status]}.</strong> ${taking.taking ? 'It is taking applications now.' : taking.text}</p>
${
  isPublic
    ? html`<p><a href="/events/${event.id}">View the public page</a></p>
<details class="no-print"><summary>Its address, to share</summary><textarea class="copyable" aria-label="Address of the public page" readonly rows="2" spellcheck="false">${publicAddress}</textarea></details>`
    : html`<p>The public page opens when you publish the event.</p>`
}
${
  steps.length === 0
    ? ''
    : html`<div class="actions no-print">${joinHtml(
        steps.map((to) => renderButton(event.id, to)),
        '\n',
      )}</div>`
}`;
}

function renderButton(id: string, to: EventStatus): Html {
  const post = (step: string, label: string, style: Html | '') =>
    html`<form action="/organizer/events/${id}/${step}" method="post"><button${style} type="submit">${label}</button></form>`;
  switch (to) {
    case 'Published':
      return post('publish', 'Publish', '');
    case 'Draft':
      return post('unpublish', 'Back to draft', html` class="quiet"`);
    case 'Completed':
      return post('complete', 'Mark as completed', '');
    case 'Cancelled':
      return html`<a href="/organizer/events/${id}/cancel">Cancel event</a>`;
  }
}

/** Renders the link for creating the next event, followed by the actions that cannot be undone. */
function renderMore({ event, next }: EventOverview): Html {
  if (event.access === 'viewer') return html``;
  const cancel = next.includes('Cancelled')
    ? html`<section class="part no-print"><h2>Cancel</h2><div>${renderButton(event.id, 'Cancelled')}</div></section>`
    : '';
  return html`<section class="part no-print"><h2>Next event</h2><div><p><a href="/organizer/events/${event.id}/copy">Copy this event</a>, once or as a series.</p></div></section>
${cancel}`;
}

function renderApplications({ event }: EventOverview, todos: TodoCounts, changed: number): Html {
  const address = `/organizer/events/${event.id}`;
  const received = event.applications_received;
  const hasVendors = event.spots_taken > 0;
  const day = [
    html`<a href="${address}/shortlist">Shortlisted vendors</a>${changed === 0 ? '' : html` (<strong>${changed === 1 ? 'the record of one of them' : `the records of ${changed} of them`} changed</strong>)`}`,
    hasVendors ? html`<a href="${dayAddress(event)}">Day-of list</a>` : undefined,
  ];
  const files = [
    html`<a href="${address}/compliance">Event file</a>`,
    hasVendors && REGULATOR.eventNotice !== undefined
      ? html`<a href="${address}/roster">Vendor list for ${REGULATOR.shortName}</a>`
      : undefined,
    html`<a href="${address}/applications.csv">Download as CSV</a>`,
  ];
  return html`<p>${received === 1 ? 'One application' : `${received} applications`} received; vendors approved: ${event.spots_taken}.</p>
<div class="actions"><a class="button" href="${address}/applications${todos.decide > 0 ? '?tab=decide' : ''}">${todos.decide > 0 ? `Decide ${countNoun(todos.decide, 'application')}` : 'Open the inbox'}</a></div>
${received === 0 ? '' : renderTodoList(event, todos)}
${renderLinks('For the day', day)}
${renderLinks('For your files', files)}`;
}

function renderLinks(name: string, links: readonly (Html | undefined)[]): Html {
  const shown = links.filter((link) => link !== undefined);
  if (shown.length === 0) return EMPTY_HTML;
  return html`<h3>${name}</h3>
<ul class="formats">${shown.map((link) => html`<li>${link}</li>`)}</ul>`;
}

function renderEditLink({ event, editRefusal }: EventOverview): Html {
  return editRefusal === undefined
    ? html`<p class="no-print"><a href="/organizer/events/${event.id}/edit">Edit the details</a></p>`
    : html`<p class="small">${editRefusal}</p>`;
}

function renderQuestionsLink({ event, editRefusal }: EventOverview): Html {
  const count = event.questions.length;
  const text = count === 1 ? 'One question' : `${count === 0 ? 'No' : count} questions`;
  const verb = editRefusal === undefined ? 'Edit the questions' : 'See the questions';
  return html`${text} for vendors. <a href="/organizer/events/${event.id}/questions">${verb}</a>`;
}
