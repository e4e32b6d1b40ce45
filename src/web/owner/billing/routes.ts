import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { CHECKOUT_PATH, checkoutPath } from '../../../decisions/self-check/monitoring-offer.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { inEach } from '../../../lib/language/language.ts';
import type { BillingService } from '../../../owner/billing/service.ts';
import type { Claim, LicenseRef } from '../../../owner/claims/claim.ts';
import { numberWithLetters } from '../../../regulator/licenses/number.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { PAGE_HEADERS } from '../../kit/frame/render-page.ts';
import { type FindSession, requireSession, type SignedIn, signedInOf } from '../../kit/frame/session.ts';
import { frameOf as signedInFrameOf } from '../../kit/frame/signed-in-frame.ts';
import { WATCH } from './messages.ts';
import {
  type BillingPageFrame,
  isForSale,
  renderCheckout,
  renderNotWorthIt,
  renderPaid,
  renderPortal,
  renderUnavailable,
  type ShownLicense,
} from './pages.ts';

const FORM_BYTES_MAX = 4 * 1024;
const LICENSES = '/settings/licenses';
/**
 * Browsers apply a page's own policy to redirects after a form is submitted, and these forms redirect to
 * Stripe.
 */
const TO_STRIPE = {
  'content-security-policy': PAGE_HEADERS['content-security-policy'].replace(
    "form-action 'self'",
    "form-action 'self' https://checkout.stripe.com https://billing.stripe.com",
  ),
};

const NONE_NAMED = inEach((language) => WATCH[language].noneNamed);
const NOT_YOURS = inEach((language) => WATCH[language].notYours);
const page = { schema: { hide: true }, config: TRANSLATED };

interface BillingPagesOptions {
  readonly billing: Pick<BillingService, 'mode' | 'findLive' | 'startCheckout' | 'startTest' | 'openPortal'>;
  readonly findSession: FindSession;
  /**
   * Finds a license by its number, in any format. Throws an AppError if no license or more than one license
   * matches.
   */
  readonly findLicense: (number: string) => Promise<LicenseRef & ShownLicense>;
  readonly hasVerifiedClaim: (accountId: string, license: LicenseRef) => Promise<boolean>;
  readonly listVerifiedClaims: (accountId: string) => Promise<readonly Claim[]>;
  readonly baseUrl: string;
  readonly limits: { readonly ACCOUNT: number };
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** Pages for the browser checkout (contract 1, 4.3) and for changing or canceling a subscription. */
export const billingPages: FastifyPluginAsync<BillingPagesOptions> = async (app, options) => {
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl: options.baseUrl } });
  app.register(async (checkout) => {
    // Runs before readers are asked to sign in.
    checkout.addHook('onRequest', async (request, reply) => {
      if ((await options.billing.mode()) !== 'none') return;
      const frame = { language: languageOf(request), fictional: await options.isFictional() };
      return sendPage(reply, 200, renderUnavailable(frame));
    });
    requireSession(checkout, options.findSession);
    addCheckout(checkout, options);
  });
  app.register(async (portal) => {
    requireSession(portal, options.findSession);
    addPortal(portal, options);
  });
};

async function frameOf(request: FastifyRequest, options: BillingPagesOptions): Promise<BillingPageFrame> {
  return { ...(await signedInFrameOf(request, options)), language: languageOf(request) };
}

function addCheckout(app: FastifyInstance, options: BillingPagesOptions): void {
  const { billing } = options;
  const onRequest = app.rateLimit({ name: 'checkout', perMinute: options.limits.ACCOUNT });

  app.get(CHECKOUT_PATH, page, async (request, reply) => {
    const query = queryOf(request);
    const license = await findLicense(options, query.get('license'));
    const elsewhere = await otherPage(options, signedInOf(request), license);
    if (elsewhere !== undefined) return seeOther(reply, elsewhere);
    if (!isForSale(license))
      return sendPage(reply, 200, renderNotWorthIt(await frameOf(request, options), license));
    const state = { test: (await billing.mode()) === 'test', notPaid: query.get('paid') === 'no' };
    return sendPage(reply, 200, renderCheckout(await frameOf(request, options), license, state), TO_STRIPE);
  });

  app.post(CHECKOUT_PATH, { ...page, onRequest }, async (request, reply) => {
    const form = formOf(request);
    const { accountId, email } = signedInOf(request);
    const language = languageOf(request);
    const license = await findLicense(options, form.get('license'));
    const elsewhere = await otherPage(options, signedInOf(request), license);
    if (elsewhere !== undefined) return seeOther(reply, elsewhere);
    if (!isForSale(license))
      return sendPage(reply, 409, renderNotWorthIt(await frameOf(request, options), license));
    const { license_type, license_digits, license_number: licenseNumber } = license;
    const ref = { license_type, license_digits };
    if ((await billing.mode()) === 'stripe')
      return seeOther(
        reply,
        await billing.startCheckout({ accountId, email, license: ref, licenseNumber, language }),
      );
    if (form.get('answer') !== 'pay') return seeOther(reply, `${checkoutPath(licenseNumber)}&paid=no`);
    await billing.startTest(accountId, ref);
    return seeOther(reply, `${CHECKOUT_PATH}/done?${new URLSearchParams({ license: licenseNumber })}`);
  });

  app.get(`${CHECKOUT_PATH}/done`, page, async (request, reply) => {
    const license = await findLicense(options, queryOf(request).get('license'));
    const live = await billing.findLive(signedInOf(request).accountId, license);
    return sendPage(reply, 200, renderPaid(await frameOf(request, options), license, live !== undefined));
  });
}

function addPortal(app: FastifyInstance, options: BillingPagesOptions): void {
  const { billing } = options;
  const onRequest = app.rateLimit({ name: 'portal', perMinute: options.limits.ACCOUNT });
  type Route = { Params: { claimId: string } };

  app.get<Route>(`${LICENSES}/:claimId/portal`, page, async (request, reply) => {
    const claim = await findClaim(options, signedInOf(request), request.params.claimId);
    const frame = await frameOf(request, options);
    if ((await billing.mode()) === 'none') return sendPage(reply, 200, renderUnavailable(frame));
    const subscription = await billing.findLive(signedInOf(request).accountId, claim);
    const license = await shown(options, claim);
    if (!subscription && !isForSale(license)) return sendPage(reply, 200, renderNotWorthIt(frame, license));
    return sendPage(reply, 200, renderPortal(frame, license, claim.id, subscription), TO_STRIPE);
  });

  app.post<Route>(`${LICENSES}/:claimId/portal`, { ...page, onRequest }, async (request, reply) => {
    const claim = await findClaim(options, signedInOf(request), request.params.claimId);
    if ((await billing.mode()) === 'none')
      return sendPage(reply, 200, renderUnavailable(await frameOf(request, options)));
    const subscription = await billing.findLive(signedInOf(request).accountId, claim);
    const address = subscription && (await billing.openPortal(subscription, languageOf(request)));
    return seeOther(reply, address ?? `${LICENSES}?done=${subscription ? 'watch-ended' : 'no-watch'}`);
  });
}

/** Returns the page to show instead of the checkout, or undefined to show the checkout. */
async function otherPage(
  { billing, hasVerifiedClaim }: BillingPagesOptions,
  { accountId }: SignedIn,
  license: LicenseRef & ShownLicense,
): Promise<string | undefined> {
  if (!(await hasVerifiedClaim(accountId, license)))
    return `/claim?${new URLSearchParams({ license: license.license_number })}`;
  return (await billing.findLive(accountId, license)) ? LICENSES : undefined;
}

async function findLicense({ findLicense: find }: BillingPagesOptions, typed: string | null) {
  const number = typed?.trim().slice(0, 64) ?? '';
  if (number === '')
    throw new AppError('missing_parameter', NONE_NAMED.en, { parameter: 'license', forPeople: NONE_NAMED });
  return find(number);
}

/**
 * Finds a verified claim. The response is the same for another account's claim, a claim that never existed,
 * and an invalid claim id.
 */
async function findClaim(
  { listVerifiedClaims }: BillingPagesOptions,
  { accountId }: SignedIn,
  claimId: string,
): Promise<Claim> {
  const claim = (await listVerifiedClaims(accountId)).find(({ id }) => id === claimId);
  if (!claim) throw new AppError('not_found', NOT_YOURS.en, { forPeople: NOT_YOURS });
  return claim;
}

/**
 * Returns the license with its full number. If it is no longer in any file, returns only the digits, so that
 * monitoring can still be canceled.
 */
async function shown(
  { findLicense: find }: BillingPagesOptions,
  { license_type, license_digits }: LicenseRef,
): Promise<ShownLicense> {
  return find(numberWithLetters(license_type, license_digits)).catch((error: unknown) => {
    if (error instanceof AppError) return { license_number: license_digits, name: '' };
    throw error;
  });
}
