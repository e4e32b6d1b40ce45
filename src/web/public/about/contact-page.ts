import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderOperator, type ServiceOperator } from './operator-contact.ts';

export function renderContact(operator: ServiceOperator): Html {
  return html`<h1>Contact</h1>
<p class="lead">Who runs this service, and who can help with what.</p>
<section class="part"><h2>Who runs it</h2><div>${renderOperator(operator)}</div></section>
<section class="part"><h2>Who to ask</h2><div>
<h3>A record is wrong</h3>
<p>The ${REGULATOR.shortName} writes the records; we only read them. Ask it to correct its file: <a href="${REGULATOR.pages.inspections.url}">${REGULATOR.pages.inspections.title}</a>. Our page follows with the next file. Is the license yours? <a href="/claim">Claim it</a>, and you can dispute the row here, too: the page then says so.</p>
<h3>A grade or a verdict looks wrong</h3>
<p>Every grade follows from <a href="/methodology">one published method</a>. If a page does not follow it, write to whoever runs this service, with the license number.</p>
<h3>An event or an application</h3>
<p>Write to the organizer: the event’s page says who that is and how to reach them.</p>
<h3>A food safety complaint</h3>
<p>That is for the ${REGULATOR.shortName}. We inspect nobody and take no complaints.</p>
</div></section>`;
}
