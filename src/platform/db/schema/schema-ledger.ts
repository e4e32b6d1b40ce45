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
 * Every table of the ledger and its columns, grouped by subject, as both engines store them. Days and
 * instants are ISO 8601 text, flags are 0/1, and documents are JSON text: the subset that SQLite and
 * PostgreSQL share. Only the feature named in a table's comment writes to it.
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
