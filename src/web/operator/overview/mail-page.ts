import type { OutboxOverview, UnsentMail } from '../../../operators/email/outbox-overview-service.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageOf, plainAddress, rangeText, renderPlace } from '../../kit/paging.ts';
import { renderMoment } from '../../kit/render-dates.ts';
import { renderInFrame } from './overview-page.ts';
import { renderFacts, renderTable } from './overview-table.ts';
import { countText, maskAddress, showHidden } from './overview-texts.ts';

const MAIL = '/operator/mail';

/**
 * Renders the state of outgoing email, with a retry button next to each email that can be retried. Never
 * shows full addresses or email bodies.
 */
export function renderMail(
  frame: SignedInFrame,
  outbox: OutboxOverview,
  { page, pageSize, notice }: Omit<PageOf, 'total'> & { readonly notice: string | undefined },
): Html {
  const { waiting, failing, givenUp, sent, unsent } = outbox;
  const list = { page, pageSize, total: waiting + failing + givenUp };
  const columns = ['To', 'Subject', 'Queued', 'State', 'Last error', 'Again'];
  const caption = `Unsent: ${rangeText(list)}`;
  const content = html`${renderFacts([
    ['Waiting', html`${countText(waiting)}`],
    ['Failing', html`${countText(failing)}`],
    ['Given up', html`${countText(givenUp)}`],
    ['Sent today', html`${countText(sent)}`],
  ])}
<h2>Not sent</h2>
${list.total === 0 ? html`<p>Every mail is sent.</p>` : ''}
${unsent.length === 0 ? '' : renderTable({ caption, columns, rows: unsent.map(renderRow) })}
${renderPlace(list, plainAddress(MAIL))}
<p class="small">An email that was given up has been emptied, because it may contain a sign-in link. It can’t be sent again; the recipient can ask for a new one.</p>`;
  return renderInFrame(frame, { title: 'Email', part: MAIL, notice, content });
}

function renderRow(mail: UnsentMail): (Html | string)[] {
  const to = maskAddress(mail.recipient);
  return [
    html`${showHidden(to)}`,
    html`${showHidden(mail.subject)}`,
    renderMoment(mail.created_at),
    renderState(mail),
    html`${mail.last_error === null ? 'None' : showHidden(mail.last_error)}`,
    mail.has_body
      ? html`<form action="${MAIL}/${mail.id}/retry" method="post"><button class="plain" type="submit">Try now<span class="visually-hidden">: ${showHidden(mail.subject)} to ${showHidden(to)}</span></button></form>`
      : 'Emptied',
  ];
}

function renderState({ next_attempt_at, attempts }: UnsentMail): Html {
  const tries = attempts === 1 ? '1 try' : `${countText(attempts)} tries`;
  if (next_attempt_at === null) return html`Given up after ${tries}`;
  if (attempts === 0) return html`Waiting`;
  return html`Failing, ${tries}; again ${renderMoment(next_attempt_at)}`;
}
