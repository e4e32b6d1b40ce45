import type { LedgerDb } from '../../platform/db/database.ts';
import type { LicenseRef } from '../claims/claim.ts';
import type { PaymentProvider } from './stripe.ts';

/** What is billed with here: Stripe, the demo's test checkout, or nothing. */
export type PaymentMode = 'stripe' | 'test' | 'none';

/** What every part of billing works with. */
export interface BillingContext {
  readonly ledgerDb: LedgerDb;
  /** Undefined without keys of Stripe. */
  readonly provider: PaymentProvider | undefined;
  /** Asked each time: a demo that was given real records has no test checkout any more. */
  readonly mode: () => Promise<PaymentMode>;
  readonly hasVerifiedClaim: (ledgerDb: LedgerDb, accountId: string, license: LicenseRef) => Promise<boolean>;
  /** Called after the commit that made a watch begin; the daily run makes up for it when it fails. */
  readonly onStarted: (accountId: string, license: LicenseRef) => Promise<void>;
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly log: BillingLog;
  /** Aborted when calls under way are to be cut off: the process stops. */
  readonly cutOff?: AbortSignal | undefined;
}

interface BillingLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
