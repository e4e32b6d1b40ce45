/** Tables of data that cannot be rebuilt. */

/** receipts: every receipt ever issued, kept permanently in the ledger, apart from the records that can be rebuilt. */
export interface ReceiptsTable {
  jti: string;
  vendor_id: string;
  event_type: string;
  verdict: string;
  issued_at: string;
  record_sha256: string;
  key_id: string;
  /** SHA-256 of the receipt's text, hexadecimal. */
  receipt_sha256: string;
}

/** accounts, through the authentication library: who may sign in. */
interface AccountsTable {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  email_verified: number;
  image: string | null;
  created_at: string;
  updated_at: string;
}

/** accounts, through the library: a browser that is signed in. The cookie is this token with a signature. */
interface SessionsTable {
  id: string;
  account_id: string;
  token: string;
  expires_at: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: string;
  updated_at: string;
}

/** accounts, through the library: the password's salted scrypt hash; the other columns stay empty. */
interface CredentialsTable {
  id: string;
  account_id: string;
  provider_account_id: string;
  provider_id: string;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: string | null;
  refresh_token_expires_at: string | null;
  scope: string | null;
  password: string | null;
  created_at: string;
  updated_at: string;
}

/** accounts, through the library: links in mails, hashed; the value begins with the account's id. */
interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

/** api-keys: the id is the key's public part; only a hash of the secret is stored. */
export interface ApiKeysTable {
  id: string;
  account_id: string;
  name: string;
  /** Of the whole key's text, hexadecimal. */
  secret_sha256: string;
  created_at: string;
  /** To the minute. */
  last_used_at: string | null;
  revoked_at: string | null;
}

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
  /** Custom questions, JSON text. */
  questions: string;
  /** Applications approved or confirmed now. An approval never raises it above `capacity`. */
  spots_taken: number;
  /** All applications ever received; an event with any cannot become a draft again. */
  applications_received: number;
  created_at: string;
  updated_at: string;
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
}

/** reliability: an outcome that its vendor calls wrong; at most one for each outcome of an application. */
export interface OutcomeContestsTable
  extends Omit<
    DisputesTable,
    'vendor_id' | 'visit_id' | 'category' | 'row' | 'told_regulator' | 'open_place'
  > {
  application_id: string;
  outcome: string;
  /** The organizer's words; empty for none. */
  answer: string;
  /** open | withdrawn | upheld | dismissed */
  state: string;
}

/** applications: every change of an application's status, starting at position 1. */
export interface ApplicationHistoryTable {
  application_id: string;
  position: number;
  changed_at: string;
  /** applicant | organizer */
  changed_by: string;
  status: string;
  /** The organizer's message to the applicant; empty for none. */
  message: string;
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

/** platform/mail: mail to send and its result. The body is deleted once it is sent, because it may contain a link. */
export interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  created_at: string;
  /** Null once sent or given up. */
  next_attempt_at: string | null;
  attempts: number;
  sent_at: string | null;
  /** While a process is sending it: until when no other may. */
  claimed_until: string | null;
  last_error: string | null;
}

/** platform/kept-counts: what limits guessing and mail; nobody's address stands in it. */
interface KeptCountsTable {
  /** Hashed, with the kind of count before it. */
  key: string;
  /** Whole numbers, separated by commas. */
  value: string;
  forget_at: string;
}

/** operators: accounts that run this service; granted from the command line alone. */
interface OperatorsTable {
  account_id: string;
  granted_at: string;
}

/** operators: everything an operator did, never changed. */
interface OperatorLogTable {
  id: string;
  at: string;
  account_id: string;
  action: string;
  subject: string;
  detail: string;
}

/** claims: an account's statement that a license is its own. */
export interface ClaimsTable {
  id: string;
  account_id: string;
  license_type: string;
  license_digits: string;
  /** pending | verified | rejected | released */
  state: string;
  /** post | phone | document */
  proof: string;
  /** The holder when the license was claimed, a letter was printed or the claim was verified; another holder releases it. */
  owner_name: string;
  /** The regulator's License ID of that ownership, when a visit has it. */
  owner_license_id: number | null;
  /** Hash of the code in the letter: scrypt, salted with the claim's id, hexadecimal. */
  code_hash: string | null;
  code_expires_at: string | null;
  code_attempts: number;
  /** When the right code was entered while somebody else was the verified owner. */
  code_entered_at: string | null;
  letter_printed_at: string | null;
  /** The operator's note to the claimant. */
  note: string;
  created_at: string;
  updated_at: string;
}

/** claims */
interface ClaimDocumentsTable {
  claim_id: string;
  name: string;
  media_type: string;
  content: Uint8Array;
  uploaded_at: string;
}

/** replies: a verified owner's text beside the record. A changed text is a new row. */
export interface RepliesTable {
  id: string;
  account_id: string;
  license_type: string;
  license_digits: string;
  vendor_id: string;
  text: string;
  /** pending | published | rejected | withdrawn | replaced */
  state: string;
  /** The operator's note to the vendor. */
  note: string;
  /** Reports since it was published or last reviewed. */
  reports: number;
  published_at: string | null;
  created_at: string;
  updated_at: string;
}

/** disputes: a row of the record that its vendor calls wrong. */
export interface DisputesTable {
  id: string;
  account_id: string;
  license_type: string;
  license_digits: string;
  vendor_id: string;
  visit_id: number;
  /** Null: the visit as a whole. */
  category: number | null;
  /** The row as it was, JSON text; the dispute closes when the regulator's next file has another. */
  row: string;
  text: string;
  told_regulator: string;
  /** pending_review | upheld | dismissed | corrected | withdrawn */
  state: string;
  /** Numbered from 1 while it is open, null afterward; limits the open disputes of a license. */
  open_place: number | null;
  note: string;
  /** The day by which an operator must answer. */
  due_on: string;
  created_at: string;
  updated_at: string;
}

/** billing: who pays for the monitoring of which license. Outlives its account until the provider has ended it. */
export interface SubscriptionsTable {
  /** The provider's id of the subscription. */
  id: string;
  account_id: string;
  license_type: string;
  license_digits: string;
  /** stripe | test */
  provider: string;
  customer_id: string;
  /** active | past_due | cancel_requested | cancelled */
  state: string;
  period_ends_at: string | null;
  grace_ends_at: string | null;
  cancel_at_period_end: number;
  /** Grows with every change; an update based on an older revision is not written. */
  revision: number;
  created_at: string;
  updated_at: string;
}

/** billing: the provider's events taken in, so that one that comes twice counts once. */
interface PaymentEventsTable {
  id: string;
  type: string;
  received_at: string;
}

/** monitoring: what an account was last told of a license; the next state is compared with it. */
interface WatchedLicensesTable {
  account_id: string;
  license_type: string;
  license_digits: string;
  /** JSON text. */
  reported: string;
  reported_version: number;
  /** The day of the last mail; null before the first. */
  reported_on: string | null;
  updated_at: string;
}

/** monitoring: at most one mail for each vendor, account and day. */
interface WatchMailsTable {
  account_id: string;
  license_type: string;
  license_digits: string;
  day: string;
  queued_at: string;
}

/** deprecations: API versions with an announced end. */
export interface DeprecationsTable {
  version: string;
  /** When it was first announced. */
  announced_at: string;
  /** The last day of the version, the jurisdiction's; only ever moved to a later one. */
  sunset_on: string;
  /** When this last day was announced. */
  sunset_announced_at: string;
}

/** deprecations: who was told. */
interface DeprecationNoticesTable {
  version: string;
  sunset_on: string;
  account_id: string;
  queued_at: string;
}

/** Every table of the ledger and its columns, stored by the same rules as those of the registry. */
export interface LedgerSchema {
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
  outcome_contests: OutcomeContestsTable;
  mails: MailsTable;
  kept_counts: KeptCountsTable;
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
