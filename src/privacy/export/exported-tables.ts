import type { LedgerSchema } from '../../platform/db/schema/schema-ledger.ts';

/**
 * What the ledger holds about a person, table by table: which rows, which columns are handed over, and what is left out and why.
 * A test holds it to the tables of a migrated database.
 */

export type LedgerTable = keyof LedgerSchema & string;

/** Which rows of a table are a person's. One condition is enough. */
interface Whose {
  /** Columns that hold the account's id. */
  readonly byAccount?: readonly string[];
  /** Columns that hold the person's mail address. */
  readonly byEmail?: readonly string[];
  /** A column whose value is the `id` of a row of another table that is the person's. */
  readonly through?: { readonly column: string; readonly of: LedgerTable };
}

interface ExportedTable extends Whose {
  readonly columns: readonly string[];
  /** Columns that are not handed over, each with the reason. */
  readonly withheld: Readonly<Record<string, string>>;
}

const SECRET = 'a secret or its hash: it opens something and says nothing about you';
const INTERNAL = 'what the organizer keeps for the team about the decision';
const OTHERS = 'which member of the organizer’s team acted';
const MACHINE = 'a counter of the program';

export const EXPORTED: Readonly<Partial<Record<LedgerTable, ExportedTable>>> = {
  accounts: {
    byAccount: ['id'],
    columns: ['id', 'name', 'email', 'email_verified', 'language', 'created_at', 'updated_at'],
    withheld: {},
  },
  sessions: {
    byAccount: ['account_id'],
    columns: ['id', 'account_id', 'user_agent', 'created_at', 'updated_at', 'expires_at'],
    withheld: { token_sha256: SECRET },
  },
  credentials: {
    byAccount: ['account_id'],
    columns: ['account_id', 'created_at', 'updated_at'],
    withheld: { password: SECRET },
  },
  second_factors: {
    byAccount: ['account_id'],
    columns: ['account_id', 'created_at', 'confirmed_at'],
    withheld: { sealed_secret: SECRET, last_step: MACHINE },
  },
  recovery_codes: {
    byAccount: ['account_id'],
    columns: ['account_id', 'used_at'],
    withheld: { code_sha256: SECRET },
  },
  second_factor_sessions: {
    through: { column: 'session_id', of: 'sessions' },
    columns: ['session_id', 'passed_at'],
    withheld: {},
  },
  passkeys: {
    byAccount: ['account_id'],
    columns: ['id', 'account_id', 'name', 'created_at', 'last_used_at'],
    withheld: {
      credential_id: 'by it a browser finds the key that it keeps',
      public_key: 'the public half of the key: it checks signatures, and opens nothing',
      counter: MACHINE,
    },
  },
  passkey_handles: { byAccount: ['account_id'], columns: ['account_id'], withheld: { handle: SECRET } },
  api_keys: {
    byAccount: ['account_id'],
    columns: ['id', 'account_id', 'name', 'created_at', 'last_used_at', 'revoked_at'],
    withheld: { secret_sha256: SECRET },
  },
  idempotent_answers: {
    byAccount: ['account_id'],
    columns: ['account_id', 'idempotency_key', 'created_at'],
    withheld: {
      question_sha256: MACHINE,
      answer: 'a copy of an answer that your program got, kept for a day: public records and a receipt',
    },
  },
  operators: { byAccount: ['account_id'], columns: ['account_id', 'granted_at'], withheld: {} },
  operator_log: {
    byAccount: ['account_id'],
    byEmail: ['subject'],
    columns: ['id', 'at', 'account_id', 'action', 'subject', 'detail'],
    withheld: {},
  },
  deprecation_notices: {
    byAccount: ['account_id'],
    columns: ['version', 'sunset_on', 'account_id', 'queued_at'],
    withheld: {},
  },
  calendar_feeds: {
    byAccount: ['account_id'],
    columns: ['account_id', 'made_at'],
    withheld: { token_sha256: SECRET },
  },
  team_members: {
    byAccount: ['account_id', 'member_id'],
    columns: ['id', 'account_id', 'member_id', 'role', 'joined_at'],
    withheld: {},
  },
  team_invitations: {
    byAccount: ['account_id'],
    byEmail: ['email'],
    columns: ['id', 'account_id', 'email', 'role', 'created_at', 'expires_at'],
    withheld: { token_sha256: SECRET },
  },
  team_log: {
    byAccount: ['account_id', 'actor_id'],
    byEmail: ['subject'],
    columns: ['id', 'account_id', 'at', 'actor_id', 'action', 'subject', 'role'],
    withheld: {},
  },
  events: {
    byAccount: ['account_id'],
    columns: [
      'id',
      'account_id',
      'name',
      'description',
      'event_type',
      'status',
      'starts_at',
      'ends_at',
      'timezone',
      'venue_name',
      'address',
      'city',
      'county',
      'applications_open_at',
      'applications_close_at',
      'capacity',
      'deposit_cents',
      'questions',
      'spots_taken',
      'applications_received',
      'created_at',
      'updated_at',
      'organizer_name',
      'organizer_email',
      'notice',
      'notice_on',
      'waitlist_moves',
    ],
    withheld: { city_folded: 'the city once more, for searching', spot_freed: MACHINE },
  },
  shortlisted_vendors: {
    through: { column: 'event_id', of: 'events' },
    columns: [
      'id',
      'event_id',
      'vendor_id',
      'typed_name',
      'typed_number',
      'name',
      'license_number',
      'city',
      'added_at',
      'added_by',
      'verdict',
      'decided_at',
      'event_date',
      'receipt_number',
    ],
    withheld: {},
  },
  applications: {
    byAccount: ['holder_account_id'],
    byEmail: ['contact_email'],
    columns: [
      'id',
      'event_id',
      'status',
      'submitted_at',
      'updated_at',
      'license_number',
      'license_digits',
      'license_type',
      'business_name',
      'contact_name',
      'contact_email',
      'contact_phone',
      'custom_responses',
      'deposit_status',
      'outcome',
      'outcome_recorded_at',
      'holder_account_id',
      'outcome_told_at',
      'outcome_changes',
      'waitlisted_at',
      'language',
    ],
    withheld: { link_sha256: SECRET, notice_due: MACHINE, documents_news_at: MACHINE },
  },
  application_history: {
    through: { column: 'application_id', of: 'applications' },
    columns: ['application_id', 'position', 'changed_at', 'changed_by', 'kind', 'status', 'message'],
    withheld: { reason: INTERNAL, against_verdict: INTERNAL, against_policy: INTERNAL, actor_id: OTHERS },
  },
  application_documents: {
    through: { column: 'application_id', of: 'applications' },
    columns: [
      'id',
      'application_id',
      'event_id',
      'code',
      'position',
      'state',
      'media_type',
      'bytes',
      'sha256',

      'expires_on',
      'insurer',
      'reason',
      'override_reason',
      'override_until',
      'received_at',
      'decided_at',
      'copied_from',
      'file_deleted_at',
    ],
    withheld: {},
  },
  application_document_contents: {
    through: { column: 'document_id', of: 'application_documents' },
    columns: ['document_id'],
    withheld: { content: 'in files/documents' },
  },
  application_document_history: {
    through: { column: 'application_id', of: 'applications' },
    columns: ['application_id', 'position', 'at', 'done_by', 'code', 'action', 'detail'],
    withheld: { account_id: OTHERS },
  },
  application_document_reminders: {
    through: { column: 'application_id', of: 'applications' },
    columns: ['application_id', 'code', 'due_on', 'days', 'queued_at'],
    withheld: {},
  },
  booked_digests: {
    byAccount: ['account_id'],
    columns: ['account_id', 'day', 'queued_at'],
    withheld: {},
  },
  claims: {
    byAccount: ['account_id'],
    columns: [
      'id',
      'account_id',
      'license_type',
      'license_digits',
      'state',
      'proof',
      'owner_name',
      'owner_license_id',
      'code_expires_at',
      'code_attempts',
      'code_entered_at',
      'letter_printed_at',
      'note',
      'created_at',
      'updated_at',
    ],
    withheld: { code_hash: SECRET },
  },
  claim_documents: {
    through: { column: 'claim_id', of: 'claims' },
    columns: ['claim_id', 'name', 'media_type', 'uploaded_at'],
    withheld: { content: 'in files/claims' },
  },
  replies: {
    byAccount: ['account_id'],
    columns: [
      'id',
      'account_id',
      'license_type',
      'license_digits',
      'vendor_id',
      'text',
      'state',
      'note',
      'reports',
      'published_at',
      'created_at',
      'updated_at',
    ],
    withheld: {},
  },
  disputes: {
    byAccount: ['account_id'],
    columns: [
      'id',
      'account_id',
      'license_type',
      'license_digits',
      'vendor_id',
      'visit_id',
      'category',
      'row',
      'text',
      'told_regulator',
      'state',
      'note',
      'due_on',
      'created_at',
      'updated_at',
    ],
    withheld: { open_place: MACHINE },
  },
  outcome_contests: {
    byAccount: ['account_id'],
    columns: [
      'id',
      'application_id',
      'account_id',
      'license_type',
      'license_digits',
      'outcome',
      'text',
      'answer',
      'state',
      'note',
      'due_on',
      'created_at',
      'updated_at',
    ],
    withheld: {},
  },
  subscriptions: {
    byAccount: ['account_id'],
    columns: [
      'id',
      'account_id',
      'license_type',
      'license_digits',
      'provider',
      'customer_id',
      'state',
      'period_ends_at',
      'grace_ends_at',
      'cancel_at_period_end',
      'created_at',
      'updated_at',
    ],
    withheld: { revision: MACHINE },
  },
  watched_licenses: {
    byAccount: ['account_id'],
    columns: ['account_id', 'license_type', 'license_digits', 'reported', 'reported_on', 'updated_at'],
    withheld: { reported_version: MACHINE },
  },
  watch_mails: {
    byAccount: ['account_id'],
    columns: ['account_id', 'license_type', 'license_digits', 'day', 'queued_at'],
    withheld: {},
  },
  webhook_endpoints: {
    byAccount: ['account_id'],
    columns: ['id', 'account_id', 'url', 'state', 'failing_since', 'types', 'created_at', 'updated_at'],
    withheld: { secret: SECRET, earlier_secret: SECRET, earlier_secret_until: 'belongs to that secret' },
  },
  webhook_messages: {
    byAccount: ['account_id'],
    columns: ['id', 'account_id', 'type', 'body', 'created_at'],
    withheld: {},
  },
  webhook_deliveries: {
    through: { column: 'endpoint_id', of: 'webhook_endpoints' },
    columns: ['message_id', 'endpoint_id', 'created_at', 'next_attempt_at', 'attempts', 'delivered_at'],
    withheld: { claimed_until: MACHINE },
  },
  webhook_attempts: {
    through: { column: 'endpoint_id', of: 'webhook_endpoints' },
    columns: ['id', 'endpoint_id', 'message_id', 'made_at', 'outcome', 'status'],
    withheld: {},
  },
  mails: {
    byEmail: ['recipient'],
    columns: ['id', 'recipient', 'subject', 'created_at', 'sent_at', 'reply_to'],
    withheld: {
      body: 'it may hold a link that opens something; it is deleted once the mail is sent',
      next_attempt_at: MACHINE,
      attempts: MACHINE,
      claimed_until: MACHINE,
      last_error: MACHINE,
    },
  },
};

/** Kept apart from the rows: what others sent this account is theirs. */
export const NOT_YOURS =
  'Applications that others sent to your events are their data, and are not here: the inbox and the compliance file of each event have them.';
