import { type ShownVerdict, VERDICT_NAMES } from '../../../decisions/decide/messages.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { RecordsOld } from '../../../published-state/records-age.ts';
import { type Html, html } from '../html.ts';
import { toneInAge, VERDICTS } from './decision-names.ts';

/** Renders a verdict as a large stamp with its symbol. */
export function renderVerdictStamp(verdict: ShownVerdict, language: Language = 'en', tone = ''): Html {
  const look = tone === '' ? 'stamp' : `stamp tone-${tone}`;
  return html`<p class="${look}"><span aria-hidden="true">${VERDICTS[verdict].sign}</span>${VERDICT_NAMES[language][verdict]}</p>`;
}

/** Renders a verdict as a small mark in a list. */
export function renderVerdictMark(
  verdict: ShownVerdict,
  old: RecordsOld | null = null,
  language: Language = 'en',
): Html {
  const { sign, tone } = VERDICTS[verdict];
  return html`<span class="mark tone-${toneInAge(tone, old)}"><span aria-hidden="true">${sign}</span> ${VERDICT_NAMES[language][verdict]}</span>`;
}
