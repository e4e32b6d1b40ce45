import { KEY_PREFIX } from '../../../accounts/api-keys/key.ts';
import { type ApiKey, NAME_LENGTH_MAX, type NewApiKey } from '../../../accounts/api-keys/service.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { renderErrorSummary, renderInput } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { type PageOf, plainAddress, rangeText, renderPlace } from '../../kit/paging.ts';
import { renderDay, renderMoment } from '../../kit/render-dates.ts';

/** The values that every page about API keys needs. */
export interface KeysFrame extends SignedInFrame {
  /** The last day on which the keys' API version works; undefined until that date is announced. */
  readonly endsOn: string | undefined;
}

export interface KeyListState {
  /** One page of the keys, active keys first. */
  readonly keys: readonly ApiKey[];
  readonly list: PageOf;
  /** Identifies the form, so that resubmitting the form does not create a second key. */
  readonly formId: string;
  readonly name?: string;
  readonly errors?: FieldErrors;
  /** A sentence that confirms the last change. */
  readonly notice?: string | undefined;
}

/** Renders a page of the account's API keys, and the form for a new key. */
export function renderKeyList(frame: KeysFrame, state: KeyListState): Html {
  const { keys, list, formId, name, errors = {}, notice } = state;
  const live = keys.filter((key) => key.revoked_at === null);
  const revoked = keys.filter((key) => key.revoked_at !== null);
  const main = html`<p class="kicker"><a href="/settings">Settings</a></p>
<h1>API keys</h1>
<p class="lead">A key lets a program read your events, their applications and vendor records. It can change nothing but your <a href="/settings/webhooks">webhooks</a>.</p>
${renderEnd(frame)}
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors)}
${list.total > keys.length ? html`<p class="small">Keys: ${rangeText(list)}, those in use first.</p>` : ''}
${list.page > 1 && live.length === 0 ? '' : html`<section class="part"><h2>Keys in use</h2><div>${renderLive(live)}</div></section>`}
<section class="part"><h2>New key</h2><div>
<form action="/settings/api-keys" method="post" novalidate>
<input type="hidden" name="form" value="${formId}">
${renderInput({
  name: 'name',
  label: 'Name',
  hint: 'What the key is for, such as “Website calendar”. Only you see it.',
  value: name,
  error: errors.name,
  required: true,
  attributes: { maxlength: NAME_LENGTH_MAX },
})}
<p class="actions"><button type="submit">Create a key</button></p>
</form></div></section>
${revoked.length === 0 ? '' : html`<section class="part"><h2>Revoked</h2><div>${renderRevoked(revoked)}</div></section>`}
${renderPlace(list, plainAddress('/settings/api-keys'))}
<p class="small">How to use a key: <a href="/docs">API</a>.</p>`;
  return inFrame(frame, errors.name === undefined ? 'API keys' : 'Error: API keys', main);
}

/** Renders a newly created key, which is shown only in this response. */
export function renderNewKey(frame: KeysFrame, made: NewApiKey, baseUrl: string): Html {
  const main = html`<p class="kicker"><a href="/settings/api-keys">API keys</a></p>
<h1>Your new key</h1>
<p class="done" role="status">“${made.name}” is ready. Copy it now: it is shown this once, and we keep no copy.</p>
<div class="field"><label for="key">API key</label>
<textarea class="copyable" id="key" readonly rows="2" spellcheck="false" autocomplete="off">${made.key}</textarea></div>
${renderEnd(frame)}
<h2>Try it</h2>
<pre tabindex="0"><code>${`curl -H "Authorization: Bearer ${made.key}" ${baseUrl}/api/v1/events`}</code></pre>
<p>Treat it like a password: keep it out of web pages and shared files. Anyone who has it can read what you can. If it leaks, revoke it.</p>
<p class="actions"><a class="button" href="/settings/api-keys">I have copied it</a></p>`;
  return inFrame(frame, 'Your new API key', main);
}

/** Renders the confirmation page for revoking a key, or a note that it is already revoked. */
export function renderRevoke(frame: KeysFrame, key: ApiKey): Html {
  const address = `/settings/api-keys/${key.id}/revoke`;
  const title = key.revoked_at === null ? `Revoke “${key.name}”?` : `“${key.name}” is revoked`;
  const question =
    key.revoked_at === null
      ? html`<p class="lead">Programs that use it are refused from their next request on. This cannot be undone; you can make another key.</p>
<form class="actions" action="${address}" method="post"><button class="danger" type="submit">Revoke this key</button> <a href="/settings/api-keys">Keep it</a></form>`
      : html`<p class="lead">It was revoked ${renderMoment(key.revoked_at)} and no longer works.</p>
<p><a href="/settings/api-keys">All keys</a></p>`;
  const main = html`<p class="kicker"><a href="/settings/api-keys">API keys</a></p>
<h1>${title}</h1>
<dl class="ledger"><div><dt>Key</dt><dd class="code">${KEY_PREFIX}${key.id}</dd></div>
<div><dt>Created</dt><dd>${renderMoment(key.created_at)}</dd></div>
<div><dt>Last used</dt><dd>${renderLastUse(key)}</dd></div></dl>
${question}`;
  return inFrame(frame, title, main);
}

function renderEnd({ endsOn }: KeysFrame): Html {
  if (endsOn === undefined) return EMPTY_HTML;
  return html`<p class="flag"><strong>Version v1 of the API ends.</strong> Its last day is ${renderDay(endsOn)}. Move your programs to what is described under <a href="/docs">API</a> before that.</p>`;
}

function renderLive(keys: readonly ApiKey[]): Html {
  if (keys.length === 0) return html`<p>None yet.</p>`;
  const rows = keys.map(
    (
      key,
    ) => html`<tr><th scope="row">${key.name}</th><td data-label="Key"><span class="code">${KEY_PREFIX}${key.id}</span></td>
<td data-label="Created">${renderMoment(key.created_at)}</td><td data-label="Last used">${renderLastUse(key)}</td>
<td><form action="/settings/api-keys/${key.id}/revoke" method="get"><button class="danger" type="submit">Revoke<span class="visually-hidden"> ${key.name}</span></button></form></td></tr>`,
  );
  return html`<div class="wide"><table class="list stacked"><caption class="visually-hidden">Keys in use</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col"><span class="visually-hidden">Revoke</span></th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>
<p class="small">We show only the public half. The secret was shown once, when you made the key.</p>`;
}

function renderRevoked(keys: readonly ApiKey[]): Html {
  const rows = keys.map(
    (
      key,
    ) => html`<tr><th scope="row">${key.name}</th><td data-label="Key"><span class="code">${KEY_PREFIX}${key.id}</span></td>
<td data-label="Created">${renderMoment(key.created_at)}</td><td data-label="Last used">${renderLastUse(key)}</td><td data-label="Revoked">${key.revoked_at === null ? '' : renderMoment(key.revoked_at)}</td></tr>`,
  );
  return html`<div class="wide"><table class="list stacked"><caption class="visually-hidden">Revoked keys</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col">Revoked</th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`;
}

function renderLastUse({ last_used_at }: ApiKey): Html {
  return last_used_at === null ? html`never` : renderMoment(last_used_at);
}

function inFrame({ account, fictional }: SignedInFrame, title: string, main: Html): Html {
  const description = 'Keys with which your programs read what your account may see.';
  return renderPage({ title, description, fictional, account, current: '/settings', main });
}
