import type { ClaimableLicense } from '../../../ledger/claims/claim.ts';
import type { FieldErrors } from '../../../lib/checked.ts';
import { EXAMPLE_NUMBER } from '../../../registry/licenses/number.ts';
import { renderChoices, renderErrorSummary, renderFileInput, renderInput } from '../../kit/fields.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { withNext } from '../../kit/session.ts';
import type { SignedInFrame } from '../../kit/signed-in-frame.ts';

export interface ClaimFormState {
  /** As typed. */
  readonly number: string;
  /** What the number names; undefined while none is typed, or when it names nothing. */
  readonly license: ClaimableLicense | undefined;
  readonly proof?: string;
  readonly errors?: FieldErrors;
}

const PROOFS = [
  {
    value: 'post',
    label: 'By letter',
    hint: 'We send a code to the mailing address in the regulator’s license file.',
  },
  {
    value: 'phone',
    label: 'By phone',
    hint: 'We call the number in the license file and read you a code.',
  },
  {
    value: 'document',
    label: 'With a document',
    hint: 'Your license, or a letter of the regulator about it, as PDF, JPEG or PNG of at most 4 MB. Only our staff sees it; it is deleted 30 days after the decision.',
  },
] as const;

const NO_HOLDER =
  'The license files read here name no current holder of it, so there is nobody to send a code to; our staff looks at your document.';

/** First the number; when that names a license, what it names and the choice of a proof, or the way to an account. */
export function renderClaim(
  frame: Pick<SignedInFrame, 'fictional'> & {
    /** Undefined for whoever is not signed in. */
    readonly account: SignedInFrame['account'] | undefined;
    readonly canonical?: string;
  },
  state: ClaimFormState,
): Html {
  const { account, fictional, canonical } = frame;
  const { number, license, errors = {} } = state;
  const main = html`${account ? html`<p class="kicker"><a href="/settings/licenses">Your licenses</a></p>` : ''}
<h1>Claim a license</h1>
${renderErrorSummary(errors)}
${license ? (account ? renderLicense(license, state) : renderWithoutAccount(license)) : renderNumberForm(state)}`;
  const title = Object.keys(errors).length > 0 ? 'Error: Claim a license' : 'Claim a license';
  return renderPage({
    ...{
      title,
      description: 'Show that a food truck’s or caterer’s license is yours.',
      fictional,
      account,
      main,
    },
    ...(account ? { current: '/settings/licenses' } : {}),
    ...(canonical === undefined || account ? {} : { canonical }),
    ...(number === '' ? {} : { robots: 'noindex' as const }),
  });
}

function renderNumberForm({ number, errors = {} }: ClaimFormState): Html {
  return html`<p class="lead">Show that a license is yours: then you can reply to its record and have it watched.</p>
<form action="/claim" method="get" novalidate>
${renderInput({
  name: 'license',
  label: 'License number',
  hint: `As on your license, such as ${EXAMPLE_NUMBER}.`,
  value: number,
  error: errors.license,
  required: true,
  attributes: { maxlength: 40, autocapitalize: 'characters', spellcheck: 'false' },
})}
<p class="actions"><button type="submit">Go on</button></p>
</form>`;
}

function renderFacts({ license_number, name, city }: ClaimableLicense): Html {
  return html`<dl class="ledger"><div><dt>Name on record</dt><dd>${name}</dd></div>
<div><dt>City</dt><dd>${city || 'not given'}</dd></div>
<div><dt>License</dt><dd class="code">${license_number}</dd></div></dl>`;
}

/** What a claim is, for whoever has no account or is not signed in to it: both ways lead back here. */
function renderWithoutAccount(license: ClaimableLicense): Html {
  const here = `/claim?${new URLSearchParams({ license: license.license_number })}`;
  return html`${renderFacts(license)}
<p class="lead">Is this license yours? Claiming it is free. You reply to its record here, dispute an error and follow your standing.</p>
<p>You need an account, and prove that the license is yours: ${license.needs_document ? `with a document. ${NO_HOLDER}` : 'by a code in a letter or a call to the address or number in the regulator’s license file, or with a document.'}</p>
<p class="actions"><a class="button" href="${withNext('/sign-up', here)}">Sign up and claim it</a> <a class="button quiet" href="${withNext('/sign-in', here)}">Sign in</a></p>
<p><a href="/claim">Claim another license</a></p>`;
}

function renderLicense(license: ClaimableLicense, { proof, errors = {} }: ClaimFormState): Html {
  const { license_number, own } = license;
  const facts = renderFacts(license);
  const other = html`<p><a href="/claim">Claim another license</a></p>`;
  if (own)
    return html`${facts}
<p id="license">${own.state === 'verified' ? 'This license is yours here already.' : 'You have claimed this license; it is not verified yet.'} <a href="/settings/licenses">Your licenses</a></p>${other}`;
  return html`${facts}
<form action="/claim" method="post" enctype="multipart/form-data" novalidate>
<input type="hidden" name="license" value="${license_number}">
${errors.license === undefined ? '' : html`<p class="error" id="license">${errors.license}</p>`}
${license.needs_document ? html`<p>${NO_HOLDER}</p>` : ''}
${renderChoices({
  name: 'proof',
  label: 'How do you prove that it is yours?',
  choices: license.needs_document ? PROOFS.filter(({ value }) => value === 'document') : PROOFS,
  chosen: proof === undefined ? (license.needs_document ? ['document'] : []) : [proof],
  error: errors.proof,
  required: true,
})}
${renderFileInput({
  name: 'document',
  label: 'Document',
  hint: license.needs_document ? 'A PDF, JPEG or PNG.' : 'Only if you chose to prove it with a document.',
  error: errors.document,
  required: license.needs_document,
})}
<p class="actions"><button type="submit">Claim this license</button></p>
</form>${other}`;
}
