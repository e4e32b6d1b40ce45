import { verdictText } from '../../../decisions/decide/decision-words.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { HistoryEntry, OrganizerHistoryEntry } from '../../../organizer/applications/application.ts';
import type { AgainstVerdict } from '../../../organizer/applications/decide/against-verdict.ts';
import type { CustomResponse } from '../../../organizer/applications/schemas.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { renderZoned } from '../render-dates.ts';
import { ANSWERS, HISTORY, STATUSES_NAMED } from './application-messages.ts';
import { NOT_ON_RECORD } from './application-names.ts';

/** Renders an application's history in order: the date, the actor and the organizer's message. */
export function renderHistory(
  history: readonly (HistoryEntry & Partial<OrganizerHistoryEntry>)[],
  timezone: string,
  names: Readonly<Record<HistoryEntry['changed_by'], string>>,
  others: readonly HistoryLine[] = [],
  language: Language = 'en',
): Html {
  const t = HISTORY[language];
  if (history.length + others.length === 0) return html`<p>${t.nothing}</p>`;
  const line = (title: string, who: string, at: string, more: Html | '' = '') => ({
    at,
    text: html`<li><strong>${title}</strong> <span class="small">${who}, ${renderZoned(at, timezone, language)}</span>${more}</li>`,
  });
  const lines = history.map((entry) => {
    const { changed_at, changed_by, against } = entry;
    const message = entry.note || entry.message;
    const who = entry.by_reader ? t.you : (entry.actor_name ?? names[changed_by]);
    const quote = message.trim() === '' ? '' : html`<blockquote>${renderLines(message)}</blockquote>`;
    return line(
      lineTitle(entry, language),
      who,
      changed_at,
      html`${quote}${against ? renderAgainst(against) : ''}`,
    );
  });
  const all = [...lines, ...others.map(({ title, who, changed_at }) => line(title, who, changed_at))];
  // The sort is stable: lines with the same time keep their order.
  const inOrder = others.length === 0 ? all : all.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return html`<ul class="history">${joinHtml(
    inOrder.map(({ text }) => text),
    '\n',
  )}</ul>`;
}

/** A line in the history about something other than a change to the application itself. */
export interface HistoryLine {
  readonly changed_at: string;
  readonly title: string;
  readonly who: string;
}

function lineTitle({ kind, status: code }: HistoryEntry, language: Language): string {
  const t = HISTORY[language];
  const status = STATUSES_NAMED[language][code];
  switch (kind) {
    case 'status':
      return status;
    case 'message':
      return t.message;
    case 'note':
      return t.note;
    case 'taken_back':
      return t.undone({ status });
    case 'undone':
      return t.again({ status });
  }
}

/** Renders the reason that the organizer gave for approving a vendor despite the verdict. */
export function renderAgainst({ verdict, policy_version, reason }: AgainstVerdict): Html {
  const against = verdict === 'unknown' ? NOT_ON_RECORD : verdictText(verdict);
  return html`<div class="against"><p class="small">Given against the verdict (${against}, policy ${policy_version}), because:</p><blockquote>${renderLines(reason)}</blockquote></div>`;
}

/** Renders an organizer's questions with the applicant's answers. */
export function renderAnswers(responses: readonly CustomResponse[], language: Language = 'en'): Html {
  return joinHtml(
    responses.map(
      (each) => html`<div><dt>${each.label}</dt><dd>${renderLines(answerText(each, language))}</dd></div>`,
    ),
    '\n',
  );
}

function answerText({ answer }: CustomResponse, language: Language): string {
  const t = ANSWERS[language];
  if (answer === null) return t.none;
  if (answer === true) return t.yes;
  if (answer === false) return t.no;
  return Array.isArray(answer) ? answer.join(', ') : String(answer);
}

/** Renders each non-empty line as a paragraph. */
function renderLines(text: string): Html {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return joinHtml(
    lines.map((line) => html`<p>${line}</p>`),
    '\n',
  );
}
