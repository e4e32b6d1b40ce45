import type { OwnClaim } from '../../../ledger/claims/claim.ts';
import { isOpen } from '../../../ledger/claims/states.ts';
import type { FieldErrors } from '../../../lib/checked.ts';
import { isVendorLicenseType } from '../../../registry/licenses/number.ts';
import { vendorId } from '../../../registry/vendors/vendor-id.ts';
import { renderDay, renderMoment } from '../../kit/dates.ts';
import { renderErrorSummary, renderInput } from '../../kit/fields.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { type PageOf, plainAddress, rangeText, renderPlace } from '../../kit/paging.ts';
import type { SignedInFrame } from '../../kit/signed-in-frame.ts';

const DESCRIPTION = 'The licenses that your account has claimed.';

/** The field that a claim's code is typed into. */
export function codeField(claimId: string): string {
  return `code-${claimId}`;
}

/** The claims of an account, a page of them, with what can be done with each now. */
export function renderLicenses(
  { account, fictional }: SignedInFrame,
  state: {
    readonly claims: readonly OwnClaim[];
    readonly list: PageOf;
    readonly errors?: FieldErrors;
    /** What was typed, by field. */
    readonly typed?: Readonly<Record<string, string>>;
    readonly notice?: string | undefined;
  },
): Html {
  const { claims, list, errors = {}, typed = {}, notice } = state;
  const of = (which: (claim: OwnClaim) => boolean, render: (claim: OwnClaim) => Html) =>
    claims.filter(which).map(render);
  const verified = of((each) => each.state === 'verified', renderVerified);
  const pending = of(
    (each) => each.state === 'pending',
    (each) => renderPending(each, errors[codeField(each.id)], typed[codeField(each.id)]),
  );
  const ended = of((each) => !isOpen(each.state), renderEnded);
  const main = html`<p class="kicker"><a href="/settings">Settings</a></p>
<h1>Your licenses</h1>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors)}
${list.total > claims.length ? html`<p class="small">Claims: ${rangeText(list)}. Those not verified yet come first, then verified ones, then ended ones.</p>` : ''}
${verified.length === 0 && list.page > 1 ? '' : html`<section class="part"><h2>Verified</h2><div>${verified.length === 0 ? noneVerified(list) : joinHtml(verified, '\n')}</div></section>`}
${pending.length === 0 ? '' : html`<section class="part"><h2 id="pending">Not verified yet</h2><div>${joinHtml(pending, '\n')}</div></section>`}
<section class="part"><h2>Claim a license</h2><div><p>Show that a license is yours: then you can reply to its record and have it watched.</p>
<p class="actions"><a class="button" href="/claim">Claim a license</a></p></div></section>
${ended.length === 0 ? '' : html`<section class="part"><h2>Ended</h2><div>${joinHtml(ended, '\n')}</div></section>`}
${renderPlace(list, plainAddress('/settings/licenses'))}`;
  const title = Object.keys(errors).length > 0 ? 'Error: Your licenses' : 'Your licenses';
  return renderPage({
    title,
    description: DESCRIPTION,
    fictional,
    account,
    current: '/settings/licenses',
    main,
  });
}

function noneVerified(list: PageOf): Html {
  return isWhole(list) ? html`<p>None yet.</p>` : html`<p>None on this page.</p>`;
}

function isWhole({ total, pageSize }: PageOf): boolean {
  return total <= pageSize;
}

/** Asks before a claim is given up. */
export function renderRelease({ account, fictional }: SignedInFrame, claim: OwnClaim): Html {
  const title = isOpen(claim.state) ? `Give up ${claim.license_number}?` : 'This claim has ended';
  const main = html`<p class="kicker"><a href="/settings/licenses">Your licenses</a></p>
<h1>${title}</h1>
${
  isOpen(claim.state)
    ? html`<p class="lead">${claim.name || claim.license_number} is not yours here any more then. To have it back you prove it again.</p>
<form class="actions" action="/settings/licenses/${claim.id}/release" method="post"><button class="danger" type="submit">Give it up</button> <a href="/settings/licenses">Keep it</a></form>`
    : html`<p><a href="/settings/licenses">All your licenses</a></p>`
}`;
  return renderPage({
    title,
    description: DESCRIPTION,
    fictional,
    account,
    current: '/settings/licenses',
    main,
  });
}

function renderVerified(claim: OwnClaim): Html {
  const { id, license_type, license_digits, license_number } = claim;
  const of = html`<span class="visually-hidden"> of ${license_number}</span>`;
  const record = isVendorLicenseType(license_type)
    ? html`<a href="/vendor/${vendorId(license_type, license_digits)}">Its record${of}</a> · `
    : '';
  return html`<div class="claim"><h3>${nameOf(claim)}</h3>
<p class="small">Verified ${renderMoment(claim.updated_at)}</p>
<p>${record}<a href="/settings/licenses/${id}/reply">Reply to the record${of}</a> · <a href="/settings/licenses/${id}/disputes">Dispute a visit${of}</a> · <a href="/settings/licenses/${id}/outcomes">Outcomes of events${of}</a></p>
<p><a href="/settings/licenses/${id}/portal">Daily watch${of}</a> · <a href="/settings/licenses/${id}/release">Give it up<span class="visually-hidden"> ${license_number}</span></a></p></div>`;
}

function renderPending(claim: OwnClaim, error: string | undefined, typed: string | undefined): Html {
  const { id, license_number } = claim;
  return html`<div class="claim"><h3>${nameOf(claim)}</h3>
<p>${pendingText(claim)}</p>
${claim.code === 'sent' ? renderCodeForm(claim, error, typed) : ''}
${claim.may_ask_again ? html`<form class="actions" action="/settings/licenses/${id}/ask-again" method="post"><button class="quiet" type="submit">Ask for another ${claim.proof === 'phone' ? 'call' : 'letter'}<span class="visually-hidden"> for ${license_number}</span></button></form>` : ''}
<p class="small">Claimed ${renderMoment(claim.created_at)} · <a href="/settings/licenses/${id}/release">Give it up<span class="visually-hidden"> ${license_number}</span></a></p></div>`;
}

function pendingText({ code, proof, attempts_left }: OwnClaim): string {
  const way = proof === 'phone' ? 'call' : 'letter';
  switch (code) {
    case 'not_needed':
      return 'We are looking at your document. You get a mail when that is done.';
    case 'not_sent':
      return proof === 'phone'
        ? 'We will call the number in the license file and read you a code to type here.'
        : 'A letter with a code goes to the mailing address in the license file. Type the code here when it has come.';
    case 'sent':
      return `Type the code from our ${way}. Attempts left: ${attempts_left}.`;
    case 'used_up':
      return `This code was tried too often and does not work any more. Ask for another ${way}.`;
    case 'expired':
      return `This code has run out. Ask for another ${way}.`;
    case 'entered':
      return 'Your code was right. Another account is verified for this license, so our staff looks into it; you get a mail.';
  }
}

function renderCodeForm(claim: OwnClaim, error: string | undefined, typed: string | undefined): Html {
  const { id, license_number, code_expires_at } = claim;
  return html`<form action="/settings/licenses/${id}/code" method="post" novalidate>
${renderInput({
  name: codeField(id),
  label: `Code for ${license_number}`,
  hint: 'Eight letters and digits, such as ACDE-3467.',
  value: typed,
  error,
  required: true,
  autocomplete: 'one-time-code',
  attributes: { maxlength: 20, autocapitalize: 'characters', spellcheck: 'false' },
})}
<p class="actions"><button type="submit">Verify</button></p></form>
${code_expires_at === null ? '' : html`<p class="small">Valid until ${renderDay(code_expires_at.slice(0, 10))}</p>`}`;
}

function renderEnded(claim: OwnClaim): Html {
  return html`<div class="claim"><h3>${nameOf(claim)}</h3>
<p>${claim.state === 'rejected' ? 'Rejected' : 'Ended'} ${renderMoment(claim.updated_at)}${claim.note === '' ? '' : `: ${claim.note}`}</p></div>`;
}

function nameOf({ name, city, license_number }: OwnClaim): Html {
  const text = [name, city].filter((part) => part !== '').join(', ');
  return html`${text || 'License'} <span class="code">${license_number}</span>`;
}
