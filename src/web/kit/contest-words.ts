import type { Contest, ContestState } from '../../ledger/reliability/contest.ts';
import { renderDay } from './dates.ts';
import { type Html, html } from './html.ts';
import { renderLines } from './lines.ts';

const STATES: Readonly<Record<ContestState, string>> = {
  open: 'open: it does not count until the organizer takes it back or we decide',
  withdrawn: 'the organizer took it back',
  upheld: 'we agree with the vendor: it does not count',
  dismissed: 'we agree with the organizer',
};

/** One contest with everybody's words, for vendor, organizer and operator alike. */
export function renderContestWords({
  outcome,
  state,
  created_at,
  due_on,
  text,
  answer,
  note,
}: Contest): Html {
  return html`<p><strong>Contested: “${outcome.replaceAll('_', ' ')}”, ${STATES[state]}.</strong> <span class="small">Since ${renderDay(created_at.slice(0, 10))}${state === 'open' ? html`; we decide by ${renderDay(due_on)}` : ''}</span></p>
<p class="small">The vendor writes:</p><blockquote>${renderLines(text)}</blockquote>
${answer === '' ? '' : html`<p class="small">The organizer writes:</p><blockquote>${renderLines(answer)}</blockquote>`}
${note === '' ? '' : html`<p class="small">Our note:</p><blockquote>${renderLines(note)}</blockquote>`}`;
}
