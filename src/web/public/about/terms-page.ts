import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderOperator, type ServiceOperator } from './operator-contact.ts';

export function renderTerms(operator: ServiceOperator): Html {
  return html`<h1>Terms</h1>
<p class="lead">What you can rely on here, what you cannot, and what we ask of you.</p>
<section class="part"><h2>What this is</h2><div>
<p>An independent reading of public records. The ${REGULATOR.name} does not run it and grades nobody. Grades, scores and verdicts are ours, made by rule from its files.</p>
<ul><li>Each inspection is a snapshot of one day. A grade does not say that food is safe, and a missing grade does not say that it is not.</li>
<li>Records can be late, incomplete or wrong at their source. Each page says as of which day they are; <a href="/coverage">What the files cover</a> says what is missing.</li>
<li>A verdict is advice. Whether a vendor comes to your event is your decision, and so is checking the papers.</li></ul></div></section>
<section class="part"><h2>What we ask</h2><div>
<ul><li>Do not present a grade or a verdict as the ${REGULATOR.shortName}’s own.</li>
<li>When you pass on a grade or a count, name the day and link to its page. Grades change.</li>
<li>Keep to the limits that every answer of the <a href="/docs">API</a> names.</li>
<li>As an organizer: use what applicants send you for your event, and nothing else.</li>
<li>As a vendor: claim only a license that is yours. A claim ends when the license has another holder.</li>
<li>Do not try to get at what is not yours. Found a hole? Tell whoever runs the service first.</li></ul></div></section>
<section class="part"><h2>What it costs</h2><div>
<p>Looking up, checking, verifying, events, applications and claims are free. The daily watch of a license is the one thing that can cost money; its page names the price before you pay, and you can end it at any time.</p></div></section>
<section class="part"><h2>Warranty</h2><div>
<p>The software comes “as is”, without warranty of any kind, under the Apache License 2.0. Whoever runs this copy answers for it only as far as the law requires.</p></div></section>
<section class="part"><h2>Who runs it</h2><div>${renderOperator(operator)}</div></section>`;
}
