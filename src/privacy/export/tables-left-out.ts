import type { LedgerTable } from './exported-table.ts';

/** Tables of which nobody gets rows, each with the reason. */
export const LEFT_OUT: Readonly<Partial<Record<LedgerTable, string>>> = {
  verifications: 'links in mails, hashed: each opens something, is used once and ends within days',
  deprecations: 'the announced ends of API versions: about nobody',
  application_decisions:
    'the organizer’s file of decisions about the vendor’s public record; it has no name, address or phone number from the form',
  bulk_actions: 'what an organizer did to many applications at once; its results are in application_history',
  bulk_action_items:
    'what an organizer did to many applications at once; its results are in application_history',
  booked_watches: 'a copy of the vendor’s public record, for comparing',
  booked_changes: 'changes of the vendor’s public record that the organizer was told',
  checked_lists: 'whose list it is was never stored; it is forgotten after 7 days',
  invitation_stops: 'addresses that want no invitations, as hashes: it names nobody',
  log_checkpoints: 'the public log: sizes and hashes',
  log_publications: 'the public log: hashes of public records',
  log_records: 'the public log: hashes of public records',
  log_cosignatures: 'the public log: signatures of its witnesses',
  log_tiles: 'the public log: hashes of receipts and of public records',
  receipts: 'a receipt names the vendor and the verdict; who asked was never stored',
  payment_events: 'numbers of notices of the payment provider; they name nobody',
  kept_counts: 'counts against guessing, under hashes; they are forgotten within days',
};
