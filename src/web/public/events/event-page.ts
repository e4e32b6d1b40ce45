import type { Language } from '../../../lib/language/language.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderZoned } from '../../kit/render-dates.ts';
import { type ApplyFormState, renderApplyForm } from './apply-form.ts';
import { renderEventFacts } from './event-facts.ts';
import { EVENT_LIST, EVENT_PAGE } from './messages.ts';

/** The part below the facts: either the form or the reason why there is no form. */
export type ApplyPart =
  | { readonly kind: 'form'; readonly form: ApplyFormState }
  | { readonly kind: 'closed'; readonly text: string }
  /** The application was submitted too late. */
  | { readonly kind: 'refused'; readonly text: string };

/** Renders an event's public page. */
export function renderEventPage(
  event: StoredEvent,
  part: ApplyPart,
  {
    fictional,
    baseUrl,
    language,
    isOver = false,
  }: {
    readonly fictional: boolean | undefined;
    readonly baseUrl: string;
    readonly language: Language;
    readonly isOver?: boolean;
  },
): Html {
  const t = EVENT_PAGE[language];
  const main = html`<p class="kicker"><a href="/events">${t.all}</a></p>
<h1>${event.name}</h1>
${part.kind === 'form' ? renderHead(event, language) : ''}
${renderEventFacts(event, language, isOver || event.status === 'Cancelled')}
${
  isOver || event.status === 'Cancelled'
    ? ''
    : html`<p><a href="/events/${event.id}.ics">${t.addToCalendar}</a></p>
`
}<h2>${part.kind === 'closed' ? t.applications : t.apply}</h2>
${renderPart(event, part, language)}`;
  return renderPage({
    title: hasError(part) ? `Error: ${event.name}` : event.name,
    description: t.description({ name: event.name }),
    canonical: `${baseUrl}/events/${event.id}`,
    language,
    image: `${baseUrl}/og/events/${event.id}.png`,
    fictional,
    current: '/events',
    main,
  });
}

/** Renders the link to the form, with the spots that are left and the last moment to apply. */
function renderHead(event: StoredEvent, language: Language): Html {
  const { capacity, spots_left, applications_close_at: close, timezone } = event;
  const t = EVENT_LIST[language];
  const facts = [
    capacity === null ? '' : html`${t.spotsLeft({ left: spots_left ?? 0, capacity })}`,
    close === null ? '' : html`${t.applyBy({ moment: renderZoned(close, timezone, language) })}`,
  ].filter((each) => each !== '');
  return html`<p class="actions no-print"><a class="button" href="#apply">${EVENT_PAGE[language].jump}</a>${facts.length === 0 ? '' : html` <span>${joinHtml(facts, ' · ')}</span>`}</p>`;
}

/**
 * Renders the page shown after a form is accepted. The page is the same if the business had already applied.
 */
export function renderApplied(event: StoredEvent, fictional: boolean | undefined, language: Language): Html {
  const t = EVENT_PAGE[language];
  const title = t.thanks;
  const main = html`<p class="kicker">${event.name}</p>
<h1>${title}</h1>
<p class="lead">${t.first}</p>
<p>${t.again}</p>
<p>${t.keep}</p>
<p>${t.noMail}</p>
<p><a href="/events/${event.id}">${t.back}</a></p>`;
  return renderPage({ title, description: title, language, robots: 'noindex', fictional, main });
}

function renderPart(event: StoredEvent, part: ApplyPart, language: Language): Html {
  switch (part.kind) {
    case 'form':
      return html`${renderApplyForm(event, part.form, language)}
<script type="module" src="/assets/apply.js"></script>`;
    case 'closed':
      return html`<p class="lead">${part.text}</p>`;
    case 'refused':
      return html`<div class="errors" role="alert"><p>${EVENT_PAGE[language].notTaken({ reason: part.text })}</p></div>`;
  }
}

function hasError(part: ApplyPart): boolean {
  return part.kind === 'refused' || (part.kind === 'form' && Object.keys(part.form.errors).length > 0);
}
