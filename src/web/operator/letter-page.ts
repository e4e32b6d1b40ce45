import type { Letter } from '../../owner/claims/claim.ts';
import type { SignedInFrame } from '../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../kit/html.ts';
import { renderDayOf } from '../kit/render-dates.ts';
import { renderOperatorPage } from './operator-page.ts';

/** Renders the letter to print, or the words for the phone: the only place with address, phone and code together. */
export function renderLetter(frame: SignedInFrame, letter: Letter, baseUrl: string): Html {
  const kicker = html`<a href="/operator/claims/${letter.claim_id}">Back to the claim</a> · shown this once: ${letter.proof === 'phone' ? 'call now' : 'print it now'}`;
  const [title, content] =
    letter.proof === 'phone'
      ? ['Call the holder', renderCall(letter, baseUrl)]
      : [`About license ${letter.license_number}`, renderSheet(letter, baseUrl)];
  return renderOperatorPage(frame, { title, kicker, content });
}

function renderSheet(letter: Letter, baseUrl: string): Html {
  const { owner_name, mailing_address, license_number, name, city, code, expires_at } = letter;
  const lines = [owner_name, ...mailing_address.split('\n')].map((line) => html`${line}`);
  return html`<address class="envelope">${joinHtml(lines, html`<br>`)}</address>
<p>Someone with an account at ${baseUrl} says that they hold license ${license_number} (${name}${city === '' ? '' : `, ${city}`}).
We are writing to the address in the regulator’s license file to confirm that.</p>
<p>If it is you, or someone acting for you, sign in at ${baseUrl}/settings/licenses and type this code.</p>
<p class="claim-code"><strong class="code">${code}</strong></p>
<p>It is valid until ${renderDayOf(expires_at)}. Don’t share it: anyone who types it can act for your license there.</p>
<p>If no one in your business asked for it, throw this letter away. Without the code, nothing happens.</p>`;
}

function renderCall(letter: Letter, baseUrl: string): Html {
  const { owner_name, phone, license_number, name, code, expires_at } = letter;
  return html`<dl class="ledger"><div><dt>Number in the license file</dt><dd class="code">${phone}</dd></div>
<div><dt>Ask for</dt><dd>${owner_name} (${name}, license ${license_number})</dd></div>
<div><dt>Code</dt><dd><strong class="code">${code}</strong></dd></div>
<div><dt>Valid until</dt><dd>${renderDayOf(expires_at)}</dd></div></dl>
<p>Ask whether they claimed the license at ${baseUrl}. Only if so, read out the code; it is typed at ${baseUrl}/settings/licenses. Leave it on no answering machine.</p>`;
}
