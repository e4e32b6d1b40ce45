import { SEVERITY_ORDER } from '../../../decisions/decide/decision-words.ts';
import { SEVERITIES_NAMED, VERDICT_NAMES } from '../../../decisions/decide/messages.ts';
import type { DecisionResult } from '../../../decisions/decide/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { SEVERITIES, VERDICTS } from './decision-names.ts';

/** Renders every reason, worst first. */
export function renderReasons(reasons: DecisionResult['reasons'], language: Language = 'en'): Html {
  const sorted = SEVERITY_ORDER.flatMap((severity) => reasons.filter((each) => each.severity === severity));
  const items = sorted.map(({ code, severity, text }) => {
    // A short record is not a finding, so it is not shown with a finding's color or name.
    const isShort = code === 'insufficient_record';
    const sign = isShort ? VERDICTS.SHORT_RECORD.sign : SEVERITIES[severity].sign;
    const name = isShort ? VERDICT_NAMES[language].SHORT_RECORD : SEVERITIES_NAMED[language][severity];
    return html`<li class="severity-${isShort ? 'none' : severity}"><span class="tag"><span aria-hidden="true">${sign}</span> ${name}<span class="visually-hidden">:</span></span> <span>${text}</span></li>`;
  });
  return html`<ul class="reasons">${joinHtml(items, '\n')}</ul>`;
}
