import type { LedgerDb, LedgerEngine } from '../../platform/db/database.ts';
import type { ApplicationContext } from '../applications/context.ts';
import type { Licenses } from '../applications/document-entry.ts';
import type { StoredApplication } from '../applications/store.ts';

/** The dependencies that all document operations share. */
export interface DocumentContext {
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** Finds the account that is the verified holder of a license, as for applications. */
  readonly findHolder: ApplicationContext['findHolder'];
  /** Returns the token of an application's private link, as for applications. */
  readonly linkToken: (applicationId: string) => string;
  /**
   * Finds the licenses on record for these applications, by application id. Never call it in a ledger
   * transaction.
   */
  readonly licensesOf: (
    applications: readonly Pick<StoredApplication, 'id' | 'license_digits' | 'license_type'>[],
  ) => Promise<Licenses>;
  /** The maximum number of megabytes that all files in the service may use together. */
  readonly serviceMbMax: number;
}
