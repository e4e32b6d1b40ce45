import { VERDICT_NAMES } from '../../../decisions/decide/messages.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { Verdict } from '../../../registry/scoring/recommendation.ts';
import { type Html, html } from '../html.ts';
import { VERDICTS } from './decision-names.ts';

/** A verdict, stamped: its code, with what that means under it where the page is not in English. */
export function renderVerdictStamp(verdict: Verdict, language: Language, tone = ''): Html {
  const meant = language === 'en' ? '' : html` <small>(${VERDICT_NAMES[language][verdict]})</small>`;
  const look = tone === '' ? 'stamp' : `stamp tone-${tone}`;
  return html`<p class="${look}"><span aria-hidden="true">${VERDICTS[verdict].sign}</span>${verdict}${meant}</p>`;
}
