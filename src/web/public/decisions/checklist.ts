import { EVENT_TYPE_NAMES, requiredDocuments } from '../../../decisions/decision/documents.ts';
import { EVENT_TYPES, type EventType } from '../../../decisions/decision/schemas.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { renderDocuments } from './document-list.ts';

const LINES = ['Vendor', 'License number', 'Event', 'Date of event', 'Collected by'] as const;

/** The documents of an event type as a sheet to print and fill in by hand. */
export function renderChecklist(eventType: EventType, fictional: boolean | undefined, baseUrl: string): Html {
  const name = EVENT_TYPE_NAMES[eventType];
  const main = html`<p class="kicker">Vendor document checklist</p>
<h1>${name}</h1>
<p class="no-print">One sheet for each vendor: print it, tick the boxes as papers arrive, keep it in the event’s file. <a href="/check">Check the vendor</a> first.</p>
<dl class="lines">${LINES.map((line) => html`<div><dt>${line}</dt><dd></dd></div>`)}</dl>
${renderDocuments(requiredDocuments(eventType), { lines: true })}
<p class="small">What organizers, insurers and cities usually ask for; not legal advice. Requirements vary: ask your insurer, your city and the local fire authority.</p>
<nav class="others no-print" aria-label="Other checklists"><h2>Other checklists</h2><ul>
${joinHtml(
  EVENT_TYPES.filter((each) => each !== eventType).map(
    (each) => html`<li><a href="/checklists/${each}">${EVENT_TYPE_NAMES[each]}</a></li>`,
  ),
  '\n',
)}
</ul></nav>`;
  return renderPage({
    title: `Checklist: ${name}`,
    description: `Documents to collect from every food vendor at a ${name.toLowerCase()}.`,
    canonical: `${baseUrl}/checklists/${eventType}`,
    fictional,
    main,
  });
}
