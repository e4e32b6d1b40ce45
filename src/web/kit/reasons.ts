import type { DecisionResult } from '../../decisions/decision/schemas.ts';
import { SEVERITY_ORDER } from '../../decisions/decision/words.ts';
import { SEVERITIES } from './decision-names.ts';
import { type Html, html, joinHtml } from './html.ts';

/** Every reason, worst first. */
export function renderReasons(reasons: DecisionResult['reasons']): Html {
  const sorted = SEVERITY_ORDER.flatMap((severity) => reasons.filter((each) => each.severity === severity));
  const items = sorted.map(({ severity, text }) => {
    const { sign, name } = SEVERITIES[severity];
    return html`<li class="severity-${severity}"><span class="tag"><span aria-hidden="true">${sign}</span> ${name}<span class="visually-hidden">:</span></span> <span>${text}</span></li>`;
  });
  return html`<ul class="reasons">${joinHtml(items, '\n')}</ul>`;
}
