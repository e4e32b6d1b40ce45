import type { Language } from '../../../lib/language/language.ts';
import { OUTCOME_WORDS } from '../../../owner/statements/messages.ts';
import type { Contest } from '../../../owner/statements/statement.ts';
import { type Html, html } from '../html.ts';
import { renderDay, renderDayOf } from '../render-dates.ts';
import { renderLines } from '../render-lines.ts';
import { CONTEST, CONTEST_STATES } from './application-messages.ts';

/**
 * Renders a contest with each party's statement. The vendor, the organizer and the operator see the same
 * content.
 */
export function renderContestWords(contest: Contest, language: Language = 'en'): Html {
  const { outcome, state, created_at, due_on, text, answer, note } = contest;
  const t = CONTEST[language];
  const day = renderDayOf(created_at, language);
  const since = state === 'open' ? t.sinceOpen({ day, due: renderDay(due_on, language) }) : t.since({ day });
  const told = { outcome: outcomeText(outcome, language), state: CONTEST_STATES[language][state] };
  return html`<p><strong>${t.contested(told)}</strong> <span class="small">${since}</span></p>
<p class="small">${t.vendor}</p><blockquote>${renderLines(text)}</blockquote>
${answer === '' ? '' : html`<p class="small">${t.organizer}</p><blockquote>${renderLines(answer)}</blockquote>`}
${note === '' ? '' : html`<p class="small">${t.note}</p><blockquote>${renderLines(note)}</blockquote>`}`;
}

/** Returns an outcome's name. The parameter is a string because the database stores outcomes as text. */
function outcomeText(outcome: string, language: Language): string {
  const names: Readonly<Record<string, string>> = OUTCOME_WORDS[language];
  return (language === 'en' ? undefined : names[outcome]) ?? outcome.replaceAll('_', ' ');
}
