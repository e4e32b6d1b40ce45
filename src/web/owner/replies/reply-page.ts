import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { OwnReply, Reply } from '../../../owner/statements/statement.ts';
import { REPLY_LENGTH_MAX } from '../../../owner/statements/statement-forms.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { renderErrorSummary, renderTextarea } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderMoment } from '../../kit/render-dates.ts';
import { renderLines } from '../../kit/render-lines.ts';
import { REPLY } from './messages.ts';

/** The text that was typed with its error, or the confirmation of the last action. */
export interface ReplyFormState {
  readonly typed?: Readonly<Record<string, string>>;
  readonly errors?: FieldErrors;
  readonly notice?: string | undefined;
}

/** Renders the page where vendors write, change and withdraw a reply to a record. */
export function renderReplyPage(
  frame: SignedInFrame,
  own: OwnReply,
  state: ReplyFormState,
  language: Language,
): Html {
  const { license, published, pending, rejected } = own;
  const { errors = {}, notice } = state;
  const t = REPLY[language];
  const text = state.typed?.text ?? pending?.text ?? rejected?.text ?? published?.text ?? '';
  const main = html`<p class="kicker"><a href="/settings/licenses">${t.licenses}</a> · ${displayName(license.vendor_name)}</p>
<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors, language)}
${published ? renderShown(t.shown, published, language) : ''}
${pending ? renderShown(t.waiting, pending, language) : ''}
${rejected ? renderRejected(rejected, language) : ''}
<section class="part"><h2>${published || pending ? t.change : t.write}</h2><div>
<form action="${addressOf(own)}" method="post" novalidate>
${renderTextarea({
  name: 'text',
  label: t.label,
  hint: t.hint({ max: REPLY_LENGTH_MAX }),
  value: text,
  error: errors.text,
  required: true,
  rows: 8,
  maxLength: REPLY_LENGTH_MAX,
})}
<p class="actions"><button type="submit">${t.send}</button></p>
</form>
${published ? html`<p class="small">${t.stays}</p>` : ''}
</div></section>
${published || pending ? renderWithdrawal(own, language) : ''}
<p><a href="/vendor/${license.vendor_id}">${t.record}</a></p>`;
  return renderPage({
    ...frame,
    language,
    title: Object.keys(errors).length > 0 ? `Error: ${t.title}` : t.title,
    description: t.description,
    current: '/settings/licenses',
    main,
  });
}

/** Returns the address of the page and of its form. */
export function addressOf({ license }: Pick<OwnReply, 'license'>): string {
  return `/settings/licenses/${license.claim_id}/reply`;
}

function renderShown(title: string, reply: Reply, language: Language): Html {
  const t = REPLY[language];
  const { published_at, created_at } = reply;
  const moment = renderMoment(published_at ?? created_at, language);
  return html`<section class="part"><h2>${title}</h2><div>
${renderLines(reply.text)}
<p class="small">${published_at === null ? t.sentAt({ moment }) : t.publishedAt({ moment })}</p>
</div></section>`;
}

function renderRejected(reply: Reply, language: Language): Html {
  const t = REPLY[language];
  return html`<section class="part"><h2>${t.rejected}</h2><div>
${renderLines(reply.text)}
<p><strong>${t.note}</strong></p>
${renderLines(reply.note)}
</div></section>`;
}

function renderWithdrawal(own: OwnReply, language: Language): Html {
  const t = REPLY[language];
  return html`<section class="part"><h2>${t.withdrawal}</h2><div>
<p>${t.withdrawalText}</p>
<form class="actions" action="${addressOf(own)}/withdraw" method="post"><button class="danger" type="submit">${t.withdraw}</button></form>
</div></section>`;
}
