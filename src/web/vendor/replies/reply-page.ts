import type { OwnReply, Reply } from '../../../ledger/replies/reply.ts';
import { REPLY_LENGTH_MAX } from '../../../ledger/replies/reply-text.ts';
import type { FieldErrors } from '../../../lib/checked.ts';
import { renderMoment } from '../../kit/dates.ts';
import { renderErrorSummary, renderTextarea } from '../../kit/fields.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderLines } from '../../kit/lines.ts';
import { renderPage } from '../../kit/page.ts';
import type { SignedInFrame } from '../../kit/signed-in-frame.ts';

/** What was typed and what is wrong with it, or what was just done. */
export interface ReplyFormState {
  readonly typed?: Readonly<Record<string, string>>;
  readonly errors?: FieldErrors;
  readonly notice?: string | undefined;
}

/** Where a vendor writes, changes and withdraws the reply beside its record. */
export function renderReplyPage(frame: SignedInFrame, own: OwnReply, state: ReplyFormState): Html {
  const { license, published, pending, rejected } = own;
  const { errors = {}, notice } = state;
  const title = 'Your reply';
  const text = state.typed?.text ?? pending?.text ?? rejected?.text ?? published?.text ?? '';
  const main = html`<p class="kicker"><a href="/settings/licenses">Your licenses</a> · ${license.vendor_name}</p>
<h1>${title}</h1>
<p class="lead">A short reply of your own beside your public record. We read it before it is shown; it stands there as your words, not verified by us.</p>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors)}
${published ? renderShown('On your record now', published) : ''}
${pending ? renderShown('Waiting for us', pending) : ''}
${rejected ? renderRejected(rejected) : ''}
<section class="part"><h2>${published || pending ? 'Change it' : 'Write it'}</h2><div>
<form action="${addressOf(own)}" method="post" novalidate>
${renderTextarea({
  name: 'text',
  label: 'Reply',
  hint: `At most ${REPLY_LENGTH_MAX.toLocaleString('en-US')} characters, plain text. Addresses of web pages are not made into links.`,
  value: text,
  error: errors.text,
  required: true,
  rows: 8,
  maxLength: REPLY_LENGTH_MAX,
})}
<p class="actions"><button type="submit">Send for review</button></p>
</form>
${published ? html`<p class="small">What is on your record stays there until we have read the new text.</p>` : ''}
</div></section>
${published || pending ? renderWithdrawal(own) : ''}
<p><a href="/vendor/${license.vendor_id}">Your public record</a></p>`;
  return renderPage({
    ...frame,
    title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
    description: 'Your reply beside your public record.',
    current: '/settings/licenses',
    main,
  });
}

/** The address of the page and of its form. */
export function addressOf({ license }: Pick<OwnReply, 'license'>): string {
  return `/settings/licenses/${license.claim_id}/reply`;
}

function renderShown(title: string, reply: Reply): Html {
  return html`<section class="part"><h2>${title}</h2><div>
${renderLines(reply.text)}
<p class="small">${reply.published_at === null ? 'Sent' : 'Published'} ${renderMoment(reply.published_at ?? reply.created_at)}</p>
</div></section>`;
}

function renderRejected(reply: Reply): Html {
  return html`<section class="part"><h2>Not published</h2><div>
${renderLines(reply.text)}
<p><strong>Our note:</strong></p>
${renderLines(reply.note)}
</div></section>`;
}

function renderWithdrawal(own: OwnReply): Html {
  return html`<section class="part"><h2>Withdraw</h2><div>
<p>Takes your reply off your record, and back from us if it is waiting.</p>
<form class="actions" action="${addressOf(own)}/withdraw" method="post"><button class="danger" type="submit">Withdraw the reply</button></form>
</div></section>`;
}
