import type { LedgerDb, LedgerEngine } from '../../platform/db/database.ts';
import type { ApplicationContext } from '../applications/context.ts';
import type { Licenses } from '../applications/document-entry.ts';
import type { StoredApplication } from '../applications/store.ts';

/** The dependencies of every function that works with documents. */
export interface DocumentContext {
  /** The ledger. */
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** As in applications: the account that has verified this license. */
  readonly findHolder: ApplicationContext['findHolder'];
  /** As in applications: the token of an application's private link. */
  readonly linkToken: (applicationId: string) => string;
  /** The licenses on record of applications, by application id. Never in a transaction of the ledger. */
  readonly licensesOf: (
    applications: readonly Pick<StoredApplication, 'id' | 'license_digits' | 'license_type'>[],
  ) => Promise<Licenses>;
  /** Megabytes that all files of the service may have together. */
  readonly serviceMbMax: number;
}
