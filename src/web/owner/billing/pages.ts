import {
  CHECKOUT_PATH,
  CURRENCY,
  checkoutPath,
  isWatchWorth,
  PRICE_TEXT,
} from '../../../decisions/self-check/monitoring-offer.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { Subscription } from '../../../owner/billing/service.ts';
import { displayName } from '../../../records/record/display-name.ts';
import type { LicenseStatus } from '../../../regulator/source/license-vocabulary.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderMoment } from '../../kit/render-dates.ts';
import { strong } from '../../kit/tags.ts';
import { WATCH } from './messages.ts';

/** The facts about the reader that every page here needs. */
export interface BillingPageFrame {
  readonly account?: { readonly name: string } | undefined;
  readonly fictional: boolean | undefined;
  readonly language: Language;
}

/** The license that a page is about. */
export interface ShownLicense {
  readonly license_number: string;
  readonly name: string;
  /** Undefined if the license is no longer in any file. */
  readonly license_status?: LicenseStatus | undefined;
}

const LICENSES = '/settings/licenses';

/** Renders the checkout: the license, the price and the button to buy. */
export function renderCheckout(
  frame: BillingPageFrame,
  license: ShownLicense,
  state: { readonly test: boolean; readonly notPaid: boolean },
): Html {
  const t = WATCH[frame.language];
  const buttons = state.test
    ? html`<button type="submit" name="answer" value="pay">${t.payTest}</button> <button class="quiet" type="submit" name="answer" value="decline">${t.declineTest}</button>`
    : html`<button type="submit">${t.pay({ price: PRICE_TEXT })}</button>`;
  const main = html`${renderKicker(frame)}
<h1>${t.title}</h1>
${state.test ? renderTestNotice(frame) : ''}
${state.notPaid ? html`<p class="done" role="status">${t.notPaid}</p>` : ''}
<p class="lead">${t.lead}</p>
${renderLicense(frame, license, [
  [t.price, priceText(frame)],
  [t.runs, t.monthly],
  [t.watched, t.fields],
])}
<form action="${CHECKOUT_PATH}" method="post">
<input type="hidden" name="license" value="${license.license_number}">
<p class="actions">${buttons} <a href="${LICENSES}">${t.notNow}</a></p>
</form>
${state.test ? '' : html`<p class="small">${t.atStripe}</p>`}`;
  return inFrame(frame, t.title, main);
}

/** Renders a warning that the record no longer changes, so monitoring it would be a waste of money. */
export function renderNotWorthIt(frame: BillingPageFrame, license: ShownLicense): Html {
  const t = WATCH[frame.language];
  const main = html`${renderKicker(frame)}
<h1>${t.notWorthIt}</h1>
${renderLicense(frame, license, [[t.watch, t.off]])}
<p>${t.whyNot}</p>
<p>${t.ifNew}</p>
<p class="actions"><a class="button" href="/claim">${t.claimAnother}</a> <a href="${LICENSES}">${t.back}</a></p>`;
  return inFrame(frame, t.notWorthIt, main);
}

export function isForSale({ license_status: status }: ShownLicense): boolean {
  return status === undefined || isWatchWorth(status);
}

/** Renders the page shown after payment. The browser may get here before Stripe confirms the payment. */
export function renderPaid(frame: BillingPageFrame, license: ShownLicense, isOn: boolean): Html {
  const t = WATCH[frame.language];
  const again = isOn
    ? ''
    : html` <a class="button quiet" href="${CHECKOUT_PATH}/done?${new URLSearchParams({ license: license.license_number }).toString()}">${t.lookAgain}</a>`;
  const title = isOn ? t.onTitle : t.underWay;
  const main = html`<h1>${title}</h1>
<p class="lead" role="status">${isOn ? t.onText : t.underWayText}</p>
${renderLicense(frame, license, [])}
<p class="actions"><a class="button" href="${LICENSES}">${t.licenses}</a>${again}</p>`;
  return inFrame(frame, title, main);
}

/** Renders the payment details for monitoring a license, and how to change or cancel the payment. */
export function renderPortal(
  frame: BillingPageFrame,
  license: ShownLicense,
  claimId: string,
  subscription: Subscription | undefined,
): Html {
  const t = WATCH[frame.language];
  const test = subscription?.provider === 'test';
  const action = `${LICENSES}/${claimId}/portal`;
  const button = test ? t.cancelTest : t.changeAtStripe;
  const content = subscription
    ? html`${renderLicense(frame, license, standingRows(subscription, frame))}
${isForSale(license) ? '' : html`<p>${t.givenUp({ strong })}</p>`}
<form action="${action}" method="post"><p class="actions"><button type="submit"${test ? html` class="danger"` : ''}>${button}</button> <a href="${LICENSES}">${t.back}</a></p></form>`
    : html`<p class="lead">${t.lead}</p>
${renderLicense(frame, license, [
  [t.watch, t.off],
  [t.price, priceText(frame)],
])}
<p class="actions"><a class="button" href="${checkoutPath(license.license_number)}">${t.start}</a> <a href="${LICENSES}">${t.back}</a></p>`;
  const title = subscription ? t.payment : t.title;
  const main = html`${renderKicker(frame)}
<h1>${title}</h1>
${test ? renderTestNotice(frame) : ''}
${content}`;
  return inFrame(frame, title, main);
}

/** Renders the page shown when payments are not available. */
export function renderUnavailable(frame: BillingPageFrame): Html {
  const t = WATCH[frame.language];
  const main = html`<h1>${t.unavailable}</h1>
<p class="lead">${t.unavailableText}</p>
<p class="actions"><a class="button" href="/check">${t.checkVendor}</a></p>`;
  return inFrame(frame, t.unavailable, main);
}

function standingRows(
  subscription: Subscription,
  frame: BillingPageFrame,
): [name: string, value: Html | string][] {
  const { state, grace_ends_at: graceEnds, period_ends_at: periodEnds, cancel_at_period_end } = subscription;
  const { language } = frame;
  const t = WATCH[language];
  const rows: [string, Html | string][] = [
    [t.watch, state === 'past_due' ? t.unpaid : t.on],
    [t.price, priceText(frame)],
  ];
  if (graceEnds !== null) rows.push([t.goesOnUntil, renderMoment(graceEnds, language)]);
  if (periodEnds !== null && graceEnds === null)
    rows.push([cancel_at_period_end ? t.ends : t.paidUntil, renderMoment(periodEnds, language)]);
  return rows;
}

function priceText({ language }: BillingPageFrame): string {
  return WATCH[language].aMonth({ price: PRICE_TEXT, currency: CURRENCY });
}

function renderKicker({ language }: BillingPageFrame): Html {
  return html`<p class="kicker"><a href="${LICENSES}">${WATCH[language].licenses}</a></p>`;
}

function renderTestNotice({ language }: BillingPageFrame): Html {
  return html`<p class="done" role="status">${WATCH[language].test({ strong })}</p>`;
}

function renderLicense(
  { language }: BillingPageFrame,
  { license_number, name }: ShownLicense,
  rows: readonly (readonly [name: string, value: Html | string])[],
): Html {
  const items = rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`);
  return html`<dl class="ledger"><div><dt>${WATCH[language].license}</dt><dd><span class="number">${license_number}</span> ${displayName(name)}</dd></div>${items}</dl>`;
}

function inFrame(frame: BillingPageFrame, title: string, main: Html): Html {
  const t = WATCH[frame.language];
  return renderPage({ ...frame, title, description: t.description, current: '/settings/licenses', main });
}
