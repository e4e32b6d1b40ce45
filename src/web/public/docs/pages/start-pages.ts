import { REGULATOR } from '../../../../regulator/source/regulator.ts';
import { type Html, html } from '../../../kit/html.ts';
import { commandOf, KEY_VARIABLE } from '../example-parts.ts';
import type { DocsExample, DocsExamples } from '../examples.ts';
import { type GuideContext, renderCode, renderGuide } from '../guide.ts';

/** Renders the overview of the API. */
export function renderOverview(context: GuideContext): Html {
  const { shortName, jurisdiction } = REGULATOR;
  const body = html`<p class="lead">License, inspections, grade and a verdict with reasons for every ${jurisdiction} food truck, hot dog cart and caterer on file, as JSON. We are independent of the ${shortName}; the grades are ours.</p>
<ul class="doors">
<li><a href="/docs/start"><strong>Start in five minutes</strong></a><br>Find a vendor, ask whether to book it, keep the receipt, read your applications.</li>
<li><a href="/docs/concepts"><strong>Concepts</strong></a><br>What vendor, license, grade, verdict, receipt and as-of mean.</li>
<li><a href="/docs/endpoints"><strong>Endpoints</strong></a><br>Each with parameters, fields, real answers and errors.</li>
<li><a href="/docs/receipts"><strong>Verify receipts</strong></a><br>Without us, in JavaScript, Python or a shell.</li>
<li><a href="/docs/changes"><strong>Follow changes</strong></a><br>Keep a copy in step: a feed of what each publication changed.</li>
<li><a href="/docs/webhooks"><strong>Webhooks</strong></a><br>Be told about your applications and the vendors you booked.</li>
<li><a href="/docs/agents"><strong>Tools for agents</strong></a><br>The same questions for an assistant, by the Model Context Protocol.</li>
<li><a href="/docs/errors"><strong>Errors</strong></a>, <a href="/docs/limits"><strong>limits and caching</strong></a>, <a href="/docs/changelog"><strong>changelog</strong></a></li>
<li><a href="/docs/try"><strong>Try it</strong></a><br>Send a request from a form and see the answer.</li>
</ul>
<h2>Three promises</h2>
<ul>
<li><strong>Unknown is never clean.</strong> What the files do not say is <code>null</code> with a reason, a verdict of <code>REVIEW</code>, or an error. Do not turn any of them into a green mark.</li>
<li><strong>Additions only.</strong> Within <code>/api/v1</code> fields are added, never renamed or removed.</li>
<li><strong>Proof.</strong> Every decision has a signed receipt that anyone can verify.</li>
</ul>
<p>For programs: <a href="/openapi.json">OpenAPI 3.1</a>, a <a href="/docs/collection.json">collection of requests</a> for Postman, Bruno and others, and in this project a typed client for Node and browsers (<code>client/</code>) and small programs to begin from (<code>examples/</code>). For people who cite: <a href="/florida">statistics</a>, <a href="/coverage">what the files cover</a>, <a href="/methodology">the method</a>.</p>`;
  return renderGuide(
    {
      address: '/docs',
      title: 'API guide',
      description: 'How to ask the Vendor Compliance Read API, with real examples.',
      body,
    },
    context,
  );
}

interface StartOptions extends GuideContext {
  readonly examples: DocsExamples;
  /** The demo's public API key; undefined if the records are real. */
  readonly demoKey: string | undefined;
}

/**
 * Renders a five-minute introduction with five commands and the responses that were recorded from the demo.
 */
export function renderStart({ examples, demoKey, ...context }: StartOptions): Html {
  const { baseUrl, fictional } = context;
  const find = (operation: string) => examples.examples.find((each) => each.operation === operation);
  const step = (operation: string) => renderStep(find(operation), baseUrl);
  const body = html`<p class="lead">You need a terminal with <code>curl</code>. The first three requests need no account and no key.</p>
<p>${fictional === false ? html`The answers below are those of a demo with invented vendors. Put a real license number in place of <code>${examples.license_number}</code>; <a href="/search">search for one</a>.` : html`This service shows demo data, so the number <code>${examples.license_number}</code> works as it stands: it is an invented food truck.`}</p>
<h2>1. Find the vendor</h2>
${step('searchVendors')}
<p>A license number in any spelling, a name, a former name or a city. <code>match</code> says why a row is in the list.</p>
<h2>2. Ask whether to book it</h2>
${step('decideVendor')}
<p>Show <code>verdict</code> and every entry of <code>reasons</code>, not only the verdict. Collect <code>required_documents</code>. Send the day as <code>event_date</code>: a license that ends before the event is a reason, too.</p>
<h2>3. Keep the receipt</h2>
<p>Store <code>receipt</code> with the booking. Anyone can check it later, here or <a href="/docs/receipts">without us</a>:</p>
${step('verifyReceipt')}
<h2>4. Get a key</h2>
<p>A key lets a program read your own events and applications. ${demoKey === undefined ? html`<a href="/sign-up">Make an account</a>, then make a key under <a href="/settings/keys">Settings → API keys</a>.` : 'The demo has one that works now, for an invented organizer; it stops working when real records are published:'}</p>
${renderCode(`${KEY_VARIABLE.slice(1)}='${demoKey ?? 'svc_pk_…'}'`)}
<h2>5. Read your applications</h2>
${step('listApplications')}
<p>Each row has the vendor’s score and tier as its record is now. The key goes into the header <code>Authorization</code> and nowhere else.</p>
<h2>Then</h2>
<ul>
<li><a href="/docs/endpoints/decideVendorList">Decide on up to 200 vendors at once</a></li>
<li><a href="/docs/errors">Handle errors by their code</a></li>
<li><a href="/docs/limits">Stay within the limits</a></li>
</ul>`;
  return renderGuide(
    {
      address: '/docs/start',
      title: 'Start in five minutes',
      description: 'From the first request to the first keyed one, with real answers.',
      body,
    },
    context,
  );
}

/** The number of lines to show from a response. The endpoint's page shows the whole response. */
const LINES_SHOWN = 24;

function renderStep(example: DocsExample | undefined, baseUrl: string): Html {
  if (!example) return html``;
  const lines = example.answer.split('\n');
  const shown = lines.slice(0, LINES_SHOWN).join('\n');
  return html`${renderCode(commandOf(example, baseUrl))}
${renderCode(lines.length > LINES_SHOWN ? `${shown}\n…` : shown)}
<p class="small"><a href="/docs/endpoints/${example.operation}">The whole answer, and what each field means</a></p>`;
}
