/** Tables of a snapshot: the content of one publication, written once. */

/**
 * The one row that describes the publication. Dates and times are ISO 8601 text, flags are 0 or 1, and
 * documents are JSON text.
 */
export interface SnapshotStateTable {
  /** Increases by one with every publication that has changes. Caches use it as a key. */
  version: number;
  as_of: string;
  data_as_of: string;
  published_at: string;
  fictional: number;
  score_version: string;
  /** The format of the stored JSON. */
  record_format: number;
  statistics: string;
  /** 1 while an as-of day chosen by the operator is in effect. */
  as_of_chosen: number;
  /** The coverage of the files in use, by district, as JSON text. */
  covers: string;
  /** A hash of the code that built the records. */
  made_by: string;
  /**
   * The root of the Merkle tree (RFC 6962) over the id and hashes of each record, ordered by id; hexadecimal.
   */
  root_hash: string;
}

/**
 * The text that is searched, and the values that lists show and filter by. `position` is the row's key in the
 * text index.
 */
export interface SnapshotVendorsTable {
  position: number;
  id: string;
  license_type: string;
  digits: string;
  search_name: string;
  search_aka: string;
  search_city: string;
  search_text: string;
  /** 1 if the newest license file lists the vendor. Such vendors come first among equally good matches. */
  on_file: number;
  /** Empty when unknown. */
  county: string;
  license_kind: string;
  /** Inferred from the name; empty if the name does not show it. */
  cuisine: string;
  /** The grade letter, or the reason why no grade is shown. */
  grade_shown: string;
  service_score: number | null;
  risk_tier: string;
  /** The policy's verdict on the as-of day. */
  verdict: string;
  /** The verdict as of today, which is at most REVIEW if the records are too old. */
  verdict_today: string;
  /** The date of the newest closure within twelve months; empty if there is none. */
  closed_on: string;
  /** The last day for which the record is complete. */
  reach_to: string;
  /** SHA-256 of the `scorecard` and `facts` text, hexadecimal. */
  sha256: string;
  /** SHA-256 of the `identity`, `summary` and `standing` text, hexadecimal. */
  shown_sha256: string;
}

/** A record as JSON text that is ready to send. */
export interface SnapshotRecordsTable {
  position: number;
  identity: string;
  summary: string;
  /** The grade that a badge shows, in the form `grade|grade_status|fictional`. */
  standing: string;
  /** The input for decisions and for the self-check. */
  facts: string;
  scorecard: string;
}

/** One inspection visit, as recorded in the newest file that covers it. */
interface SnapshotVisitsTable {
  license_type: string;
  digits: string;
  visited_on: string;
  visit_id: number;
  license_id: number;
  inspection_type: string;
  disposition: string;
  /** All four counts are null if they are unknown. */
  total: number | null;
  high_priority: number | null;
  intermediate: number | null;
  basic: number | null;
  /** Citations by category, `8:2,35:1`. */
  categories: string;
}

/** A license, as listed in each district's newest file. Records use the row with `place` 0. */
interface SnapshotLicensesTable {
  license_type: string;
  digits: string;
  place: number;
  file_district: number;
  /** 1 if the newest file of its district still lists it. */
  on_file: number;
  rank: string;
  business_name: string;
  licensee_name: string;
  city: string;
  primary_status: string;
  secondary_status: string;
  expires_on: string | null;
  /** Used for letters to the license holder. Never part of a response. */
  mailing_address: string;
  phone: string;
}

/** Approved applications for new licenses and ownership changes. */
interface SnapshotApplicationsTable {
  kind: string;
  digits: string;
  license_type: string;
  application_number: string;
  approved_on: string;
}

export interface SnapshotSchema {
  published_state: SnapshotStateTable;
  vendors: SnapshotVendorsTable;
  records: SnapshotRecordsTable;
  visits: SnapshotVisitsTable;
  licenses: SnapshotLicensesTable;
  applications: SnapshotApplicationsTable;
}

/**
 * Rows are written in order of license number, and every table except `records` is small, so reading a list
 * reads adjacent pages. Name trigrams are counted after all rows are written.
 */
export const SNAPSHOT_TABLES = `
  create table published_state (version integer not null, as_of text not null, data_as_of text not null,
    published_at text not null, fictional integer not null, score_version text not null,
    record_format integer not null, statistics text not null, as_of_chosen integer not null, covers text not null,
    made_by text not null, root_hash text not null);
  create table vendors (position integer primary key, id text not null unique, license_type text not null,
    digits text not null, search_name text not null, search_aka text not null, search_city text not null,
    search_text text not null, on_file integer not null, county text not null, license_kind text not null, cuisine text not null,
    grade_shown text not null, service_score real, risk_tier text not null, verdict text not null,
    verdict_today text not null, closed_on text not null,
    reach_to text not null, sha256 text not null, shown_sha256 text not null);
  create table records (position integer primary key, identity text not null, summary text not null,
    standing text not null, facts text not null, scorecard text not null);
  create table visits (license_type text, digits text, visited_on text, visit_id integer, license_id integer,
    inspection_type text, disposition text, total integer, high_priority integer, intermediate integer,
    basic integer, categories text, primary key (license_type, digits, visited_on, visit_id)) without rowid;
  create table licenses (license_type text, digits text, place integer, file_district integer, on_file integer,
    rank text, business_name text, licensee_name text, city text, primary_status text, secondary_status text,
    expires_on text, mailing_address text, phone text, primary key (license_type, digits, place)) without rowid;
  create table applications (kind text, digits text, license_type text, application_number text, approved_on text,
    primary key (kind, digits, license_type, application_number)) without rowid;
  create temp table name_pieces (piece text not null);`;

/**
 * Trigrams are used to find parts of words. The text itself is in `vendors`, and `vendor_trigrams` shows
 * which trigrams are rare. `name_words` lists words that occur in several names, and `vendors_by_name` lists
 * vendors in the order of search results.
 */
export const SNAPSHOT_INDEXES = `
  create index vendors_by_digits on vendors (digits);
  create index visits_by_digits on visits (digits);
  create index licenses_by_digits on licenses (digits);
  create index applications_by_digits on applications (digits);
  create index vendors_by_name on vendors (on_file desc, search_name, id);
  create virtual table vendor_text using fts5(search_name, search_aka, search_text, content='vendors',
    content_rowid='position', tokenize='trigram case_sensitive 1', detail='full');
  insert into vendor_text (vendor_text) values ('rebuild');
  insert into vendor_text (vendor_text) values ('optimize');
  create virtual table temp.trigrams using fts5vocab('main', 'vendor_text', 'row');
  create table vendor_trigrams (term text primary key, vendors integer not null) without rowid;
  insert into vendor_trigrams select term, doc from temp.trigrams;
  drop table temp.trigrams;
  create table name_words (word text primary key, names integer not null) without rowid;
  insert into name_words select piece, count(*) from temp.name_pieces group by piece having count(*) > 1;
  drop table temp.name_pieces;`;
