import type { Language } from '../../../lib/language/language.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { type Html, html } from '../../kit/html.ts';
import { linkTo } from '../../kit/tags.ts';
import { CONTACT } from './messages.ts';
import { renderOperator, type ServiceOperator } from './operator-contact.ts';

export function renderContact(operator: ServiceOperator, language: Language): Html {
  const t = CONTACT[language];
  const regulator = REGULATOR.shortName;
  const { url, title: page } = REGULATOR.pageIn('inspections', language);
  return html`<h1>${t.title}</h1>
<p class="lead">${t.description}</p>
<section class="part"><h2>${t.who}</h2><div>${renderOperator(operator, language)}</div></section>
<section class="part"><h2>${t.ask}</h2><div>
<h3>${t.record}</h3>
<p>${t.recordText({ regulator, page, official: linkTo(url), claim: linkTo('/claim') })}</p>
<h3>${t.grade}</h3>
<p>${t.gradeText({ method: linkTo('/methodology') })}</p>
<h3>${t.event}</h3>
<p>${t.eventText}</p>
<h3>${t.ownData}</h3>
<p>${t.ownDataText({ data: linkTo('/settings/data'), settings: linkTo('/settings') })}</p>
<h3>${t.complaint}</h3>
<p>${t.complaintText({ regulator })}</p>
</div></section>`;
}
