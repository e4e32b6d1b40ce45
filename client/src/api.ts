// Made from docs/openapi.json by client/tools/make-types.ts. Do not edit.

export interface Application {
  /** A UUID. */
  id: string;
  /** A UUID. */
  event_id: string;
  event_name: string;
  status: ApplicationStatus;
  /** UTC, ISO 8601. */
  submitted_at: string;
  /** The vendor on record under the license number; null when there is none, or more than one. */
  vendor: VendorIdentity | null;
  /** As the applicant gave it. */
  license_number: string;
  business_name: string;
  contact_name: string;
  contact_email: string;
  contact_phone: string;
  /** From the vendor’s record as it is now; null when there is no scored record. */
  service_score: number | null;
  /** Joined like the score, and null when the score is. */
  risk_tier: RiskTier | null;
  outcome: ApplicationOutcome | null;
  /** A time in UTC, ISO 8601. */
  outcome_recorded_at: string | null;
  deposit_status: DepositStatus;
  custom_responses: CustomResponse[];
  /** The documents that the event’s type requires, each once, in their usual order. */
  documents: DocumentSummary[];
}

export interface ApplicationChangedMessage {
  type: 'application.changed';
  /** When it happened. A time in UTC, ISO 8601. */
  timestamp: string;
  data: ApplicationNews;
}

export interface ApplicationNews {
  /** A UUID. */
  application_id: string;
  /** A UUID. */
  event_id: string;
  status: string;
  /** The name of the business. */
  vendor_name: string;
  license_number: string;
  /** For the event, at that time; for a watched license, for today. Null without a record. */
  verdict: Verdict | null;
  /** The page to read more on. An address. */
  url: string;
  changed_by: 'applicant' | 'organizer' | 'waitlist';
}

export type ApplicationOutcome = 'attended' | 'late' | 'left_early' | 'no_show' | 'cancelled_by_vendor' | 'cancelled_by_organizer';

export interface ApplicationReceivedMessage {
  type: 'application.received';
  /** When it happened. A time in UTC, ISO 8601. */
  timestamp: string;
  data: ApplicationNews;
}

export type ApplicationStatus = 'submitted' | 'under_review' | 'waitlisted' | 'approved' | 'confirmed' | 'declined' | 'withdrawn' | 'cancelled';

export interface AskedList {
  /** 1 to 200 vendors, each an object with "license_number" or "vendor_id". */
  vendors: AskedVendor[];
  /** a string with the kind of event, as for one decision. */
  event_type?: 'food-truck-night' | 'festival' | 'city-event';
  /** a string with the day of the event, as for one decision. A day, YYYY-MM-DD. */
  event_date?: string;
}

export interface AskedRecords {
  /** 1 to 200 license numbers. */
  license_numbers: string[];
  /** which fields of a record are wanted; all of them by default. "fictional" always stands. */
  fields?: Array<'vendor' | 'service_score' | 'risk_tier' | 'recommendation' | 'rollup_12m' | 'platform_reliability' | 'grade' | 'grade_status' | 'score_version' | 'hold' | 'as_of' | 'data_as_of' | 'records_reach_to' | 'records_old' | 'fictional'>;
}

/** an object that names one vendor. */
export interface AskedVendor {
  /** a string with a license number, as for one decision. */
  license_number?: string;
  /** a string with a vendor id, as for one decision. */
  vendor_id?: string;
  /** your own name for this vendor, up to 100 characters; it comes back and is not stored. */
  reference?: string;
}

export interface BacktestSummary {
  score_version: string;
  /** A day, YYYY-MM-DD. */
  ran_on: string;
  region: string;
  /** Repeats it, given the files. */
  command: string;
  files: Array<{
    name: string;
    sha256: string;
    newest: string | null;
  }>;
  /** What was done, step by step. */
  what: string[];
  years: Array<{
    fiscal_year: string;
    /** What the year was used for. */
    use: 'training' | 'evaluation' | 'left_out';
    /** Routine first visits with an earlier case under the same owner. */
    moments: number;
    owners: number;
    rates: SharesByOutcome;
  }>;
  /** The moments of the evaluated years. */
  moments: number;
  owners: number;
  methods: Array<{
    id: string;
    name: string;
    about: string;
    auc: EstimatesByOutcome;
    top_decile_lift: EstimatesByOutcome;
    calibration_error: SharesByOutcome;
  }>;
  /** The AUC of the score minus the AUC of another method. */
  differences: Array<{
    than: string;
    auc: EstimatesByOutcome;
  }>;
  /** What came, by the letter on the day before. */
  grades: Array<{
    grade: string;
    moments: number;
    share: number | null;
    rates: EstimatesByOutcome;
  }>;
  without_letter: {
    moments: number;
    share: number | null;
    rates: EstimatesByOutcome;
  };
  worst_to_best: EstimatesByOutcome;
  monotone: {
    /** True if the rate never falls toward worse letters. */
    high_priority: boolean;
    /** True if the rate never falls toward worse letters. */
    follow_up: boolean;
    /** True if the rate never falls toward worse letters. */
    closure: boolean;
  };
  quintiles: Array<{
    quintile: number;
    rates: EstimatesByOutcome;
  }>;
  stability: {
    pairs: number;
    same: number | null;
    one_letter: number | null;
    more: number | null;
  };
  cut_offs: Array<{
    grade: string;
    least: number;
    /** Scores within two points below. */
    below: number;
    above: number;
    chance: number;
  }>;
  /** The score’s AUC for parts of the moments. */
  groups: Array<{
    by: string;
    value: string;
    moments: number;
    auc: EstimatesByOutcome;
  }>;
  /** What came after each verdict; licenses are taken as confirmed. */
  verdicts: {
    policy_version: string;
    /** The verdict on the day before a routine inspection, and what that inspection found. */
    next_inspection: {
      by_verdict: VerdictRates[];
      /** By each reason that applied; a decision may have several. */
      by_reason: ReasonRates[];
    };
    /** The verdict on the first day of each quarter, and what all visits of the next days found, if any came. */
    next_days: {
      days: number;
      quarters: string[];
      by_verdict: VerdictRates[];
      /** By each reason that applied; a decision may have several. */
      by_reason: ReasonRates[];
    };
  };
  vendors: {
    /** A day, YYYY-MM-DD. */
    as_of: string;
    on_record: number;
    with_letter: number;
    below_minimum: number;
    grades: Record<string, number>;
  };
  weakest: string;
  limits: string[];
}

/** With `rules`, our program changed between the two publications, and nothing that the regulator publishes about the vendor did. Otherwise `records`: the files, or the day. */
export type ChangeCause = 'records' | 'rules';

/** The kinds of change. `appeared` and `disappeared` come without others: the vendor is new on record, or no longer has a record. */
export type ChangeKind = 'appeared' | 'disappeared' | 'hold' | 'status' | 'verdict' | 'grade' | 'identity' | 'gravest_event' | 'uncertain_record' | 'final_orders' | 'visits';

export interface ChangedValues {
  name?: string;
  /** Former name under the same owner. */
  aka?: string | null;
  /** As the regulator writes it; only digits if no license file lists it. */
  license_number?: string;
  license_type?: LicenseKind;
  city?: string | null;
  county?: string | null;
  zip?: string | null;
  district?: number | null;
  status?: LicenseStatus;
  /** A day, YYYY-MM-DD. */
  expires_on?: string | null;
  /** On the newest file, current, and not expired beyond the grace of 30 days. */
  confirmed?: boolean;
  /** The decision as of the day of the publication, for no particular event. */
  verdict?: Verdict;
  grade?: GradeLetter | null;
  grade_status?: GradeStatus;
  /** The version of the rules for the letter. */
  score_version?: string;
  hold?: Hold;
  /** The most severe enforcement action under the current owner, or the newest of several equal ones, in the regulator’s words. For a closure in a weekly report, “Emergency closure” and its reason. Null if there is none. */
  gravest_event?: GravestEvent | null;
  /** The reason why inspections may be another owner’s; null if there are none. */
  uncertain_record?: 'other_name' | 'holder_changed' | 'change_approved' | 'former_holder_alike' | null;
  final_orders?: FinalOrder[];
  /** Only for the kind visits, newest first. Before: those that are missing now, and the previous version of the changed ones. After: the new ones, and the present version of the changed ones. */
  visits?: VisitInShort[];
}

export interface ChangesMeta {
  /** The number of changes in this response. */
  count: number;
  /** The value to send as `after` next, even if `data` is empty. */
  next: string;
  /** True if there are more changes after `next`, including vendors that were not requested. */
  more: boolean;
  /** The as-of day of the present records. A day, YYYY-MM-DD. */
  as_of: string;
  /** When the oldest kept changes were published; null while none are kept. A time in UTC, ISO 8601. */
  complete_from: string | null;
  /** True if the records are demo data now: no such business exists. */
  fictional: boolean;
}

export interface CountyStatistics {
  county: string;
  vendors: number;
  grades: GradeCounts;
  inspected_12m: number;
  /** Share, 0 to 1, four decimals; null when it would be of fewer than 20 vendors. */
  high_priority_12m: number | null;
  /** The number of vendors on record now that had an inspection in the 12 months before the last 12. */
  inspected_prior_12m: number;
  /** Share, 0 to 1, four decimals; null when it would be of fewer than 20 vendors. */
  high_priority_prior_12m: number | null;
}

export interface Coverage {
  fictional: boolean;
  /** A day, YYYY-MM-DD. */
  as_of: string;
  /** True if an operator chose the as-of day; it is kept until the files of every district reach beyond it. */
  as_of_chosen: boolean;
  /** A day, YYYY-MM-DD. */
  data_as_of: string;
  /** A time in UTC, ISO 8601. */
  published_at: string;
  version: number;
  score_version: string;
  /** Set when the records are older than 14 days: an old record says little about today. */
  records_old: RecordsOld | null;
  /** The districts with a license or inspection file in use, and the coverage of their files. */
  districts: DistrictCover[];
  /** The files in use, by slot. */
  files: CoveredFile[];
  /** Slots of license files in use without an earlier file to compare with, or only one that is more than 180 days older. Missing rows may not have been detected. */
  first_license_files: string[];
  /** Files refused since the file in use was read; the files they would have replaced stay. */
  held_back: Array<{
    name: string;
    kind: string;
    /** The place of the file; the newest of a slot is in use. */
    slot: string;
    district: number | null;
    /** A day, YYYY-MM-DD. */
    file_date: string | null;
    /** A time in UTC, ISO 8601. */
    published_at: string | null;
    /** A time in UTC, ISO 8601. */
    read_at: string;
    /** A time in UTC, ISO 8601. */
    checked_at: string;
    sha256: string;
    rows: RowCounts;
    refused_by_reason: Record<string, number>;
    warnings: Record<string, number>;
    doubts: FileDoubt[];
    accepted: FileAcceptance | null;
    reason: string;
  }>;
  /** Files that were older than the file in use when they were read. They provide what no newer file covers. */
  set_aside: CoveredFile[];
  /** Files that an operator withdrew; nothing in them counts unless `accepted_again_at` has a time. */
  withdrawn: Array<{
    name: string;
    kind: string;
    /** The place of the file; the newest of a slot is in use. */
    slot: string;
    district: number | null;
    /** A day, YYYY-MM-DD. */
    file_date: string | null;
    /** A time in UTC, ISO 8601. */
    published_at: string | null;
    /** A time in UTC, ISO 8601. */
    read_at: string;
    /** A time in UTC, ISO 8601. */
    checked_at: string;
    sha256: string;
    rows: RowCounts;
    refused_by_reason: Record<string, number>;
    warnings: Record<string, number>;
    doubts: FileDoubt[];
    accepted: FileAcceptance | null;
    /** A time in UTC, ISO 8601. */
    withdrawn_at: string;
    because: string;
    /** A time in UTC, ISO 8601. */
    accepted_again_at: string | null;
  }>;
  /** Files that should be renewed each week and are more than 15 days older than the as-of day. */
  not_refreshed: Array<{
    slot: string;
    /** A day, YYYY-MM-DD. */
    file_date: string;
    days: number;
  }>;
  /** Slots that no file has ever filled. */
  missing: string[];
  /** The result of the last check of each file of the source. */
  source: SourceFileState[];
  /** Fiscal years of inspections that are still missing, the newest first: `2024-25`. */
  loading_years: string[];
  /** Files other than inspections that this service has not requested from the regulator’s site yet, by kind. */
  loading_files: Array<{
    kind: string;
    files: number;
  }>;
  /** Periods for which the regulator’s site has no file; they are requested again. */
  not_published: Array<{
    kind: string;
    /** Fiscal years, weeks, months or years, the newest first. */
    periods: string[];
  }>;
}

export interface CoveredFile {
  name: string;
  kind: string;
  /** The place of the file; the newest of a slot is in use. */
  slot: string;
  district: number | null;
  /** A day, YYYY-MM-DD. */
  file_date: string | null;
  /** A time in UTC, ISO 8601. */
  published_at: string | null;
  /** A time in UTC, ISO 8601. */
  read_at: string;
  /** A time in UTC, ISO 8601. */
  checked_at: string;
  sha256: string;
  rows: RowCounts;
  refused_by_reason: Record<string, number>;
  warnings: Record<string, number>;
  doubts: FileDoubt[];
  accepted: FileAcceptance | null;
}

export interface CurrentStanding {
  verdict: string;
  grade: string | null;
  grade_status: string;
  /** True if the verdict or the grade would differ today. */
  changed: boolean;
}

export interface CustomResponse {
  question_id: string;
  label: string;
  type: QuestionType;
  answer: string | number | boolean | string[] | null;
}

export interface DataColumn {
  name: string;
  /** A day is YYYY-MM-DD; an integer may need 64 bits. */
  type: 'text' | 'day' | 'integer' | 'number' | 'boolean';
  /** True if it can be null, which is an empty cell in CSV. */
  nullable: boolean;
  /** Every value there can be; null where they are not listed. */
  values: string[] | null;
  /** Whose word it is: the regulator’s, counted from its records by a fixed rule, or our judgment or wording. */
  origin: 'regulator' | 'counted' | 'ours';
  description: string;
}

export interface DataDay {
  /** A day, YYYY-MM-DD. */
  day: string;
  /** An address. */
  manifest_url: string;
}

export interface DataFile {
  /** NDJSON and CSV are compressed with gzip. */
  format: 'ndjson' | 'csv' | 'parquet';
  name: string;
  /** An address. */
  url: string;
  media_type: string;
  bytes: number;
  /** The SHA-256 of the file as it is sent. It is also its ETag. */
  sha256: string;
}

export interface DataManifest {
  /** The day of the publication, in the regulator’s state. A day, YYYY-MM-DD. */
  day: string;
  /** A time in UTC, ISO 8601. */
  published_at: string;
  /** The day taken as today when they were published. A day, YYYY-MM-DD. */
  as_of: string;
  /** The newest day that the regulator’s files in use speak of. A day, YYYY-MM-DD. */
  data_as_of: string;
  score_version: string;
  /** True for demo data: no such business exists. */
  fictional: boolean;
  /** The districts of which a file is in use; no other is in full in the files. */
  covers: DistrictCover[];
  cite_as: string;
  rights: DataRights;
  /** An address. */
  method_url: string;
  /** An address. */
  dictionary_url: string;
  tables: DataTable[];
  /** The days whose files are kept here, the newest first. */
  days: DataDay[];
}

export interface DataRights {
  /** The rights to the columns whose origin is `regulator`. */
  regulator_records: string;
  /** The rights to the columns whose origin is `counted` or `ours`. */
  our_judgment: string;
  /** An address. */
  terms_url: string;
}

export interface DataTable {
  /** The table. */
  name: 'vendors' | 'scorecards' | 'inspections' | 'violations' | 'statistics';
  description: string;
  rows: number;
  /** The columns that together name one row. */
  key: string[];
  columns: DataColumn[];
  files: DataFile[];
}

export interface DecidedVendor {
  /** A UUID. */
  id: string;
  name: string;
  aka: string | null;
  city: string | null;
  county: string | null;
  license: License;
}

export interface Decision {
  vendor: DecidedVendor;
  event_type: EventType;
  /** The day of the event that was decided on. A day, YYYY-MM-DD. */
  event_date: string;
  /** The last day of an event of several days. A day, YYYY-MM-DD. */
  event_last_date?: string;
  verdict: Verdict;
  /** Every reason that applies; the first decided. */
  reasons: DecisionReason[];
  evidence: DecisionEvidence;
  required_documents: RequiredDocument[];
  /** An address. */
  checklist_url: string;
  /** For the event’s file; anyone can verify it, at any time. */
  receipt: string;
  /** The receipt’s short number, to print and to type. Letters in either case, O for 0 and I for 1 will do. */
  receipt_number: string;
  /** The page on which anyone who has the number sees the receipt and what has changed since. An address. */
  receipt_url: string;
  /** An address. */
  verify_url: string;
  /** A time in UTC, ISO 8601. */
  decided_at: string;
  /** A day, YYYY-MM-DD. */
  as_of: string;
  /** A day, YYYY-MM-DD. */
  data_as_of: string;
  /** Set when the records are older than 14 days: an old record says little about today. */
  records_old: RecordsOld | null;
  policy_version: string;
  /** True for demo data: no such business exists. */
  fictional: boolean;
}

export interface DecisionEvidence {
  grade: GradeLetter | null;
  grade_status: GradeStatus;
  rollup_12m: Rollup;
  last_disposition: LastDisposition | null;
  /** The most severe enforcement action under the current owner, or the newest of several equal ones, in the regulator’s words. For a closure in a weekly report, “Emergency closure” and its reason. Null if there is none. */
  gravest_event: GravestEvent | null;
  hold: Hold;
}

export interface DecisionListMeta {
  /** Vendors of the request. */
  count: number;
  /** Decisions, each with a receipt. */
  decided: number;
  /** Vendors with an error instead. */
  failed: number;
}

export interface DecisionReason {
  /** Stable; docs/decisions.md lists them. */
  code: string;
  text: string;
  severity: Severity;
}

export type DepositStatus = 'not_required' | 'due' | 'paid' | 'failed' | 'refund_pending' | 'refunded' | 'partially_refunded' | 'forfeited' | 'waived';

export interface DisputeMark {
  /** Not answered yet; or we read the row as wrong, as the vendor does. */
  state: 'pending_review' | 'upheld';
  /** A day, YYYY-MM-DD. */
  since: string;
  /** The day by which it is answered, YYYY-MM-DD. A day, YYYY-MM-DD. */
  due_on: string;
  /** The violation category in dispute; null for the visit as a whole. */
  category: number | null;
  note: string | null;
}

export interface DistrictCover {
  district: number;
  vendors: number;
  /** A day, YYYY-MM-DD. */
  licenses_to: string | null;
  /** A day, YYYY-MM-DD. */
  inspections_from: string | null;
  /** A day, YYYY-MM-DD. */
  inspections_to: string | null;
  /** True if the inspection files cover all twelve months to the as-of day. */
  whole_year: boolean;
  /** Fiscal years of older inspections that a grade needs and that are still to come. */
  loading_years?: string[];
  /** The day that its records reach to, from the files that were read; if `licenses_to` or `inspections_to` is null, from the other one only. A day, YYYY-MM-DD. */
  reach_to: string;
}

/** `received`: the organizer has not looked at it yet. `rejected`: another one is needed. `waived`: none is needed. */
export type DocumentState = 'to_collect' | 'received' | 'confirmed' | 'rejected' | 'waived';

export interface DocumentSummary {
  /** As in `required_documents` of a decision. */
  code: string;
  state: DocumentState;
  /** The last day on which it is good: by the applicant’s word while `received`, as the organizer read it once `confirmed`. A day, YYYY-MM-DD. */
  expires_on: string | null;
}

/** Why there is no other answer. `code` is stable, the text is not. */
export interface EnvelopeError {
  data: null;
  meta: null;
  error: ErrorDetail;
}

export interface ErrorDetail {
  /** For people; it may change. */
  message: string;
  /** For programs; it does not change. */
  code: string;
  /** The parameter that is wrong, if one is. */
  parameter?: string;
  /** What the code means, and what to do. An address. */
  doc_url?: string;
}

/** A figure with its 95 % interval; null without data; a low with a high of null means that there is no upper limit. */
export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface EstimatesByOutcome {
  high_priority: Estimate;
  follow_up: Estimate;
  closure: Estimate;
}

export interface EventRecord {
  /** A UUID. */
  id: string;
  name: string;
  description: string;
  event_type: EventType;
  status: EventStatus;
  /** UTC, ISO 8601. */
  starts_at: string;
  /** UTC, ISO 8601. */
  ends_at: string;
  /** Time zone of the place, IANA name. */
  timezone: string;
  venue_name: string;
  /** The address of the event’s place, as the organizer published it. */
  address: string;
  city: string;
  county: string;
  /** A time in UTC, ISO 8601. */
  applications_open_at: string | null;
  /** A time in UTC, ISO 8601. */
  applications_close_at: string | null;
  capacity: number | null;
  spots_left: number | null;
  deposit_cents: number | null;
  currency: 'USD';
  questions: Question[];
  /** UTC, ISO 8601. */
  created_at: string;
  /** UTC, ISO 8601. */
  updated_at: string;
}

export type EventStatus = 'Published' | 'Draft' | 'Completed' | 'Cancelled';

export type EventType = 'food-truck-night' | 'festival' | 'city-event';

/** Why an operator accepted the file although it breaks a bound or was withdrawn once. */
export interface FileAcceptance {
  /** A time in UTC, ISO 8601. */
  at: string;
  because: string;
  released: string | null;
}

/** Oddities in some rows of a published file. */
export interface FileDoubt {
  code: string;
  text: string;
}

export interface FinalOrder {
  case_number: string;
  /** A day, YYYY-MM-DD. */
  final_order_on: string;
  /** Null when the file has none. A day, YYYY-MM-DD. */
  violation_on: string | null;
  violations: number;
  /** In US cents; 0 for an order without a fine. */
  fine_cents: number;
  currency: 'USD';
  /** By the day of the violation. Null: the files do not show whose it is. */
  of_current_holder: boolean | null;
  /** The newest day of the file that lists it. A day, YYYY-MM-DD. */
  file_date: string;
}

export interface FoundVendor {
  /** A UUID. */
  id: string;
  name: string;
  /** Former name under the same owner. */
  aka: string | null;
  license: License;
  city: string | null;
  county: string | null;
  cuisine: string | null;
  grade: GradeLetter | null;
  grade_status: GradeStatus;
  rollup_12m: Rollup;
  last_disposition: LastDisposition | null;
  hold_active: boolean;
  /** True for demo data: no such business exists. */
  fictional: boolean;
  /** Set when the records are older than 14 days: an old record says little about today. */
  records_old: RecordsOld | null;
  /** An address. */
  scorecard_url: string;
  /** What a decision says as of today, for no event in particular. Ask for a decision to learn why, and for the day of an event. */
  verdict: Verdict;
  /** Null if the record contains everything that was typed. Otherwise the reasons for listing the vendor. */
  match: Match | null;
}

export interface GradeCounts {
  A: number;
  B: number;
  C: number;
  D: number;
  F: number;
  withheld: number;
  insufficient_record: number;
  hold: number;
}

/** Our letter. */
export type GradeLetter = 'A' | 'B' | 'C' | 'D' | 'F';

/** Why there is a letter, or none: withheld means that the license is not confirmed. */
export type GradeStatus = 'graded' | 'withheld' | 'insufficient_record' | 'hold';

export interface GravestEvent {
  text: string;
  /** A day, YYYY-MM-DD. */
  date: string;
}

export interface Hold {
  active: boolean;
  reasons: HoldReason[];
}

export interface HoldReason {
  /** Kind of closure. */
  code: 'emergency_order' | 'emergency_callback' | 'administrative_determination' | 'emergency_closure';
  /** The regulator’s own words; for a reported closure its reason, or “Emergency closure” where it gives none. */
  text: string;
  /** A day, YYYY-MM-DD. */
  since: string;
}

export interface Inspection {
  visit_id: number;
  /** The regulator’s Inspection Number, shared by a case’s visits. */
  case_id: number;
  /** 1 the first visit on the case, 2 and more its callbacks. */
  visit_number: number;
  /** A day, YYYY-MM-DD. */
  date: string;
  type: string;
  /** The regulator’s words. */
  disposition: string;
  result: InspectionResult;
  counts: ViolationCounts;
  /** One by one where the inspector’s text is there (count 1), else by category. */
  violations: Violation[];
  /** The owner at the inspection, on the evidence of the files. Only inspections of the current owner are scored and rolled up. */
  owner: 'current' | 'prior' | 'uncertain';
  /** True if `owner` is `prior`. */
  prior_owner: boolean;
  dispute?: DisputeMark;
}

/** The regulator’s own grouping of dispositions. */
export type InspectionResult = 'met' | 'follow_up' | 'closed' | 'unknown';

export type InvalidReason = 'malformed' | 'signature_mismatch' | 'unknown_key' | 'key_compromised';

export interface LastDisposition {
  text: string;
  /** A day, YYYY-MM-DD. */
  date: string;
  result: InspectionResult;
}

export interface License {
  /** As the regulator writes it; only digits if no license file lists it. */
  number: string;
  type: LicenseKind;
  status: LicenseStatus;
  /** A day, YYYY-MM-DD. */
  expires_on: string | null;
  /** On the newest file, current, and not expired beyond the grace of 30 days. */
  confirmed: boolean;
}

/** Kind of license. */
export type LicenseKind = 'food_truck' | 'hot_dog_cart' | 'caterer';

/** The regulator’s status in the newest license file. */
export type LicenseStatus = 'current' | 'delinquent' | 'relinquished' | 'transfer_pending' | 'not_on_file' | 'no_file' | 'unknown';

export interface LimitingFactor {
  /** Stable. */
  code: string;
  severity: Severity;
  issue: string;
  corrective_action: string;
  resource: {
    title: string;
    /** An address. */
    url: string;
  };
  /** What on the record says so. */
  evidence: string;
  /** What the inspector wrote, the newest first, at most three; names struck out. Empty where the regulator’s text is not on file. */
  quotes: Array<{
    text: string;
    /** A day, YYYY-MM-DD. */
    on: string;
  }>;
  /** From which day on it weighs less, and how; null where age changes nothing. */
  fades: {
    /** A day, YYYY-MM-DD. */
    on: string;
    text: string;
  } | null;
}

export interface ListMeta {
  /** Rows of the full result. */
  count: number;
}

export interface ListedDecision {
  /** As you sent it. */
  reference: string | null;
  /** The decision with its own receipt; null where there is an error. */
  decision: Decision | null;
  error: ErrorDetail | null;
}

export interface ListedRiskRecord {
  /** As you sent it. */
  license_number: string;
  /** Null where there is an error. */
  record: RiskRecordFields | null;
  error: ErrorDetail | null;
}

export interface LoadingInspections {
  inspections_before: string;
  fiscal_years: string[];
}

export interface LogEntry {
  /** Which entry of the log it is; the first one is 0. */
  index: number;
  /** When the first checkpoint that has it was signed. A time in UTC, ISO 8601. */
  logged_at: string;
  /** That it is in the log, as c2sp.org/tlog-proof has it: keep it with the receipt, and `vendor-compliance verify --proof` checks both offline. */
  proof: string;
}

export interface Match {
  reasons: MatchReason[];
  /** Sure when nothing else comes near. */
  sureness: 'sure' | 'likely' | 'possible';
}

/** How name, former name or number fit. */
export type MatchReason = 'same_name' | 'same_number' | 'number_alike' | 'digits_exchanged' | 'digit_missing' | 'digit_extra' | 'number_misread' | 'former_name' | 'spelled_alike' | 'other_order' | 'words_missing' | 'words_more' | 'city' | 'other_letters' | 'other_number' | 'other_name' | 'other_city';

export interface Methodology {
  score_version: string;
  /** How a score is made, step by step. */
  rule: string[];
  weights: {
    points_per_violation: {
      high_priority: number;
      intermediate: number;
      basic: number;
    };
    /** For the most severe enforcement action of a case, including callbacks. */
    points_per_measure: Array<{
      measure: string;
      /** The regulator’s words. */
      examples: string[];
      points: number;
    }>;
    case_points_max: number;
    half_life_days: number;
    mean_points: number;
    mean_cases: number;
    score_per_point: number;
  };
  cut_offs: Array<{
    grade: string;
    /** Lowest score of the letter. */
    least: number;
    risk_tier: string;
    recommendation: {
      code: string;
      text: string;
    };
  }>;
  minimum_record: {
    /** With a known outcome and known counts, under the current owner. */
    cases: number;
    /** The number of these that were inspections of the operating business. */
    operating_cases: number;
    months_since_newest: number;
    pre_opening_type: string;
    text: string;
  };
  /** Days past its expiry that a license still counts. */
  license_grace_days: number;
  example: {
    cases: Array<{
      /** A day, YYYY-MM-DD. */
      date: string;
      high_priority: number;
      intermediate: number;
      basic: number;
      disposition: string;
      points: number;
      weight: number;
    }>;
    mean: number;
    with_average_cases: number;
    score: number;
    grade: string;
  };
  backtest: BacktestSummary;
  earlier_versions: Array<{
    score_version: string;
    /** What the version after it changed, and why. */
    changed: string;
    cut_offs: Array<{
      grade: string;
      least: number;
    }>;
  }>;
  data_used: string[];
  data_not_used: string[];
  limits: string[];
  links: {
    page: string;
    statistics: string;
    coverage: string;
    regulator: string;
  };
}

export interface MonitoringOffer {
  available: boolean;
  price_cents: 999;
  currency: 'USD';
  interval: 'month';
  description: string;
  /** An address. */
  checkout_url: string | null;
}

export interface MonthStatistics {
  month: string;
  inspections: number;
  with_high_priority: number;
  emergency_orders: number;
}

export interface Outlook {
  /** The whole of it, in sentences. */
  text: string;
  next_grade: GradeLetter | null;
  /** The assumed days from one inspection to the next: the median so far, at least 30. Null with fewer than two inspections. */
  interval_days: number | null;
  ways: OutlookWay[];
  /** Without a letter, exactly what is missing for one. */
  missing: Array<{
    /** Stable. */
    code: string;
    text: string;
  }>;
  /** With a letter: the first day without one, if no inspection is made until then. A day, YYYY-MM-DD. */
  letter_until: string | null;
}

export interface OutlookWay {
  /** What the inspections to come do not cite. Without high priority, each finds the lesser violations of the newest one again. All meet standards. */
  without: 'violation' | 'high_priority';
  /** How many of them bring the letter; null where 6 do not. */
  inspections: number | null;
  grade: GradeLetter | null;
  /** The day of the last of them, if they come in the interval. A day, YYYY-MM-DD. */
  earliest_on: string | null;
}

/** Why there is no other answer. `code` is stable, the text is not. */
export interface PlainError {
  /** For people; it may change. */
  error: string;
  /** For programs; it does not change. */
  code: string;
  /** The parameter that is wrong, if one is. */
  parameter?: string;
  /** What the code means, and what to do. An address. */
  doc_url?: string;
}

export interface PlatformReliability {
  /** Unknown until enough outcomes count; it is never to be read as good or bad. */
  status: 'known' | 'unknown';
  /** The applications that the license’s verified owner made or confirmed, with any outcome. */
  applications: number;
  /** Whose outcome counts; one for each organizer and day. */
  events: number;
  /** The number of independent organizers of those events. */
  organizers: number;
  attended: number | null;
  late: number | null;
  left_early: number | null;
  no_show: number | null;
  /** Share of those events where the vendor came, late or not. Null, like the counts, while unknown. */
  attended_rate: number | null;
  /** The same in a sentence. */
  text: string;
}

export interface PublicEvent {
  /** A UUID. */
  id: string;
  name: string;
  description: string;
  event_type: EventType;
  status: EventStatus;
  /** UTC, ISO 8601. */
  starts_at: string;
  /** UTC, ISO 8601. */
  ends_at: string;
  /** Time zone of the place, IANA name. */
  timezone: string;
  venue_name: string;
  /** The address of the event’s place, as the organizer published it. */
  address: string;
  city: string;
  county: string;
  /** A time in UTC, ISO 8601. */
  applications_open_at: string | null;
  /** A time in UTC, ISO 8601. */
  applications_close_at: string | null;
  capacity: number | null;
  spots_left: number | null;
  deposit_cents: number | null;
  currency: 'USD';
  questions: Question[];
  /** UTC, ISO 8601. */
  created_at: string;
  /** UTC, ISO 8601. */
  updated_at: string;
  /** An address. */
  apply_url: string;
}

export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  alg: 'EdDSA';
  use: 'sig';
  kid: string;
  x: string;
  iat: number;
  retired_at?: number;
  compromised_at?: number;
}

export interface PublicKeySet {
  keys: PublicKey[];
  /** The keys of the public log, as c2sp.org/signed-note writes them; of each log the one of its signature and the one of its signature with a time. */
  log_keys: string[];
}

export interface Question {
  /** Stable while the event lasts. */
  id: string;
  label: string;
  type: QuestionType;
  required: boolean;
  /** The options of a choice; empty for other types. */
  options: string[];
}

export type QuestionType = 'text' | 'long_text' | 'number' | 'yes_no' | 'date' | 'choice' | 'several_choices';

/** Says if the service can answer requests, and from which records. */
export interface Readiness {
  status: 'ready' | 'starting' | 'failing';
  version: number | null;
  as_of: string | null;
  data_as_of: string | null;
  /** The day that the files read of every district reach: the earliest `reach_to` of `/api/v1/coverage`, which says what was not read. */
  records_reach_to: string | null;
  fictional: boolean | null;
  /** Older inspections that are still being loaded; null when none are. */
  loading: LoadingInspections | null;
  /** Says if all processes count requests together (through Redis, or on one machine), or each one separately. */
  limits: 'shared' | 'per_process';
  /** What proxies of this machine or network said about the addresses of clients since the process began: `ignored` if `TRUST_PROXY` does not name the proxy, so that limits count all its clients as one. */
  forwarded: 'none' | 'read' | 'ignored';
  /** Databases that do not answer within two seconds or cannot be written: the regulator’s records (`registry`), everything else (`ledger`). Empty unless `status` is `failing`. */
  failing: Array<'registry' | 'ledger'>;
}

export interface ReasonRates {
  reason: string;
  /** Decisions looked at. */
  decisions: number;
  owners: number;
  visited: Estimate;
  rates: EstimatesByOutcome;
}

export interface ReceiptClaims {
  typ: 'vendor-decision-receipt';
  /** Address of the service that issued it. */
  iss: string;
  /** Its own number, a UUID. A UUID. */
  jti: string;
  /** Seconds since 1970 when it was issued. */
  iat: number;
  vendor_id: string;
  license_type: string;
  license_digits: string;
  name: string;
  /** The license’s last day on record; absent in receipts issued before it was signed. */
  license_expires_on?: string | null;
  event_type: string;
  /** The day of the event; receipts of policy p1 have none. */
  event_date?: string;
  /** The last day of an event of several days. */
  event_last_date?: string;
  verdict: string;
  reason_codes: string[];
  /** The sentences of `reason_codes`, in their order; absent in receipts issued before they were signed, and where they are too long. */
  reasons?: string[];
  grade: string | null;
  grade_status: string;
  policy_version: string;
  score_version: string;
  as_of: string;
  data_as_of: string;
  /** SHA-256 of the vendor’s published record that was decided on. */
  record_sha256: string;
  /** True for demo data. */
  fictional: boolean;
}

export interface ReceiptOnFile {
  receipt_number: string;
  /** An address. */
  receipt_url: string;
  vendor_id: string;
  event_type: string;
  verdict: string;
  /** A time in UTC, ISO 8601. */
  issued_at: string;
  /** SHA-256 of the vendor’s published record that was decided on. */
  record_sha256: string;
  receipt: string | null;
  /** What verifying the receipt found; null together with `receipt`, which was not kept before receipts had numbers. */
  verification: Verification | null;
  /** What would be decided today: for the days of the event that are not over or, when all are, for an event today. Null without a valid receipt or when the vendor is not on record. */
  current: CurrentStanding | null;
}

export interface Recommendation {
  /** Our recommendation. */
  code: 'book' | 'book_after_review' | 'review' | 'do_not_book';
  text: string;
}

export interface RecordChange {
  kind: ChangeKind;
  /** The values that differ. For visits, the fields in which visits on both sides differ; `violations` are the citations. */
  fields: string[];
  cause?: ChangeCause;
  before: ChangedValues | null;
  after: ChangedValues | null;
}

export interface RecordsOld {
  /** The day that the records reach to. A day, YYYY-MM-DD. */
  reach_to: string;
  /** How many days ago that is today. */
  days: number;
}

export interface RequiredDocument {
  code: string;
  name: string;
  /** Why it is asked for. */
  why: string;
  /** What to look for on it. */
  must_show: string;
  /** An address. */
  resource_url: string | null;
}

export interface RiskRecord {
  vendor: VendorIdentity;
  service_score: number | null;
  risk_tier: RiskTier;
  recommendation: Recommendation;
  rollup_12m: Rollup;
  platform_reliability?: PlatformReliability;
  grade: GradeLetter | null;
  grade_status: GradeStatus;
  score_version: string;
  hold: Hold;
  /** A day, YYYY-MM-DD. */
  as_of: string;
  /** A day, YYYY-MM-DD. */
  data_as_of: string;
  /** The day up to which this record is complete: the earliest of the as-of day and of the days that the license and inspection files of the district reach. A day, YYYY-MM-DD. */
  records_reach_to: string;
  /** Set when the records are older than 14 days: an old record says little about today. */
  records_old: RecordsOld | null;
  /** True for demo data: no such business exists. */
  fictional: boolean;
}

/** The requested fields; without "fields", the fields of a single look-up. */
export type RiskRecordFields = Partial<RiskRecord>;

export interface RiskRecordListMeta {
  /** Numbers of the request. */
  count: number;
  /** Numbers with a record. */
  found: number;
  /** Numbers with an error instead. */
  failed: number;
}

/** Follows the grade; a hold is high. */
export type RiskTier = 'low' | 'moderate' | 'elevated' | 'high' | 'unknown';

export interface Rollup {
  inspections: number;
  /** Null when the counts of an inspection of the year are unknown. */
  violations: number | null;
  /** Null when the counts of an inspection of the year are unknown. */
  high_priority: number | null;
  /** Null when the counts of an inspection of the year are unknown. */
  intermediate: number | null;
  /** Null when the counts of an inspection of the year are unknown. */
  basic: number | null;
  emergency_orders: number;
  admin_complaints: number;
  warnings: number;
  /** A day, YYYY-MM-DD. */
  last_inspected_on: string | null;
  /** True if the files cover all twelve months of the vendor’s district; otherwise these are the counts on file. */
  whole_year: boolean;
  year_covered?: YearCovered;
}

export interface RowCounts {
  read: number;
  kept: number;
  /** Rows of other license types. */
  other: number;
  refused: number;
}

export interface Scorecard {
  /** A UUID. */
  id: string;
  name: string;
  /** Former name under the same owner. */
  aka: string | null;
  license: License;
  cuisine: string | null;
  location: VendorLocation;
  grade: GradeLetter | null;
  grade_status: GradeStatus;
  service_score: number | null;
  score_version: string;
  risk_tier: RiskTier;
  recommendation: Recommendation;
  hold: Hold;
  rollup_12m: Rollup;
  last_disposition: LastDisposition | null;
  /** The most severe enforcement action under the current owner, or the newest of several equal ones, in the regulator’s words. For a closure in a weekly report, “Emergency closure” and its reason. Null if there is none. */
  gravest_event: GravestEvent | null;
  /** Inspections that may be another owner’s; null when there are none. */
  uncertain_record: UncertainRecord | null;
  /** On the license number up to the as-of day, newest first, at most 50. Not scored. An empty list does not show that there are none. */
  final_orders: FinalOrder[];
  /** The day before which inspections are still being loaded; null when none are. A day, YYYY-MM-DD. */
  inspections_loading_before: string | null;
  /** Newest first; callbacks are visits of their own. */
  inspections: Inspection[];
  trend: Trend;
  narrative: string | null;
  disclaimer: string;
  /** True for demo data: no such business exists. */
  fictional: boolean;
  /** A day, YYYY-MM-DD. */
  as_of: string;
  /** A day, YYYY-MM-DD. */
  data_as_of: string;
  /** The day up to which this record is complete: the earliest of the as-of day and of the days that the license and inspection files of the district reach. A day, YYYY-MM-DD. */
  records_reach_to: string;
  /** Set when the records are older than 14 days: an old record says little about today. */
  records_old: RecordsOld | null;
}

export interface SelfCheck {
  vendor: DecidedVendor;
  grade: GradeLetter | null;
  grade_status: GradeStatus;
  /** As in the scorecard. A day, YYYY-MM-DD. */
  inspections_loading_before: string | null;
  /** Most severe first; an active hold is always the first. Within the same severity, what decides by itself comes first, then what costs the grade most. */
  limiting_factors: LimitingFactor[];
  outlook: Outlook;
  strengths: Array<{
    code: string;
    text: string;
  }>;
  /** The page where claiming this license begins, signed in or not. An address. */
  claim_url: string;
  monitoring: MonitoringOffer;
  /** A day, YYYY-MM-DD. */
  as_of: string;
  /** A day, YYYY-MM-DD. */
  data_as_of: string;
  /** Set when the records are older than 14 days: an old record says little about today. */
  records_old: RecordsOld | null;
  fictional: boolean;
}

export type Severity = 'info' | 'caution' | 'serious' | 'blocking';

export interface SharesByOutcome {
  high_priority: number | null;
  follow_up: number | null;
  closure: number | null;
}

export interface SourceFileState {
  name: string;
  /** `folder:` and the name if the source is a folder. */
  url: string;
  /** When it was last requested. A time in UTC, ISO 8601. */
  checked_at: string;
  /** A time in UTC, ISO 8601. */
  confirmed_at: string | null;
  /** A time in UTC, ISO 8601. */
  arrived_at: string | null;
  /** A day, YYYY-MM-DD. */
  file_date: string | null;
  /** downloaded, read (from a folder), unchanged (checked, the same bytes), failed (could not be checked), gone (from a folder), held_back. */
  outcome: string;
  reason: string | null;
  problem: SourceProblem | null;
}

/** Why the file did not come, was refused, or is older than it should be. */
export interface SourceProblem {
  code: 'not_found' | 'web_page' | 'incomplete' | 'unreachable' | 'not_allowed' | 'wrong_kind' | 'too_large' | 'not_stored' | 'gone' | 'held_back' | 'other_file' | 'older' | 'late' | 'failed';
  /** What happened. */
  what: string;
  /** The consequence for the records. */
  records: string;
  /** The next step for the operator. */
  next: string;
}

export interface Statistics {
  /** A day, YYYY-MM-DD. */
  as_of: string;
  /** A day, YYYY-MM-DD. */
  data_as_of: string;
  vendors: VendorCounts;
  grades: GradeCounts;
  violation_rates: ViolationRates;
  by_county: CountyStatistics[];
  /** The 36 months to the as-of day, by the month a case was opened in, all owners. Inspections with unknown counts are not among those with a finding. A month that no file covers has 0: `covers` says from when to when they reach. */
  by_month: MonthStatistics[];
  /** The districts with a license or inspection file in use. No other district is complete in these numbers. */
  covers: DistrictCover[];
  fictional: boolean;
  /** Set when the records are older than 14 days: an old record says little about today. */
  records_old: RecordsOld | null;
  cite_as: string;
  /** An address. */
  method_url: string;
}

export interface TestNews {
  /** A UUID. */
  endpoint_id: string;
}

export interface Trend {
  /** Newest two cases against those before. */
  direction: 'improving' | 'steady' | 'worsening' | 'unknown';
  points: TrendPoint[];
}

export interface TrendPoint {
  /** A day, YYYY-MM-DD. */
  date: string;
  high_priority: number | null;
  intermediate: number | null;
  basic: number | null;
}

export interface UncertainRecord {
  /** Why: they name another business; a change of owner was approved between them; a license file lists a different holder; the newest one lists a former holder under a similar name. */
  code: 'other_name' | 'holder_changed' | 'change_approved' | 'former_holder_alike';
  inspections: number;
  text: string;
}

export interface VendorChange {
  /** Identifies this change permanently. As `after`, it requests everything after the change. */
  cursor: string;
  /** A UUID. */
  vendor_id: string;
  /** As after the change; for a vendor that disappeared, as before it. */
  license_number: string;
  name: string;
  kinds: ChangeKind[];
  changes: RecordChange[];
  /** True for a vendor of demo data. A service that began as a demo still reports how its fictional vendors appeared and disappeared. */
  fictional: boolean;
  /** The as-of day of the published records. A day, YYYY-MM-DD. */
  as_of: string;
  /** The newest day in the files in use. A day, YYYY-MM-DD. */
  data_as_of: string;
  /** A time in UTC, ISO 8601. */
  published_at: string;
  /** The whole record as it is now; 404 once it is removed. An address. */
  scorecard_url: string;
}

export interface VendorChangedMessage {
  type: 'vendor.changed';
  /** When it happened. A time in UTC, ISO 8601. */
  timestamp: string;
  data: VendorNews;
}

/** The total is the sum of the kinds, and of current, delinquent, relinquished, transfer_pending, not_on_file and license_unknown. */
export interface VendorCounts {
  total: number;
  food_trucks: number;
  hot_dog_carts: number;
  caterers: number;
  /** Listed as current by the newest license file. */
  current: number;
  /** The current ones whose license we confirm: not expired beyond the grace period. */
  confirmed: number;
  delinquent: number;
  /** Relinquished by their holders. */
  relinquished: number;
  /** A change of owner seems to be in progress. */
  transfer_pending: number;
  /** Not listed by the newest license file of their district. */
  not_on_file: number;
  /** No license file of their district was read, so it is unknown if they have a license. */
  no_license_file: number;
  /** No license file of their district was read, or the status has no published meaning. */
  license_unknown: number;
}

export interface VendorIdentity {
  /** A UUID. */
  id: string;
  name: string;
  /** Former name under the same owner. */
  aka: string | null;
  license: License;
  /** Our reading of the name; null when unclear. */
  cuisine: string | null;
  location: VendorLocation;
  /** Set when the records are older than 14 days: an old record says little about today. */
  records_old: RecordsOld | null;
  /** An address. */
  page_url: string;
}

export interface VendorLocation {
  city: string | null;
  county: string | null;
  zip: string | null;
  district: number | null;
}

export interface VendorNews {
  /** `booked`: it has a spot at one of your events. `watched`: you pay to watch the license. */
  reason: 'booked' | 'watched';
  /** A UUID. */
  vendor_id: string | null;
  /** The name of the business. */
  vendor_name: string;
  license_number: string;
  /** For the event, at that time; for a watched license, for today. Null without a record. */
  verdict: Verdict | null;
  /** Kinds of changes. */
  changed: string[];
  /** The page to read more on. An address. */
  url: string;
  /** A UUID. */
  application_id?: string;
  /** A UUID. */
  event_id?: string;
  /** True if we also emailed you at once. */
  grave?: boolean;
  verdict_from?: string;
  verdict_to?: string;
}

export type Verdict = 'CLEAR' | 'CONDITIONAL' | 'REVIEW' | 'DECLINE';

export interface VerdictRates {
  verdict: string;
  /** Decisions looked at. */
  decisions: number;
  owners: number;
  visited: Estimate;
  rates: EstimatesByOutcome;
}

export interface Verification {
  valid: boolean;
  reason: InvalidReason | null;
  /** What it says; null unless its signatures hold. */
  receipt: ReceiptClaims | null;
  /** True if this service has a record of issuing it; null if that is unknown. */
  issued: boolean | null;
  /** A time in UTC, ISO 8601. */
  checked_at: string;
  /** The entry of the receipt in the public log; null until it is there, which takes at most a minute, and for receipts that were not issued here. */
  log: LogEntry | null;
  /** What would be decided today: for the days of the event that are not over or, when all are, for an event today. Null without a valid receipt or when the vendor is not on record. */
  current: CurrentStanding | null;
}

export interface Violation {
  category: number;
  /** Our short name for the category; the regulator’s files have its number. */
  title: string;
  count: number;
  /** Told to the fire authority; not in the totals. */
  reporting_only: boolean;
  /** The regulator’s code of a violation listed by itself, e.g. 35A-03-4. */
  code?: string;
  /** Severity of a violation listed by itself. */
  tier?: 'high_priority' | 'intermediate' | 'basic' | 'unknown';
  /** What the inspector wrote, where the regulator’s text is on file; names struck out. */
  text?: string;
  /** Marks after the text. */
  flags?: Array<'warning' | 'admin_complaint' | 'stop_sale' | 'repeat_violation' | 'corrected_on_site' | 'corrective_action_taken' | 'time_extended'>;
}

/** All null when unknown: blank in the file, or contradicting each other. Never read as none. */
export interface ViolationCounts {
  total: number | null;
  high_priority: number | null;
  intermediate: number | null;
  basic: number | null;
}

/** Share of inspected vendors with known counts that have at least one such finding. */
export interface ViolationRates {
  /** Vendors with an inspection in the year: the base of the rates, except those with unknown counts. */
  inspected_12m: number;
  /** Share, 0 to 1, four decimals; null if nothing was inspected. */
  any_12m: number | null;
  /** Share, 0 to 1, four decimals; null if nothing was inspected. */
  high_priority_12m: number | null;
  /** Share, 0 to 1, four decimals; null if nothing was inspected. */
  emergency_order_12m: number | null;
  inspected_36m: number;
  /** Share, 0 to 1, four decimals; null if nothing was inspected. */
  any_36m: number | null;
  /** Share, 0 to 1, four decimals; null if nothing was inspected. */
  high_priority_36m: number | null;
  /** Share, 0 to 1, four decimals; null if nothing was inspected. */
  emergency_order_36m: number | null;
}

export interface VisitInShort {
  visit_id: number;
  /** The regulator’s Inspection Number, shared by a case’s visits. */
  case_id: number;
  /** 1 the first visit on the case, 2 and more its callbacks. */
  visit_number: number;
  /** A day, YYYY-MM-DD. */
  date: string;
  type: string;
  /** The regulator’s words. */
  disposition: string;
  result: InspectionResult;
  counts: ViolationCounts;
  /** The owner at the inspection, on the evidence of the files. Only inspections of the current owner are scored and rolled up. */
  owner: 'current' | 'prior' | 'uncertain';
}

export interface WebhookTestMessage {
  type: 'webhook.test';
  /** When it happened. A time in UTC, ISO 8601. */
  timestamp: string;
  data: TestNews;
}

/** How much of the twelve months the inspection files of the vendor’s district cover. With none, zero means not known. */
export type YearCovered = 'whole' | 'part' | 'none';

/** Badge image: `GET /api/badge/{vendorId}`. */
export interface GetBadgeParameters {
  /** a vendor id, a UUID. A UUID. */
  vendorId: string;
}

/** What `GET /api/badge/{vendorId}` answers. */
export type GetBadgeAnswer = string;

/** Changes to vendors: `GET /api/v1/changes`. */
export interface ListChangesParameters {
  /** meta.next of the previous answer, or the cursor of a change; "now" to begin at the end. Without it, the oldest change that is kept comes first. */
  after?: string;
  /** up to 200 license numbers in any spelling, separated by commas; without it, all vendors. */
  license_numbers?: string;
  /** a whole number from 1 to 500. */
  limit?: number;
  /** a whole number of seconds from 0 to 30. If there is no change yet, the answer waits this long for one. */
  wait?: number;
}

/** What `GET /api/v1/changes` answers. */
export type ListChangesAnswer = {
  data: VendorChange[];
  meta: ChangesMeta;
  error: null;
};

/** Vendor risk record: `GET /api/v1/vendors`. */
export interface GetRiskRecordParameters {
  /** a license number in any spelling; digits alone are enough unless two licenses share them. */
  license_number: string;
}

/** What `GET /api/v1/vendors` answers. */
export type GetRiskRecordAnswer = {
  data: RiskRecord;
  meta: null;
  error: null;
};

/** What `POST /api/v1/vendors` takes. */
export type ListRiskRecordsBody = AskedRecords;

/** What `POST /api/v1/vendors` answers. */
export type ListRiskRecordsAnswer = {
  /** One for each number of the request, in its order. */
  data: ListedRiskRecord[];
  meta: RiskRecordListMeta;
  error: null;
};

/** Search vendors: `GET /api/vendors`. */
export interface SearchVendorsParameters {
  /** text of at most 100 characters: words of a name, former name or city, or a license number. */
  q?: string;
  /** a city in any common spelling, such as St. Pete; at most 100 characters. */
  city?: string;
  /** a county as answers name it, such as "Orange", "Miami-Dade" or "Hillsborough"; whatever the case. */
  county?: '' | 'Alachua' | 'Baker' | 'Bay' | 'Bradford' | 'Brevard' | 'Broward' | 'Calhoun' | 'Charlotte' | 'Citrus' | 'Clay' | 'Collier' | 'Columbia' | 'DeSoto' | 'Dixie' | 'Duval' | 'Escambia' | 'Flagler' | 'Franklin' | 'Gadsden' | 'Gilchrist' | 'Glades' | 'Gulf' | 'Hamilton' | 'Hardee' | 'Hendry' | 'Hernando' | 'Highlands' | 'Hillsborough' | 'Holmes' | 'Indian River' | 'Jackson' | 'Jefferson' | 'Lafayette' | 'Lake' | 'Lee' | 'Leon' | 'Levy' | 'Liberty' | 'Madison' | 'Manatee' | 'Marion' | 'Martin' | 'Miami-Dade' | 'Monroe' | 'Nassau' | 'Okaloosa' | 'Okeechobee' | 'Orange' | 'Osceola' | 'Palm Beach' | 'Pasco' | 'Pinellas' | 'Polk' | 'Putnam' | 'Santa Rosa' | 'Sarasota' | 'Seminole' | 'St. Johns' | 'St. Lucie' | 'Sumter' | 'Suwannee' | 'Taylor' | 'Union' | 'Volusia' | 'Wakulla' | 'Walton' | 'Washington';
  /** a kind of license: food_truck, hot_dog_cart, caterer; whatever the case. */
  kind?: '' | 'food_truck' | 'hot_dog_cart' | 'caterer';
  /** our reading of the name, which most names leave open; such vendors have none and are not found: Mexican, Barbecue, Hot dogs, Ice cream and desserts, Coffee and drinks, Pizza, Seafood, Burgers, Wings and chicken, Caribbean, Latin American, Asian, Mediterranean, Southern, Sandwiches; whatever the case. */
  cuisine?: '' | 'Mexican' | 'Barbecue' | 'Hot dogs' | 'Ice cream and desserts' | 'Coffee and drinks' | 'Pizza' | 'Seafood' | 'Burgers' | 'Wings and chicken' | 'Caribbean' | 'Latin American' | 'Asian' | 'Mediterranean' | 'Southern' | 'Sandwiches';
  /** the letter, or why there is none: A, B, C, D, F, hold, withheld, insufficient_record; whatever the case. */
  grade?: '' | 'A' | 'B' | 'C' | 'D' | 'F' | 'hold' | 'withheld' | 'insufficient_record';
  /** what a decision says today, for no event in particular: CLEAR, CONDITIONAL, REVIEW, DECLINE; whatever the case. */
  verdict?: '' | 'CLEAR' | 'CONDITIONAL' | 'REVIEW' | 'DECLINE';
  /** a whole number from 1 to 100. */
  limit?: number;
  /** a whole number from 0 to 1000000. */
  offset?: number;
  /** json or csv. Without it, `Accept: text/csv` asks for CSV. */
  format?: 'json' | 'csv';
}

/** What `GET /api/vendors` answers. */
export type SearchVendorsAnswer = FoundVendor[];

/** Vendor identity: `GET /api/vendors/{id}`. */
export interface GetVendorParameters {
  /** a vendor id, a UUID. */
  id: string;
}

/** What `GET /api/vendors/{id}` answers. */
export type GetVendorAnswer = VendorIdentity;

/** Public scorecard: `GET /api/vendors/{id}/scorecard`. */
export interface GetScorecardParameters {
  /** a vendor id, a UUID. */
  id: string;
}

/** What `GET /api/vendors/{id}/scorecard` answers. */
export type GetScorecardAnswer = Scorecard;

/** What `GET /api/v1/coverage` answers. */
export type GetCoverageAnswer = {
  data: Coverage;
  meta: null;
  error: null;
};

/** What `GET /api/v1/methodology` answers. */
export type GetMethodologyAnswer = {
  data: Methodology;
  meta: null;
  error: null;
};

/** What `GET /api/v1/stats/florida` answers. */
export type GetStatisticsAnswer = {
  data: Statistics;
  meta: null;
  error: null;
};

/** What `GET /data/manifest.json` answers. */
export type GetDataManifestAnswer = DataManifest;

/** Files of one day: `GET /data/{day}/manifest.json`. */
export interface GetDataManifestOfDayParameters {
  /** a day, YYYY-MM-DD. A day, YYYY-MM-DD. */
  day: string;
}

/** What `GET /data/{day}/manifest.json` answers. */
export type GetDataManifestOfDayAnswer = DataManifest;

/** What `GET /.well-known/jwks.json` answers. */
export type GetPublicKeysAnswer = PublicKeySet;

/** May this vendor be booked?: `GET /api/v1/decision`. */
export interface DecideVendorParameters {
  /** a license number in any spelling; digits alone are enough unless two licenses share them. */
  license_number?: string;
  /** a vendor id, a UUID. A UUID. */
  vendor_id?: string;
  /** food-truck-night, festival, city-event; the first unless given. */
  event_type?: 'food-truck-night' | 'festival' | 'city-event';
  /** the day of the event, YYYY-MM-DD, today or later; today unless given. For an event of several days its last day: the license must run until then. A day, YYYY-MM-DD. */
  event_date?: string;
  /** fields with commas between them, to get these alone: any of vendor, event_type, event_date, event_last_date, verdict, reasons, evidence, required_documents, checklist_url, receipt, receipt_number, receipt_url, verify_url, decided_at, as_of, data_as_of, records_old, policy_version, fictional. */
  fields?: string;
  /** json or csv. Without it, `Accept: text/csv` asks for CSV. */
  format?: 'json' | 'csv';
}

/** What `GET /api/v1/decision` answers. */
export type DecideVendorAnswer = {
  data: Decision;
  meta: null;
  error: null;
};

/** Is this receipt genuine?: `GET /api/v1/decision/verify`. */
export interface VerifyReceiptParameters {
  /** a receipt, as a decision gave it; 8192 characters at most. It is found in any text around it, and line breaks, blanks and marks of quoted email in it do not count; two different receipts are refused. */
  receipt: string;
}

/** What `GET /api/v1/decision/verify` answers. */
export type VerifyReceiptAnswer = {
  data: Verification;
  meta: null;
  error: null;
};

/** What `POST /api/v1/decision/verify` takes. */
export type VerifyPostedReceiptBody = {
  /** a receipt, as a decision gave it; 8192 characters at most. It is found in any text around it, and line breaks, blanks and marks of quoted email in it do not count; two different receipts are refused. */
  receipt: string;
};

/** What `POST /api/v1/decision/verify` answers. */
export type VerifyPostedReceiptAnswer = {
  data: Verification;
  meta: null;
  error: null;
};

/** May these vendors be booked?: `POST /api/v1/decisions`. */
export interface DecideVendorListParameters {
  /** json or csv. Without it, `Accept: text/csv` asks for CSV. */
  format?: 'json' | 'csv';
}

/** What `POST /api/v1/decisions` takes. */
export type DecideVendorListBody = AskedList;

/** What `POST /api/v1/decisions` answers. */
export type DecideVendorListAnswer = {
  /** One for each vendor of the request, in its order. */
  data: ListedDecision[];
  meta: DecisionListMeta;
  error: null;
};

/** What holds a vendor back: `GET /api/v1/improve`. */
export interface GetSelfCheckParameters {
  /** a license number in any spelling; digits alone are enough unless two licenses share them. */
  license_number?: string;
  /** a vendor id, a UUID. A UUID. */
  vendor_id?: string;
}

/** What `GET /api/v1/improve` answers. */
export type GetSelfCheckAnswer = {
  data: SelfCheck;
  meta: null;
  error: null;
};

/** The receipt with this short number: `GET /api/v1/receipts/{number}`. */
export interface GetReceiptParameters {
  /** as printed; in any spelling. */
  number: string;
}

/** What `GET /api/v1/receipts/{number}` answers. */
export type GetReceiptAnswer = {
  data: ReceiptOnFile;
  meta: null;
  error: null;
};

/** Your events: `GET /api/v1/events`. */
export interface ListEventsParameters {
  /** fields with commas between them, to get these alone: any of id, name, description, event_type, status, starts_at, ends_at, timezone, venue_name, address, city, county, applications_open_at, applications_close_at, capacity, spots_left, deposit_cents, currency, questions, created_at, updated_at. */
  fields?: string;
  /** one of Published, Draft, Completed, Cancelled. */
  status?: EventStatus;
}

/** What `GET /api/v1/events` answers. */
export type ListEventsAnswer = {
  data: EventRecord[];
  meta: ListMeta;
  error: null;
};

/** One of your events: `GET /api/v1/events/{id}`. */
export interface GetEventParameters {
  /** an event id, a UUID. A UUID. */
  id: string;
}

/** What `GET /api/v1/events/{id}` answers. */
export type GetEventAnswer = {
  data: EventRecord;
  meta: null;
  error: null;
};

/** Events taking applications: `GET /api/v1/public/events`. */
export interface ListPublicEventsParameters {
  /** a city’s whole name, whatever its case; at most 80 characters. */
  city?: string;
}

/** What `GET /api/v1/public/events` answers. */
export type ListPublicEventsAnswer = {
  data: PublicEvent[];
  meta: ListMeta;
  error: null;
};

/** Applications to your events: `GET /api/v1/applications`. */
export interface ListApplicationsParameters {
  /** the id of one of your events, a UUID. A UUID. */
  event_id?: string;
  /** fields with commas between them, to get these alone: any of id, event_id, event_name, status, submitted_at, vendor, license_number, business_name, contact_name, contact_email, contact_phone, service_score, risk_tier, outcome, outcome_recorded_at, deposit_status, custom_responses, documents. */
  fields?: string;
  /** json or csv. Without it, `Accept: text/csv` asks for CSV. */
  format?: 'json' | 'csv';
}

/** What `GET /api/v1/applications` answers. */
export type ListApplicationsAnswer = {
  data: Application[];
  meta: ListMeta;
  error: null;
};

/** What `GET /healthz` answers. */
export type CheckAliveAnswer = {
  status: 'alive';
};

/** What `GET /readyz` answers. */
export type CheckReadyAnswer = Readiness;
