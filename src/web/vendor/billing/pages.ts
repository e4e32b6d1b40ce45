import {
  CHECKOUT_PATH,
  CURRENCY,
  checkoutPath,
  isWatchWorth,
  PRICE_TEXT,
} from '../../../decisions/self-check/monitoring-offer.ts';
import type { Subscription } from '../../../ledger/billing/service.ts';
import type { LicenseStatus } from '../../../registry/sources/license-vocabulary.ts';
import { renderMoment } from '../../kit/dates.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';

/** What every page here needs of whoever looks at it. */
interface BillingPageFrame {
  readonly account?: { readonly name: string } | undefined;
  readonly fictional: boolean | undefined;
}

/** The license that a page is about. */
export interface ShownLicense {
  readonly license_number: string;
  readonly name: string;
  /** Undefined once no file knows the license any more. */
  readonly license_status?: LicenseStatus | undefined;
}

const NOT_WORTH_IT = 'We do not sell a watch of this license';
const WHY_NOT = html`<p>The regulator’s license file says that its holder gave this license up. The record of such a license no longer changes, so a watch would tell you nothing.</p>
<p>If you have a new license, claim that one and watch it. If you did not give this license up, ask the regulator to correct its file: once a newer file lists the license as current, you can start the watch here.</p>`;
const LICENSES = '/settings/licenses';
const TEST_NOTICE = html`<p class="done" role="status"><strong>No money: test checkout.</strong> This site shows demo data. Nothing is charged, and no card is asked for.</p>`;

const WHAT_IT_IS = html`<p class="lead">Every day we compare the regulator’s record of your license with what you know, and write to you when anything on it changes.</p>`;

/** What is bought, for how much, and the one button that buys it. */
export function renderCheckout(
  frame: BillingPageFrame,
  license: ShownLicense,
  state: { readonly test: boolean; readonly notPaid: boolean },
): Html {
  const buttons = state.test
    ? html`<button type="submit" name="answer" value="pay">Pay (test, no money)</button> <button class="quiet" type="submit" name="answer" value="decline">Let the card be declined (test)</button>`
    : html`<button type="submit">Pay $9.99 a month with Stripe</button>`;
  const main = html`<p class="kicker"><a href="${LICENSES}">Your licenses</a></p>
<h1>Daily watch</h1>
${state.test ? TEST_NOTICE : ''}
${state.notPaid ? html`<p class="done" role="status">No payment was made.</p>` : ''}
${WHAT_IT_IS}
${renderLicense(license, [
  ['Price', '$9.99 a month (USD)'],
  ['Runs', 'Month by month, until you cancel'],
  ['Watched', 'Status, expiry, holder and name, closures, inspections and how they ended, our grade'],
])}
<form action="${CHECKOUT_PATH}" method="post">
<input type="hidden" name="license" value="${license.license_number}">
<p class="actions">${buttons} <a href="${LICENSES}">Not now</a></p>
</form>
${state.test ? '' : html`<p class="small">You pay at Stripe. We never see your card.</p>`}`;
  return inFrame(frame, 'Daily watch', main);
}

/** Nobody should pay to have a record watched that no longer changes. */
export function renderNotWorthIt(frame: BillingPageFrame, license: ShownLicense): Html {
  const main = html`<p class="kicker"><a href="${LICENSES}">Your licenses</a></p>
<h1>${NOT_WORTH_IT}</h1>
${renderLicense(license, [['Watch', 'Off']])}
${WHY_NOT}
<p class="actions"><a class="button" href="/claim">Claim another license</a> <a href="${LICENSES}">Back</a></p>`;
  return inFrame(frame, NOT_WORTH_IT, main);
}

export function isForSale({ license_status: status }: ShownLicense): boolean {
  return status === undefined || isWatchWorth(status);
}

/** Where the browser lands after paying, which may be before Stripe has told us. */
export function renderPaid(frame: BillingPageFrame, license: ShownLicense, isOn: boolean): Html {
  const text = isOn
    ? 'You hear from us when something on its record changes.'
    : 'Thank you. As soon as Stripe confirms the payment, usually within a minute, the watch begins and you get a mail.';
  const again = isOn
    ? ''
    : html` <a class="button quiet" href="${CHECKOUT_PATH}/done?${new URLSearchParams({ license: license.license_number }).toString()}">Look again</a>`;
  const title = isOn ? 'We’re watching this license' : 'Payment under way';
  const main = html`<h1>${title}</h1>
<p class="lead" role="status">${text}</p>
${renderLicense(license, [])}
<p class="actions"><a class="button" href="${LICENSES}">Your licenses</a>${again}</p>`;
  return inFrame(frame, title, main);
}

/** How a license's watch is paid for, and the way to change or end that. */
export function renderPortal(
  frame: BillingPageFrame,
  license: ShownLicense,
  claimId: string,
  subscription: Subscription | undefined,
): Html {
  const test = subscription?.provider === 'test';
  const action = `${LICENSES}/${claimId}/portal`;
  const button = test ? 'Cancel the test subscription' : 'Change card or cancel at Stripe';
  const content = subscription
    ? html`${renderLicense(license, standingRows(subscription))}
${isForSale(license) ? '' : html`<p><strong>The regulator’s license file says that its holder gave this license up.</strong> Its record no longer changes. You can end the watch here.</p>`}
<form action="${action}" method="post"><p class="actions"><button type="submit"${test ? html` class="danger"` : ''}>${button}</button> <a href="${LICENSES}">Back</a></p></form>`
    : html`${WHAT_IT_IS}
${renderLicense(license, [
  ['Watch', 'Off'],
  ['Price', '$9.99 a month (USD)'],
])}
<p class="actions"><a class="button" href="${checkoutPath(license.license_number)}">Start the watch</a> <a href="${LICENSES}">Back</a></p>`;
  const title = subscription ? 'Payment for the watch' : 'Daily watch';
  const main = html`<p class="kicker"><a href="${LICENSES}">Your licenses</a></p>
<h1>${title}</h1>
${test ? TEST_NOTICE : ''}
${content}`;
  return inFrame(frame, title, main);
}

/** Where nothing can be paid. */
export function renderUnavailable(frame: BillingPageFrame): Html {
  const main = html`<h1>The daily watch is not available here</h1>
<p class="lead">This site takes no payments at present, so the paid watch of a license cannot be started. Everything else works, and the check of your own record is free.</p>
<p class="actions"><a class="button" href="/check">Check a vendor</a></p>`;
  return inFrame(frame, 'The daily watch is not available here', main);
}

function standingRows(subscription: Subscription): [name: string, value: Html | string][] {
  const { state, grace_ends_at: graceEnds, period_ends_at: periodEnds, cancel_at_period_end } = subscription;
  const rows: [string, Html | string][] = [
    ['Watch', state === 'past_due' ? 'On, but a payment is missing' : 'On'],
    ['Price', `${PRICE_TEXT} a month (${CURRENCY})`],
  ];
  if (graceEnds !== null) rows.push(['Goes on until', renderMoment(graceEnds)]);
  if (periodEnds !== null && graceEnds === null)
    rows.push([cancel_at_period_end ? 'Ends' : 'Paid until', renderMoment(periodEnds)]);
  return rows;
}

function renderLicense(
  { license_number, name }: ShownLicense,
  rows: readonly (readonly [name: string, value: Html | string])[],
): Html {
  const items = rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`);
  return html`<dl class="ledger"><div><dt>License</dt><dd><span class="number">${license_number}</span> ${name}</dd></div>${items}</dl>`;
}

function inFrame({ account, fictional }: BillingPageFrame, title: string, main: Html): Html {
  const description = 'The paid daily watch of a license’s record.';
  return renderPage({ title, description, fictional, account, current: '/settings/licenses', main });
}
