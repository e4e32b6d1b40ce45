import type { ColumnType, Generated } from 'kysely';

/** Events, and applications to events. */

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
  /** In lower case, because the public feed searches for an exact match. */
  city_folded: string;
  county: string;
  /** Null if applications open when the event is published. */
  applications_open_at: string | null;
  /** Null if applications close when the event starts. */
  applications_close_at: string | null;
  /** The maximum number of vendors; null for no limit. */
  capacity: number | null;
  deposit_cents: number | null;
  /** Instructions for paying the deposit, in the organizer's words; empty if there are none. */
  deposit_how: string;
  /** An https address for paying the deposit; empty if there is none. */
  deposit_link: string;
  /** Custom questions, JSON text. */
  questions: string;
  /** The number of approved and confirmed applications. An approval never raises it above `capacity`. */
  spots_taken: number;
  /** The number of applications ever received. Unless it is 0, the event cannot become a draft again. */
  applications_received: number;
  created_at: string;
  updated_at: string;
  /** The organizer's name as shown to vendors; may be empty. */
  organizer_name: string;
  /** The address for questions from vendors; may be empty. */
  organizer_email: string;
  /** The organizer's setting for notices of new applications: each | daily | never */
  notice: string;
  /** The last date, in the event's time zone, whose new applications were reported to the organizer. */
  notice_on: string | null;
  /** When the organizer was reminded to send the vendor list to the regulator; null until then. */
  roster_reminded_at: string | null;
  /** 1 if a free spot automatically goes to the first vendor on the waitlist. */
  waitlist_moves: number;
  /** 1 from the time a spot becomes free until the waitlist has been processed. */
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
  /**
   * 2013 or 2014 if the typed number or the records show the type. It distinguishes two vendors with the same
   * digits.
   */
  license_type: string | null;
  business_name: string;
  contact_name: string;
  /** In lower case. */
  contact_email: string;
  contact_phone: string;
  custom_responses: string;
  deposit_status: string;
  outcome: string | null;
  outcome_recorded_at: string | null;
  /** Hash of the token in the applicant's private link, hexadecimal. */
  link_sha256: string;
  /**
   * The verified holder of the license, who applied while signed in or confirmed the application from their
   * account's address.
   */
  holder_account_id: string | null;
  /** When the license holder was emailed the current outcome; null until then. */
  outcome_told_at: string | null;
  /** The number of times the outcome was changed. */
  outcome_changes: number;
  /** When the application was put on the waitlist; null if it is not on the waitlist. */
  waitlisted_at: string | null;
  /** 1 if the next daily email to the organizer includes the application. */
  notice_due: number;
  /** Since when the organizer has had new documents to review; null if there are none. */
  documents_news_at: string | null;
  /** en | es: the language of the page that the applicant used, and of the applicant's emails. */
  language: string;
  /** A `FOOD_KINDS` code; empty for applications from before the form asked for it. */
  food_kind: string;
  /** The food that the vendor serves, as typed. */
  food: string;
  /** An `OtherLicenseCode`; empty for a mobile vendor's or caterer's license. */
  license_kind: string;
}

/** applications: the organizer's notes for the day of the event. */
export interface EventDayNotesTable {
  application_id: string;
  /** The spot's number or location, as typed. */
  spot: string;
  /** As typed, for example "3:30 PM, gate B". */
  load_in: string;
  /** When the vendor was checked in; null until then. */
  checked_in_at: string | null;
}

/** applications: every status change of an application, starting at position 1. */
export interface ApplicationHistoryTable {
  application_id: string;
  position: number;
  changed_at: string;
  /** applicant | organizer | waitlist */
  changed_by: string;
  /**
   * status | message | note | taken_back | undone: messages and notes do not change the status. An undo marks
   * the entries it withdraws and adds the restored status.
   */
  kind: Generated<string>;
  status: string;
  /** The organizer's message to the applicant; empty for none. */
  message: string;
  /** The reason for a decision against the verdict, or the text of a note; never shown to the applicant. */
  reason: Generated<string>;
  /**
   * The verdict that the decision went against ("unknown" if there was no verdict); null if the decision did
   * not go against a verdict.
   */
  against_verdict: Generated<string | null>;
  against_policy: Generated<string | null>;
  /**
   * The account that acted for the organizer, which only the team can see; null for an applicant. The account
   * may have been deleted since.
   */
  actor_id: Generated<string | null>;
}

/** applications: decisions filed for an event's compliance file, each with its receipt; rows never change. */
export interface ApplicationDecisionsTable {
  /** The receipt's number. */
  jti: string;
  application_id: string;
  decided_at: string;
  /** The whole decision result, JSON text. */
  decision: string;
}

/** lists: a list that a visitor checked. Anyone who has the list's address can see it for a week. */
export interface CheckedListsTable {
  /** Hash of the token in the list's address, hexadecimal. */
  id: string;
  created_at: string;
  forget_at: string;
  /** A `CheckedList`, JSON text. */
  body: string;
}

/** lists: vendors that an organizer shortlists for an event before the vendors apply. */
export interface ShortlistedVendorsTable {
  id: string;
  event_id: string;
  vendor_id: string;
  /** The vendor's name as it appears in the organizer's list; empty if the list had no name. */
  typed_name: string;
  typed_number: string;
  /** The name in the record at the time of the vendor's last decision. */
  name: string;
  license_number: string;
  city: string;
  added_at: string;
  /** The name that the account which added the vendor had at that time. */
  added_by: string;
  /** The verdict of the last decision. */
  verdict: string;
  decided_at: string;
  /** The last day of the event that the decision was for. */
  event_date: string;
  /** The short number of the decision's receipt. */
  receipt_number: string;
}

/** shortlist: an email that invited a vendor to an event. Only a hash of the address is stored. */
export interface EventInvitationsTable {
  /** Hash of the token in the link that ends invitations, hexadecimal. */
  token_sha256: string;
  event_id: string;
  vendor_id: string;
  email_sha256: string;
  invited_at: string;
}

/** shortlist: hashes of email addresses whose owners do not want further invitations. */
interface InvitationStopsTable {
  email_sha256: string;
  stopped_at: string;
}

/** applications: an action on many applications at once. */
export interface BulkActionsTable {
  /** Generated for the confirmation page, so that submitting its form twice has an effect only once. */
  id: string;
  event_id: string;
  action: string;
  made_at: string;
  undone_at: string | null;
}

/** applications: the effect of the action on one application. */
export interface BulkActionItemsTable {
  action_id: string;
  application_id: string;
  from_status: string;
  to_status: string;
  from_waitlisted_at: string | null;
  /**
   * The email to the applicant or the license's holder, which is held while the action can be undone; null if
   * there is no email.
   */
  mail_id: string | null;
  /** Why the application was skipped; null if it was changed, empty if the reason was not stored. */
  skipped: string | null;
  from_outcome: string | null;
  from_recorded_at: string | null;
  from_told_at: string | null;
}

/**
 * Columns that are written once. Application lists do not check them for changes, and the query builder
 * cannot update them.
 */
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
