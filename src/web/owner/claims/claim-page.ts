import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';
import type { ClaimableLicense } from '../../../owner/claims/claim.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { EXAMPLE_NUMBER } from '../../../regulator/licenses/number.ts';
import { renderChoices, renderErrorSummary, renderFileInput, renderInput } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { withNext } from '../../kit/frame/session.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html } from '../../kit/html.ts';
import { CLAIM, PROOF_HINTS, PROOFS } from './claim-messages.ts';

export interface ClaimFormState {
  /** The license number as it was typed. */
  readonly number: string;
  /**
   * The license with this number. Undefined if no number has been typed yet, or if no such license exists.
   */
  readonly license: ClaimableLicense | undefined;
  readonly proof?: string;
  readonly errors?: FieldErrors;
}

const DOCUMENT = 'document';
const PROOFS_OFFERED = ['post', 'phone', DOCUMENT] as const;

/**
 * Renders the form for the license number. Once the number matches a license, also renders the license,
 * followed by the choice of proof or, if signed out, how to get an account.
 */
export function renderClaim(
  frame: Pick<SignedInFrame, 'fictional'> & {
    /** Undefined if the reader is not signed in. */
    readonly account: SignedInFrame['account'] | undefined;
    readonly canonical?: string;
  },
  state: ClaimFormState,
  language: Language,
): Html {
  const t = CLAIM[language];
  const { account, fictional, canonical } = frame;
  const { number, license, errors = {} } = state;
  const main = html`${account ? html`<p class="kicker"><a href="/settings/licenses">${t.yourLicenses}</a></p>` : ''}
<h1>${t.title}</h1>
${renderErrorSummary(errors, language)}
${license ? (account ? renderLicense(license, state, language) : renderWithoutAccount(license, language)) : renderNumberForm(state, language)}`;
  const title = Object.keys(errors).length > 0 ? t.errorTitle : t.title;
  return renderPage({
    title,
    description: t.description,
    language,
    fictional,
    account,
    main,
    ...(account ? { current: '/settings/licenses' } : {}),
    ...(canonical === undefined || account ? {} : { canonical }),
    ...(number === '' ? {} : { robots: 'noindex' as const }),
  });
}

function renderNumberForm({ number, errors = {} }: ClaimFormState, language: Language): Html {
  const t = CLAIM[language];
  return html`<p class="lead">${t.lead}</p>
<form class="ask" action="/claim" method="get" novalidate>
${renderInput({
  name: 'license',
  label: t.number,
  hint: t.numberHint({ example: EXAMPLE_NUMBER }),
  value: number,
  error: errors.license,
  required: true,
  attributes: { maxlength: 40, autocapitalize: 'characters', spellcheck: 'false' },
})}
<p class="actions"><button type="submit">${t.goOn}</button></p>
</form>
<section class="part"><h2>${t.steps}</h2><div><ol><li>${t.stepNumber}</li><li>${t.stepAccount}</li><li>${t.stepProof}</li></ol></div></section>`;
}

function renderFacts({ license_number, name, city }: ClaimableLicense, language: Language): Html {
  const t = CLAIM[language];
  return html`<dl class="ledger"><div><dt>${t.name}</dt><dd>${displayName(name)}</dd></div>
<div><dt>${t.city}</dt><dd>${displayName(city ?? '') || t.noCity}</dd></div>
<div><dt>${t.license}</dt><dd class="code">${license_number}</dd></div></dl>`;
}

/** Explains claims to a signed-out reader. Both sign-up and sign-in lead back to this page. */
function renderWithoutAccount(license: ClaimableLicense, language: Language): Html {
  const t = CLAIM[language];
  const here = inLanguage(`/claim?${new URLSearchParams({ license: license.license_number })}`, language);
  return html`${renderFacts(license, language)}
<p class="lead">${t.isItYours}</p>
<p>${license.needs_document ? t.needsDocument({ noHolder: t.noHolder }) : t.needsProof}</p>
<p class="actions"><a class="button" href="${withNext('/sign-up', here)}">${t.signUp}</a> <a class="button quiet" href="${withNext('/sign-in', here)}">${t.signIn}</a></p>
<p><a href="/claim">${t.another}</a></p>`;
}

function renderLicense(
  license: ClaimableLicense,
  { proof, errors = {} }: ClaimFormState,
  language: Language,
): Html {
  const t = CLAIM[language];
  const { license_number, own } = license;
  const facts = renderFacts(license, language);
  const other = html`<p><a href="/claim">${t.another}</a></p>`;
  if (own)
    return html`${facts}
<p id="license">${own.state === 'verified' ? t.alreadyYours : t.alreadyClaimed} <a href="/settings/licenses">${t.yourLicenses}</a></p>${other}`;
  return html`${facts}
<form action="/claim" method="post" enctype="multipart/form-data" novalidate>
<input type="hidden" name="license" value="${license_number}">
${errors.license === undefined ? '' : html`<p class="error" id="license">${errors.license}</p>`}
${license.needs_document ? html`<p>${t.noHolder}</p>` : ''}
${renderChoices({
  name: 'proof',
  label: t.howToProve,
  choices: (license.needs_document ? ([DOCUMENT] as const) : PROOFS_OFFERED).map((value) => ({
    value,
    label: PROOFS[language][value],
    hint: PROOF_HINTS[language][value],
  })),
  chosen: proof === undefined ? (license.needs_document ? ['document'] : []) : [proof],
  error: errors.proof,
  required: true,
})}
${renderFileInput({
  name: 'document',
  label: t.document,
  hint: license.needs_document ? t.documentHint : t.documentSometimes,
  error: errors.document,
  required: license.needs_document,
  neededSometimes: true,
  language,
})}
<p class="actions"><button type="submit">${t.submit}</button></p>
</form>${other}`;
}
