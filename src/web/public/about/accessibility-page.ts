import { type Html, html } from '../../kit/html.ts';

export function renderAccessibility(): Html {
  return html`<h1>Accessibility</h1>
<p class="lead">Everybody should be able to use this service: with a keyboard, a screen reader, large text, a small or old phone, or without script.</p>
<section class="part"><h2>What we aim at</h2><div>
<p>The pages aim at level AA of the <a href="https://www.w3.org/TR/WCAG22/">Web Content Accessibility Guidelines 2.2</a>. No auditor has certified that.</p>
<ul><li>Every page works without JavaScript and by keyboard alone.</li>
<li>Pages fit a window 320 pixels wide, which is also 400 % zoom on a common screen; wide tables scroll within themselves.</li>
<li>No meaning is in color alone: every tone comes with a word or a sign. Dark mode and high-contrast modes are respected.</li>
<li>Every chart has its numbers as text or as a table.</li>
<li>PDFs are tagged, with headings and table heads.</li></ul></div></section>
<section class="part"><h2>How we test</h2><div>
<p>A program opens the pages in a browser, in light and dark, and looks for faults with axe-core; another checks the HTML. Programs find about half of what can go wrong. The rest we look for by hand.</p></div></section>
<section class="part"><h2>What does not work yet</h2><div>
<ul><li>The interactive part of the <a href="/docs">API documentation</a> needs JavaScript, and it is a product of others. <a href="/openapi.json">The same as a document</a>.</li>
<li>PDFs were not tested with every screen reader. Each has a page with the same content.</li>
<li>Files that applicants send to organizers are as accessible as their makers left them.</li></ul></div></section>
<section class="part"><h2>Tell us</h2><div>
<p>Something keeps you out? <a href="/contact">Write to whoever runs this service</a>, with the address of the page and what you use to read it.</p></div></section>`;
}
