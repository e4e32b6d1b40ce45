/** What the watch costs and where it is bought (contract 1, 2.8). Pure. */
export const PRICE_CENTS = 999;
export const CURRENCY = 'USD';
/** The price as people read it. */
export const PRICE_TEXT = `$${(PRICE_CENTS / 100).toFixed(2)}`;
export const CHECKOUT_PATH = '/api/vendor-pro/checkout';

interface MonitoringOffer {
  readonly available: boolean;
  readonly price_cents: typeof PRICE_CENTS;
  readonly currency: typeof CURRENCY;
  readonly interval: 'month';
  readonly description: string;
  /** Where a browser buys it; null where it cannot be bought. */
  readonly checkout_url: string | null;
}

/** Whose watch can be bought here: any vendor's with Stripe, a fictional one's in a demo, nobody's otherwise. */
export type MonitoringSale = 'all' | 'fictional' | 'none';

/** The offer as the self-check of one vendor carries it. */
export function monitoringOffer(options: {
  readonly sale: MonitoringSale;
  readonly fictional: boolean;
  readonly baseUrl: string;
  readonly licenseNumber: string;
}): MonitoringOffer {
  const { sale, fictional, baseUrl, licenseNumber } = options;
  const available = sale === 'all' || (sale === 'fictional' && fictional);
  return {
    available,
    price_cents: PRICE_CENTS,
    currency: CURRENCY,
    interval: 'month',
    description: 'A daily watch of your regulator record, with an e-mail when anything on it changes.',
    checkout_url: available ? `${baseUrl}${checkoutPath(licenseNumber)}` : null,
  };
}

/** The checkout of one license. */
export function checkoutPath(licenseNumber: string): string {
  return `${CHECKOUT_PATH}?${new URLSearchParams({ license: licenseNumber })}`;
}
