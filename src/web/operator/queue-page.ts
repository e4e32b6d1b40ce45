import { NOTE_LENGTH_MAX } from '../../owner/statements/statement-forms.ts';
import { renderTextarea } from '../kit/forms/fields.ts';
import { renderPage } from '../kit/frame/render-page.ts';
import type { SignedInFrame } from '../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../kit/html.ts';
import { isBeyond, type PageOf, plainAddress, rangeText, renderPlace } from '../kit/paging.ts';

/** Parts shared by the pages where operators decide pending entries. Each entry has its own form. */

/**
 * Either the confirmation of the last decision, or the entry whose form was rejected. A rejected entry
 * includes the reason and the note that was typed.
 */
export interface QueueState {
  readonly list: PageOf;
  readonly notice?: string | undefined;
  readonly refused?: { readonly id: string; readonly text: string; readonly note: string } | undefined;
}

/** Returns the query that makes a form return to the same page of the list. */
export function pageQuery({ page }: PageOf): string {
  return page > 1 ? `?page=${page}` : '';
}

interface Decision {
  readonly action: string;
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly buttons: readonly (readonly [value: string, label: string, tone: '' | 'danger' | 'quiet'])[];
  readonly refused: QueueState['refused'];
}

/**
 * Renders the form for a decision. The field name includes the entry's id, so that it is unique on the page.
 */
export function renderDecision({ action, id, name, hint, buttons, refused }: Decision): Html {
  const mine = refused?.id === id ? refused : undefined;
  const rendered = buttons.map(
    ([value, label, tone]) =>
      html`<button ${tone === '' ? '' : html`class="${tone}" `}type="submit" name="${name}" value="${value}">${label}</button>`,
  );
  return html`<form action="${action}" method="post" novalidate>
${renderTextarea({
  name: `note-${id}`,
  label: 'Note',
  hint,
  value: mine?.note,
  error: mine?.text,
  rows: 3,
  maxLength: NOTE_LENGTH_MAX,
})}
<p class="actions">${joinHtml(rendered, ' ')}</p>
</form>`;
}

export function renderQueue(
  frame: SignedInFrame,
  title: string,
  { notice, refused }: QueueState,
  parts: readonly Html[],
): Html {
  const body = joinHtml(parts, '\n');
  const field = `note-${refused?.id}`;
  // The entry is no longer on the page if another operator has decided it in the meantime.
  const text = body.toString().includes(`id="${field}"`)
    ? html`<a href="#${field}">${refused?.text ?? ''}</a>`
    : html`${refused?.text ?? ''}`;
  const errors = refused
    ? html`<div class="errors" role="alert"><h2>Please check one thing</h2><ul><li>${text}</li></ul></div>`
    : '';
  return renderPage({
    ...frame,
    title: refused ? `Error: ${title}` : title,
    description: 'For the operator of this service.',
    current: '/operator',
    main: html`<p class="kicker"><a href="/operator">Operator</a></p>
<h1>${title}</h1>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${errors}
${body}`,
  });
}

/** Renders the total number of pending entries, and the paging links. */
export function renderEnd(list: PageOf, address: string): Html {
  if (list.total === 0) return html`<p>Nothing waits.</p>`;
  const shown = isBeyond(list) ? '' : html`<p class="small">Waiting: ${rangeText(list)}</p>`;
  return html`${shown}${renderPlace(list, plainAddress(address))}`;
}
