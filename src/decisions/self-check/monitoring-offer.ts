import type { Language } from '../../lib/language/language.ts';
import type { LicenseStatus } from '../../regulator/source/license-vocabulary.ts';
import { OFFER } from './factor-messages.ts';

/** The price of monitoring and where to buy it (contract 1, 2.8). */
export const PRICE_CENTS = 999;
export const CURRENCY = 'USD';
/** The price as text, such as "$9.99". */
export const PRICE_TEXT = `$${(PRICE_CENTS / 100).toFixed(2)}`;
export const CHECKOUT_PATH = '/api/vendor-pro/checkout';

interface MonitoringOffer {
  readonly available: boolean;
  readonly price_cents: typeof PRICE_CENTS;
  readonly currency: typeof CURRENCY;
  readonly interval: 'month';
  readonly description: string;
  /** The URL of the checkout page; null if monitoring is not for sale. */
  readonly checkout_url: string | null;
}

/**
 * The vendors for which monitoring is sold here: any vendor if Stripe is configured, fictional vendors in a
 * demo, otherwise none.
 */
export type MonitoringSale = 'all' | 'fictional' | 'none';

/**
 * Returns false for a relinquished license: its record never changes, so paid monitoring would be worthless.
 */
export function isWatchWorth(status: LicenseStatus): boolean {
  return status !== 'relinquished';
}

/** Returns the offer in one vendor's self-check. */
export function monitoringOffer(options: {
  readonly sale: MonitoringSale;
  readonly fictional: boolean;
  readonly baseUrl: string;
  readonly licenseNumber: string;
  readonly licenseStatus: LicenseStatus;
  readonly language?: Language | undefined;
}): MonitoringOffer {
  const { sale, fictional, baseUrl, licenseNumber, licenseStatus, language = 'en' } = options;
  const available = isWatchWorth(licenseStatus) && (sale === 'all' || (sale === 'fictional' && fictional));
  return {
    available,
    price_cents: PRICE_CENTS,
    currency: CURRENCY,
    interval: 'month',
    description: OFFER[language].description,
    checkout_url: available ? `${baseUrl}${checkoutPath(licenseNumber)}` : null,
  };
}

/** Returns the path of the checkout for one license. */
export function checkoutPath(licenseNumber: string): string {
  return `${CHECKOUT_PATH}?${new URLSearchParams({ license: licenseNumber })}`;
}
