import type {
  AccountsTable,
  ApiKeysTable,
  ApplicationDecisionsTable,
  ApplicationHistoryTable,
  ApplicationsTable,
  ClaimDocumentsTable,
  ClaimsTable,
  CredentialsTable,
  DeprecationNoticesTable,
  DeprecationsTable,
  DisputesTable,
  EventsTable,
  KeptCountsTable,
  MailsTable,
  OperatorLogTable,
  OperatorsTable,
  PaymentEventsTable,
  ReceiptsTable,
  RepliesTable,
  SessionsTable,
  SubscriptionsTable,
  VerificationsTable,
  WatchedLicensesTable,
  WatchMailsTable,
} from './schema-ledger.ts';
import type {
  ClosuresTable,
  ImportFilesTable,
  ImportRunsTable,
  LeasesTable,
  LicenseApplicationsTable,
  LicensesTable,
  ObservationsTable,
  PublishedStateTable,
  RefusedRowsTable,
  SourceFilesTable,
  VendorRecordsTable,
  VendorsTable,
  VisitsTable,
} from './schema-registry.ts';

/**
 * Every table and its columns, as both engines store them. Days and instants are ISO 8601 text, flags
 * are 0/1, and documents are JSON text: the plain subset that SQLite and PostgreSQL share.
 * Each table is written by the one feature named beside it.
 */
export interface DatabaseSchema {
  published_state: PublishedStateTable;
  import_runs: ImportRunsTable;
  import_files: ImportFilesTable;
  refused_rows: RefusedRowsTable;
  source_files: SourceFilesTable;
  licenses: LicensesTable;
  license_applications: LicenseApplicationsTable;
  visits: VisitsTable;
  closures: ClosuresTable;
  vendors: VendorsTable;
  vendor_records: VendorRecordsTable;
  leases: LeasesTable;
  receipts: ReceiptsTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  credentials: CredentialsTable;
  verifications: VerificationsTable;
  api_keys: ApiKeysTable;
  events: EventsTable;
  applications: ApplicationsTable;
  application_history: ApplicationHistoryTable;
  application_decisions: ApplicationDecisionsTable;
  mails: MailsTable;
  kept_counts: KeptCountsTable;
  observations: ObservationsTable;
  operators: OperatorsTable;
  operator_log: OperatorLogTable;
  claims: ClaimsTable;
  claim_documents: ClaimDocumentsTable;
  replies: RepliesTable;
  disputes: DisputesTable;
  subscriptions: SubscriptionsTable;
  payment_events: PaymentEventsTable;
  watched_licenses: WatchedLicensesTable;
  watch_mails: WatchMailsTable;
  deprecations: DeprecationsTable;
  deprecation_notices: DeprecationNoticesTable;
}
