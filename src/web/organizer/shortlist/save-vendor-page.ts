import type { TeamEvent } from '../../../organizer/events/stored-event.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { renderErrorSummary, renderSelect } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../../kit/html.ts';

/** Renders a choice of upcoming events to save a vendor to. */
export function renderSaveVendor(
  options: SignedInFrame & {
    readonly vendor: { readonly id: string; readonly name: string; readonly license_number: string };
    readonly events: readonly TeamEvent[];
    readonly refusal?: string | undefined;
  },
): Html {
  const { account, fictional, vendor, events, refusal } = options;
  const name = displayName(vendor.name);
  const form = html`<form class="ask" action="/organizer/save-vendor" method="post"><input type="hidden" name="vendor" value="${vendor.id}">
${renderSelect({ name: 'event', label: 'Event', required: true, error: refusal, choices: events.map(({ id, name: event, status }) => ({ value: id, label: `${event} (${status})` })) })}
<p><button type="submit">Save this vendor</button></p></form>`;
  const main = html`<p class="kicker"><a href="/vendor/${vendor.id}">${name}</a></p>
<h1>Save to an event</h1>
${refusal === undefined ? '' : renderErrorSummary({ event: refusal })}
<p class="lead"><strong>${name}</strong> (${vendor.license_number}) will be shortlisted, with a check for the event’s own days.</p>
${events.length === 0 ? html`<p id="event">You have no upcoming event that you can change.</p><p class="actions"><a class="button" href="/organizer/events/new">Make an event</a></p>` : form}`;
  const title = refusal === undefined ? `Save to an event: ${name}` : 'Error: Save to an event';
  return renderPage({ title, description: title, current: '/organizer', account, fictional, main });
}
