import type { Language } from '../../../lib/language/language.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { type Html, html } from '../../kit/html.ts';
import { linkTo } from '../../kit/tags.ts';
import { TERMS } from './messages.ts';
import { renderOperator, type ServiceOperator } from './operator-contact.ts';

export function renderTerms(operator: ServiceOperator, language: Language): Html {
  const t = TERMS[language];
  return html`<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
<section class="part"><h2>${t.what}</h2><div>
<p>${t.whatText({ regulator: REGULATOR.name })}</p>
<ul><li>${t.snapshot}</li>
<li>${t.late({ coverage: linkTo('/coverage') })}</li>
<li>${t.advice}</li></ul></div></section>
<section class="part"><h2>${t.ask}</h2><div>
<ul><li>${t.notTheirs({ regulator: REGULATOR.shortName })}</li>
<li>${t.nameDay}</li>
<li>${t.limits({ docs: linkTo('/docs') })}</li>
<li>${t.organizer}</li>
<li>${t.vendor}</li>
<li>${t.hole}</li></ul></div></section>
<section class="part"><h2>${t.cost}</h2><div>
<p>${t.costText}</p></div></section>
<section class="part"><h2>${t.warranty}</h2><div>
<p>${t.warrantyText}</p></div></section>
<section class="part"><h2>${t.who}</h2><div>${renderOperator(operator, language)}</div></section>`;
}
