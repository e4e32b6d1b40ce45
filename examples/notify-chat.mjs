// Tells a chat what happened to your events: receives webhooks, checks their signature, and posts a sentence.
//
//   WEBHOOK_SECRET=whsec_… CHAT_URL=https://… PORT=3000 node notify-chat.mjs
//
// Put it behind TLS, and add its address under Settings → Webhooks. CHAT_URL is an incoming webhook that takes {"text": "…"}, as those of
// Slack and Mattermost do. Node 20 or later; `npm install standardwebhooks`.
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET, CHAT_URL, PORT = '3000' } = process.env;
if (!WEBHOOK_SECRET || !CHAT_URL) {
  console.error('Set WEBHOOK_SECRET and CHAT_URL.');
  process.exit(2);
}
const webhook = new Webhook(WEBHOOK_SECRET);
const BODY_MAX = 64 * 1024;
/** The newest ids: a message may come twice, under the same id. */
const seen = new Set();

const vendorOf = ({ vendor_name, license_number, verdict }) =>
  `${vendor_name} (${license_number}, ${verdict ?? 'no verdict'})`;

const TEXTS = {
  'application.received': (data) => `${vendorOf(data)} applied: ${data.url}`,
  'application.changed': (data) => `${vendorOf(data)} is now ${data.status}: ${data.url}`,
  'vendor.changed': (data) =>
    `${data.grave ? 'URGENT: ' : ''}The record of ${vendorOf(data)} changed (${data.changed.join(', ')}): ${data.url}`,
  'webhook.test': () => 'The webhook works.',
};

async function tell({ type, data }) {
  const text = TEXTS[type]?.(data);
  if (!text) return;
  const answer = await fetch(CHAT_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!answer.ok) throw new Error(`the chat answered ${answer.status}`);
}

async function receive(request) {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += part;
    if (body.length > BODY_MAX) return 413;
  }
  let message;
  try {
    message = webhook.verify(body, request.headers);
  } catch {
    return 401;
  }
  const id = request.headers['webhook-id'];
  if (seen.has(id)) return 204;
  try {
    await tell(message);
  } catch (error) {
    // Not 2xx: the service sends it again later.
    console.error(String(error));
    return 502;
  }
  seen.add(id);
  if (seen.size > 10_000) seen.delete(seen.values().next().value);
  return 204;
}

createServer(async (request, response) => {
  const status = request.method === 'POST' ? await receive(request).catch(() => 400) : 405;
  response.writeHead(status).end();
}).listen(Number(PORT), '127.0.0.1', function listening() {
  console.log(`listening on ${this.address().port}`);
});
