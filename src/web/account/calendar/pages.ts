import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderMoment } from '../../kit/render-dates.ts';

/**
 * Renders the state of the account's private calendar address, with forms to create, renew or turn off the
 * address.
 */
export function renderCalendar(
  frame: SignedInFrame,
  feed: { readonly made_at: string } | undefined,
  notice: string | undefined,
): Html {
  const main = html`<p class="kicker"><a href="/settings">Settings</a></p>
<h1>Calendar</h1>
<p class="lead">Your events and your teams’ events, in the calendar on your phone or computer.</p>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
<p>It shows when and where each event is, whether it is a draft or canceled, and how many spots are taken. It names no applicants. An event stays in it for 90 days after its end; of more than 500 events it has the earliest.</p>
${feed ? renderFeed(feed) : renderForm('', 'Make a calendar address')}`;
  return inFrame(frame, 'Calendar', main);
}

/** Renders a new calendar address, which is shown only once. */
export function renderNewFeed(frame: SignedInFrame, address: string): Html {
  const title = 'Your calendar address';
  const main = html`<p class="kicker"><a href="/settings/calendar">Calendar</a></p>
<h1>${title}</h1>
<p class="lead">Copy it now: we keep no copy that could be shown again.</p>
<div class="field"><label for="address">Calendar address</label>
<textarea class="copyable" id="address" readonly rows="3" spellcheck="false" autocomplete="off">${address}</textarea></div>
<p>In your calendar program, choose “subscribe to a calendar” or “add by address” and paste it there. The program then looks for changes by itself, some only once a day.</p>
<p>Anyone who has this address can read your calendar without signing in. If it leaks, make a new one or turn it off. The old one stops working immediately.</p>
<p class="actions"><a class="button" href="/settings/calendar">I have copied it</a></p>`;
  return inFrame(frame, title, main);
}

function renderFeed({ made_at }: { readonly made_at: string }): Html {
  return html`<p>Your calendar address was made ${renderMoment(made_at)}. We can’t show it again. With a new one, the old one stops working at once.</p>
${renderForm(made_at, 'Make a new address')}
<form class="actions" action="/settings/calendar/revoke" method="post"><button class="danger" type="submit">Switch it off</button></form>`;
}

function renderForm(version: string, label: string): Html {
  return html`<form class="actions" action="/settings/calendar" method="post"><input type="hidden" name="version" value="${version}"><button type="submit">${label}</button></form>`;
}

function inFrame({ account, fictional }: SignedInFrame, title: string, main: Html): Html {
  const description = 'Your events in your calendar program.';
  return renderPage({ title, description, fictional, account, current: '/settings', main });
}
