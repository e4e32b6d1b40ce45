import { CONTEST_LENGTH } from '../../../ledger/reliability/contest.ts';
import { OUTCOME_WORDS } from '../../../ledger/reliability/mail-texts.ts';
import type { Counting } from '../../../ledger/reliability/rule.ts';
import type { OwnOutcome, OwnOutcomes } from '../../../ledger/reliability/service.ts';
import type { FieldErrors } from '../../../lib/checked.ts';
import { renderContestWords } from '../../kit/contest-words.ts';
import { renderDay, renderMoment } from '../../kit/dates.ts';
import { renderErrorSummary, renderTextarea } from '../../kit/fields.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import type { SignedInFrame } from '../../kit/signed-in-frame.ts';

/** What was typed and refused, and about which application. */
export interface ContestState {
  readonly notice?: string | undefined;
  readonly refused?: { readonly id: string; readonly text: string; readonly errors: FieldErrors };
}

const COUNTING: Readonly<Record<Counting, string>> = {
  counts: 'It counts.',
  none: 'Nothing is recorded.',
  cancellation: 'A visit that was called off counts neither way.',
  not_told: 'It does not count: it was recorded before we told vendors of outcomes.',
  contested: 'It does not count: it is contested.',
  not_approved: 'It does not count: the application was not approved before the event, or lost its approval.',
  recorded_early: 'It does not count: it was recorded before the event started, or the event was called off.',
  own_event: 'It does not count: the event is by an account of the same owner or domain.',
  same_day: 'It does not count: another event of the same organizer on that day counts.',
};

export function outcomesAddress(claimId: string): string {
  return `/settings/licenses/${claimId}/outcomes`;
}

/** What organizers recorded about a verified license, which of it counts, and a form to contest each. */
export function renderOutcomesPage(frame: SignedInFrame, own: OwnOutcomes, state: ContestState): Html {
  const { license, reliability, outcomes } = own;
  const { refused, notice } = state;
  const errors = refused
    ? Object.fromEntries(Object.values(refused.errors).map((text) => [fieldOf(refused.id), text]))
    : {};
  const address = outcomesAddress(license.claim_id);
  const list = joinHtml(
    outcomes.map((each) => renderOutcome(address, each, state)),
    '\n',
  );
  return renderPage({
    ...frame,
    title: refused ? 'Error: Outcomes of events' : 'Outcomes of events',
    description: 'What organizers recorded about your license.',
    current: '/settings/licenses',
    main: html`<p class="kicker"><a href="/settings/licenses">Your licenses</a> · <a href="/vendor/${license.vendor_id}">${license.vendor_name}</a></p>
<h1>Outcomes of events</h1>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors)}
<p class="lead">${reliability}</p>
<p>Organizers with an API key see that sentence, and whoever gets an application from you. Here are the applications that you sent while signed in, or confirmed over the link in the mail to your account’s address. Others count for nobody.</p>
<section class="part"><h2>Applications</h2><div>${outcomes.length === 0 ? html`<p>None yet.</p>` : list}</div></section>`,
  });
}

function fieldOf(applicationId: string): string {
  return `text-${applicationId}`;
}

function renderOutcome(address: string, each: OwnOutcome, { refused }: ContestState): Html {
  const { application_id, event_name, outcome, counting, contest_until, contests, day, recorded_at } = each;
  const mine = refused?.id === application_id ? refused : undefined;
  const recorded =
    outcome === null || recorded_at === null
      ? ''
      : html`<p><strong>Recorded: ${OUTCOME_WORDS[outcome]}</strong> <span class="small">${renderMoment(recorded_at)}</span></p>`;
  return html`<article class="dispute" id="entry-${application_id}">
<h3>${event_name}, ${renderDay(day)}</h3>
${recorded}
<p class="small">${COUNTING[counting]}</p>
${joinHtml(contests.map(renderContestWords), '\n')}
${
  contest_until === null
    ? ''
    : html`<form action="${address}" method="post" novalidate>
<input type="hidden" name="application_id" value="${application_id}">
${renderTextarea({
  ...{ name: fieldOf(application_id), label: 'What happened', value: mine?.text, error: mine?.errors.text },
  ...{ required: true, rows: 4, maxLength: CONTEST_LENGTH.max },
  hint: 'The organizer and we read it.',
})}
<p class="small">You can contest this outcome until ${renderMoment(contest_until.toISOString())}, and once.</p>
<p class="actions"><button type="submit">Contest it<span class="visually-hidden">: ${event_name}</span></button></p>
</form>`
}
</article>`;
}

export { fieldOf as contestField };
