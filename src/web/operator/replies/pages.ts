import type { QueuedDispute } from '../../../ledger/disputes/dispute.ts';
import type { QueuedReply } from '../../../ledger/replies/reply.ts';
import { NOTE_LENGTH_MAX } from '../../../ledger/replies/reply-text.ts';
import { renderDay, renderMoment } from '../../kit/dates.ts';
import { renderTextarea } from '../../kit/fields.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderLines } from '../../kit/lines.ts';
import { renderPage } from '../../kit/page.ts';
import { isBeyond, type PageOf, plainAddress, rangeText, renderPlace } from '../../kit/paging.ts';
import type { SignedInFrame } from '../../kit/signed-in-frame.ts';
import { renderRow, renderSubject } from '../../vendor/replies/disputes-page.ts';

/** What was just done; or which entry's form was refused, why, and with which note. */
export interface QueueState {
  readonly list: PageOf;
  readonly notice?: string | undefined;
  readonly refused?: { readonly id: string; readonly text: string; readonly note: string } | undefined;
}

/** Replies that wait to be read, and published ones that were reported. */
export function renderReplyQueue(
  frame: SignedInFrame,
  replies: readonly QueuedReply[],
  state: QueueState,
): Html {
  const entries = replies.map((reply) => renderReply(reply, state));
  return inFrame(frame, 'Replies', state, [
    html`<p class="lead">Published as the vendor’s own words: check that a reply is about the record and hurts nobody, not that it is true.</p>`,
    ...entries,
    renderEnd(state.list, '/operator/replies'),
  ]);
}

/** What waits in all, and the way to the rest of it. */
function renderEnd(list: PageOf, address: string): Html {
  if (list.total === 0) return html`<p>Nothing waits.</p>`;
  const shown = isBeyond(list) ? '' : html`<p class="small">Waiting: ${rangeText(list)}</p>`;
  return html`${shown}${renderPlace(list, plainAddress(address))}`;
}

/** Disputes that wait for an answer, what is due first above. */
export function renderDisputeQueue(
  frame: SignedInFrame,
  disputes: readonly QueuedDispute[],
  state: QueueState,
): Html {
  const entries = disputes.map((dispute) => renderDispute(dispute, state));
  return inFrame(frame, 'Disputes', state, [
    html`<p class="lead">An answer changes no number and no grade. Upheld: your note stands beside the row. Dismissed: the mark goes. Either way the note is mailed to the vendor.</p>`,
    ...entries,
    renderEnd(state.list, '/operator/disputes'),
  ]);
}

function renderReply(reply: QueuedReply, { refused, list }: QueueState): Html {
  const { id, vendor_id, vendor_name, text, state, reports, replaces, created_at } = reply;
  const pending = state === 'pending';
  const about = pending ? 'Waits for us' : `Published, reported ${reports} times`;
  return html`<section class="part" id="entry-${id}"><h2><a href="/vendor/${vendor_id}">${vendor_name}</a></h2><div>
<p class="small">${about}. Sent ${renderMoment(created_at)}.</p>
${renderLines(text)}
${replaces === null ? '' : html`<details><summary>It would replace</summary>${renderLines(replaces)}</details>`}
${renderDecision({
  ...{ action: `/operator/replies/${id}${pageQuery(list)}`, id, name: 'decision', refused },
  hint: pending
    ? 'Mailed to the vendor; needed unless you publish.'
    : 'Mailed to the vendor; needed to take it down.',
  buttons: pending
    ? [
        ['publish', 'Publish', ''],
        ['reject', 'Do not publish', 'danger'],
      ]
    : [
        ['keep', 'Keep it up', ''],
        ['take_down', 'Take it down', 'danger'],
      ],
})}
</div></section>`;
}

function renderDispute(dispute: QueuedDispute, { refused, list }: QueueState): Html {
  const { id, vendor_id, vendor_name, row, visit_id, text, told_regulator, due_on, created_at } = dispute;
  return html`<section class="part" id="entry-${id}"><h2><a href="/vendor/${vendor_id}">${vendor_name}</a></h2><div>
<p>${renderRow(row)}</p>
<p class="small">Visit ${visit_id}; about ${renderSubject(dispute)}. Opened ${renderMoment(created_at)}; to be answered by ${renderDay(due_on)}.</p>
<h3>What is wrong</h3>
${renderLines(text)}
<h3>What the regulator was told</h3>
${renderLines(told_regulator)}
${renderDecision({
  ...{ action: `/operator/disputes/${id}${pageQuery(list)}`, id, name: 'outcome', refused },
  hint: 'Mailed to the vendor, and public when you uphold the dispute.',
  buttons: [
    ['upheld', 'Uphold', ''],
    ['dismissed', 'Dismiss', 'quiet'],
  ],
})}
</div></section>`;
}

/** A form comes back to the page that it stands on. */
function pageQuery({ page }: PageOf): string {
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

/** The field's name carries the entry's id, so that no two on the page are the same. */
function renderDecision({ action, id, name, hint, buttons, refused }: Decision): Html {
  const mine = refused?.id === id ? refused : undefined;
  const rendered = buttons.map(
    ([value, label, tone]) =>
      html`<button ${tone === '' ? '' : html`class="${tone}" `}type="submit" name="${name}" value="${value}">${label}</button>`,
  );
  return html`<form action="${action}" method="post" novalidate>
${renderTextarea({
  ...{ name: `note-${id}`, label: 'Note', hint, value: mine?.note, error: mine?.text },
  ...{ rows: 3, maxLength: NOTE_LENGTH_MAX },
})}
<p class="actions">${joinHtml(rendered, ' ')}</p>
</form>`;
}

function inFrame(
  frame: SignedInFrame,
  title: string,
  { notice, refused }: QueueState,
  parts: readonly Html[],
): Html {
  const body = joinHtml(parts, '\n');
  const field = `note-${refused?.id}`;
  // What somebody else has decided meanwhile is not on the page any more.
  const text = body.toString().includes(`id="${field}"`)
    ? html`<a href="#${field}">${refused?.text ?? ''}</a>`
    : html`${refused?.text ?? ''}`;
  const errors = refused
    ? html`<div class="errors" role="alert"><h2>Please check one thing</h2><ul><li>${text}</li></ul></div>`
    : '';
  return renderPage({
    ...frame,
    title: refused ? `Error: ${title}` : title,
    description: 'For whoever runs this service.',
    current: '/operator',
    main: html`<p class="kicker"><a href="/operator">Operator</a></p>
<h1>${title}</h1>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${errors}
${body}`,
  });
}
