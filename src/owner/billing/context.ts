import type { LedgerDb } from '../../platform/db/database.ts';
import type { LicenseRef } from '../claims/claim.ts';
import type { PaymentProvider } from './stripe.ts';

/** The payment provider in use: Stripe, the demo's test checkout, or none. */
export type PaymentMode = 'stripe' | 'test' | 'none';

/** The dependencies of all billing code. */
export interface BillingContext {
  readonly ledgerDb: LedgerDb;
  /** Undefined without Stripe keys. */
  readonly provider: PaymentProvider | undefined;
  /** Checked each time, because a demo that was given real records no longer has a test checkout. */
  readonly mode: () => Promise<PaymentMode>;
  readonly hasVerifiedClaim: (ledgerDb: LedgerDb, accountId: string, license: LicenseRef) => Promise<boolean>;
  /** Called after the commit that starts a watch. If it fails, the daily run catches up. */
  readonly onStarted: (accountId: string, license: LicenseRef) => Promise<void>;
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly log: BillingLog;
  /** Aborted to cut off calls in progress when the process stops. */
  readonly cutOff?: AbortSignal | undefined;
}

interface BillingLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
