import { SEVERITY_ORDER } from '../../../decisions/decide/decision-words.ts';
import { SEVERITIES_NAMED } from '../../../decisions/decide/messages.ts';
import type { DecisionResult } from '../../../decisions/decide/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { SEVERITIES } from './decision-names.ts';

/** Every reason, worst first. */
export function renderReasons(reasons: DecisionResult['reasons'], language: Language = 'en'): Html {
  const sorted = SEVERITY_ORDER.flatMap((severity) => reasons.filter((each) => each.severity === severity));
  const items = sorted.map(({ severity, text }) => {
    const { sign } = SEVERITIES[severity];
    const name = SEVERITIES_NAMED[language][severity];
    return html`<li class="severity-${severity}"><span class="tag"><span aria-hidden="true">${sign}</span> ${name}<span class="visually-hidden">:</span></span> <span>${text}</span></li>`;
  });
  return html`<ul class="reasons">${joinHtml(items, '\n')}</ul>`;
}
