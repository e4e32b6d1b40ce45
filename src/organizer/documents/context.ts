import type { LedgerDb, LedgerEngine } from '../../platform/db/database.ts';
import type { ApplicationContext } from '../applications/context.ts';
import type { Licenses } from '../applications/document-entry.ts';
import type { StoredApplication } from '../applications/store.ts';

/** The dependencies of all functions for documents. */
export interface DocumentContext {
  /** The ledger. */
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** The same as for applications: finds the account that has verified this license. */
  readonly findHolder: ApplicationContext['findHolder'];
  /** The same as for applications: returns the token of an application's private link. */
  readonly linkToken: (applicationId: string) => string;
  /** Finds applications' licenses on record, by application id. Never call it in a ledger transaction. */
  readonly licensesOf: (
    applications: readonly Pick<StoredApplication, 'id' | 'license_digits' | 'license_type'>[],
  ) => Promise<Licenses>;
  /** The most megabytes that all files of the service may use together. */
  readonly serviceMbMax: number;
}
