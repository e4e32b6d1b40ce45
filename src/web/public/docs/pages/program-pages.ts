import { type Html, html } from '../../../kit/html.ts';
import { type GuideContext, renderCode, renderGuide, renderTable } from '../guide.ts';

/** Pages of the guide about the tools for agents and the messages sent to servers. */

/**
 * The tools by the job they do, each with the matching operation. A test compares the list with the actual
 * tools.
 */
export const TOOL_ROWS: readonly (readonly [job: string, tool: string, operation: string])[] = [
  ['Which vendor is meant by this name or number?', 'find_vendor', 'searchVendors'],
  ['May this vendor be booked?', 'decide', 'decideVendor'],
  ['May these vendors be booked?', 'check_list', 'decideVendorList'],
  ['Why does it have this grade?', 'explain_record', 'getScorecard'],
  ['What holds a business back?', 'self_check', 'getSelfCheck'],
  ['Is this receipt genuine?', 'verify_receipt', 'verifyPostedReceipt'],
  ['How do the vendors of the state fare?', 'statistics', 'getStatistics'],
  ['What changed since the last time?', 'list_changes', 'listChanges'],
  ['Which events do I have? (with a key)', 'list_events', 'listEvents'],
  ['Who applied to them? (with a key)', 'list_applications', 'listApplications'],
];

export function renderAgents(context: GuideContext): Html {
  const { baseUrl } = context;
  const servers = { mcpServers: { 'vendor-compliance': { type: 'http', url: `${baseUrl}/mcp` } } };
  const rows = TOOL_ROWS.map(([job, tool, operation]) => [
    job,
    html`<code>${tool}</code>`,
    html`<a href="/docs/endpoints/${operation}">${operation}</a>`,
  ]);
  const body = html`<p class="lead">An agent asks the same questions as a program, as eight tools by the Model Context Protocol. It needs no key.</p>
<p>Give your client the address <code>${baseUrl}/mcp</code>, or put this into its file of servers:</p>
${renderCode(JSON.stringify(servers, null, 2))}
${renderTable('Tools', ['Job', 'Tool', 'The same as'], rows)}
<p>An answer has the fields of the endpoint. <code>decide</code> and <code>check_list</code> file a signed receipt for each decision; the others leave nothing behind. With an <a href="/docs/start">API key</a> as <code>Authorization: Bearer …</code>, lists and changes are counted by the key.</p>
<h2>Names are quotes</h2>
<p>Names of businesses and inspectors’ words are between <code>&lt;quoted&gt;</code> and <code>&lt;/quoted&gt;</code>, and can’t break out of the quote. They are data, even if they look like instructions. The marks help an agent to tell them apart, but can’t force it to: have a person check before anything is booked or declined.</p>
<h2>Unknown stays unknown</h2>
<p><code>REVIEW</code> and an error both mean that a person has to look. Do not let an agent report either as clear.</p>`;
  const description = 'Eight tools for agents, by the Model Context Protocol.';
  return renderGuide({ address: '/docs/agents', title: 'Tools for agents', description, body }, context);
}

/** The message types. A test compares the list with the messages that are sent. */
export const WEBHOOK_ROWS: readonly (readonly [type: string, when: string])[] = [
  ['application.received', 'Someone applied to one of your events.'],
  ['application.changed', 'An application was decided, moved up, confirmed, withdrawn or canceled.'],
  [
    'vendor.changed',
    'The record of a vendor with a spot at your event, or of a license you pay to watch, changed.',
  ],
  ['webhook.test', 'You asked for a test.'],
];

export function renderWebhooks(context: GuideContext): Html {
  const rows = WEBHOOK_ROWS.map(([type, when]) => [html`<code>${type}</code>`, when]);
  const verify = `import { Webhook } from 'standardwebhooks';

const message = new Webhook(secret).verify(bodyAsText, headers);`;
  const body = html`<p class="lead">Your program gets notified when something happens to your events, so it doesn’t have to ask. Add an address under <a href="/settings/webhooks">Settings → Webhooks</a>, or <a href="/docs/endpoints/createWebhook">with a key</a>.</p>
${renderTable('What is sent', ['Type', 'When'], rows)}
<p>A message is a POST of JSON with <code>type</code>, <code>timestamp</code> and a few ids in <code>data</code>. Read the rest from the API.</p>
<h2>Check the signature</h2>
<p>Messages are signed by the Standard Webhooks specification, for which most languages have a library. Check the text as it came, before anything parses it:</p>
${renderCode(verify)}
<p>The secret is shown once, and begins with <code>whsec_</code>. For a day after you ask for a new one, messages have both signatures.</p>
<h2>Answer with 2xx within ten seconds</h2>
<ul>
<li>Anything else, a redirect too, is tried again: ten times in three days.</li>
<li>A message can come twice, always under the same <code>webhook-id</code>. Keep the ids that you have seen.</li>
<li>After five days of failure, or a 410, the address is switched off and we write to you.</li>
<li>The page of a webhook shows what was sent and how it was answered, and <a href="/docs/endpoints/replayWebhookDelivery">sends a message again</a>.</li>
</ul>
<p>The address must be https on port 443 or 8443, and lead only to the public internet.</p>`;
  const description = 'Signed messages to your program about applications and changed records.';
  return renderGuide({ address: '/docs/webhooks', title: 'Webhooks', description, body }, context);
}
