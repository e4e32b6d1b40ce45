import type { AccountsTables } from './ledger-tables/account-tables.ts';
import type { BookedTables } from './ledger-tables/booked-tables.ts';
import type { DocumentsTables } from './ledger-tables/document-tables.ts';
import type { EventsTables } from './ledger-tables/event-tables.ts';
import type { MonitoringTables } from './ledger-tables/monitoring-tables.ts';
import type { PublicationTables } from './ledger-tables/publication-tables.ts';
import type { RegulatorTables } from './ledger-tables/regulator-tables.ts';
import type { ServiceTables } from './ledger-tables/service-tables.ts';
import type { TeamsTables } from './ledger-tables/team-tables.ts';
import type { VendorsTables } from './ledger-tables/vendor-tables.ts';
import type { WebhooksTables } from './ledger-tables/webhook-tables.ts';

/**
 * Every table of the ledger with its columns, grouped by subject. Only types that SQLite and PostgreSQL share
 * are used: dates and times are ISO 8601 text, flags are 0 or 1, and documents are JSON text. Only the
 * feature named in a table's comment writes to that table.
 */
export type LedgerSchema = AccountsTables &
  TeamsTables &
  BookedTables &
  EventsTables &
  DocumentsTables &
  VendorsTables &
  MonitoringTables &
  WebhooksTables &
  RegulatorTables &
  PublicationTables &
  ServiceTables;
