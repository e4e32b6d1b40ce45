import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { OwnClaim } from '../../../owner/claims/claim.ts';
import { isOpen } from '../../../owner/claims/states.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { vendorId } from '../../../records/record/vendor-id.ts';
import { isVendorLicenseType } from '../../../regulator/licenses/number.ts';
import { renderErrorSummary, renderInput } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { type PageOf, plainAddress, rangeText, renderPlace } from '../../kit/paging.ts';
import { renderDayOf, renderMoment } from '../../kit/render-dates.ts';
import { hidden } from '../../kit/tags.ts';
import { LICENSES } from './license-messages.ts';

/** Returns the name of the field for a claim's code. */
export function codeField(claimId: string): string {
  return `code-${claimId}`;
}

/** Renders one page of the account's claims, with the available actions for each claim. */
export function renderLicenses(
  { account, fictional }: SignedInFrame,
  state: {
    readonly claims: readonly OwnClaim[];
    readonly list: PageOf;
    readonly errors?: FieldErrors;
    /** The values that were typed, by field. */
    readonly typed?: Readonly<Record<string, string>>;
    readonly notice?: string | undefined;
  },
  language: Language,
): Html {
  const t = LICENSES[language];
  const { claims, list, errors = {}, typed = {}, notice } = state;
  const of = (which: (claim: OwnClaim) => boolean, render: (claim: OwnClaim) => Html) =>
    claims.filter(which).map((each) => render(each));
  const verified = of(
    (each) => each.state === 'verified',
    (each) => renderVerified(each, language),
  );
  const pending = of(
    (each) => each.state === 'pending',
    (each) =>
      renderPending(each, { error: errors[codeField(each.id)], typed: typed[codeField(each.id)] }, language),
  );
  const ended = of(
    (each) => !isOpen(each.state),
    (each) => renderEnded(each, language),
  );
  const main = html`<p class="kicker"><a href="/home">${t.business}</a></p>
<h1>${t.title}</h1>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors, language)}
${list.total > claims.length ? html`<p class="small">${t.range({ range: rangeText(list) })}</p>` : ''}
${verified.length === 0 && list.page > 1 ? '' : html`<section class="part"><h2>${t.verified}</h2><div>${verified.length === 0 ? html`<p>${isWhole(list) ? t.noneYet : t.noneHere}</p>` : joinHtml(verified, '\n')}</div></section>`}
${pending.length === 0 ? '' : html`<section class="part"><h2 id="pending">${t.pending}</h2><div>${joinHtml(pending, '\n')}</div></section>`}
<section class="part"><h2>${list.total > 0 ? t.claimAnother : t.claim}</h2><div><p>${t.claimLead}</p>
<p class="actions"><a class="button quiet" href="/claim">${list.total > 0 ? t.claimAnother : t.claim}</a></p></div></section>
${ended.length === 0 ? '' : html`<section class="part"><h2>${t.ended}</h2><div>${joinHtml(ended, '\n')}</div></section>`}
${renderPlace(list, plainAddress('/settings/licenses'))}`;
  const title = Object.keys(errors).length > 0 ? t.errorTitle : t.title;
  return renderPage({
    title,
    description: t.description,
    language,
    fictional,
    account,
    current: '/home',
    main,
  });
}

function isWhole({ total, pageSize }: PageOf): boolean {
  return total <= pageSize;
}

/** Renders the confirmation page for releasing a claim. */
export function renderRelease(
  { account, fictional }: SignedInFrame,
  claim: OwnClaim,
  language: Language,
): Html {
  const t = LICENSES[language];
  const title = isOpen(claim.state) ? t.releaseTitle({ license: claim.license_number }) : t.releasedTitle;
  const main = html`<p class="kicker"><a href="/settings/licenses">${t.title}</a></p>
<h1>${title}</h1>
${
  isOpen(claim.state)
    ? html`<p class="lead">${t.releaseLead({ name: displayName(claim.name) || claim.license_number })}</p>
<form class="actions" action="/settings/licenses/${claim.id}/release" method="post"><button class="danger" type="submit">${t.release}</button> <a href="/settings/licenses">${t.keep}</a></form>`
    : html`<p><a href="/settings/licenses">${t.all}</a></p>`
}`;
  return renderPage({
    title,
    description: t.description,
    language,
    fictional,
    account,
    current: '/home',
    main,
  });
}

function renderVerified(claim: OwnClaim, language: Language): Html {
  const { id, license_type, license_digits, license_number: license } = claim;
  const t = LICENSES[language];
  const own = `/settings/licenses/${id}`;
  const of = { license, hidden };
  const record = isVendorLicenseType(license_type)
    ? html`<li><a href="/vendor/${vendorId(license_type, license_digits)}">${t.record(of)}</a></li>`
    : '';
  return html`<div class="claim"><h3>${nameOf(claim, language)}</h3>
<p class="small">${t.verifiedAt({ moment: renderMoment(claim.updated_at, language) })}</p>
<ul class="plain-list">${record}
<li><a href="${own}/reply">${t.reply(of)}</a></li>
<li><a href="${own}/disputes">${t.dispute(of)}</a></li>
<li><a href="${own}/outcomes">${t.outcomes(of)}</a></li>
<li><a href="${own}/portal">${t.watch(of)}</a></li></ul>
<p class="actions"><a class="button danger" href="${own}/release">${t.giveUp(of)}</a></p></div>`;
}

function renderPending(claim: OwnClaim, field: CodeField, language: Language): Html {
  const { id, license_number: license } = claim;
  const t = LICENSES[language];
  const of = { license, hidden };
  return html`<div class="claim"><h3>${nameOf(claim, language)}</h3>
<p>${pendingText(claim, language)}</p>
${claim.code === 'sent' ? renderCodeForm(claim, field, language) : ''}
${claim.may_ask_again ? html`<form class="actions" action="/settings/licenses/${id}/ask-again" method="post"><button class="quiet" type="submit">${claim.proof === 'phone' ? t.askCall(of) : t.askLetter(of)}</button></form>` : ''}
<p class="small">${t.claimedAt({ moment: renderMoment(claim.created_at, language) })} · <a href="/settings/licenses/${id}/release">${t.giveUp(of)}</a></p></div>`;
}

/** The code that was typed, and its error. */
interface CodeField {
  readonly error: string | undefined;
  readonly typed: string | undefined;
}

function pendingText({ code, proof, attempts_left: count }: OwnClaim, language: Language): string {
  const t = LICENSES[language];
  const isCall = proof === 'phone';
  switch (code) {
    case 'not_needed':
      return t.atDocument;
    case 'not_sent':
      return isCall ? t.notSentPhone : t.notSentPost;
    case 'sent':
      return isCall ? t.sentPhone({ count }) : t.sentPost({ count });
    case 'used_up':
      return isCall ? t.usedUpPhone : t.usedUpPost;
    case 'expired':
      return isCall ? t.expiredPhone : t.expiredPost;
    case 'entered':
      return t.entered;
  }
}

function renderCodeForm(claim: OwnClaim, { error, typed }: CodeField, language: Language): Html {
  const t = LICENSES[language];
  const { id, license_number, code_expires_at } = claim;
  return html`<form action="/settings/licenses/${id}/code" method="post" novalidate>
${renderInput({
  name: codeField(id),
  label: t.code({ license: license_number }),
  hint: t.codeHint,
  value: typed,
  error,
  required: true,
  autocomplete: 'one-time-code',
  attributes: { maxlength: 20, autocapitalize: 'characters', spellcheck: 'false' },
})}
<p class="actions"><button type="submit">${t.verify}</button></p></form>
${code_expires_at === null ? '' : html`<p class="small">${t.validUntil({ day: renderDayOf(code_expires_at, language) })}</p>`}`;
}

function renderEnded(claim: OwnClaim, language: Language): Html {
  const t = LICENSES[language];
  const at = { moment: renderMoment(claim.updated_at, language) };
  return html`<div class="claim"><h3>${nameOf(claim, language)}</h3>
<p>${claim.state === 'rejected' ? t.rejectedAt(at) : t.endedAt(at)}${claim.note === '' ? '' : `: ${claim.note}`}</p></div>`;
}

function nameOf({ name, city, license_number }: OwnClaim, language: Language): Html {
  const text = [name, city]
    .filter((part) => part !== '')
    .map(displayName)
    .join(', ');
  return html`${text || LICENSES[language].license} <span class="number small">${license_number}</span>`;
}
