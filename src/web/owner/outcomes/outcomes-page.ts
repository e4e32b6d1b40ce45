import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { OwnOutcome, OwnOutcomes } from '../../../owner/reliability/service.ts';
import { OUTCOME_WORDS } from '../../../owner/statements/messages.ts';
import { TEXT_LENGTH } from '../../../owner/statements/statement-forms.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { renderContestWords } from '../../kit/applications/contest-words.ts';
import { renderErrorSummary, renderTextarea } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay, renderMoment } from '../../kit/render-dates.ts';
import { hidden } from '../../kit/tags.ts';
import { COUNTING, OUTCOMES_PAGE } from './messages.ts';

/** The text to show: the rejected input and its application, or a confirmation of the last action. */
export interface ContestState {
  readonly notice?: string | undefined;
  readonly refused?: { readonly id: string; readonly text: string; readonly errors: FieldErrors };
}

export function outcomesAddress(claimId: string): string {
  return `/settings/licenses/${claimId}/outcomes`;
}

/**
 * Renders the outcomes that organizers recorded for a verified license. Each outcome shows whether it counts,
 * and has a form for contesting it.
 */
export function renderOutcomesPage(
  frame: SignedInFrame,
  own: OwnOutcomes,
  state: ContestState,
  language: Language,
): Html {
  const { license, reliability, outcomes } = own;
  const { refused, notice } = state;
  const t = OUTCOMES_PAGE[language];
  const errors = refused
    ? Object.fromEntries(Object.values(refused.errors).map((text) => [fieldOf(refused.id), text]))
    : {};
  const address = outcomesAddress(license.claim_id);
  const list = joinHtml(
    outcomes.map((each) => renderOutcome(address, each, state, language)),
    '\n',
  );
  return renderPage({
    ...frame,
    language,
    title: refused ? `Error: ${t.title}` : t.title,
    description: t.description,
    current: '/settings/licenses',
    main: html`<p class="kicker"><a href="/settings/licenses">${t.licenses}</a> · <a href="/vendor/${license.vendor_id}">${displayName(license.vendor_name)}</a></p>
<h1>${t.title}</h1>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors, language)}
<p class="lead">${reliability}</p>
<p>${t.who}</p>
<section class="part"><h2>${t.applications}</h2><div>${outcomes.length === 0 ? html`<p>${t.none}</p>` : list}</div></section>`,
  });
}

function fieldOf(applicationId: string): string {
  return `text-${applicationId}`;
}

function renderOutcome(
  address: string,
  each: OwnOutcome,
  { refused }: ContestState,
  language: Language,
): Html {
  const { application_id, event_name, outcome, counting, contest_until, contests, day, recorded_at } = each;
  const t = OUTCOMES_PAGE[language];
  const mine = refused?.id === application_id ? refused : undefined;
  const recorded =
    outcome === null || recorded_at === null
      ? ''
      : html`<p><strong>${t.recorded({ outcome: OUTCOME_WORDS[language][outcome] })}</strong> <span class="small">${renderMoment(recorded_at, language)}</span></p>`;
  return html`<article class="dispute" id="entry-${application_id}">
<h3>${event_name}, ${renderDay(day, language)}</h3>
${recorded}
<p class="small">${COUNTING[language][counting]}</p>
${joinHtml(
  contests.map((contest) => renderContestWords(contest, language)),
  '\n',
)}
${
  contest_until === null
    ? ''
    : html`<form action="${address}" method="post" novalidate>
<input type="hidden" name="application_id" value="${application_id}">
${renderTextarea({
  name: fieldOf(application_id),
  label: t.label,
  value: mine?.text,
  error: mine?.errors.text,
  required: true,
  rows: 4,
  maxLength: TEXT_LENGTH.max,
  hint: t.hint,
})}
<p class="small">${t.until({ moment: renderMoment(contest_until.toISOString(), language) })}</p>
<p class="actions"><button type="submit">${t.contest({ event: event_name, hidden })}</button></p>
</form>`
}
</article>`;
}

export { fieldOf as contestField };
