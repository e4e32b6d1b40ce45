import type { ColumnType, Generated } from 'kysely';

/** Events and the applications to them. */

/** events */
export interface EventsTable {
  id: string;
  account_id: string;
  name: string;
  description: string;
  event_type: string;
  /** Draft | Published | Completed | Cancelled */
  status: string;
  starts_at: string;
  ends_at: string;
  timezone: string;
  venue_name: string;
  address: string;
  city: string;
  /** Lower case, for the public feed's exact match. */
  city_folded: string;
  county: string;
  /** Null: from publication on. */
  applications_open_at: string | null;
  /** Null: until it starts. */
  applications_close_at: string | null;
  /** Vendors that fit; null: any number. */
  capacity: number | null;
  deposit_cents: number | null;
  /** How vendors pay it, in the organizer's words; empty for nothing said. */
  deposit_how: string;
  /** An https address where they pay it; empty for none. */
  deposit_link: string;
  /** Custom questions, JSON text. */
  questions: string;
  /** Applications approved or confirmed now. An approval never raises it above `capacity`. */
  spots_taken: number;
  /** All applications ever received; an event with any cannot become a draft again. */
  applications_received: number;
  created_at: string;
  updated_at: string;
  /** Who runs it, as shown to vendors; empty for nobody named. */
  organizer_name: string;
  /** Where vendors can write; empty for none. */
  organizer_email: string;
  /** How the organizer hears of new applications: each | daily | never */
  notice: string;
  /** The last day, at its place, of which the organizer was told the new applications. */
  notice_on: string | null;
  /** When the organizer was reminded to send the list of vendors to the regulator; null before that. */
  roster_reminded_at: string | null;
  /** 1: a free spot goes to the first on the waitlist by itself. */
  waitlist_moves: number;
  /** 1 from when a spot is given back until the waitlist was looked at. */
  spot_freed: number;
}

/** applications */
export interface ApplicationsTable {
  id: string;
  event_id: string;
  /** submitted | under_review | waitlisted | approved | confirmed | declined | withdrawn | cancelled */
  status: string;
  submitted_at: string;
  updated_at: string;
  /** As the applicant typed it. */
  license_number: string;
  license_digits: string;
  /** 2013 or 2014 when the typed number or the records tell; decides between two vendors with the same digits. */
  license_type: string | null;
  business_name: string;
  contact_name: string;
  /** Lower case. */
  contact_email: string;
  contact_phone: string;
  custom_responses: string;
  deposit_status: string;
  outcome: string | null;
  outcome_recorded_at: string | null;
  /** Hash of the token in the applicant's private link, hexadecimal. */
  link_sha256: string;
  /** The verified holder of the license who sent it signed in, or confirmed it over the address of their account. */
  holder_account_id: string | null;
  /** When that holder was mailed the present outcome; null while nobody was. */
  outcome_told_at: string | null;
  /** How often the outcome was changed. */
  outcome_changes: number;
  /** When it was put on the waitlist; null while it is not on it. */
  waitlisted_at: string | null;
  /** 1: the organizer hears of it in the next daily mail. */
  notice_due: number;
  /** Since when the organizer is to be told of its documents; null for nothing to tell. */
  documents_news_at: string | null;
  /** en | es: that of the page on which it was sent, for the applicant's mails. */
  language: string;
  /** A `FOOD_KINDS` code; empty for one that was sent before it was asked. */
  food_kind: string;
  /** What the vendor serves, as typed. */
  food: string;
  /** An `OtherLicenseCode`; empty for a license of a mobile vendor or caterer. */
  license_kind: string;
}

/** applications: what the organizer notes for the day of the event. */
export interface EventDayNotesTable {
  application_id: string;
  /** Number or place of the spot, as typed. */
  spot: string;
  /** As typed, for example "3:30 PM, gate B". */
  load_in: string;
  /** When the vendor was seen; null before that. */
  checked_in_at: string | null;
}

/** applications: every change of an application's status, starting at position 1. */
export interface ApplicationHistoryTable {
  application_id: string;
  position: number;
  changed_at: string;
  /** applicant | organizer | waitlist */
  changed_by: string;
  /** status | message | note | taken_back | undone: messages and notes change no status; an undo marks what it takes back, and adds what is again. */
  kind: Generated<string>;
  status: string;
  /** The organizer's message to the applicant; empty for none. */
  message: string;
  /** Why it was decided against the verdict, or the text of a note; never shown to the applicant. */
  reason: Generated<string>;
  /** The verdict that was decided against, "unknown" for none on record; null when nothing was. */
  against_verdict: Generated<string | null>;
  against_policy: Generated<string | null>;
  /** The account that acted for the organizer, for the team's eyes; null for an applicant. It may be gone. */
  actor_id: Generated<string | null>;
}

/** applications: decisions filed for an event's compliance file, each with its receipt, never changed. */
export interface ApplicationDecisionsTable {
  /** The receipt's number. */
  jti: string;
  application_id: string;
  decided_at: string;
  /** The whole decision result, JSON text. */
  decision: string;
}

/** lists: a list that somebody checked, for whoever has its address, for a week. */
export interface CheckedListsTable {
  /** Hash of the token in its address, hexadecimal. */
  id: string;
  created_at: string;
  forget_at: string;
  /** A `CheckedList`, JSON text. */
  body: string;
}

/** lists: vendors that an organizer keeps for an event before anybody applies. */
export interface ShortlistedVendorsTable {
  id: string;
  event_id: string;
  vendor_id: string;
  /** As the list had them; empty where it had none. */
  typed_name: string;
  typed_number: string;
  /** As the record had them when the vendor was decided on last. */
  name: string;
  license_number: string;
  city: string;
  added_at: string;
  /** Name of the account that added it, as it was then. */
  added_by: string;
  /** Of the last decision. */
  verdict: string;
  decided_at: string;
  /** The last day of the event that it was about. */
  event_date: string;
  /** The short number of its receipt. */
  receipt_number: string;
}

/** shortlist: an email that invited a vendor to an event. The address is kept as a hash alone. */
export interface EventInvitationsTable {
  /** Hash of the token in the link that ends invitations, hexadecimal. */
  token_sha256: string;
  event_id: string;
  vendor_id: string;
  email_sha256: string;
  invited_at: string;
}

/** shortlist: addresses that want no invitations, as hashes. */
export interface InvitationStopsTable {
  email_sha256: string;
  stopped_at: string;
}

/** applications: something done to many applications at once. */
export interface BulkActionsTable {
  /** Drawn for the confirmation page, so that a form sent twice acts once. */
  id: string;
  event_id: string;
  action: string;
  made_at: string;
  undone_at: string | null;
}

/** applications: what it did to one of them. */
export interface BulkActionItemsTable {
  action_id: string;
  application_id: string;
  from_status: string;
  to_status: string;
  from_waitlisted_at: string | null;
  /** The mail that tells the applicant or the license's holder, which waits while it can be undone; null where nobody is told. */
  mail_id: string | null;
  /** Why it was left as it was; null for one that was changed, empty where that was not kept. */
  skipped: string | null;
  from_outcome: string | null;
  from_recorded_at: string | null;
  from_told_at: string | null;
}

/** Written once: the version of a list of applications does not read them, and no statement that is built here can change them. */
type FixedColumn =
  | 'id'
  | 'event_id'
  | 'submitted_at'
  | 'license_number'
  | 'license_digits'
  | 'license_type'
  | 'business_name'
  | 'contact_name'
  | 'contact_email'
  | 'contact_phone'
  | 'custom_responses'
  | 'food_kind'
  | 'food'
  | 'license_kind';

type WithFixed<Table, Fixed extends keyof Table> = Omit<Table, Fixed> & {
  [Name in Fixed]: ColumnType<Table[Name], Table[Name], never>;
};

export interface EventsTables {
  checked_lists: CheckedListsTable;
  shortlisted_vendors: ShortlistedVendorsTable;
  event_invitations: EventInvitationsTable;
  invitation_stops: InvitationStopsTable;
  event_day_notes: EventDayNotesTable;
  events: EventsTable;
  applications: WithFixed<ApplicationsTable, FixedColumn>;
  application_history: ApplicationHistoryTable;
  application_decisions: ApplicationDecisionsTable;
  bulk_actions: BulkActionsTable;
  bulk_action_items: BulkActionItemsTable;
}
