import type { AccountsTables } from './ledger-tables/accounts.ts';
import type { BookedTables } from './ledger-tables/booked.ts';
import type { DocumentsTables } from './ledger-tables/documents.ts';
import type { EventsTables } from './ledger-tables/events.ts';
import type { MonitoringTables } from './ledger-tables/monitoring.ts';
import type { ServiceTables } from './ledger-tables/service.ts';
import type { TeamsTables } from './ledger-tables/teams.ts';
import type { VendorsTables } from './ledger-tables/vendors.ts';
import type { WebhooksTables } from './ledger-tables/webhooks.ts';

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
