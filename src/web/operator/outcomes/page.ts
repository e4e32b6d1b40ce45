import type { QueuedContest } from '../../../ledger/reliability/service.ts';
import { NOTE_LENGTH_MAX } from '../../../ledger/replies/reply-text.ts';
import { renderContestWords } from '../../kit/contest-words.ts';
import { renderZoned } from '../../kit/dates.ts';
import { renderErrorSummary, renderTextarea } from '../../kit/fields.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { type PageOf, plainAddress, rangeText, renderPlace } from '../../kit/paging.ts';
import type { SignedInFrame } from '../../kit/signed-in-frame.ts';

export interface ContestQueueState {
  readonly list: PageOf;
  readonly notice?: string | undefined;
  readonly refused?: { readonly id: string; readonly text: string; readonly note: string } | undefined;
}

/** Contested outcomes that wait for a decision, what is due first above. */
export function renderContestQueue(
  frame: SignedInFrame,
  contests: readonly QueuedContest[],
  { list, notice, refused }: ContestQueueState,
): Html {
  const entries = contests.map((each) => renderEntry(each, list, refused));
  const isShown = contests.some(({ id }) => id === refused?.id);
  const errors = refused ? { [isShown ? noteField(refused.id) : 'outcomes']: refused.text } : {};
  return renderPage({
    ...frame,
    title: refused ? 'Error: Contested outcomes' : 'Contested outcomes',
    description: 'For whoever runs this service.',
    current: '/operator',
    main: html`<p class="kicker"><a href="/operator">Operator</a></p>
<h1 id="outcomes">Contested outcomes</h1>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors)}
<p class="lead">Uphold: the outcome does not count. Dismiss: it counts again where the other rules let it. Either way the note is mailed to vendor and organizer.</p>
${joinHtml(entries, '\n')}
${list.total === 0 ? html`<p>Nothing waits.</p>` : html`<p class="small">Waiting: ${rangeText(list)}</p>${renderPlace(list, plainAddress('/operator/outcomes'))}`}`,
  });
}

export function noteField(id: string): string {
  return `note-${id}`;
}

function renderEntry(contest: QueuedContest, list: PageOf, refused: ContestQueueState['refused']): Html {
  const { id, business_name, event_name, starts_at, timezone } = contest;
  const mine = refused?.id === id ? refused : undefined;
  return html`<section class="part" id="entry-${id}"><h2>${business_name}</h2><div>
<p>${event_name}, ${renderZoned(starts_at, timezone)}</p>
${renderContestWords(contest)}
<form action="/operator/outcomes/${id}${list.page > 1 ? `?page=${list.page}` : ''}" method="post" novalidate>
${renderTextarea({
  ...{ name: noteField(id), label: 'Note', hint: 'Mailed to vendor and organizer.', value: mine?.note },
  ...{ error: mine?.text, rows: 3, maxLength: NOTE_LENGTH_MAX },
})}
<p class="actions"><button type="submit" name="outcome" value="upheld">Uphold</button> <button class="quiet" type="submit" name="outcome" value="dismissed">Dismiss</button></p>
</form>
</div></section>`;
}
