import type { Generated } from 'kysely';

/**
 * Every table and its columns, as both engines store them. Days and instants are ISO 8601 text, flags
 * are 0/1, and documents are JSON text: the plain subset that SQLite and PostgreSQL share.
 * Each table is written by the one feature named beside it.
 */
export interface DatabaseSchema {
  published_state: PublishedStateTable;
  import_runs: ImportRunsTable;
  import_files: ImportFilesTable;
  refused_rows: RefusedRowsTable;
  source_files: SourceFilesTable;
  licenses: LicensesTable;
  license_applications: LicenseApplicationsTable;
  visits: VisitsTable;
  closures: ClosuresTable;
  vendors: VendorsTable;
  vendor_records: VendorRecordsTable;
  leases: LeasesTable;
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
  mails: MailsTable;
}

/** regulator: the one row (id 1) that says what the world is shown now. */
export interface PublishedStateTable {
  id: number;
  /** Grows by one with every publication that changed anything; caches are keyed by it. */
  version: number;
  as_of: string;
  data_as_of: string;
  published_at: string;
  fictional: number;
  score_version: string;
  /** Shape of the stored bodies; another one than the code's is published anew before anything is served. */
  record_format: number;
  statistics: string;
}

/** regulator */
export interface ImportRunsTable {
  id: Generated<number>;
  started_at: string;
  finished_at: string;
  as_of: string;
  /** published | unchanged | failed */
  outcome: string;
  summary: string;
}

/** regulator: one row for each file of each run that read, refused or recognised it anew. */
export interface ImportFilesTable {
  id: Generated<number>;
  run_id: number;
  name: string;
  /** licenses | inspections | closures | new_licenses | ownership_changes | unknown */
  kind: string;
  /** What the file stands for, e.g. `inspections:6:2017-18`: the newest published file of a slot is in use. */
  slot: string;
  sha256: string;
  bytes: number;
  district: number | null;
  /** The newest day the content itself speaks of. */
  file_date: string | null;
  /** When the regulator published it, where the source says so. */
  published_at: string | null;
  rows_read: number;
  rows_kept: number;
  rows_other: number;
  rows_refused: number;
  refusals: string;
  warnings: string;
  /** published | held_back */
  outcome: string;
  reason: string | null;
  read_at: string;
  /** When a run last met the very same file again. */
  checked_at: string;
}

/** regulator: what was refused, so that nothing is lost; bounded for each file. */
export interface RefusedRowsTable {
  import_file_id: number;
  line: number;
  reason: string;
  content: string;
}

/** regulator: validators of the live source's downloads. */
export interface SourceFilesTable {
  name: string;
  url: string;
  etag: string | null;
  last_modified: string | null;
  sha256: string | null;
  checked_at: string;
  outcome: string;
  reason: string | null;
}

/** regulator: a license as the newest file that lists it shows it, for each district whose file lists it. */
export interface LicensesTable {
  file_district: number;
  license_type: string;
  digits: string;
  rank: string;
  business_name: string;
  licensee_name: string;
  city: string;
  zip: string;
  county_code: string;
  primary_status: string;
  secondary_status: string;
  expires_on: string | null;
  last_inspected_on: string | null;
  risk_level: string;
  file_id: number;
}

/** regulator: approved applications: new licenses and changes of owner. */
export interface LicenseApplicationsTable {
  kind: string;
  application_number: string;
  license_type: string;
  digits: string;
  approved_on: string;
  file_id: number;
}

/** regulator: one inspection visit; the regulator may revise it, it is never deleted. */
export interface VisitsTable {
  visit_id: number;
  license_type: string;
  digits: string;
  license_id: number;
  case_id: number;
  visit_number: number;
  visited_on: string;
  inspection_type: string;
  disposition: string;
  total: number;
  high_priority: number;
  intermediate: number;
  basic: number;
  /** Y: captured on the inspector's handheld; N: little electronic detail. */
  pda: string;
  /** Citations by category, `8:2,35:1`. */
  categories: string;
  business_name: string;
  city: string;
  zip: string;
  county_code: string;
  district: number;
  file_id: number;
}

/** regulator: weekly emergency closures, which name a license by digits alone. */
export interface ClosuresTable {
  digits: string;
  closed_on: string;
  business_name: string;
  conditions: string;
  reopened_on: string | null;
  file_id: number;
}

/** vendors: what search looks through. `position` is the row's address in the text index. */
export interface VendorsTable {
  position: number;
  id: string;
  license_type: string;
  digits: string;
  search_name: string;
  search_aka: string;
  search_city: string;
  search_text: string;
  /** 1 while the newest license file lists it; of equal matches these come first. */
  on_file: number;
}

/** vendors: the record as published; bodies are JSON text, ready to be served. */
export interface VendorRecordsTable {
  vendor_id: string;
  identity: string;
  summary: string;
  scorecard: string;
  /** What a badge shows, `grade|grade_status|fictional`. */
  standing: string;
  /** What decision and self-check are made from, JSON text. */
  facts: string;
  /** SHA-256 of the scorecard's text, hexadecimal. */
  sha256: string;
  /** As in the scorecard, for lists of many vendors. */
  service_score: number | null;
  risk_tier: string;
}

/** platform: which process may do a piece of scheduled work, and until when. */
export interface LeasesTable {
  name: string;
  holder: string;
  expires_at: string;
}

/** receipts: every receipt ever issued, kept for ever in the ledger, apart from the records that can be read again. */
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
export interface AccountsTable {
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
export interface SessionsTable {
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
export interface CredentialsTable {
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
export interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

/** api-keys: the id is the key's public part; of the secret only a hash is kept. */
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
  /** Null: from its publication on. */
  applications_open_at: string | null;
  /** Null: until it starts. */
  applications_close_at: string | null;
  /** Vendors that fit; null: any number. */
  capacity: number | null;
  deposit_cents: number | null;
  /** Custom questions, JSON text. */
  questions: string;
  /** Applications approved or confirmed now. Never above `capacity` by an approval. */
  spots_taken: number;
  /** Applications ever received: with any, an event cannot become a draft again. */
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
  /** 2013 or 2014 where the typed number or the records tell; decides between two vendors with the same digits. */
  license_type: string | null;
  business_name: string;
  contact_name: string;
  /** Lower case. */
  contact_email: string;
  contact_phone: string;
  /** Answers with their questions as asked, JSON text. */
  custom_responses: string;
  deposit_status: string;
  outcome: string | null;
  outcome_recorded_at: string | null;
  /** Of the token in the applicant's private link, hexadecimal. */
  link_sha256: string;
}

/** applications: every change of an application's status, oldest first from position 1. */
export interface ApplicationHistoryTable {
  application_id: string;
  position: number;
  changed_at: string;
  /** applicant | organizer */
  changed_by: string;
  status: string;
  /** What the organizer wrote to the applicant; empty for none. */
  message: string;
}

/** applications: decisions made for an event's compliance file, each with its receipt, never changed. */
export interface ApplicationDecisionsTable {
  /** The receipt's number. */
  jti: string;
  application_id: string;
  decided_at: string;
  /** The whole decision result, JSON text. */
  decision: string;
}

/** platform/mail: mail to be sent, and what became of it. The body is emptied once it is sent: it may hold a link. */
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
  /** While a process is sending it, until when nobody else may. */
  claimed_until: string | null;
  last_error: string | null;
}
