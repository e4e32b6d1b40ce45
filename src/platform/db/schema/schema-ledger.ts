import type { AccountsTables } from './ledger-tables/account-tables.ts';
import type { BookedTables } from './ledger-tables/booked-tables.ts';
import type { DocumentsTables } from './ledger-tables/document-tables.ts';
import type { EventsTables } from './ledger-tables/event-tables.ts';
import type { MonitoringTables } from './ledger-tables/monitoring-tables.ts';
import type { ServiceTables } from './ledger-tables/service-tables.ts';
import type { TeamsTables } from './ledger-tables/team-tables.ts';
import type { VendorsTables } from './ledger-tables/vendor-tables.ts';
import type { WebhooksTables } from './ledger-tables/webhook-tables.ts';

/**
 * Every table of the ledger, by what it is about: data that cannot be made again. Columns are stored by the same rules as those of
 * the registry.
 */
export type LedgerSchema = AccountsTables &
  TeamsTables &
  BookedTables &
  EventsTables &
  DocumentsTables &
  VendorsTables &
  MonitoringTables &
  WebhooksTables &
  ServiceTables;
