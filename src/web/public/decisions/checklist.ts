import { requiredDocuments } from '../../../decisions/decide/documents/required-documents.ts';
import { EVENT_TYPES_NAMED } from '../../../decisions/decide/messages.ts';
import { EVENT_TYPES, type EventType } from '../../../decisions/decide/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { linkTo } from '../../kit/tags.ts';
import { renderDocuments } from './document-list.ts';
import { CHECKLIST } from './messages.ts';

/** Renders the documents for an event type as a sheet to print and fill in by hand. */
export function renderChecklist(
  eventType: EventType,
  fictional: boolean | undefined,
  baseUrl: string,
  language: Language = 'en',
): Html {
  const t = CHECKLIST[language];
  const names = EVENT_TYPES_NAMED[language];
  const lines = [t.vendor, t.number, t.event, t.date, t.collectedBy];
  const main = html`<p class="kicker">${t.kicker}</p>
<h1>${names[eventType]}</h1>
<p class="no-print">${t.how({ link: linkTo('/check') })}</p>
<dl class="lines">${lines.map((line) => html`<div><dt>${line}</dt><dd></dd></div>`)}</dl>
${renderDocuments(requiredDocuments(eventType, language), { lines: true, requirements: 'open', language })}
<p class="small">${t.usual}</p>
<nav class="others no-print" aria-label="${t.others}"><h2>${t.others}</h2><ul>
${joinHtml(
  EVENT_TYPES.filter((each) => each !== eventType).map(
    (each) => html`<li><a href="/checklists/${each}">${names[each]}</a></li>`,
  ),
  '\n',
)}
</ul></nav>`;
  const kind = names[eventType];
  return renderPage({
    title: t.title({ kind }),
    description: t.description({ kind: kind.toLowerCase() }),
    canonical: `${baseUrl}/checklists/${eventType}`,
    language,
    fictional,
    main,
  });
}
