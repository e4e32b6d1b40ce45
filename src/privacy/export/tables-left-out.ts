import type { LedgerTable } from './exported-table.ts';

/** Tables that are never exported, each with the reason. */
export const LEFT_OUT: Readonly<Partial<Record<LedgerTable, string>>> = {
  verifications: 'links in emails, hashed: each gives access, works once and expires within days',
  deprecations: 'the announced ends of API versions: no personal data',
  application_decisions:
    'the organizer’s file of decisions about the vendor’s public record; it has no name, address or phone number from the form',
  bulk_actions: 'an organizer’s actions on many applications at once; the results are in application_history',
  bulk_action_items:
    'an organizer’s actions on many applications at once; the results are in application_history',
  booked_watches: 'a copy of the vendor’s public record, for comparison',
  booked_changes: 'changes of the vendor’s public record that were reported to the organizer',
  checked_lists: 'the list has no owner; it is deleted after 7 days',
  invitation_stops: 'hashes of addresses that want no invitations: no names',
  log_checkpoints: 'the public log: sizes and hashes',
  log_publications: 'the public log: hashes of public records',
  log_records: 'the public log: hashes of public records',
  log_cosignatures: 'the public log: signatures of its witnesses',
  log_tiles: 'the public log: hashes of receipts and of public records',
  receipts: 'a receipt names the vendor and the verdict; the person who asked was never stored',
  payment_events: 'numbers of the payment provider’s notices; no names',
  kept_counts: 'counts against guessing, under hashes; they are deleted within days',
};
