import { type Html, html } from '../../../kit/html.ts';
import { type GuideContext, renderCode, renderGuide, renderTable } from '../guide.ts';

/** A program that verifies receipts. The tests run each of these programs. */
export interface Verifier {
  readonly language: string;
  readonly file: string;
  readonly needs: string;
  readonly run: string;
  readonly code: string;
}

export function renderReceipts(verifiers: readonly Verifier[], context: GuideContext): Html {
  const { baseUrl } = context;
  const parts = verifiers.map(
    ({ language, file, needs, run, code }) => html`<h3 id="${file}">${language}</h3>
<p>${needs} Save it as <a href="/docs/receipts/${file}"><code>${file}</code></a>, then:</p>
${renderCode(run)}
${renderCode(code)}`,
  );
  const body = html`<p class="lead">A receipt proves what this service decided about a vendor, when, and on which records. It does not prove that the vendor is safe, or that the records were right.</p>
<h2>Here</h2>
<p>Paste it at <a href="/verify">Verify</a>, or ask <a href="/docs/endpoints/verifyReceipt">GET /api/v1/decision/verify</a>. Only we can tell whether our ledger has the receipt (<code>issued</code>) and whether today’s verdict is another (<code>current</code>).</p>
<h2>Without us</h2>
<p>Get the public keys over HTTPS from the service that you trust, never from the person who hands you the receipt, and keep a copy in your archive:</p>
${renderCode(`curl -s ${baseUrl}/.well-known/jwks.json > jwks.json`)}
<p>Put the receipt into <code>receipt.txt</code>. Each of these programs prints what was signed, or fails with the reason and a status other than 0. They check the Ed25519 signature, that it covers the first signature, and whether the key was found out. They accept spellings that we refuse as <code>malformed</code>.</p>
${parts}
<h2>That the public log has it</h2>
<p>The signature shows that we signed a receipt, and not when. Its proof shows that it is in our <a href="/proof">public log</a>, which can only grow. Keep both from the receipt’s page, and check them with the client of this service, which you install from its source code (<code>client/README.md</code>):</p>
${renderCode(`curl -sf ${baseUrl}/v/27JS-9X41-JP61-1RRP.txt > receipt.txt
curl -sf ${baseUrl}/v/27JS-9X41-JP61-1RRP.tlog-proof > receipt.tlog-proof
npx --no vendor-compliance verify receipt.txt --proof receipt.tlog-proof --jwks jwks.json`)}
<p>To follow the log, so that no one can change it unnoticed:</p>
${renderCode(`npx --no vendor-compliance witness --log ${baseUrl}/log --jwks jwks.json --keep ./witness --every 60`)}
<h2>What is in a receipt</h2>
<p>A receipt is base64url of a JSON object, a General JWS (RFC 7515) with two signatures over one payload: <code>{"payload":…,"signatures":[{"protected":…,"signature":…},{…}]}</code>. The first is HMAC-SHA256, which only the service can check. The second is Ed25519 (RFC 8037), which everybody can; its protected header repeats the first, so neither can be exchanged.</p>
${renderTable('Claims', ['Claim', 'Meaning'], CLAIMS)}`;
  return renderGuide(
    {
      address: '/docs/receipts',
      title: 'Verify receipts',
      description: 'Check a receipt without the service: in JavaScript, Python or a shell with OpenSSL.',
      body,
    },
    context,
  );
}

const CLAIMS: readonly (readonly [Html, string])[] = [
  [html`<code>typ</code>`, 'Always vendor-decision-receipt.'],
  [
    html`<code>iss</code>, <code>jti</code>, <code>iat</code>`,
    'The service, the receipt’s own id, and when it was issued, in seconds since 1970.',
  ],
  [
    html`<code>vendor_id</code>, <code>license_type</code>, <code>license_digits</code>, <code>name</code>`,
    'The vendor.',
  ],
  [
    html`<code>license_expires_on</code>`,
    'The license’s last day on record, or null. Older receipts have none.',
  ],
  [
    html`<code>event_type</code>, <code>event_date</code>, <code>event_last_date</code>`,
    'The event that was asked about.',
  ],
  [
    html`<code>verdict</code>, <code>reason_codes</code>, <code>reasons</code>`,
    'What was decided, and every reason, as a code and as a sentence. Some receipts have no sentences.',
  ],
  [html`<code>grade</code>, <code>grade_status</code>`, 'The letter, or null and why there is none.'],
  [html`<code>policy_version</code>, <code>score_version</code>`, 'The rules that were applied.'],
  [
    html`<code>as_of</code>, <code>data_as_of</code>, <code>record_sha256</code>`,
    'The records that it is based on.',
  ],
  [html`<code>fictional</code>`, 'True for demo data: no such business exists.'],
];
