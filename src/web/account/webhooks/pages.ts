import type { FieldErrors } from '../../../lib/field-errors.ts';
import { URL_LENGTH_MAX } from '../../../webhooks/endpoints/endpoint-address.ts';
import type {
  AttemptOutcome,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookState,
  WebhookWithSecret,
} from '../../../webhooks/endpoints/schemas.ts';
import { CHOSEN_TYPES, type WebhookType } from '../../../webhooks/messages/payloads.ts';
import { renderErrorSummary, renderInput } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderMoment } from '../../kit/render-dates.ts';

const LIST = '/settings/webhooks';

const TYPES: Readonly<Record<WebhookType, string>> = {
  'application.received': 'New applications',
  'application.changed': 'Applications that changed',
  'vendor.changed': 'Vendors whose record changed',
  'webhook.test': 'Tests',
};

const STATES: Readonly<Record<WebhookState, string>> = {
  on: 'On',
  off: 'Off',
  failing: 'Switched off: every message failed for five days',
  gone: 'Switched off: it answered 410',
};

const OUTCOMES: Readonly<Record<AttemptOutcome, string>> = {
  delivered: 'Delivered',
  refused: 'Refused',
  redirected: 'Redirected, which we don’t follow',
  gone: 'Gone',
  timeout: 'No answer within 10 seconds',
  connection: 'No connection',
  tls: 'No certificate that can be trusted',
  no_address: 'The name leads nowhere',
  refused_address: 'The name leads where we don’t send',
  unreadable_secret: 'Not sent: we can no longer read the secret. Make a new one',
};

const DELIVERY_STATES: Readonly<Record<WebhookDelivery['state'], string>> = {
  delivered: 'Delivered',
  waiting: 'Waiting',
  given_up: 'Given up',
};

interface WebhookListState {
  readonly webhooks: readonly Webhook[];
  readonly max: number;
  readonly url?: string;
  readonly errors?: FieldErrors;
  readonly notice?: string | undefined;
}

/** Renders all of an account's webhooks, and the form for a new webhook. */
export function renderWebhookList(frame: SignedInFrame, state: WebhookListState): Html {
  const { webhooks, max, url, errors = {}, notice } = state;
  const main = html`<p class="kicker"><a href="/settings">Settings</a></p>
<h1>Webhooks</h1>
<p class="lead">Get notified by HTTP when someone applies to your events, when an application’s status changes, and when the record of a vendor with a spot or a license you watch changes.</p>
${renderNotice(notice)}
${renderErrorSummary(errors)}
<section class="part"><h2>Your webhooks</h2><div>${webhooks.length === 0 ? html`<p>None yet.</p>` : renderTable(webhooks)}</div></section>
<section class="part"><h2>New webhook</h2><div>${webhooks.length >= max ? html`<p>There are ${max}, which is the most there can be. Delete one to add another.</p>` : renderForm(url, errors)}</div></section>
<p class="small">Messages are signed, have no names of people, and are sent again if your program does not answer. How to receive them: <a href="/docs/webhooks">Webhooks</a>.</p>`;
  return inFrame(frame, errors.url === undefined ? 'Webhooks' : 'Error: Webhooks', main);
}

/** Renders a webhook secret, which is shown only in this response. */
export function renderNewSecret(frame: SignedInFrame, made: WebhookWithSecret): Html {
  const title = made.earlier_secret_until === null ? 'Your new webhook' : 'The new secret';
  const until =
    made.earlier_secret_until === null
      ? EMPTY_HTML
      : html`<p>Until ${renderMoment(made.earlier_secret_until)} each message is signed with the old secret too. Replace it in your program before then.</p>`;
  const main = html`<p class="kicker"><a href="${LIST}">Webhooks</a></p>
<h1>${title}</h1>
<p class="done" role="status">Copy the secret now: it is shown this once.</p>
<div class="field"><label for="secret">Signing secret</label>
<textarea class="copyable" id="secret" readonly rows="2" spellcheck="false" autocomplete="off">${made.secret}</textarea></div>
${until}
<p>Your program checks with it that a message is from us and was not changed. Keep it like a password.</p>
<p class="actions"><a class="button" href="${LIST}/${made.id}">I have copied it</a></p>`;
  return inFrame(frame, title, main);
}

/** Renders a webhook with its forms and most recent messages. */
export function renderWebhook(
  frame: SignedInFrame,
  webhook: Webhook,
  {
    deliveries,
    notice,
  }: { readonly deliveries: readonly WebhookDelivery[]; readonly notice?: string | undefined },
): Html {
  const { id, url, state, types, created_at, failing_since, earlier_secret_until: until } = webhook;
  const place = `${LIST}/${id}`;
  const main = html`<p class="kicker"><a href="${LIST}">Webhooks</a></p>
<h1>${url}</h1>
${renderNotice(notice)}
<dl class="ledger"><div><dt>State</dt><dd>${STATES[state]}</dd></div>
<div><dt>Events sent</dt><dd>${typesText(types)}</dd></div>
<div><dt>Added</dt><dd>${renderMoment(created_at)}</dd></div>
${failing_since === null ? '' : html`<div><dt>Failing since</dt><dd>${renderMoment(failing_since)}</dd></div>`}
${until === null ? '' : html`<div><dt>The old secret signs until</dt><dd>${renderMoment(until)}</dd></div>`}</dl>
${state === 'on' ? renderOn(place) : renderOff(place)}
<section class="part"><h2>Messages</h2><div>${renderLog(place, state, deliveries)}</div></section>
<section class="part"><h2>Edit</h2><div><form action="${place}/change" method="post" novalidate>
${renderInput({ name: 'url', label: 'Address', hint: 'The secret stays. Messages not yet delivered go to the new address.', value: url, error: undefined, required: true, attributes: { maxlength: URL_LENGTH_MAX, inputmode: 'url' } })}
${renderTypes(types)}
<p class="actions"><button type="submit">Save</button></p></form></div></section>
<section class="part"><h2>New secret</h2><div><p>Each message is signed with both secrets for 24 hours.${until === null ? '' : ' The one before the present secret stops signing at once.'}</p>
<form class="actions" action="${place}/rotate" method="post"><input type="hidden" name="version" value="${until ?? ''}"><button class="quiet" type="submit">Make a new secret</button></form></div></section>
<section class="part"><h2>Delete</h2><div><p>Its messages go with it. You can’t undo this.</p>
<form class="actions" action="${place}/delete" method="post"><button class="danger" type="submit">Delete this webhook</button></form></div></section>`;
  return inFrame(frame, 'Webhook', main);
}

function renderOn(place: string): Html {
  return html`<div class="actions"><form action="${place}/test" method="post"><button class="quiet" type="submit">Send a test message</button></form>
<form action="${place}/disable" method="post"><button class="quiet" type="submit">Switch it off</button></form></div>
<p class="small">While it is off, nothing is sent to it or kept for it, and messages not yet delivered are dropped.</p>`;
}

function renderOff(place: string): Html {
  return html`<p>Nothing is sent to it or kept for it.</p>
<form class="actions" action="${place}/enable" method="post"><button class="quiet" type="submit">Switch it on</button></form>`;
}

function renderTable(webhooks: readonly Webhook[]): Html {
  const rows = webhooks.map(
    ({ id, url, state, types, failing_since }) =>
      html`<tr><th scope="row"><a class="code" href="${LIST}/${id}">${url}</a></th><td data-label="Events sent">${typesText(types)}</td><td data-label="State">${STATES[state]}${state === 'on' && failing_since !== null ? html`, failing since ${renderMoment(failing_since)}` : ''}</td></tr>`,
  );
  return html`<div class="wide" role="region" aria-label="Your webhooks" tabindex="0"><table class="list stacked"><caption class="visually-hidden">Your webhooks</caption>
<thead><tr><th scope="col">Address</th><th scope="col">Events sent</th><th scope="col">State</th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`;
}

function renderForm(url: string | undefined, errors: FieldErrors): Html {
  return html`<form action="${LIST}" method="post" novalidate>
${renderInput({
  name: 'url',
  label: 'Address',
  hint: 'Of your program, such as https://example.com/webhooks. It must be on the public internet.',
  value: url,
  error: errors.url,
  required: true,
  attributes: { maxlength: URL_LENGTH_MAX, inputmode: 'url' },
})}
${renderTypes(null)}
<p class="actions"><button type="submit">Add a webhook</button></p></form>`;
}

function typesText(types: Webhook['types']): string {
  return types === null ? 'Everything' : types.map((type) => TYPES[type]).join(', ');
}

function renderTypes(types: Webhook['types']): Html {
  const boxes = CHOSEN_TYPES.map(
    (type) =>
      html`<div class="choice"><input type="checkbox" id="${type}" name="types" value="${type}"${types === null || types.includes(type) ? html` checked` : ''}><label for="${type}">${TYPES[type]}</label></div>`,
  );
  return html`<fieldset class="field"><legend>Send a message for</legend><div class="choices">${joinHtml(boxes, '\n')}</div></fieldset>`;
}

function renderLog(place: string, state: WebhookState, deliveries: readonly WebhookDelivery[]): Html {
  if (deliveries.length === 0) return html`<p>None in the last 30 days.</p>`;
  const rows = deliveries.map((each) => renderDelivery(place, state, each));
  return html`<div class="wide" role="region" aria-label="Messages" tabindex="0"><table class="list stacked"><caption>The newest, at most 50; kept for 30 days</caption>
<thead><tr><th scope="col">Message</th><th scope="col">Happened</th><th scope="col">State</th><th scope="col">Attempts</th><th scope="col"><span class="visually-hidden">Send again</span></th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`;
}

function renderDelivery(place: string, webhookState: WebhookState, delivery: WebhookDelivery): Html {
  const { id, type, payload, created_at, state, next_attempt_at: next, attempts } = delivery;
  const again =
    state === 'waiting' || webhookState !== 'on'
      ? EMPTY_HTML
      : html`<form action="${place}/messages/${id}/replay" method="post"><button class="plain" type="submit">Send again<span class="visually-hidden"> ${type} of ${created_at}</span></button></form>`;
  return html`<tr><th scope="row"><details><summary class="code">${type}</summary><pre>${JSON.stringify(payload, null, 2)}</pre></details></th><td data-label="Happened">${renderMoment(created_at)}</td>
<td data-label="State">${DELIVERY_STATES[state]}${next === null ? '' : html`, next attempt ${renderMoment(next)}`}</td>
<td data-label="Attempts">${attempts.length === 0 ? 'None yet' : html`<ul class="plain">${joinHtml(attempts.map(renderAttempt), '')}</ul>`}</td><td>${again}</td></tr>`;
}

function renderAttempt({ made_at, outcome, status }: WebhookAttempt): Html {
  return html`<li>${renderMoment(made_at)}: ${OUTCOMES[outcome]}${status === null ? '' : ` (${status})`}</li>`;
}

function renderNotice(notice: string | undefined): Html {
  return notice === undefined ? EMPTY_HTML : html`<p class="done" role="status">${notice}</p>`;
}

function inFrame({ account, fictional }: SignedInFrame, title: string, main: Html): Html {
  const description = 'Addresses at which your programs get notified about your events.';
  return renderPage({ title, description, fictional, account, current: '/settings', main });
}
