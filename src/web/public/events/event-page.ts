import type { StoredEvent } from '../../../ledger/events/stored-event.ts';
import { type Html, html } from '../../kit/html.ts';
import { PAGE_HEADERS, renderPage } from '../../kit/page.ts';
import { type ApplyFormState, renderApplyForm } from './apply-form.ts';
import { renderEventFacts } from './event-facts.ts';

/** The one page with a script: this site's own, which looks up license numbers here. */
export const SCRIPTED_PAGE_HEADERS = {
  'content-security-policy': `${PAGE_HEADERS['content-security-policy']}; script-src 'self'`,
};

/** Below the facts: the form, or why there is none. */
export type ApplyPart =
  | { readonly kind: 'form'; readonly form: ApplyFormState }
  | { readonly kind: 'closed'; readonly text: string }
  /** An application was sent and came too late. */
  | { readonly kind: 'refused'; readonly text: string };

/** The public page of an event. */
export function renderEventPage(
  event: StoredEvent,
  part: ApplyPart,
  {
    fictional,
    baseUrl,
    isOver = false,
  }: { readonly fictional: boolean | undefined; readonly baseUrl: string; readonly isOver?: boolean },
): Html {
  const main = html`<h1>${event.name}</h1>
${renderEventFacts(event, isOver || event.status === 'Cancelled')}
${
  isOver || event.status === 'Cancelled'
    ? ''
    : html`<p><a href="/events/${event.id}.ics">Add to your calendar</a></p>
`
}<h2>${part.kind === 'closed' ? 'Applications' : 'Apply with your truck or catering business'}</h2>
${renderPart(event, part)}`;
  return renderPage({
    title: hasError(part) ? `Error: ${event.name}` : event.name,
    description: `${event.name}: when, where, and how to apply as a food vendor.`,
    canonical: `${baseUrl}/events/${event.id}`,
    image: `${baseUrl}/og/events/${event.id}.png`,
    fictional,
    main,
  });
}

/** After a form was taken. It says the same whether or not the same business had applied before. */
export function renderApplied(event: StoredEvent, fictional: boolean | undefined): Html {
  const title = 'Thank you for applying';
  const main = html`<p class="kicker">${event.name}</p>
<h1>${title}</h1>
<p class="lead">If this is your first application to this event with this license and e-mail address, a mail with a private link is on its way to you.</p>
<p>If you had applied already, that application stands as it was and no new mail is sent: use the link in the first mail, or ask the organizer.</p>
<p>Keep that link to yourself: with it you can follow your application, confirm your spot, or withdraw. The organizer’s answer comes by mail too.</p>
<p>No mail within the hour? Look among the unwanted mail, or send the form again with the right address.</p>
<p><a href="/events/${event.id}">Back to the event</a></p>`;
  return renderPage({ title, description: title, robots: 'noindex', fictional, main });
}

function renderPart(event: StoredEvent, part: ApplyPart): Html {
  switch (part.kind) {
    case 'form':
      return html`${renderApplyForm(event, part.form)}
<script type="module" src="/assets/apply.js"></script>`;
    case 'closed':
      return html`<p class="lead">${part.text}</p>`;
    case 'refused':
      return html`<div class="errors" role="alert"><p>Your application was not taken. ${part.text}</p></div>`;
  }
}

function hasError(part: ApplyPart): boolean {
  return part.kind === 'refused' || (part.kind === 'form' && Object.keys(part.form.errors).length > 0);
}
