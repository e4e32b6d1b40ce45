import { createDocumentService } from '../../../src/organizer/documents/service.ts';
import type { OpenLedger } from '../../../src/platform/db/database.ts';

export const BASE_URL = 'http://127.0.0.1';
/** The time is six days before the event in `insertEvent`, so that a reminder is due. */
const NOW = () => new Date('2026-04-04T15:00:00Z');

export function documentsOf({ db, engine }: OpenLedger) {
  return createDocumentService({
    ledgerDb: db,
    engine,
    baseUrl: BASE_URL,
    now: NOW,
    findHolder: async () => undefined,
    linkToken: () => '',
    serviceMbMax: 100_000,
    licensesOf: async () => new Map(),
  });
}
