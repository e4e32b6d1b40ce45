import { countNoun } from '../../../lib/text/text.ts';
import type { QueuedDispute, QueuedReply } from '../../../owner/statements/statement.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../../kit/html.ts';
import { isBeyond } from '../../kit/paging.ts';
import { renderDay, renderMoment } from '../../kit/render-dates.ts';
import { renderLines } from '../../kit/render-lines.ts';
import { renderRow, renderSubject } from '../../owner/replies/disputes-page.ts';
import { pageQuery, type QueueState, renderDecision, renderEnd, renderQueue } from '../queue-page.ts';

/** Renders the replies that need a review, and the published replies that were reported. */
export function renderReplyQueue(
  frame: SignedInFrame,
  replies: readonly QueuedReply[],
  state: QueueState,
): Html {
  const entries = replies.map((reply) => renderReply(reply, state));
  return renderQueue(frame, 'Replies', state, [
    html`<p class="lead">Replies are published as the vendor’s own words. Check that a reply is about the record and harms no one, not that it is true.</p>`,
    ...entries,
    renderEnd(state.list, '/operator/replies'),
  ]);
}

/** Renders the disputes that need an answer, earliest due date first. */
export function renderDisputeQueue(
  frame: SignedInFrame,
  disputes: readonly QueuedDispute[],
  state: QueueState,
): Html {
  const entries = disputes.map((dispute) => renderDispute(dispute, state));
  return renderQueue(frame, 'Disputes', state, [
    isBeyond(state.list) ? html`` : html`<p>Open: ${countNoun(state.list.total, 'dispute')}.</p>`,
    html`<p class="lead">An answer changes no number and no grade. Upheld: your note appears next to the row. Dismissed: the mark goes away. Either way, we email the note to the vendor.</p>`,
    ...entries,
    renderEnd(state.list, '/operator/disputes'),
  ]);
}

function renderReply(reply: QueuedReply, { refused, list }: QueueState): Html {
  const { id, vendor_id, vendor_name, text, state, reports, replaces, created_at } = reply;
  const pending = state === 'pending';
  const about = pending
    ? 'Waits for us'
    : `Published, reported ${reports === 1 ? 'once' : `${reports} times`}`;
  return html`<section class="part" id="entry-${id}"><h2><a href="/vendor/${vendor_id}">${vendor_name}</a></h2><div>
<p class="small">${about}. Sent ${renderMoment(created_at)}.</p>
${renderLines(text)}
${replaces === null ? '' : html`<details><summary>It would replace</summary>${renderLines(replaces)}</details>`}
${renderDecision({
  action: `/operator/replies/${id}${pageQuery(list)}`,
  id,
  name: 'decision',
  refused,
  hint: pending
    ? 'Emailed to the vendor; required unless you publish.'
    : 'Emailed to the vendor; required to take it down.',
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
  action: `/operator/disputes/${id}${pageQuery(list)}`,
  id,
  name: 'outcome',
  refused,
  hint: 'Emailed to the vendor, and public if you uphold the dispute.',
  buttons: [
    ['upheld', 'Uphold', ''],
    ['dismissed', 'Dismiss', 'quiet'],
  ],
})}
</div></section>`;
}
