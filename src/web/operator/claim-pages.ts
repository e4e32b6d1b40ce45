import type { FieldErrors } from '../../lib/field-errors.ts';
import type { ClaimForOperator, ClaimState, CodeState, QueuedClaim } from '../../owner/claims/claim.ts';
import { CLAIM_STATES } from '../../owner/claims/states.ts';
import { renderTextarea } from '../kit/forms/fields.ts';
import type { SignedInFrame } from '../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../kit/html.ts';
import { type PageOf, rangeText, renderPlace } from '../kit/paging.ts';
import { renderMoment } from '../kit/render-dates.ts';
import { renderOperatorPage } from './operator-page.ts';

const PROOFS = { post: 'letter', phone: 'phone call', document: 'document' } as const;
const CLAIMS_LINK = html`<a href="/operator">Operator</a> · <a href="/operator/claims">Claims</a>`;

/** Renders one page of the claims that are in the same state. */
export function renderQueue(
  frame: SignedInFrame,
  claims: readonly QueuedClaim[],
  { state, list }: { readonly state: ClaimState; readonly list: PageOf },
): Html {
  const addressOf = (page: number) =>
    `/operator/claims?${new URLSearchParams({ state, ...(page > 1 ? { page: String(page) } : {}) })}`;
  const states = CLAIM_STATES.map((each) =>
    each === state
      ? html`<strong>${each}</strong>`
      : html`<a href="/operator/claims?state=${each}">${each}</a>`,
  );
  const rows = claims.map(
    (
      claim,
    ) => html`<tr><th scope="row"><a href="/operator/claims/${claim.id}">${claim.license_number}</a></th>
<td>${claim.name || 'not on file'}</td><td>${claim.email}</td><td>${PROOFS[claim.proof]}</td>
<td>${waitsFor(claim)}</td><td>${renderMoment(claim.created_at)}</td></tr>`,
  );
  const content = html`<p>${joinHtml(states, ' · ')}</p>
${
  rows.length === 0
    ? ''
    : html`<div class="wide"><table class="list"><caption>Claims: ${rangeText(list)}</caption>
<thead><tr><th scope="col">License</th><th scope="col">Name on record</th><th scope="col">Account</th><th scope="col">Proof</th><th scope="col">Now</th><th scope="col">Claimed</th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`
}
${list.total === 0 ? html`<p>None.</p>` : renderPlace(list, addressOf)}`;
  return renderOperatorPage(frame, { title: 'Claims', content });
}

/**
 * Renders a claim with the actions that are available for it. The address and phone number appear only in the
 * letter.
 */
export function renderClaimDetails(
  frame: SignedInFrame,
  claim: ClaimForOperator,
  page: {
    readonly notice?: string | undefined;
    readonly errors?: FieldErrors;
    readonly note?: string;
  } = {},
): Html {
  const content = html`${renderFacts(claim)}
${renderWarnings(claim)}
${claim.state === 'pending' && claim.proof !== 'document' ? html`<section class="part"><h2>Code</h2><div>${renderCode(claim)}</div></section>` : ''}
${claim.document ? html`<section class="part"><h2>Document</h2><div>${renderDocument(claim.id, claim.document)}</div></section>` : ''}
${claim.state === 'pending' || claim.state === 'verified' ? html`<section class="part"><h2>Decide</h2><div>${renderDecision(claim, page)}</div></section>` : ''}`;
  const title = `Claim of ${claim.license_number}`;
  return renderOperatorPage(frame, { ...page, title, kicker: CLAIMS_LINK, content });
}

function waitsFor({ state, code, has_other_owner }: QueuedClaim): string {
  if (state !== 'pending') return state;
  return has_other_owner ? `${CODES[code]}; another account is verified` : CODES[code];
}

const CODES: Readonly<Record<CodeState, string>> = {
  not_needed: 'look at the document',
  not_sent: 'print the letter or call',
  sent: 'waits for the code',
  used_up: 'code tried too often',
  expired: 'code has run out',
  entered: 'right code entered',
};

function renderFacts(claim: ClaimForOperator): Html {
  const { holder, letter_printed_at, code_expires_at } = claim;
  const facts: readonly (readonly [string, Html | string])[] = [
    ['State', html`${claim.state} since ${renderMoment(claim.updated_at)}`],
    [
      'License',
      html`${claim.license_number}, ${claim.name || 'not on file'}${claim.city === '' ? '' : `, ${claim.city}`}`,
    ],
    ['Claimed by', html`${claim.email}, ${renderMoment(claim.created_at)}`],
    ['Proof', PROOFS[claim.proof]],
    ['Holder when claimed', html`${claim.owner_name || 'nobody, said the license files'}`],
    ['Holder now', html`${holder?.owner_name ?? 'nobody, says the newest license file'}`],
    ['Mailing address', onFile(holder?.mailing_address)],
    ['Phone', onFile(holder?.phone)],
    ...(letter_printed_at === null ? [] : [['Code made', renderMoment(letter_printed_at)] as const]),
    ...(code_expires_at === null ? [] : [['Code valid until', renderMoment(code_expires_at)] as const]),
    ...(claim.note === '' ? [] : [['Note to the claimant', html`${claim.note}`] as const]),
  ];
  const rows = facts.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`);
  return html`<dl class="ledger">${joinHtml(rows, '\n')}</dl>`;
}

function onFile(text: string | undefined): string {
  return text ? 'on file; it stands on the letter' : 'none on file';
}

function renderWarnings({ holder_changed, other_owner, code }: ClaimForOperator): Html {
  return joinHtml(
    [
      holder_changed
        ? html`<p><strong>The license file names another holder now than when this claim was made, or one where it named none.</strong></p>`
        : '',
      other_owner
        ? html`<p><strong>${other_owner.email} is the verified owner.</strong> <a href="/operator/claims/${other_owner.claim_id}">That claim</a> must be released first.</p>`
        : '',
      code === 'entered' ? html`<p>The claimant entered the right code.</p>` : '',
    ],
    '',
  );
}

function renderCode({ id, proof, code, letter_printed_at }: ClaimForOperator): Html {
  const label = proof === 'phone' ? 'Make a code to read out' : 'Print a letter';
  return html`<p>${CODES[code]}. ${letter_printed_at === null ? '' : 'Another one ends the code before.'}</p>
<form class="actions" action="/operator/claims/${id}/letter" method="post"><input type="hidden" name="printed" value="${letter_printed_at ?? ''}"><button type="submit">${label}</button></form>
<p class="small" id="claim">It is shown once.</p>`;
}

function renderDocument(
  id: string,
  { name, media_type, bytes }: NonNullable<ClaimForOperator['document']>,
): Html {
  return html`<p><a href="/operator/claims/${id}/document">${name}</a> (${media_type}, ${Math.ceil(bytes / 1024)} KB)</p>
<p class="small">Uploaded by a stranger: open it in a viewer that runs nothing. It is deleted 30 days after the decision.</p>`;
}

function renderDecision(
  claim: ClaimForOperator,
  { errors = {}, note }: { readonly errors?: FieldErrors; readonly note?: string },
): Html {
  const address = `/operator/claims/${claim.id}`;
  const button = (step: string, label: string, style: Html | '') =>
    html`<button${style} type="submit" formaction="${address}/${step}">${label}</button>`;
  const buttons =
    claim.state === 'pending'
      ? [
          button('verify', 'Verify', ''),
          button('reject', 'Reject', html` class="danger"`),
          button('release', 'End without a verdict', html` class="quiet"`),
        ]
      : [button('release', 'Release', html` class="danger"`)];
  return html`<form action="${address}/release" method="post" novalidate>
${renderTextarea({
  name: 'note',
  label: 'Note to the claimant',
  hint: 'Goes out with the mail. Needed for a rejection.',
  value: note,
  error: errors.note,
  maxLength: 1_000,
})}
<p class="actions">${joinHtml(buttons, ' ')}</p></form>`;
}
